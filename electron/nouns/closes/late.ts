import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type {
  ClosedAccountNow,
  ClosedView,
  CloseProof,
  LateEntry,
} from '../../../shared/ipc/review/closes.ts';
import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import type { Money } from '../../../shared/money/money.ts';
import { dataVersion } from '../../engines/store/opening/cache-reader.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { holds } from './entry-set.ts';
import { figuresOf } from './conditions.ts';
import { entriesOf, kindOf } from './periods.ts';
import { lateMax, type DaysNow, type Difference } from './period-snapshot.ts';
import type { CloseQuestions } from './reads.ts';
import {
  currentClose,
  storeEntries,
  storedEntries,
  type Acknowledgement,
  type Act,
  type Closing,
} from './tables.ts';

export type LateParts = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly questions: CloseQuestions;
};

type Found = {
  readonly now: readonly DaysNow[];
  readonly late: readonly Difference[];
  /** Accounts whose entries differ from a colleague's close and are not stored here: their differences cannot be listed. */
  readonly unlisted: readonly string[];
};

type Known = { readonly version: number; readonly found: Promise<Found> };
const known = new WeakMap<CacheReader, Map<number, Known>>();
/** The number of cached closes; one more clears the cache. */
const knownMax = 64;

/** Compares the days of a close with the local copy; the result is cached until the local copy changes. */
export function foundLate(parts: LateParts, close: Act<Closing>): Promise<Found> {
  const { reader } = parts;
  const closes = known.get(reader) ?? new Map<number, Known>();
  known.set(reader, closes);
  const version = dataVersion(reader);
  const before = closes.get(close.n);
  if (before?.version === version) return before.found;
  if (closes.size >= knownMax) closes.clear();
  const found = findLate(parts, close);
  closes.set(close.n, { version, found });
  // A failure is not cached.
  found.catch(() => closes.delete(close.n));
  return found;
}

async function findLate(parts: LateParts, close: Act<Closing>): Promise<Found> {
  const { journal, questions } = parts;
  const { actId, period, from, to } = close;
  const now = await questions.ask('daysNow', [{ from, to, ...entriesOf(period, 'digest') }]);
  const late: Difference[] = [];
  const unlisted = await completeSets(parts, close, now);
  for (const { accountNumber, entriesDigest } of closedOnEntries(journal, close)) {
    const days = now.find((one) => one.accountNumber === accountNumber);
    if (days === undefined || !isThere(days) || days.entriesDigest === entriesDigest) continue;
    const set = storedEntries(journal, actId, accountNumber) ?? new Uint8Array();
    if (!holds(set, entriesDigest)) throw new DeskFault('close.damaged');
    if (late.length <= lateMax)
      late.push(...(await questions.ask('lateEntries', [{ accountNumber, from, to, set }])));
  }
  return { now, late, unlisted };
}

/**
 * Stores the entries of a colleague's close where this desk has the same entries, by their digest. Returns the accounts whose entries have
 * changed since.
 */
async function completeSets(
  { journal, questions }: LateParts,
  { actId, period, from, to, document: { accounts, figuresOnly = [] } }: Act<Closing>,
  now: readonly DaysNow[],
): Promise<string[]> {
  const digestNow = new Map(
    now.filter(isThere).map((days) => [days.accountNumber, days.entriesDigest]),
  );
  const missing = accounts.filter(
    ({ accountNumber, entriesDigest }) =>
      figuresOnly.includes(accountNumber) &&
      entriesDigest !== '' &&
      (digestNow.get(accountNumber) ?? '') !== '' &&
      storedEntries(journal, actId, accountNumber) === null,
  );
  const same = missing.filter(
    ({ accountNumber, entriesDigest }) => digestNow.get(accountNumber) === entriesDigest,
  );
  if (same.length > 0) {
    const read = await questions.ask('daysNow', [{ from, to, ...entriesOf(period, 'set') }]);
    for (const { accountNumber, entriesDigest } of same) {
      const entries = read.find((days) => days.accountNumber === accountNumber)?.set ?? null;
      if (entries !== null && holds(entries, entriesDigest))
        storeEntries(journal, actId, { accountNumber, entries });
    }
  }
  return missing.filter((one) => !same.includes(one)).map(({ accountNumber }) => accountNumber);
}

