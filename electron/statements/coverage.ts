import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  daysOf,
  latest,
  type IsoDate,
  type Timestamp,
} from '../../shared/calendar.ts';
import type { CoverageDay, Proof } from '../../shared/ipc/statements.ts';
import { limits } from '../../shared/limits.ts';
import { moneyOfUnits } from '../../shared/money/money.ts';
import { row, rows, type AnyDatabase, type CacheReader } from '../store/database.ts';

/** What is known of one fetched day; amounts in units of 10^-4. */
export type CoveredDay = {
  readonly day: number;
  readonly date: IsoDate;
  readonly state: 'proven' | 'broken' | 'unproven';
  readonly entries: number;
  readonly openingE4: bigint | null;
  readonly closingE4: bigint | null;
  readonly broken: {
    readonly entryId: string;
    readonly expectedE4: bigint;
    readonly foundE4: bigint;
  } | null;
  readonly asOf: Timestamp;
};

type StoredDay = {
  day: number;
  state: CoveredDay['state'];
  entries: number;
  opening: string | null;
  closing: string | null;
  broken_entry_id: string | null;
  expected: string | null;
  found: string | null;
  as_of: string;
};

const dayColumns = `d.day, d.state, d.entries, CAST(d.opening_e4 AS TEXT) AS opening,
  CAST(d.closing_e4 AS TEXT) AS closing, d.broken_entry_id, CAST(d.expected_e4 AS TEXT) AS expected,
  CAST(d.found_e4 AS TEXT) AS found, d.as_of`;

/**
 * Every day of the period, oldest first; days that were never fetched are `missing`. Of a period that is longer than any can
 * be the last days.
 */
export function coverage(
  reader: CacheReader,
  accountNumber: string,
  asked: IsoDate,
  to: IsoDate,
): CoverageDay[] {
  const from = latest(asked, addDays(to, 1 - limits.periodDaysMax));
  const known = new Map(
    coveredDays(reader, accountNumber, { from: dayNumber(from), to: dayNumber(to) }).map((day) => [
      day.date,
      day,
    ]),
  );
  return daysOf({ from, to }).map((date) => {
    const day = known.get(date);
    if (day === undefined) return { date, state: 'missing', entries: 0, asOf: null };
    return { date, state: day.state, entries: day.entries, asOf: day.asOf };
  });
}

/** The fetched days between two day numbers, oldest first. */
export function coveredDays(
  database: AnyDatabase,
  accountNumber: string,
  { from, to }: { from: number; to: number },
): CoveredDay[] {
  return rows<StoredDay>(
    database,
    `SELECT ${dayColumns} FROM day d JOIN account a ON a.ordinal = d.account
     WHERE a.number = ? AND d.day BETWEEN ? AND ? ORDER BY d.day`,
    accountNumber,
    from,
    to,
  ).map(coveredDay);
}

/** From the first to the last day that was ever fetched; there may be holes. */
export function coveredRange(
  database: AnyDatabase,
  accountNumber: string,
): { from: IsoDate; to: IsoDate } | null {
  const ends = row<{ first: number | null; last: number | null }>(
    database,
    `SELECT min(d.day) AS first, max(d.day) AS last FROM day d JOIN account a ON a.ordinal = d.account
     WHERE a.number = ?`,
    accountNumber,
  );
  if (typeof ends?.first !== 'number' || ends.last === null) return null;
  return { from: dateOfDayNumber(ends.first), to: dateOfDayNumber(ends.last) };
}

/** The newest fetched days, newest first. */
export function latestDays(
  reader: CacheReader,
  accountNumber: string,
  count: number,
): CoveredDay[] {
  return rows<StoredDay>(
    reader,
    `SELECT ${dayColumns} FROM account a CROSS JOIN day d ON d.account = a.ordinal
     WHERE a.number = ? ORDER BY d.day DESC LIMIT ?`,
    accountNumber,
    count,
  ).map(coveredDay);
}

/** The first thing of the period that did not hold when it was synced; null when all did. */
export function firstBreak(
  reader: CacheReader,
  accountNumber: string,
  from: IsoDate,
  to: IsoDate,
): Proof['brokenAt'] {
  const period = { from: dayNumber(from), to: dayNumber(to) };
  const day = coveredDays(reader, accountNumber, period).find(({ broken }) => broken !== null);
  const currency = row<{ currency: string | null }>(
    reader,
    'SELECT currency FROM account WHERE number = ?',
    accountNumber,
  )?.currency;
  if (!day?.broken || !currency) return null;
  const { entryId, expectedE4, foundE4 } = day.broken;
  const text = (units: bigint) => moneyOfUnits(units, currency).amount;
  return { entryId, date: day.date, expected: text(expectedE4), found: text(foundE4) };
}

function coveredDay(stored: StoredDay): CoveredDay {
  const { day, state, entries, opening, closing, broken_entry_id, expected, found, as_of } = stored;
  const broken = broken_entry_id === null || expected === null || found === null;
  return {
    day,
    date: dateOfDayNumber(day),
    state,
    entries,
    openingE4: opening === null ? null : BigInt(opening),
    closingE4: closing === null ? null : BigInt(closing),
    broken: broken
      ? null
      : { entryId: broken_entry_id, expectedE4: BigInt(expected), foundE4: BigInt(found) },
    asOf: as_of,
  };
}
