import { z } from 'zod';

import type { Timestamp } from '../calendar/calendar.ts';
import type { AppError } from '../errors.ts';
import { roles } from '../team/roles.ts';
import { accountNumber, answers, id, nothing, reference } from './route.ts';

/**
 * The state of this desk towards its team's record. current: it has read all · catching-up · waiting: the desk has not joined yet ·
 * unreachable: the database does not answer · server-behind: an older copy of the database was restored, or a repair is not over ·
 * wrong-team, damaged, outdated, revoked: nothing is sent · closed: the desk's keys cannot be opened.
 */
export type TeamState =
  | 'current'
  | 'catching-up'
  | 'waiting'
  | 'unreachable'
  | 'server-behind'
  | 'wrong-team'
  | 'damaged'
  | 'outdated'
  | 'revoked'
  | 'closed';

/** Number of the last act that this desk has read, and its two words, to be compared by voice. */
export type TeamHead = { readonly n: number; readonly words: string };

/** What the status line shows. */
export type TeamStatus = {
  readonly state: TeamState;
  readonly since: Timestamp;
  readonly head: TeamHead;
};

/** A desk of the team. Two desks with the same name are one person's machines. */
export type TeamMember = {
  readonly key: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly since: Timestamp;
  readonly revoked: { readonly at: Timestamp; readonly why: string } | null;
  readonly isOwn: boolean;
  /** Its last act, void or not. */
  readonly last: { readonly n: number; readonly at: Timestamp } | null;
};

/** A colleague whose desk is open now. */
export type TeamPresence = {
  readonly name: string;
  readonly at: Timestamp;
  /** The last act that the desk has read. */
  readonly n: number;
  /** Looks at the entry that was named. */
  readonly isHere: boolean;
};

/** A reference of this desk that the team's record has already, or a payment that looks like one of the team's. */
export type TeamDifference = { readonly reference: string; readonly message: string };

/** A take-over of a claim that administrators signed together, with what they found at the bank. */
export type TakeOverSigned = {
  readonly outcome: 'accepted' | 'not-found';
  readonly signed: readonly string[];
};

/** A payment that another desk claimed and whose outcome is not known. */
export type TeamClaim = {
  readonly reference: string;
  readonly by: string;
  readonly at: Timestamp;
  /** Its desk does not know the outcome either. */
  readonly isUnknown: boolean;
  /** Signatures of administrators so far; empty where one is enough, or none has signed. */
  readonly takeOver: readonly TakeOverSigned[];
};

/** none: the desk has no team · founding, joining, importing: on its way in · left, ended: it had one. */
export type TeamMembership =
  | 'none'
  | 'founding'
  | 'joining'
  | 'importing'
  | 'joined'
  | 'left'
  | 'ended';

export type TeamView = {
  readonly membership: TeamMembership;
  /** The person's name; empty where the desk has no team. */
  readonly name: string;
  /** Where the record is, as `host:port/database`. */
  readonly server: string;
  /** Null where the desk has no team. */
  readonly status: TeamStatus | null;
  /** Why the team prevents sending, or could not be asked; null otherwise. */
  readonly problem: AppError | null;
  readonly isAdmin: boolean;
  /** Six words while the desk waits to be admitted. */
  readonly words: readonly string[];
  /** What a person must look at before this desk may send. */
  readonly differences: readonly TeamDifference[];
  readonly members: readonly TeamMember[];
  readonly invitations: readonly {
    readonly name: string;
    readonly roles: readonly string[];
    readonly until: Timestamp;
  }[];
  /** Names of desks that ask to join, as of the last look at the server. */
  readonly waiting: readonly string[];
  /** Names of desks whose confirmation a repaired record waits for. */
  readonly awaited: readonly string[];
  /** Outcomes and changes that the record does not have yet. */
  readonly unsent: number;
  /** The last acts, newest first. */
  readonly acts: readonly {
    readonly n: number;
    readonly at: Timestamp;
    readonly by: string;
    readonly kind: string;
  }[];
  /** Acts that change nothing, newest first. */
  readonly voidActs: readonly { readonly n: number; readonly by: string; readonly why: string }[];
  /** How many administrators take over a claim or end the team together, and who signed the end so far. */
  readonly deciding: { readonly needed: number; readonly ends: readonly string[] };
  /** Rights of the desk's login beyond those of a desk, as of the last look at the server. */
  readonly rights: readonly string[];
};

