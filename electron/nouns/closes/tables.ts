import {
  chainDigest,
  emptyChain,
  followChain,
  type ChainHead,
} from '../../engines/machine/hash-chain.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorIn, actorText, type Actor, type Stamp } from '../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type {
  CloseRequirements,
  CloseKind,
  ClosePeriod,
  CloseProof,
  Preparation,
} from '../../../shared/ipc/review/closes.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { kindOf } from './periods.ts';

export type ActKind = 'close' | 'reopen' | 'acknowledge';

/** An act on a period; it never changes. `Document` is its content. */
export type Act<Document = unknown> = {
  /** The order of the acts on this desk. */
  readonly n: number;
  readonly actId: string;
  readonly act: ActKind;
  readonly period: ClosePeriod;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly at: Timestamp;
  readonly actor: Actor;
  readonly document: Document;
};

/** Absent where one person closed or reopened alone. */
type ByTwo = { readonly prepared?: Preparation | undefined };

export type Reopened = ByTwo & { readonly reason: string };

/** Keys of the late entries that were acknowledged, and the day that they were acknowledged into. */
export type Acknowledgement = { readonly into: IsoDate; readonly keys: readonly string[] };

export type Closing = Pick<
  CloseProof,
  'digest' | 'accounts' | 'open' | 'exports' | 'isClockSetBack'
> &
  ByTwo & {
    /** Accounts whose entries are not stored with the close. Undefined in an older close, which stores entries for a day only. */
    readonly figuresOnly?: readonly string[];
  };

type Stored = {
  n: number;
  act_id: string;
  act: ActKind;
  kind: CloseKind;
  period: string;
  from_day: string;
  to_day: string;
  at: string;
  actor: string;
  document: string;
  digest: string;
};

/** The number of newest acts that are verified before another one is chained to them. */
const followedMax = 400;

export type NewAct = Omit<Act, 'n' | 'actId'>;

/** Compressed entries of an account, see `entry-set.ts`. */
export type EntriesToKeep = { readonly accountNumber: string; readonly entries: Uint8Array };

/**
 * Chains an act to the earlier ones, durable when it returns. `after` is the number of the last act that the caller has seen. Writes
 * nothing and throws `close.moved` where another act came between, `close.damaged` where the chain is broken.
 */
export function append(
  journal: Journal,
  act: NewAct,
  { after, entries = [] }: { after: number; entries?: readonly EntriesToKeep[] },
): Pick<Act, 'n' | 'actId'> {
  return writeJournal(journal, ['close_act', 'close_entries'], () => {
    assertNext(journal, after);
    return insertAct(journal, act, { ...lastAct(journal), actId: newIdAt(act.at) }, entries);
  });
}

/** Throws `close.damaged` where the chain is broken, and `close.moved` where an act came after number `after`. */
export function assertNext(journal: Journal, after: number): void {
  assertWhole(journal);
  if (lastAct(journal).n !== after)
    throw new DeskFault('close.moved', 'Somebody closed or reopened something meanwhile.');
}

