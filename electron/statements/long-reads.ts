import type { StatementFilter } from '../../shared/ipc/statements.ts';
import { ordinalOf } from '../accounts/ordinals.ts';
import { coveredDays } from '../accounts/days.ts';
import { prepared, row, rows, type CacheConnection } from '../store/database.ts';
import { dayOfKey, dayOfKeySql, firstKeyOf } from './entry-keys.ts';
import { directionOf, effectsOf, entryColumns, figuresOf, type StoredEntry } from './entry-rows.ts';
import { boundsOf, entryQuery, type KeyBounds } from './filters.ts';
import type { BatchQuestion, DayCounts, ExportBatch, StatementSums } from './incoming.ts';
import { searchExpression } from '../store/search-text.ts';

/** Entries per day under a filter, newest day first; withdrawn ones count, since they are shown. */
export function dayCounts(
  database: CacheConnection,
  accountNumber: string,
  filter: StatementFilter,
): DayCounts {
  const account = ordinalOf(database, accountNumber);
  const found =
    filter.search === undefined || searchExpression(filter.search) === null
      ? hopOverDays(database, account, filter)
      : groupByDay(database, account, filter);
  return {
    days: Float64Array.from(found, ({ day }) => day),
    counts: Float64Array.from(found, ({ count }) => count),
    total: found.reduce((sum, { count }) => sum + count, 0),
  };
}

type DayCount = { day: number; count: number };

/** From day to day down the index: several times faster than grouping, which sorts. */
function hopOverDays(
  database: CacheConnection,
  account: number,
  filter: StatementFilter,
): DayCount[] {
  const found: DayCount[] = [];
  const { low, high } = boundsOf(account, filter);
  const ask = (sql: string, bounds: KeyBounds): number | null => {
    const { from, params } = entryQuery(account, filter, { bounds });
    return prepared(database, `SELECT ${sql} FROM ${from}`, 'value').get(...params) as
      | number
      | null;
  };
  for (let top = high; top >= low;) {
    const newest = ask('max(e.key)', { low, high: top });
    if (newest === null) break;
    const day = dayOfKey(newest);
    const first = Math.max(low, firstKeyOf(account, day));
    found.push({ day, count: ask('count(*)', { low: first, high: newest }) ?? 0 });
    top = first - 1;
  }
  return found;
}

function groupByDay(
  database: CacheConnection,
  account: number,
  filter: StatementFilter,
): DayCount[] {
  const { from, key, params } = entryQuery(account, filter, { columns: false });
  return rows<DayCount>(
    database,
    `SELECT ${dayOfKeySql(key)} AS day, count(*) AS count FROM ${from} GROUP BY 1 ORDER BY 1 DESC`,
    ...params,
  );
}

type StoredSums = Record<
  'count' | 'creditsHigh' | 'creditsLow' | 'debitsHigh' | 'debitsLow',
  bigint | null
>;

/**
 * Sums in two halves, each far below SQLite's 63 bits: a million amounts of 14 digits and 4 decimals stay exact.
 */
const sumsSql = `count(*) AS count,
  sum(e.amount_e4 / 1000000) FILTER (WHERE e.direction = 1) AS creditsHigh,
  sum(e.amount_e4 % 1000000) FILTER (WHERE e.direction = 1) AS creditsLow,
  sum(e.amount_e4 / 1000000) FILTER (WHERE e.direction = 0) AS debitsHigh,
  sum(e.amount_e4 % 1000000) FILTER (WHERE e.direction = 0) AS debitsLow`;

export function sums(
  database: CacheConnection,
  accountNumber: string,
  filter: StatementFilter,
): StatementSums {
  const account = ordinalOf(database, accountNumber);
  const { from, params } = entryQuery(account, filter);
  const found = prepared(
    database,
    `SELECT ${sumsSql} FROM ${from} AND e.withdrawn_at IS NULL`,
    'exact',
  ).get(...params) as StoredSums;
  const whole = (high: bigint | null, low: bigint | null) =>
    (high ?? 0n) * 1_000_000n + (low ?? 0n);
  return {
    count: Number(found.count),
    creditsE4: whole(found.creditsHigh, found.creditsLow),
    debitsE4: whole(found.debitsHigh, found.debitsLow),
    openingE4: openingOf(database, { accountNumber, account }, filter),
    closingE4: closingOf(database, { accountNumber, account }, filter),
  };
}

type Place = { accountNumber: string; account: number };

/** As the bank said for the period's first day; else after the last entry before it; else reckoned back from the first. */
function openingOf(
  database: CacheConnection,
  place: Place,
  filter: StatementFilter,
): bigint | null {
  const bounds = boundsOf(place.account, filter);
  const first = coveredDays(database, place.accountNumber, daysWithin(bounds))[0];
  if (
    first &&
    first.openingE4 !== null &&
    (filter.from === undefined || first.date === filter.from)
  )
    return first.openingE4;
  const before = standing(database, place, {
    order: 'DESC',
    bounds: { low: firstKeyOf(place.account, 0), high: bounds.low - 1 },
  });
  if (before !== null) return BigInt(before.balance);
  const oldest = standing(database, place, { order: 'ASC', bounds });
  if (oldest === null) return first?.openingE4 ?? null;
  return BigInt(oldest.balance) - effectsOf(BigInt(oldest.amount), oldest.direction).unsigned;
}

function closingOf(
  database: CacheConnection,
  place: Place,
  filter: StatementFilter,
): bigint | null {
  const { high } = boundsOf(place.account, filter);
  const bounds = { low: firstKeyOf(place.account, 0), high };
  const newest = standing(database, place, { order: 'DESC', bounds });
  if (newest !== null) return BigInt(newest.balance);
  return coveredDays(database, place.accountNumber, daysWithin(bounds)).at(-1)?.closingE4 ?? null;
}

const daysWithin = ({ low, high }: KeyBounds) => ({ from: dayOfKey(low), to: dayOfKey(high) });

function standing(
  database: CacheConnection,
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

/** Standing entries, oldest first, for exports. */
export function readBatch(database: CacheConnection, question: BatchQuestion): ExportBatch {
  const { accountNumber, filter, afterKey, limit } = question;
  const account = ordinalOf(database, accountNumber);
  const { low, high } = boundsOf(account, filter);
  const bounds = { low: afterKey === null ? low : Math.max(low, afterKey + 1), high };
  const { from, key, params } = entryQuery(account, filter, { bounds });
  const found = rows<StoredEntry & { also: string | null }>(
    database,
    `SELECT ${entryColumns}, e.also FROM ${from} AND e.withdrawn_at IS NULL ORDER BY ${key} LIMIT ?`,
    ...params,
    limit,
  );
  return {
    rows: found.map(exportedEntry),
    nextKey: found.length < limit ? null : (found.at(-1)?.key ?? null),
  };
}

function exportedEntry(stored: StoredEntry & { also: string | null }): ExportBatch['rows'][number] {
  const { id, currency, at, narration, reference, type } = stored;
  const { amount, balance } = figuresOf(stored);
  return {
    id,
    amount: amount.amount,
    currency,
    direction: directionOf(stored.direction),
    transactionType: type,
    transactionDate: at,
    narration,
    customReference: reference,
    balance: balance.amount,
    ...(stored.also !== null && { also: stored.also }),
  };
}
