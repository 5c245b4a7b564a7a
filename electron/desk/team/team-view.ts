import type { AppError } from '../../../shared/errors.ts';
import type {
  TakeOverSigned,
  TeamClaim,
  TeamDifference,
  TeamMember,
  TeamState,
  TeamStatus,
  TeamView,
} from '../../../shared/ipc/team.ts';
import { limits } from '../../../shared/limits.ts';
import { headWords } from '../../engines/acts/spoken-words.ts';
import type { Context } from '../../engines/machine/context.ts';
import { outgoingCount } from '../../engines/sharing/outgoing.ts';
import { openClaimsOfOthers } from '../../engines/team-record/claim-table.ts';
import { membershipIn } from '../../engines/team-record/membership-row.ts';
import { lastActOf, lastActs, voidActs } from '../../engines/team-record/record-copy.ts';
import { adminsNeeded, proposalOf, signersOf } from '../../nouns/approvals/decisions.ts';
import type { ApprovalState } from '../../nouns/approvals/state.ts';
import { ownWords } from '../../nouns/people/join.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import type { DeskCopy } from '../open-bank/copy.ts';
import type { DeskTeam } from '../open-bank/desk-team.ts';

/** The findings of the last look at the team's server, or of the last step of joining. */
export type LastLook = {
  readonly waiting: readonly string[];
  readonly rights: readonly string[];
  readonly differences: readonly TeamDifference[];
};

export const nothingSeen: LastLook = { waiting: [], rights: [], differences: [] };

const shownActs = 6;
const shownVoid = 20;

/** The team of a desk, from its own copy of the record. Waits for no server. */
export function teamView(
  { journal, team }: DeskCopy,
  problem: AppError | null,
  seen: LastLook,
  context: Context,
): TeamView {
  const membership = membershipIn(journal);
  const open = team?.open ?? null;
  const address = membership?.address;
  const allowed = team?.claims.allows(context);
  const isDone = membership?.state === 'left' || membership?.state === 'ended';
  return {
    membership: membership?.state ?? (team === null ? 'none' : 'left'),
    name: membership?.name ?? '',
    server: address ? `${address.host}:${String(address.port)}/${address.database}` : '',
    status: team && !isDone ? statusOf(team) : null,
    problem: problem ?? (allowed?.ok === false && !isDone ? allowed.error : null),
    ...(open === null || isDone ? noMembers : peopleOf(open)),
    deciding: team?.approvals && !isDone ? decidingOf(team.approvals.state) : alone,
    ...seen,
    unsent: open === null ? 0 : open.claims.unsent + outgoingCount(journal),
  };
}

const alone: TeamView['deciding'] = { needed: 1, ends: [] };

function decidingOf(state: ApprovalState): TeamView['deciding'] {
  const found = proposalOf(state, { ends: true });
  return { needed: adminsNeeded(state), ends: found === null ? [] : signersOf(state, found[1]) };
}

const noMembers = {
  isAdmin: false,
  ...{ words: [], members: [], invitations: [], awaited: [], acts: [], voidActs: [] },
} satisfies Partial<TeamView>;

function peopleOf(team: OpenTeam) {
  const { people, record } = team;
  return {
    isAdmin: people.isAdmin(record.key),
    words: ownWords(team) ?? [],
    members: people.members.map((member): TeamMember => {
      const { key, name, roles, since, revoked } = member;
      const last = lastActOf(record.copy, key);
      return { key, name, roles, since, revoked, isOwn: key === record.key, last };
    }),
    invitations: people.invitations,
    awaited: people.awaited.map(({ name }) => name),
    acts: lastActs(record.copy, shownActs).map(({ n, at, key, kind }) => {
      return { n, at, kind, by: people.nameOf(key) };
    }),
    voidActs: voidActs(record.copy, shownVoid).map(({ n, key, why }) => {
      return { n, why, by: people.nameOf(key) };
    }),
  };
}

/** The state of the desk in its team's record. */
export function statusOf({ open }: DeskTeam): TeamStatus {
  if (open === null) return { state: 'closed', since: '', head: { n: 0, words: '' } };
  const { head, since } = open.record;
  const words = head.n === 0 ? '' : headWords(head);
  return { state: stateOf(open), since, head: { n: head.n, words } };
}

function stateOf({ people, record, row }: OpenTeam): TeamState {
  const { state } = record;
  const own = people.member(record.key);
  if (own?.revoked) return 'revoked';
  if (row().state !== 'joined') return 'waiting';
  const isRepairing = state === 'current' && people.awaited.length > 0;
  return isRepairing ? 'server-behind' : state;
}

/** Open claims of other desks, oldest first, with the administrators who signed to take them over. */
export const openClaims = (
  { people, record }: OpenTeam,
  state: ApprovalState,
): readonly TeamClaim[] =>
  openClaimsOfOthers(record.copy, record.key, limits.listRowsMax).map(
    ({ reference, key, at, outcome }): TeamClaim => ({
      ...{ reference, at, by: people.nameOf(key), isUnknown: outcome === 'unknown' },
      takeOver: takeOverOf(state, reference),
    }),
  );

const takeOverOf = (state: ApprovalState, reference: string): readonly TakeOverSigned[] =>
  (['accepted', 'not-found'] as const).flatMap((outcome) => {
    const found = proposalOf(state, { takesOver: reference, outcome });
    return found === null ? [] : [{ outcome, signed: signersOf(state, found[1]) }];
  });