/** Chains an act to `last`, under its id. */
export function insertAct(
  journal: Journal,
  act: NewAct,
  last: { readonly n: number; readonly digest: string; readonly actId: string },
  entries: readonly EntriesToKeep[],
): Pick<Act, 'n' | 'actId'> {
  return writeJournal(journal, ['close_act', 'close_entries'], () => {
    const { period, from, to, at } = act;
    const actor = actorText(act.actor);
    const stored = {
      ...{ n: last.n + 1, act_id: last.actId, act: act.act, kind: kindOf(period), period },
      ...{ from_day: from, to_day: to, at, actor, document: JSON.stringify(act.document) },
    };
    run(
      journal,
      `INSERT INTO close_act (n, act_id, act, kind, period, from_day, to_day, at, actor, document, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        stored.n,
        stored.act_id,
        stored.act,
        stored.kind,
        period,
        from,
        to,
        at,
        actor,
        stored.document,
      ],
      chainDigest(last.digest, fieldsOf(stored)),
    );
    for (const one of entries) storeEntries(journal, stored.act_id, one);
    return { n: stored.n, actId: stored.act_id };
  });
}

/** Stores the entries that an account was closed on. */
export function storeEntries(
  journal: Journal,
  actId: string,
  { accountNumber, entries }: EntriesToKeep,
): void {
  writeJournal(journal, 'close_entries', () =>
    run(
      journal,
      'INSERT INTO close_entries (act_id, account_number, entries) VALUES (?, ?, ?)',
      ...[actId, accountNumber, entries],
    ),
  );
}

/** The act of an id; null where there is none. */
export const actById = (
  journal: Journal,
  actId: string,
): Pick<Act, 'n' | 'actId' | 'period'> | null =>
  row(journal, 'SELECT n, act_id AS actId, period FROM close_act WHERE act_id = ?', actId);

/** Returns the current closes of all closed periods, oldest first. */
export const standingCloses = (journal: Journal): Act<Closing>[] =>
  rows<Stored>(
    journal,
    `SELECT * FROM close_act WHERE act = 'close' AND n IN
       (SELECT max(n) FROM close_act WHERE act <> 'acknowledge' GROUP BY kind, period) ORDER BY n`,
  ).map((stored) => actIn(stored) as Act<Closing>);

/** The number, digest and moment of the last act; 0 where there was none. */
export const lastAct = (
  journal: Journal,
): { readonly n: number; readonly digest: string; readonly at: Timestamp | null } =>
  row(journal, 'SELECT n, digest, at FROM close_act ORDER BY n DESC LIMIT 1') ?? {
    ...{ n: 0, digest: emptyChain.digest, at: null },
  };

/** Throws `close.damaged` where an act does not follow from the one before it. */
export function assertWhole(journal: Journal): void {
  const first = Math.max(0, lastAct(journal).n - followedMax);
  const links = rows<Stored>(journal, 'SELECT * FROM close_act WHERE n > ? ORDER BY n', first);
  const head = first === 0 ? emptyChain : headAt(journal, first);
  if (head === null || !followChain(head, links, fieldsOf).isWhole)
    throw new DeskFault('close.damaged');
}

const headAt = (journal: Journal, n: number): ChainHead | null =>
  row(journal, 'SELECT n AS count, digest FROM close_act WHERE n = ?', n);

/** Returns the fields in the order in which they are digested. */
const fieldsOf = (act: Omit<Stored, 'digest'>): readonly unknown[] => [
  ...[act.n, act.act_id, act.act, act.kind, act.period, act.from_day, act.to_day],
  ...[act.at, act.actor, act.document],
];

/** Returns all acts on a period, oldest first. */
export const actsOf = (journal: Journal, period: ClosePeriod): Act[] =>
  rows<Stored>(
    journal,
    'SELECT * FROM close_act WHERE kind = ? AND period = ? ORDER BY n',
    ...[kindOf(period), period],
  ).map(actIn);

/** The valid close of a period, and the acknowledgements of late entries since; null where the period is open. */
export function currentClose(
  journal: Journal,
  period: ClosePeriod,
): {
  readonly close: Act<Closing>;
  readonly acknowledgements: readonly Act<Acknowledgement>[];
} | null {
  const acts = actsOf(journal, period);
  const at = acts.findLastIndex(({ act }) => act !== 'acknowledge');
  const close = acts[at];
  if (close?.act !== 'close') return null;
  return {
    close: close as Act<Closing>,
    acknowledgements: acts.slice(at + 1) as Act<Acknowledgement>[],
  };
}

/** An act without its content. */
export type Outline = Omit<Act, 'document'>;

/** The newest close or reopening of each period of a kind that begins at `from` or later, oldest first; without acknowledgements. */
export const outlines = (
  journal: Journal,
  kind: CloseKind,
  { from, to }: { from: ClosePeriod; to: ClosePeriod },
): Outline[] =>
  rows<Omit<Stored, 'document' | 'digest'>>(
    journal,
    // With a single max(), the other columns are those of its row.
    `SELECT max(n) AS n, act_id, act, kind, period, from_day, to_day, at, actor FROM close_act
     WHERE kind = ? AND period BETWEEN ? AND ? AND act <> 'acknowledge' GROUP BY period ORDER BY period`,
    ...[kind, from, to],
  ).map(outlineIn);

/** The entries that an account was closed on; null where none are stored. */
export const storedEntries = (
  journal: Journal,
  actId: string,
  accountNumber: string,
): Uint8Array | null =>
  row<{ entries: Uint8Array }>(
    journal,
    'SELECT entries FROM close_entries WHERE act_id = ? AND account_number = ?',
    ...[actId, accountNumber],
  )?.entries ?? null;

const noRequirements: CloseRequirements = { secondSource: [], books: [], exports: [] };

export const closeRequirements = (journal: Journal): CloseRequirements => {
  const stored = row<{ requirements: string }>(
    journal,
    'SELECT requirements FROM close_requirements ORDER BY n DESC LIMIT 1',
  );
  // Only `writeRequirements` writes it.
  return stored === null ? noRequirements : (JSON.parse(stored.requirements) as CloseRequirements);
};

/** The kind of the requirements among the shared records. */
export const requirementsKind = 'close-requirements';

export function saveRequirements(
  journal: Journal,
  requirements: CloseRequirements,
  stamp: Stamp,
): void {
  writeJournal(journal, 'close_requirements', () => {
    writeRequirements(journal, requirements, stamp);
    shareChanges(journal, requirementsKind, [itemOfRequirements(requirements)], stamp.at);
  });
}

const itemOfRequirements = ({ secondSource, books, exports }: CloseRequirements): JsonObject => ({
  ...{ secondSource, books },
  exports: exports.map((one) => ({ ...one })),
});

/** Returns the current requirements, as a team shares them; null where none were saved. */
export function requirementsChange(
  journal: Journal,
): { readonly item: JsonObject; readonly stamp: Stamp } | null {
  const last = row<{ set_at: Timestamp; actor: string }>(
    journal,
    'SELECT set_at, actor FROM close_requirements ORDER BY n DESC LIMIT 1',
  );
  return (
    last && {
      item: itemOfRequirements(closeRequirements(journal)),
      stamp: { at: last.set_at, actor: actorIn(last.actor) },
    }
  );
}

/** Writes requirements without sharing them, such as a colleague's. */
export function writeRequirements(
  journal: Journal,
  requirements: CloseRequirements,
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'close_requirements', () =>
    run(
      journal,
      'INSERT INTO close_requirements (set_at, actor, requirements) VALUES (?, ?, ?)',
      ...[at, actorText(actor), JSON.stringify(requirements)],
    ),
  );
}

const outlineIn = (stored: Omit<Stored, 'document' | 'digest'>): Outline => ({
  ...{ n: stored.n, actId: stored.act_id, act: stored.act, period: stored.period, at: stored.at },
  ...{ actor: actorIn(stored.actor), from: stored.from_day, to: stored.to_day },
});

const actIn = ({ document, ...stored }: Stored): Act => ({
  ...outlineIn(stored),
  // Written by `append`, and chained.
  document: JSON.parse(document) as unknown,
});
