import { dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type {
  CounterpartyHistory,
  EntryOfHistory,
} from '../../../../shared/ipc/accounts/statements.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import { accountKeys, findOrdinal } from '../../accounts/ordinals.ts';
import { rows, type CacheReader } from '../../../engines/store/database.ts';
import { quotedTerm } from '../../../engines/store/search/search-text.ts';
import { tokensOf } from '../../../engines/store/search/tokens.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { namedCounterparty } from '../counterparty/counterparty.ts';
import { ordersTo, type OwnOrder } from '../counterparty/own-orders.ts';
import { entriesByKey, type KeyedEntry } from './entries-by-key.ts';
import { dayOfKey, firstKeyOf, keyOfSearchSql, searchBounds } from './entry-keys.ts';
import { namesOf } from './entry-rows.ts';
import { labelId } from './labels.ts';
import { meaningsAt, type Meanings, type Places } from './meanings.ts';

/** Whose entries are wanted. */
export type HistoryQuestion = {
  /** The key of the selected entry. */
  readonly key: number;
  readonly name: string;
  /** Where the bank file has the meanings. */
  readonly places: Places;
};

const daysOfYear = 365;
/** At most this many entries of a year are counted: the newest. */
const countedMax = 500;
/** How many earlier entries are listed. */
const historyMax = 4;
/** Fewer entries are no pattern. */
const habitMin = 3;
const entriesAtOnce = 100;

/**
 * Returns the entries of one counterparty on all accounts in the year up to an entry. Finds them by label, by the words of the
 * bank's name, or by the references of own orders, and then by who their counterparty is: the cost grows with the counterparty's own
 * entries, never with all entries.
 */
export function* counterpartyHistory(
  reader: CacheReader,
  question: HistoryQuestion,
): Sliced<CounterpartyHistory> {
  const first = firstKeyOf(0, Math.max(0, dayOfKey(question.key) - daysOfYear));
  const span = { low: first, high: question.key, limit: countedMax + 1 };
  const found = yield* candidates(reader, question, span);
  const meanings = meaningsAt(question.places);
  const active: KeyedEntry[] = [];
  for (let start = 0; start < found.length; start += entriesAtOnce) {
    const some = entriesByKey(reader, found.slice(start, start + entriesAtOnce));
    const ofName = (entry: KeyedEntry) =>
      namedCounterparty(namesOf(entry, meanings)) === question.name;
    active.push(...some.filter((entry) => entry.withdrawnAt === null && ofName(entry)));
    yield;
  }
  const year = active.slice(0, countedMax);
  const [selected] = entriesByKey(reader, [question.key]);
  const alike = year.filter(
    ({ direction, amount }) =>
      direction === selected?.direction && amount.currency === selected.amount.currency,
  );
  return {
    counterparty: question.name,
    entries: year.length,
    hasMore: found.length > countedMax,
    sums: sumsOf(year),
    usual: usualOf(alike.filter(({ id }) => id !== selected?.id)),
    everyDays: everyDaysOf(alike.map(({ day }) => day)),
    before: year
      .filter(
        ({ id, accountNumber }) => id !== selected?.id || accountNumber !== selected.accountNumber,
      )
      .slice(0, historyMax)
      .map(historyEntry),
  };
}

type NamedEntry = Parameters<Meanings['of']>[0] & { readonly key: number };
type Span = { readonly low: number; readonly high: number; readonly limit: number };

/** The keys of entries that may be of the name, newest first, at most `limit` of each source. */
function* candidates(reader: CacheReader, question: HistoryQuestion, span: Span): Sliced<number[]> {
  const keys = new Set(labelled(reader, question.name, span));
  for (const key of yield* ordered(reader, question.name, span)) keys.add(key);
  if (question.places['counterparty'] !== undefined)
    for (const key of yield* namedByBank(reader, question, span)) keys.add(key);
  return [...keys].sort((a, b) => b - a).slice(0, span.limit);
}

/** The entries under the references of the newest own orders to a payee. */
function* ordered(
  reader: CacheReader,
  payee: string,
  { low, high, limit }: Span,
): Sliced<number[]> {
  const keys: number[] = [];
  const orders = ordersTo(reader, payee, limit);
  for (let start = 0; start < orders.length; start += entriesAtOnce) {
    for (const { accountNumber, reference } of orders.slice(start, start + entriesAtOnce))
      keys.push(...keysUnder(reader, { accountNumber, reference }, { low, high }));
    yield;
  }
  return keys;
}

/** The keys of the entries of an account under a reference. */
function keysUnder(
  reader: CacheReader,
  { accountNumber, reference }: Pick<OwnOrder, 'accountNumber' | 'reference'>,
  keys: { readonly low: number; readonly high: number },
): number[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  const { low, high } = searchBounds(account, keys);
  return rows<{ key: number }>(
    reader,
    `SELECT e.key FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ? AND e.reference = ?`,
    `reference: ${quotedTerm(reference)}`,
    low,
    high,
    reference,
  ).map(({ key }) => key);
}

function labelled(reader: CacheReader, name: string, { low, high, limit }: Span): number[] {
  return rows<{ key: number }>(
    reader,
    `SELECT key FROM entry_label INDEXED BY entry_label_by_label
     WHERE label = ? AND key BETWEEN ? AND ? ORDER BY key DESC LIMIT ?`,
    labelId(reader, 'counterparty', name),
    low,
    high,
    limit,
  ).map(({ key }) => key);
}

function* namedByBank(
  reader: CacheReader,
  { name, places }: HistoryQuestion,
  { low, high, limit }: Span,
): Sliced<number[]> {
  const tokens = tokensOf(name);
  if (tokens.length === 0) return [];
  const meanings = meaningsAt(places);
  const keys: number[] = [];
  for (const { ordinal } of accountKeys(reader)) {
    const bounds = searchBounds(ordinal, { low, high });
    const found = rows<{ key: number }>(
      reader,
      `SELECT ${keyOfSearchSql('rowid')} AS key FROM entry_search
       WHERE entry_search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
      quotedTerm(tokens.join(' ')),
      bounds.low,
      bounds.high,
      limit,
    ).map(({ key }) => key);
    for (let start = 0; start < found.length; start += entriesAtOnce) {
      const some = rows<NamedEntry>(
        reader,
        `SELECT e.key, e.at AS transactionDate, e.narration, e.reference AS customReference,
           (SELECT t.name FROM transaction_type t WHERE t.id = e.type) AS transactionType, e.extras
         FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value`,
        JSON.stringify(found.slice(start, start + entriesAtOnce)),
      ).filter((entry) => meanings.of(entry).counterparty === name);
      keys.push(...some.map(({ key }) => key));
      yield;
    }
  }
  return keys.sort((a, b) => b - a).slice(0, limit);
}

const unitsOf = ({ amount }: KeyedEntry): bigint => {
  const units = toUnits(amount.amount);
  return units < 0n ? -units : units;
};

/** Sums by currency and direction, whatever sign the bank writes. */
function sumsOf(entries: readonly KeyedEntry[]): CounterpartyHistory['sums'] {
  const groups = Map.groupBy(entries, ({ amount, direction }) => `${amount.currency} ${direction}`);
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (one === undefined) return [];
    const units = group.reduce((sum, entry) => sum + unitsOf(entry), 0n);
    const sum = moneyOfUnits(units, one.amount.currency);
    return [{ direction: one.direction, entries: group.length, sum }];
  });
}

/** The median: an amount that was booked, and that one outlier does not move. */
function usualOf(entries: readonly KeyedEntry[]): CounterpartyHistory['usual'] {
  if (entries.length < habitMin) return null;
  const amounts = entries.map(unitsOf).sort((a, b) => (a < b ? -1 : 1));
  return moneyOfUnits(
    amounts[Math.floor((amounts.length - 1) / 2)] ?? 0n,
    entries[0]?.amount.currency ?? '',
  );
}

/** The median gap between days with an entry. */
function everyDaysOf(days: readonly IsoDate[]): number | null {
  const numbers = [...new Set(days)].map(dayNumber);
  const gaps = numbers.slice(1).map((day, at) => Math.abs(day - (numbers[at] ?? day)));
  if (gaps.length < habitMin - 1) return null;
  return gaps.sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null;
}

const historyEntry = ({
  accountNumber,
  id,
  day,
  amount,
  direction,
  customReference,
}: KeyedEntry): EntryOfHistory => ({
  ...{ accountNumber, entryId: id, day, amount, direction, customReference },
});