/** A file that a person chose outside the window. Its content stays in the main process. */
export type ChosenTeamFile = {
  readonly fileName: string;
  /** What an invitation says; null for other files. */
  readonly invitation: {
    readonly name: string;
    readonly server: string;
    readonly until: Timestamp;
  } | null;
};

const personName = z
  .string()
  .trim()
  .min(1, 'is missing')
  .max(100, 'is longer than 100 letters')
  .regex(/^\P{Cc}*$/u, 'has signs that cannot be shown');
const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const why = z.string().trim().min(1, 'is missing').max(200, 'is longer than 200 letters');

const entry = z.strictObject({ accountNumber, entryId: id });

export const teamRoutes = {
  /** Colleagues whose desks are open, as far as the record is reached, and which of them look at an entry. */
  'team.presence': answers<{ people: readonly TeamPresence[] }>().to(
    z.strictObject({ entry: entry.nullable() }),
  ),
  /** Publishes at which entry the person looks now; null for none. Answers as `team.presence`. The topic `presence` follows what colleagues publish. */
  'team.lookAt': answers<{ people: readonly TeamPresence[] }>().to(
    z.strictObject({ entry: entry.nullable() }),
  ),
  /** Null for a desk without a team. Waits for no server. */
  'team.status': answers<{ status: TeamStatus | null }>().to(nothing),
  /** `isFresh`: reads on from the server first; a failure of that is the view's `problem`. */
  'team.view': answers<TeamView>().to(z.strictObject({ isFresh: z.boolean() })),
  /** Asks a person for a file outside the window; null where they cancel. */
  'team.chooseFile': answers<{ file: ChosenTeamFile | null }>().to(
    z.strictObject({ kind: z.enum(['password', 'authority', 'invitation']) }),
  ),
  /** Founds a team with the files that were chosen. `database` is `postgres://login@host[:port]/database`, without a password. */
  'team.found': answers<TeamView>().to(
    z.strictObject({
      name: personName,
      database: z.string().trim().min(1).max(500),
      /** Approval rules of the new team; none where left out. `two` is confirmed outside the window. */
      rules: z.enum(['none', 'two']).optional(),
    }),
  ),
  /** Asks to join by the invitation that was chosen. The view has six words then. */
  'team.join': answers<TeamView>().to(nothing),
  /** Looks whether the desk was admitted, and finishes what is left of founding or joining. */
  'team.continue': answers<TeamView>().to(z.strictObject({ areDifferencesSeen: z.boolean() })),
  /** Invites a person, or the second machine of one: writes a file where a person chooses. */
  'team.invite': answers<
    { saved: true; fileName: string; until: Timestamp } | { saved: false }
  >().to(
    z.strictObject({
      name: personName,
      roles: z.array(z.enum(roles)).min(1, 'choose one').max(roles.length),
    }),
  ),
  /** Admits the desk whose six words these are, with the roles of its invitation. The words are compared together. */
  'team.admit': answers<{ name: string; roles: readonly string[] }>().to(
    z.strictObject({ words: z.array(z.string().trim().min(1).max(40)).length(6) }),
  ),
  /** Ends the right of a desk to write and send, once a person has confirmed it outside the window. */
  'team.revoke': answers<TeamView>().to(z.strictObject({ key, why })),
  /** Open claims of other desks, oldest first. */
  'team.claims': answers<{ claims: readonly TeamClaim[] }>().to(nothing),
  /** Whether the bank's list has a payment under a reference. */
  'team.lookUp': answers<{ isListed: boolean }>().to(z.strictObject({ reference })),
  /** Takes over the claim of a lost desk, with what a person found at the bank, once it is confirmed outside the window. */
  'team.takeOver': answers<{ outcome: 'accepted' | 'not-found' }>().to(
    z.strictObject({ reference, isFoundAtBank: z.boolean() }),
  ),
  /** Puts back what an older copy of the database lacks. */
  'team.repair': answers<{ acts: number; view: TeamView }>().to(nothing),
  /** Goes on without a desk that cannot confirm a repaired record, once it is confirmed outside the window. */
  'team.setAside': answers<TeamView>().to(z.strictObject({ name: personName })),
  /** Checks every act again, here and at the server. */
  'team.check': answers<{ acts: number; voidActs: number }>().to(nothing),
  /** Leaves the team, once it is confirmed outside the window. */
  'team.leave': answers<{ view: TeamView; isRecorded: boolean }>().to(nothing),
  /** Ends the team for all, once it is confirmed outside the window. */
  'team.end': answers<TeamView>().to(nothing),
};
