import type { Stamp } from '../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import { newIdAt } from '../../engines/machine/new-id.ts';
import {
  changesOf,
  lastCountingChange,
  standingChange,
  type Change,
} from '../../engines/sharing/change-table.ts';
import { keyOfParts, type ChangeAuthor } from '../../engines/sharing/shared-kind.ts';
import { figureDifferences, haveSameReasons } from './compare/differences.ts';
import type { Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { hasJoined } from '../../engines/team-record/membership-row.ts';
import {
  actById,
  append,
  assertNext,
  insertAct,
  lastAct,
  standingCloses,
  type Acknowledgement,
  type Act,
  type ActKind,
  type Closing,
  type EntriesToKeep,
  type NewAct,
  type Reopened,
} from './tables.ts';

/** The access of closes to the team's record: no desk of a team closes without it. */
export type TeamCloses = {
  /** Whether the person of this desk wrote a change, or another who now counts as the same pair of eyes. */
  isOwn(change: { readonly author: string }): boolean;
  /** Reads and applies the changes of the record. Fails with codes `team.*` where the record cannot be reached. */
  refresh(): Promise<Outcome<null>>;
  /** Writes one act of the record with these items, and returns once it was read back and applied. */
  write(
    items: readonly JsonObject[],
    by: { readonly at: Timestamp; readonly by: string },
  ): Promise<Outcome<null>>;
};

/** `team` is absent on a desk without one. */
export type ActParts = { readonly journal: Journal; readonly team?: TeamCloses | null | undefined };

/** The kind of closes, reopenings and acknowledgements among the shared records. */
export const closeKind = 'close';

/** An act on a period as a team shares it. */
export type SharedAct = {
  readonly act: ActKind;
  readonly actId: string;
  readonly period: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The number of the last act of closes in the record that counted for its author. Null for a close from before the team. */
  readonly after: number | null;
  readonly document: Closing | Reopened | Acknowledgement;
};

/** A prepared act that waits for a second person, on its days. */
export type SharedPreparation = Omit<SharedAct, 'act' | 'document'> & {
  readonly act: 'prepare';
  readonly document:
    | (Closing & { readonly prepares: 'close' })
    | (Reopened & { readonly prepares: 'reopen' });
};

/** The number of persons that a close requires from now on. */
export type SharedPersons = {
  readonly act: 'require';
  readonly actId: string;
  readonly persons: 1 | 2;
};

export type SharedItem = SharedAct | SharedPreparation | SharedPersons;

type Sent = Map<string, { readonly act: NewAct; readonly entries: readonly EntriesToKeep[] }>;

/** The acts that this desk sent and has not read back, with the parts that are not shared. */
const sent = new WeakMap<Journal, Sent>();

const teamOf = ({ journal, team }: ActParts): TeamCloses | null =>
  team && hasJoined(journal) ? team : null;

/** Applies what colleagues closed, before a decision. Throws `team.*` where the record cannot be reached. */
export async function readTeam(parts: ActParts): Promise<void> {
  const read = await teamOf(parts)?.refresh();
  if (read?.ok === false) throw notWritten(read.error);
}

/**
 * Writes acts together: all or none. `after` is the number of the last act that the caller has seen. In a team the acts count only once the
 * record has them and no act of a colleague came between. Throws `close.moved`, `close.damaged` and `team.*`; then nothing is written.
 */
export async function writeActs(
  parts: ActParts,
  acts: readonly NewAct[],
  { after, entries = [] }: { after: number; entries?: readonly EntriesToKeep[] },
): Promise<readonly Pick<Act, 'n' | 'actId'>[]> {
  const { journal } = parts;
  const team = teamOf(parts);
  if (team === null)
    return writeJournal(journal, ['close_act', 'close_entries'], () =>
      acts.map((act, place) => append(journal, act, { after: after + place, entries })),
    );
  assertNext(journal, after);
  const before = lastCountingChange(journal, closeKind);
  const shared = acts.map((act) => ({
    act,
    item: fitting(itemOf(act, newIdAt(act.at), before)),
  }));
  const waiting: Sent = sent.get(journal) ?? new Map();
  sent.set(journal, waiting);
  for (const { act, item } of shared) waiting.set(item.actId, { act, entries });
  const [first] = acts;
  const written = await team
    .write(
      shared.map(({ item }) => item),
      { at: first?.at ?? '', by: first?.actor.name ?? '' },
    )
    .finally(() => {
      for (const { item } of shared) waiting.delete(item.actId);
    });
  if (!written.ok) throw notWritten(written.error);
  return shared.map(({ item }) => {
    const stored = actById(journal, item.actId);
    if (stored === null) throw moved();
    return stored;
  });
}

const moved = (): DeskFault =>
  new DeskFault('close.moved', 'Somebody of the team closed or reopened something meanwhile.');

/** An act whose answer was lost may be in the record: it counts once it is read back. */
const notWritten = ({ code, message }: AppError): DeskFault =>
  code === 'team.answer-lost'
    ? new DeskFault(
        code,
        'The answer of the team’s record was lost. Whether this was written shows when the record can be reached: look before you repeat it.',
      )
    : new DeskFault(
        code,
        code === 'team.unreachable'
          ? 'The team’s record cannot be reached. Nothing was closed or reopened: a team closes only together.'
          : message,
      );

/** An act of the record is limited to a megabyte. */
const actBytesMax = 900_000;

function fitting<Item extends JsonObject>(item: Item): Item {
  if (Buffer.byteLength(JSON.stringify(item)) > actBytesMax)
    throw new DeskFault('close.refused', 'It is too large for the team’s record.');
  return item;
}

/** Removes the places of the window: they are of this desk only. */
const documentOf = (document: unknown): JsonObject =>
  JSON.parse(
    JSON.stringify(document, (name, value: unknown) => (name === 'place' ? null : value)),
  ) as JsonObject;

const itemOf = (
  { act, period, from, to, document }: Omit<NewAct, 'actor' | 'at'>,
  actId: string,
  after: number | null,
) => ({ act, actId, period, from, to, after, document: documentOf(document) });

const personsKey = 'persons';
const preparationKey = (period: string): string => keyOfParts(period, 'prepared');

/** Acknowledgements and preparations have keys of their own, as they do not change whether the period is closed. */
export function keyOfAct(item: SharedItem): string {
  if (item.act === 'require') return personsKey;
  if (item.act === 'prepare') return preparationKey(item.period);
  return item.act === 'acknowledge' ? keyOfParts(item.period, 'late') : item.period;
}

/** Whether the team requires a second person, by the part of the record that was applied here. */
export const requiresTwo = (journal: Journal): boolean =>
  hasJoined(journal) && requiresTwoInRecord(journal);

function requiresTwoInRecord(journal: Journal): boolean {
  const standing = standingChange(journal, closeKind, personsKey);
  // Only items of this kind are stored under it.
  return standing !== null && (standing.item as SharedPersons).persons === 2;
}

/** Returns the last change, if one person asks in it to close alone again; else null. Requiring a second person again withdraws it. */
export function waiverOf(journal: Journal): Change | null {
  const standing = standingChange(journal, closeKind, personsKey);
  const [last] = changesOf(journal, closeKind, personsKey, 1);
  const isWaiver = last !== undefined && !last.counts && (last.item as SharedPersons).persons === 1;
  return isWaiver && standing !== null && last.n > standing.n ? last : null;
}

/** Returns what waits for a second person: a preparation after the last close or reopening of the period. Null where there is none. */
export function preparationOf(
  journal: Journal,
  period: string,
): { readonly change: Change; readonly item: SharedPreparation } | null {
  const change = standingChange(journal, closeKind, preparationKey(period));
  const last = standingChange(journal, closeKind, period);
  if (change === null || (last !== null && last.n > change.n)) return null;
  return { change, item: change.item as SharedPreparation };
}

/**
 * Writes an item that changes no period: a preparation, or the number of persons that a close requires. Returns the change once it was read
 * back. Throws `close.refused` on a desk without a team, and `close.damaged` and `team.*` as {@link writeActs} does.
 */
export async function writeForTwo(
  parts: ActParts,
  item:
    | Omit<SharedPersons, 'actId'>
    | (Omit<SharedPreparation, 'actId' | 'after'> & { readonly seen: number }),
  by: { readonly at: Timestamp; readonly by: string },
): Promise<Change> {
  const { journal } = parts;
  const team = teamOf(parts);
  if (team === null) throw new DeskFault('close.refused', 'A second person needs a team.');
  const actId = newIdAt(by.at);
  const whole = fitting(
    item.act === 'require' ? { ...item, actId } : preparationItem(journal, item, actId),
  );
  const written = await team.write([whole], by);
  if (!written.ok) throw notWritten(written.error);
  const change = changesOf(journal, closeKind, keyOfAct(whole as SharedItem), 5).find(
    ({ item: one }) => (one as SharedItem).actId === actId,
  );
  if (change === undefined) throw moved();
  return change;
}

function preparationItem(
  journal: Journal,
  {
    seen,
    period,
    from,
    to,
    document,
  }: Omit<SharedPreparation, 'actId' | 'after'> & { readonly seen: number },
  actId: string,
): JsonObject {
  assertNext(journal, seen);
  const after = lastCountingChange(journal, closeKind);
  return { act: 'prepare', actId, period, from, to, after, document: documentOf(document) };
}

/**
 * Whether an act of the record counts. Every desk decides the same, by what counted before: the author had seen the last act, and a period
 * is closed once and reopened once. A close from before the team counts only where the team has none of its period; it needs no second
 * person.
 */
export function countsAsAct(
  journal: Journal,
  item: SharedItem,
  n: number,
  author: ChangeAuthor,
): boolean {
  if (item.act === 'require') return countsAsPersons(journal, item, author);
  const { act, actId, period, after } = item;
  const standing = standingChange(journal, closeKind, period);
  const known = actById(journal, actId);
  if (after === null)
    return (
      act === 'close' &&
      standing === null &&
      !requiresTwoInRecord(journal) &&
      !('prepared' in item.document && item.document.prepared !== undefined) &&
      (known === null || known.period === period)
    );
  // Only items of this kind are stored under it.
  const isClosed = standing !== null && (standing.item as SharedAct).act === 'close';
  const closes = act === 'close' || (act === 'prepare' && item.document.prepares === 'close');
  return (
    known === null &&
    after === lastCountingChange(journal, closeKind, n) &&
    (closes ? !isClosed : isClosed) &&
    (act === 'prepare' || act === 'acknowledge' || hasSecondPerson(journal, item, author))
  );
}

/** One person alone can require two. Two persons, one after the other, can require one again. */
function countsAsPersons(
  journal: Journal,
  { persons }: SharedPersons,
  author: ChangeAuthor,
): boolean {
  if (persons === 2) return !requiresTwoInRecord(journal);
  const waiver = waiverOf(journal);
  return requiresTwoInRecord(journal) && waiver !== null && !author.isOneWith(waiver);
}

/**
 * Whether a second person checked the act, where two are required. A close requires two while the team does; its reopening, where two
 * closed it. The checker names the last preparation, and writes the same figures and reasons.
 */
function hasSecondPerson(journal: Journal, item: SharedAct, author: ChangeAuthor): boolean {
  const { act, period, document } = item;
  const prepared = 'prepared' in document ? document.prepared : undefined;
  const closed = standingChange(journal, closeKind, period)?.item as SharedAct | undefined;
  const wasByTwo =
    closed !== undefined && 'prepared' in closed.document && closed.document.prepared !== undefined;
  const isRequired = act === 'close' ? requiresTwoInRecord(journal) : wasByTwo;
  if (prepared === undefined) return !isRequired;
  const waiting = preparationOf(journal, period);
  if (waiting === null) return false;
  const { change, item: preparation } = waiting;
  return (
    prepared.actId === preparation.actId &&
    prepared.by === change.by &&
    !author.isOneWith(change) &&
    preparation.from === item.from &&
    preparation.to === item.to &&
    isAsPrepared(item, preparation)
  );
}

function isAsPrepared({ document }: SharedAct, { document: prepared }: SharedPreparation): boolean {
  if (prepared.prepares === 'reopen')
    return 'reason' in document && document.reason === prepared.reason;
  return (
    'accounts' in document &&
    figureDifferences(prepared.accounts, document.accounts).length === 0 &&
    haveSameReasons(prepared.open, document.open)
  );
}

/** Applies an act that counts to this desk's closes. The entries of a colleague's close are not stored here. */
export function applyAct(journal: Journal, item: SharedItem, { actor, at }: Stamp): void {
  // Both are stored only among the changes of the team.
  if (item.act === 'require' || item.act === 'prepare') return;
  const { act, actId, period, from, to, document } = item;
  if (actById(journal, actId) !== null) return;
  const own = sent.get(journal)?.get(actId);
  const figures =
    'accounts' in document
      ? {
          ...document,
          figuresOnly: document.accounts.map(({ accountNumber }) => accountNumber),
        }
      : document;
  const foreign: NewAct = { act, period, from, to, at, actor, document: figures };
  insertAct(journal, own?.act ?? foreign, { ...lastAct(journal), actId }, own?.entries ?? []);
}

/** Returns the current closes of this desk, for a team that it joins. */
export const closesToShare = (
  journal: Journal,
): { readonly item: JsonObject; readonly stamp: Stamp }[] =>
  standingCloses(journal).map(({ actId, actor, at, ...close }) => ({
    item: itemOf(close, actId, null),
    stamp: { actor, at },
  }));
