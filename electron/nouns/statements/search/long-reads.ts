import { ordinalOf } from '../../accounts/ordinals.ts';
import { edgeDay } from '../../accounts/days.ts';
import { row, rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { toTheEnd, type Sliced } from '../../../engines/store/threads/turns.ts';
import { countable, type Countable } from './entry-count.ts';
import { slicesOf, type SliceSizes } from '../aggregates/day-slices.ts';
import { exportedEntry, exportedMeanings, exportRows } from '../export/export-rows.ts';
import { meaningsAt, type Places } from '../entries/meanings.ts';
import { dayOfKey, dayOfKeySql, firstKeyOf } from '../entries/entry-keys.ts';
import { effectsOf, entryColumns, type StoredEntry } from '../entries/entry-rows.ts';
import type { EntryQuery, KeyBounds } from '../entries/entry-query.ts';
import {
  boundsOf,
  entryQuery,
  aggregateFilter,
  withoutSearch,
  type EntryFilter,
} from '../query/filters.ts';
import {
  halfE4,
  storedDayCounts,
  storedSums,
  readSums,
  type EntrySums,
} from '../aggregates/day-sums.ts';
import type { BatchQuestion } from '../query/filters.ts';
import type { DayCounts, ExportBatch, StatementSums } from '../entries/incoming.ts';

/** Counts the entries per day under a filter, newest day first. Withdrawn ones count, since they are shown. */
export const dayCounts = (
  database: AnyDatabase,
  accountNumber: string,
  filter: EntryFilter,
): DayCounts => toTheEnd(dayCountsSliced(database, accountNumber, filter));

/** Counts like {@link dayCounts}, a slice at a time. */
export function* dayCountsSliced(
  database: AnyDatabase,
  accountNumber: string,
  filter: EntryFilter,
): Sliced<DayCounts> {
  const account = ordinalOf(database, accountNumber);
  const plain = aggregateFilter(filter);
  if (plain !== null) return storedDayCounts(database, account, plain);
  const { few, others } = countableOf(database, account, filter);
  const perDay = new Map<number, number>();
  const add = (day: number, count: number) => perDay.set(day, (perDay.get(day) ?? 0) + count);
  for (const key of few) add(dayOfKey(key), 1);
  if (others !== null)
    for (const bounds of slicesOf(database, account, withoutSearch(filter), sizesOf(filter))) {
      for (const { day, count } of groupByDay(database, others(bounds, false))) add(day, count);
      yield;
    }
  const newestFirst = [...perDay].sort(([a], [b]) => b - a);
  return {
    days: Float64Array.from(newestFirst, ([day]) => day),
    counts: Float64Array.from(newestFirst, ([, count]) => count),
    total: newestFirst.reduce((sum, [, count]) => sum + count, 0),
  };
}

/**
 * Returns the slice sizes of a search. With more than one word, the rows for the next typed letter are read in the same thread: small
 * slices let them wait only some milliseconds. A single word's rows are read elsewhere, and fewer slices expand its prefix less often.
 */
const sizesOf = ({ query }: EntryFilter): SliceSizes | undefined =>
  query === undefined ? undefined : smallSlices;
const smallSlices: SliceSizes = { first: 20_000, most: 20_000 };

/** Counts a single word as it is. Looks up rare conditions of a larger search beforehand. */
const countableOf = (database: AnyDatabase, account: number, filter: EntryFilter): Countable =>
  filter.query === undefined
    ? { few: [], others: (bounds, columns) => entryQuery(account, filter, { bounds, columns }) }
    : countable(database, account, filter.query);

const groupByDay = (
  database: AnyDatabase,
  { from, key, params }: EntryQuery,
): { day: number; count: number }[] =>
  rows(
    database,
    `SELECT ${dayOfKeySql(key)} AS day, count(*) AS count FROM ${from} GROUP BY 1`,
    ...params,
  );

/** Sums the active entries. Without a search it reads the stored sums. */
export const sums = (
  database: AnyDatabase,
  accountNumber: string,
  filter: EntryFilter,
): StatementSums => toTheEnd(sumsSliced(database, accountNumber, filter));

/** Sums like {@link sums}, a slice at a time. */
export function* sumsSliced(
  database: AnyDatabase,
  accountNumber: string,
  filter: EntryFilter,
): Sliced<StatementSums> {
  const account = ordinalOf(database, accountNumber);
  const plain = aggregateFilter(filter);
  const { active, creditsE4, debitsE4 } =
    plain === null
      ? yield* foundSums(database, account, filter)
      : storedSums(database, account, plain);
  return {
    count: active,
    creditsE4,
    debitsE4,
    openingE4: openingOf(database, { accountNumber, account }, filter),
    closingE4: closingOf(database, { accountNumber, account }, filter),
  };
}

type FoundSums = Omit<EntrySums, 'entries'>;

function* foundSums(
  database: AnyDatabase,
  account: number,
  filter: EntryFilter,
): Sliced<FoundSums> {
  const { few, others } = countableOf(database, account, filter);
  let sum: FoundSums = { active: 0, creditsE4: 0n, debitsE4: 0n };
  if (few.length > 0) sum = added(sum, sumsOf(database, byKeys(few)));
  if (others !== null)
    for (const bounds of slicesOf(database, account, withoutSearch(filter), sizesOf(filter))) {
      sum = added(sum, sumsOf(database, others(bounds, true)));
      yield;
    }
  return sum;
}

const sumsOf = (
  database: AnyDatabase,
  { from, params }: Pick<EntryQuery, 'from' | 'params'>,
): FoundSums =>
  readSums(database, {
    columns: 'count(*) AS entries, count(*) AS active',
    halves: { high: `e.amount_e4 / ${halfE4}`, low: `e.amount_e4 % ${halfE4}` },
    from: `${from} AND e.withdrawn_at IS NULL`,
    params,
  });

const byKeys = (keys: readonly number[]): Pick<EntryQuery, 'from' | 'params'> => ({
  from: 'json_each(?) j CROSS JOIN entry e ON e.key = j.value WHERE 1',
  params: [JSON.stringify(keys)],
});

const added = (one: FoundSums, other: FoundSums): FoundSums => ({
  active: one.active + other.active,
  creditsE4: one.creditsE4 + other.creditsE4,
  debitsE4: one.debitsE4 + other.debitsE4,
});

type Place = { accountNumber: string; account: number };

/** Returns the bank's opening balance of the first day, else the balance after the last earlier entry, else that before the first. */
function openingOf(database: AnyDatabase, place: Place, filter: EntryFilter): bigint | null {
  const bounds = boundsOf(place.account, filter);
  const first = edgeDay(database, place.accountNumber, { ...daysWithin(bounds), edge: 'first' });
  if (
    first !== null &&
    first.openingE4 !== null &&
    (filter.from === undefined || first.date === filter.from)
  )
    return first.openingE4;
  const before = edgeEntry(database, place, {
    order: 'DESC',
    bounds: { low: firstKeyOf(place.account, 0), high: bounds.low - 1 },
  });
  if (before !== null) return BigInt(before.balance);
  const oldest = edgeEntry(database, place, { order: 'ASC', bounds });
  if (oldest === null) return first?.openingE4 ?? null;
  return BigInt(oldest.balance) - effectsOf(BigInt(oldest.amount), oldest.direction).unsigned;
}

function closingOf(database: AnyDatabase, place: Place, filter: EntryFilter): bigint | null {
  const { high } = boundsOf(place.account, filter);
  const bounds = { low: firstKeyOf(place.account, 0), high };
  const newest = edgeEntry(database, place, { order: 'DESC', bounds });
  if (newest !== null) return BigInt(newest.balance);
  const last = edgeDay(database, place.accountNumber, { ...daysWithin(bounds), edge: 'last' });
  return last?.closingE4 ?? null;
}

const daysWithin = ({ low, high }: KeyBounds) => ({ from: dayOfKey(low), to: dayOfKey(high) });

function edgeEntry(
  database: AnyDatabase,
  { account }: Place,
  { order, bounds }: { order: 'ASC' | 'DESC'; bounds: KeyBounds },
): StoredEntry | null {
  return row<StoredEntry>(
    database,
    `SELECT ${entryColumns} FROM entry e INDEXED BY entry_account
     WHERE e.account = ? AND e.key BETWEEN ? AND ? AND e.withdrawn_at IS NULL ORDER BY e.key ${order} LIMIT 1`,
    account,
    bounds.low,
    bounds.high,
  );
}

/** Returns active entries, oldest first, with their meanings by the places of a bank file. */
export function readBatch(
  database: AnyDatabase,
  question: BatchQuestion,
  places: Places = {},
): ExportBatch {
  const found = exportRows(database, question);
  const meanings = meaningsAt(places);
  return {
    rows: found.map((row) => ({ ...exportedEntry(row), ...exportedMeanings(row, meanings) })),
    nextKey: found.length < question.limit ? null : (found.at(-1)?.[11] ?? null),
  };
}
