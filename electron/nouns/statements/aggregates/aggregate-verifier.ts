import { atOneMoment, prepared, row, type AnyDatabase } from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import { ordinalOf } from '../../accounts/ordinals.ts';
import {
  chainColumns,
  chainOf,
  readChain,
  textOfBreaks,
  type StoredChain,
} from '../chain/day-chains.ts';
import { dayOfKey, firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import { lastDay } from './incoming-credits.ts';
import type { Days } from './chain-cache.ts';
import { everyKind, halfE4, wholeHistory } from './day-sums.ts';

/**
 * Verifies the stored aggregates (counts, sums and chains per day) against the entries. Both are written in one transaction, so a
 * difference is never expected; without this check one could stay undetected for years.
 */

/** A part of an account's days, newest part first. */
export type AggregatePart = {
  readonly accountNumber: string;
  /** The newest day of the part; defaults to the last possible day. */
  readonly to?: number | undefined;
  /** About how many entries are read: never less than one day's. */
  readonly entriesMax: number;
};

export type PartResult = {
  /** Days whose stored aggregates differ from their entries, oldest first. */
  readonly wrong: readonly number[];
  /** Do the sums of the whole history differ from those of all days? Checked only with the last part. */
  readonly isWholeWrong: boolean;
  /** The newest day of the next part; null after the last part. */
  readonly next: number | null;
};

/** Verifies one part in a single snapshot. */
export const verifyAggregates = (database: AnyDatabase, part: AggregatePart): PartResult =>
  atOneMoment(database, () => {
    const account = ordinalOf(database, part.accountNumber);
    const days = daysOf(database, account, part);
    const counted = countedOf(database, account, days);
    const stored = storedSums(database, account, days);
    const wrong = new Set([
      ...differing(counted, stored),
      ...wrongChains(database, account, { days, active: activeByDay(counted) }),
    ]);
    const isLast = days.from === 0;
    return {
      wrong: [...wrong].sort((a, b) => a - b),
      isWholeWrong: isLast && wrong.size === 0 && isWholeWrong(database, account),
      next: isLast ? null : days.from - 1,
    };
  });

function daysOf(
  database: AnyDatabase,
  account: number,
  { to = lastDay, entriesMax }: AggregatePart,
): Days {
  const beyond = row<{ key: number }>(
    database,
    `SELECT key FROM entry INDEXED BY entry_account WHERE account = ? AND key BETWEEN ? AND ?
     ORDER BY key DESC LIMIT 1 OFFSET ?`,
    account,
    firstKeyOf(account, 0),
    lastKeyOf(account, to),
    entriesMax,
  );
  return { from: beyond === null ? 0 : dayOfKey(beyond.key), to };
}

/** The sum of a day's entries of one kind and direction. */
type Sum = { readonly entries: bigint; readonly active: bigint; readonly amountE4: bigint };
type Sums = ReadonlyMap<string, Sum>;
type StoredSum = Record<
  'type' | 'day' | 'direction' | 'entries' | 'active' | 'high' | 'low',
  bigint
>;

/** Sums the entries by day, kind and direction. */
function countedOf(database: AnyDatabase, account: number, { from, to }: Days): Sums {
  const stored = exactly(
    database,
    `SELECT type, key >> 34 AS day, direction, count(*) AS entries, count(*) FILTER (WHERE withdrawn_at IS NULL) AS active,
       coalesce(sum(amount_e4 / ${halfE4}) FILTER (WHERE withdrawn_at IS NULL), 0) AS high,
       coalesce(sum(amount_e4 % ${halfE4}) FILTER (WHERE withdrawn_at IS NULL), 0) AS low
     FROM entry INDEXED BY entry_account WHERE account = ? AND key BETWEEN ? AND ? GROUP BY 1, 2, 3`,
    [account, firstKeyOf(account, from), lastKeyOf(account, to)],
  );
  return added([...stored, ...stored.map((sum) => ({ ...sum, type: BigInt(everyKind) }))]);
}

/** Returns the same sums as stored. */
const storedSums = (database: AnyDatabase, account: number, days: Days): Sums =>
  added(storedRows(database, account, days));

const storedRows = (database: AnyDatabase, account: number, { from, to }: Days): StoredSum[] =>
  exactly(
    database,
    'SELECT type, day, direction, entries, active, high, low FROM entry_sum WHERE account = ? AND day BETWEEN ? AND ?',
    [account, from, to],
  );

const exactly = (database: AnyDatabase, sql: string, params: readonly number[]): StoredSum[] =>
  guarded(database, () => prepared(database, sql, 'exact').all(...params) as StoredSum[]);

function added(stored: readonly StoredSum[]): Sums {
  const sums = new Map<string, Sum>();
  for (const { type, day, direction, entries, active, high, low } of stored) {
    const place = `${day} ${type} ${direction}`;
    const sum = sums.get(place) ?? nothing;
    sums.set(place, {
      entries: sum.entries + entries,
      active: sum.active + active,
      amountE4: sum.amountE4 + high * halfE4 + low,
    });
  }
  return sums;
}

const dayOfPlace = (place: string): number => Number(place.slice(0, place.indexOf(' ')));

/** A missing row equals zero: a row stays after all its entries are gone, and its halves may cancel each other. */
const nothing: Sum = { entries: 0n, active: 0n, amountE4: 0n };
const isSame = (a = nothing, b = nothing): boolean =>
  a.entries === b.entries && a.active === b.active && a.amountE4 === b.amountE4;

const differing = (counted: Sums, stored: Sums): number[] =>
  [...counted.keys(), ...stored.keys()]
    .filter((place) => !isSame(counted.get(place), stored.get(place)))
    .map(dayOfPlace);

/** Counts the active entries by day. */
function activeByDay(counted: Sums): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const [place, { active }] of counted)
    if (place.split(' ')[1] === String(everyKind))
      days.set(dayOfPlace(place), (days.get(dayOfPlace(place)) ?? 0) + Number(active));
  return days;
}

/** Yields the days whose stored chain counts as valid but differs from the entries. */
function* wrongChains(
  database: AnyDatabase,
  account: number,
  { days: { from, to }, active }: { days: Days; active: ReadonlyMap<number, number> },
): Generator<number> {
  const stored = guarded(
    database,
    () =>
      prepared(
        database,
        `SELECT ${chainColumns} FROM day_chain WHERE account = ? AND day BETWEEN ? AND ?`,
      ).all(account, from, to) as StoredChain[],
  );
  for (const chain of stored)
    if (chain.entries === active.get(chain.day) && !isChain(database, account, chain))
      yield chain.day;
}

function isChain(database: AnyDatabase, account: number, stored: StoredChain): boolean {
  const read = readChain(database, account, stored.day);
  if (read === null) return false;
  const { first, closingE4, breaks } = chainOf(stored);
  return (
    first.id === read.first.id &&
    first.amountE4 === read.first.amountE4 &&
    first.direction === read.first.direction &&
    first.balanceE4 === read.first.balanceE4 &&
    closingE4 === read.closingE4 &&
    textOfBreaks(breaks) === textOfBreaks(read.breaks)
  );
}

function isWholeWrong(database: AnyDatabase, account: number): boolean {
  const whole = storedSums(database, account, { from: wholeHistory, to: wholeHistory });
  const all = storedRows(database, account, { from: 0, to: lastDay });
  const summedUp = added(all.map((sum) => ({ ...sum, day: BigInt(wholeHistory) })));
  return differing(summedUp, whole).length > 0;
}
