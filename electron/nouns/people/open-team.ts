import { DeskFault, type Outcome } from '../../../shared/errors.ts';
import { noAct } from '../../engines/acts/act.ts';
import { envelopeIn } from '../../engines/acts/envelope.ts';
import { readStored } from '../../engines/acts/read-act.ts';
import { memberKeys, type MemberKeys } from '../../engines/acts/member-keys.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import type { Journal, TeamCopy } from '../../engines/store/database.ts';
import {
  membershipIn,
  forgottenThrough,
  noteOwnAct,
  rememberedHead,
  rememberHead,
  type Membership as MembershipRow,
} from '../../engines/team-record/membership-row.ts';
import { openServer } from '../../engines/team-record/postgres/connection.ts';
import type { TeamServer } from '../../engines/team-record/postgres/team-server.ts';
import {
  actsOfKinds,
  actsOfKindsBehind,
  actsThatMust,
  kindsIn,
  lastOf,
} from '../../engines/team-record/record-copy.ts';
import { TeamClaims } from '../../engines/team-record/team-claims.ts';
import type { JudgeClaims } from '../../engines/team-record/wanted-claim.ts';
import { TeamRecord, type Members } from '../../engines/team-record/team-record.ts';
import { openDatabaseKey, type DatabaseKeyOptions } from '../../engines/vault/database-key.ts';
import { Membership, membershipKinds } from './membership.ts';

/** The parts that opening a desk's team needs. */
export type TeamParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Opens team.db. */
  readonly openCopy: () => TeamCopy;
  /** The vault for the secret of this desk's keys: the keychain, or the credentials where there is none. */
  readonly vault: Omit<DatabaseKeyOptions, 'hasData'>;
  /** The kinds of acts of shared records that this Nostro knows. */
  readonly sharedKinds: readonly string[];
};

/** Makes the reader of acts that runs after the members. */
export type MakeReader<Reader extends ActReader> = (parts: ReaderParts) => Reader;

/** The parts that a reader of acts needs. */
export type ReaderParts = {
  readonly copy: TeamCopy;
  readonly clock: Clock;
  readonly people: Membership;
  /** The key of this desk. */
  readonly key: string;
};

/** Reads acts in the order of the record, each after the members have applied it. */
export type ActReader = Pick<Members, 'whyVoid' | 'apply'> & {
  /** The kinds that it reads, except those of the members. */
  readonly kinds: readonly string[];
  /** The number after which it reads when the team is opened; null where it has nothing to read. */
  readonly behind: number | null;
  readonly judge: JudgeClaims;
};

/** A desk's part in a team, without a connection. */
export type OpenTeam = {
  readonly member: MemberKeys;
  readonly people: Membership;
  readonly record: TeamRecord;
  readonly claims: TeamClaims;
  /** The membership as the journal has it now. */
  readonly row: () => MembershipRow;
};

/**
 * Opens the team of a desk from the data on this machine, without waiting for a server. Throws a DeskFault where its keys cannot be
 * opened (`vault.*`, `session.required`).
 */
export async function openTeam<Reader extends ActReader>(
  parts: TeamParts,
  makeReader: MakeReader<Reader>,
): Promise<OpenTeam & { readonly reader: Reader }> {
  const { journal, clock } = parts;
  const row = (): MembershipRow => {
    const membership = membershipIn(journal);
    if (membership === null) throw new DeskFault('team.not-joined');
    return membership;
  };
  const member = await memberOf(parts, row());
  const copy = parts.openCopy();
  const { people, reader } = readActs({ copy, member, sharedKinds: parts.sharedKinds }, (people) =>
    makeReader({ copy, clock, people, key: member.key }),
  );
  const record = new TeamRecord({
    ...{ copy, clock, member, members: membersOf(people, reader) },
    team: () => row().team || null,
    open: (context) => connect(row(), member.password, context),
    rememberHead: (head) => {
      rememberHead(journal, head);
    },
    rememberedHead: () => rememberedHead(journal),
    noteOwnAct: (noted) => {
      noteOwnAct(journal, member.key, noted);
    },
  });
  const claims = new TeamClaims({
    ...{ record, clock },
    names: () => people.keys(),
    personOf: (key) => people.nameOf(key),
    judge: (wanted, context) => reader.judge(wanted, context),
    forgottenThrough: () =>
      forgottenThrough(journal, member.key, lastOf(copy, member.key) ?? noAct),
  });
  return { member, people, record, claims, row, reader };
}

/** Connects with a password. */
export const connect = (
  { address, ca }: MembershipRow,
  password: string,
  context: Context,
): Promise<Outcome<TeamServer>> => openServer({ address, password, ca }, context);

/** The keys of this desk. They are made once, before any part of them is sent. */
const memberOf = ({ vault }: TeamParts, { state }: MembershipRow): Promise<MemberKeys> =>
  memberIn({ ...vault, hasData: state !== 'founding' && state !== 'joining' });

/** Reads the keys of a folder. Without `hasData`, makes them where there are none. */
export async function memberIn(vault: DatabaseKeyOptions): Promise<MemberKeys> {
  const opened = await openDatabaseKey(vault);
  if (!opened.ok) throw new DeskFault(opened.error.code, opened.error.message);
  return memberKeys(opened.value.key);
}

/** The members decide first whether an act counts. */
const membersOf = (people: Membership, reader: ActReader): Members => ({
  keys: () => people.keys(),
  learnKeys: (envelope) => {
    people.learnKeys(envelope);
  },
  whyVoid: (act) => people.whyVoid(act) ?? reader.whyVoid(act),
  apply: (act) => {
    people.apply(act);
    reader.apply(act);
  },
  isOutdated: () => people.isOutdated(),
});

/** Rebuilds the members and the reader from the acts that this desk has checked. */
export function readActs<Reader extends ActReader>(
  {
    copy,
    member,
    sharedKinds,
  }: Pick<TeamParts, 'sharedKinds'> & { readonly copy: TeamCopy; readonly member: MemberKeys },
  makeReader: (people: Membership) => Reader,
): { readonly people: Membership; readonly reader: Reader } {
  const people = new Membership(member);
  const stored = actsOfKinds(copy, membershipKinds);
  for (const { envelope } of stored.toReversed()) {
    const read = envelopeIn(envelope);
    if (read !== null && people.keys() === null) people.learnKeys(read);
  }
  const reader = makeReader(people);
  const { behind, kinds } = reader;
  people.learnKinds([...kinds, ...sharedKinds]);
  const others = behind === null ? [] : actsOfKindsBehind(copy, kinds, behind);
  const members = new Set(membershipKinds);
  for (const row of [...stored, ...others].toSorted((a, b) => a.n - b.n)) {
    const act = readStored(row, people.keys());
    if (act === null) continue;
    if (members.has(act.envelope.kind)) people.apply(act);
    reader.apply(act);
  }
  // An unknown act that this Nostro must know stops sending, also after a restart.
  const unknown = kindsIn(copy).filter((kind) => !people.knowsKind(kind));
  for (const row of actsThatMust(copy, unknown)) {
    const act = readStored(row, people.keys());
    if (act !== null) people.apply(act);
  }
  return { people, reader };
}
