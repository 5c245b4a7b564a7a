import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import { accountKeys } from '../../accounts/ordinals.ts';
import { prepared, row, rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import type { DayCounts } from '../entries/incoming.ts';
import { daysOfFilter } from '../query/filters.ts';

/**
 * Reads the stored counts and sums (`entry_sum`): a question without a search reads a row or two per day, whatever the number of
 * entries.
 */

/** The `type` of a stored sum over all kinds, and the `day` of one over the whole history. */
export const everyKind = 0;
export const wholeHistory = -1;

/** Sums are stored in two halves: multiples of this many units, and the rest. */
export const halfE4 = 1_000_000n;

/** Counts and sums over a filter. Withdrawn entries count in `entries` alone; amounts in units of 10^-4, as sent. */
export type EntrySums = {
  readonly entries: number;
  readonly active: number;
  readonly creditsE4: bigint;
  readonly debitsE4: bigint;
};

/** Returns the sums of an account under a filter. Ignores a search in the filter. */
export function storedSums(
  database: AnyDatabase,
  account: number,
  filter: StatementFilter,
): EntrySums {
  const { where, params } = rowsOf(account, filter);
  return readSums(database, {
    columns: 'sum(entries) AS entries, sum(active) AS active',
    halves: { high: 'high', low: 'low' },
    from: `entry_sum WHERE ${where}`,
    params,
  });
}

type SumQuery = {
  /** The columns `entries` and `active`. */
  readonly columns: string;
  /** The expressions of an amount's halves. `from` also has a column `direction`. */
  readonly halves: { readonly high: string; readonly low: string };
  readonly from: string;
  readonly params: readonly unknown[];
};

type Half = bigint | null;
type StoredSums = Record<
  'entries' | 'active' | 'creditsHigh' | 'creditsLow' | 'debitsHigh' | 'debitsLow',
  Half
>;

/** Sums in two halves, each far below SQLite's 63 bits: millions of amounts of 14 digits and 4 decimals stay exact. */
export function readSums(
  database: AnyDatabase,
  { columns, halves: { high, low }, from, params }: SumQuery,
): EntrySums {
  const sql = `SELECT ${columns},
    sum(${high}) FILTER (WHERE direction = 1) AS creditsHigh, sum(${low}) FILTER (WHERE direction = 1) AS creditsLow,
    sum(${high}) FILTER (WHERE direction = 0) AS debitsHigh, sum(${low}) FILTER (WHERE direction = 0) AS debitsLow
    FROM ${from}`;
  const found = guarded(
    database,
    () => prepared(database, sql, 'exact').get(...params) as StoredSums,
  );
  return {
    entries: Number(found.entries ?? 0n),
    active: Number(found.active ?? 0n),
    creditsE4: whole(found.creditsHigh, found.creditsLow),
    debitsE4: whole(found.debitsHigh, found.debitsLow),
  };
}

const whole = (high: Half, low: Half): bigint => (high ?? 0n) * halfE4 + (low ?? 0n);

/** Counts the entries per day under a filter, newest day first, withdrawn ones too. Ignores a search in the filter. */
export function storedDayCounts(
  database: AnyDatabase,
  account: number,
  filter: StatementFilter,
): DayCounts {
  const { where, params } = rowsOf(account, filter, { byDay: true });
  const found = rows<{ day: number; count: number }>(
    database,
    `SELECT day, sum(entries) AS count FROM entry_sum WHERE ${where} GROUP BY day HAVING sum(entries) > 0 ORDER BY day DESC`,
    ...params,
  );
  return {
    days: Float64Array.from(found, ({ day }) => day),
    counts: Float64Array.from(found, ({ count }) => count),
    total: found.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Counts the entries of an account, or of all accounts if `account` is null. Withdrawn entries count. */
export function entryCount(database: AnyDatabase, account: number | null): number {
  const found = row<{ n: number | null }>(
    database,
    `SELECT sum((SELECT sum(entries) FROM entry_sum s WHERE s.account = j.value AND s.type = ${everyKind} AND s.day = ${wholeHistory})) AS n
     FROM json_each(?) j`,
    JSON.stringify(
      account === null ? accountKeys(database).map(({ ordinal }) => ordinal) : [account],
    ),
  );
  return found?.n ?? 0;
}

/** Returns the names of the kinds of entries that an account has, in alphabetical order. */
export const kindsOf = (database: AnyDatabase, account: number): string[] =>
  rows<{ name: string }>(
    database,
    `SELECT name FROM transaction_type t WHERE (SELECT sum(entries) FROM entry_sum
       WHERE account = ? AND type = t.id AND day = ${wholeHistory}) > 0 ORDER BY name`,
    account,
  ).map(({ name }) => name);

/** Selects the stored sums of a filter. Without a period it selects those of the whole history, unless `byDay` is set. */
function rowsOf(
  account: number,
  filter: StatementFilter,
  { byDay = false } = {},
): { where: string; params: unknown[] } {
  const { direction, transactionType, from, to } = filter;
  const isWhole = from === undefined && to === undefined && !byDay;
  const days = isWhole ? { from: wholeHistory, to: wholeHistory } : daysOfFilter(filter);
  const kind =
    transactionType === undefined ? '?' : '(SELECT id FROM transaction_type WHERE name = ?)';
  return {
    where: `account = ? AND type = ${kind} AND day BETWEEN ? AND ?${direction === undefined ? '' : ' AND direction = ?'}`,
    params: [
      account,
      transactionType ?? everyKind,
      days.from,
      days.to,
      ...(direction === undefined ? [] : [direction === 'credit' ? 1 : 0]),
    ],
  };
}

/** Counts and sums the unread entries of an account that were seen by `until` (milliseconds). Sums leave out withdrawn ones. */
export function unreadSums(database: AnyDatabase, account: number, until: number) {
  const stands = (half: string) => `iif(e.withdrawn_at IS NULL, ${half}, 0)`;
  return readSums(database, {
    columns: 'count(*) AS entries, count(*) AS active',
    halves: {
      high: stands(`e.amount_e4 / ${halfE4}`),
      low: stands(`e.amount_e4 % ${halfE4}`),
    },
    from: 'unread u CROSS JOIN entry e ON e.key = u.key WHERE u.account = ? AND e.seen_at <= ?',
    params: [account, until],
  });
}