/** The accounts whose entries are stored with the close. */
function closedOnEntries(
  journal: Journal,
  { actId, period, document: { accounts, figuresOnly } }: Act<Closing>,
): Closing['accounts'] {
  return accounts.filter(({ accountNumber }) =>
    figuresOnly === undefined
      ? kindOf(period) === 'day'
      : !figuresOnly.includes(accountNumber) ||
        storedEntries(journal, actId, accountNumber) !== null,
  );
}

/** Whether the days are fetched. A lost local copy is no evidence of late entries. */
const isThere = ({ asOf }: DaysNow): boolean => asOf !== null;

/** By key of a late entry: the day that it was acknowledged into. */
export const acknowledgedDays = (
  acknowledgements: readonly Act<Acknowledgement>[],
): ReadonlyMap<string, IsoDate> =>
  new Map(
    acknowledgements.flatMap(({ document }) => document.keys.map((key) => [key, document.into])),
  );

/** The late entries of a close, each with the day that it was acknowledged into. */
function lateOf(
  late: readonly Difference[],
  acknowledgements: readonly Act<Acknowledgement>[],
): LateEntry[] {
  const into = acknowledgedDays(acknowledgements);
  return late.map(({ key, ...entry }) => ({ ...entry, acknowledgedInto: into.get(key) ?? null }));
}

/** Counts late entries without and with (`acknowledged`) an acknowledgement; null where the period is open. */
export async function lateCounts(
  parts: LateParts,
  period: string,
): Promise<{ readonly late: number; readonly acknowledged: number } | null> {
  const current = currentClose(parts.journal, period);
  if (current === null) return null;
  const { late } = await foundLate(parts, current.close);
  const all = lateOf(late, current.acknowledgements);
  const acknowledged = all.filter((entry) => entry.acknowledgedInto !== null).length;
  return { late: all.length - acknowledged, acknowledged };
}

export async function closedView(
  parts: LateParts,
  { close, acknowledgements }: NonNullable<ReturnType<typeof currentClose>>,
): Promise<ClosedView> {
  const { now, late, unlisted } = await foundLate(parts, close);
  const proof = proofOf(close);
  const closed = new Set(proof.accounts.map(({ accountNumber }) => accountNumber));
  return {
    proof,
    now: proof.accounts.map((account) => nowOf(account, now)),
    late: lateOf(late.slice(0, lateMax), acknowledgements),
    lateTotal: late.length,
    unlisted,
    newcomers: now
      .filter(({ accountNumber, entries }) => entries > 0 && !closed.has(accountNumber))
      .map(({ accountNumber, accountName, entries }) => ({ accountNumber, accountName, entries })),
  };
}

export const proofOf = (close: Act<Closing>): CloseProof => {
  const { period, from, to, at, actor, document } = close;
  const { figuresOnly: _, prepared = null, ...proof } = document;
  const days = { period, kind: kindOf(period), from, to };
  return { ...proof, ...days, closedAt: at, closedBy: actor.name, prepared };
};

function nowOf(
  { accountNumber, closing }: CloseProof['accounts'][number],
  now: readonly DaysNow[],
): ClosedAccountNow {
  const days = now.find((one) => one.accountNumber === accountNumber);
  if (days === undefined || !isThere(days))
    return { accountNumber, closing: null, late: null, isCompared: false };
  const current = figuresOf(days).closing;
  return { accountNumber, closing: current, late: between(closing, current), isCompared: true };
}

/** The difference of two balances; null where they are equal or one is not known. */
function between(before: Money | null, now: Money | null): Money | null {
  if (before === null || now === null || before.currency !== now.currency) return null;
  const units = toUnits(now.amount) - toUnits(before.amount);
  return units === 0n
    ? null
    : { amount: fromUnits(units, shownDigits(now.currency)), currency: now.currency };
}
