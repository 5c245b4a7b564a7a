import {
  dateOfDayNumber,
  type IsoDate,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import type { Moment } from '../../../shared/calendar/moment.ts';
import {
  prepared,
  row,
  rows,
  type AnyDatabase,
  type CacheConnection,
  type CacheReader,
} from '../../engines/store/database.ts';
import { guarded } from '../../engines/store/faults.ts';
import type { ReadDay } from '../../engines/submissions/evidence.ts';
import { momentIn } from '../../engines/submissions/journal/lookup-table.ts';

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
    /** Both are null where an entry was set aside. */
    readonly expectedE4: bigint | null;
    readonly foundE4: bigint | null;
  } | null;
  readonly asOf: Timestamp;
};

/** The result of reading one day. */
export type DayVerdict = Omit<CoveredDay, 'date' | 'asOf'>;

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

/** The first or the last fetched day between two day numbers; null when none was fetched. */
export function edgeDay(
  database: AnyDatabase,
  accountNumber: string,
  { from, to, edge }: { from: number; to: number; edge: 'first' | 'last' },
): CoveredDay | null {
  const found = row<StoredDay>(
    database,
    `SELECT ${dayColumns} FROM account a CROSS JOIN day d ON d.account = a.ordinal
     WHERE a.number = ? AND d.day BETWEEN ? AND ? ORDER BY d.day ${edge === 'first' ? 'ASC' : 'DESC'} LIMIT 1`,
    accountNumber,
    from,
    to,
  );
  return found && coveredDay(found);
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

function coveredDay(stored: StoredDay): CoveredDay {
  const { day, state, entries, opening, closing, broken_entry_id, expected, found, as_of } = stored;
  // Earlier versions stored the same figure twice where an entry was set aside.
  const isFigured = expected !== null && found !== null && expected !== found;
  return {
    day,
    date: dateOfDayNumber(day),
    state,
    entries,
    openingE4: opening === null ? null : BigInt(opening),
    closingE4: closing === null ? null : BigInt(closing),
    broken:
      broken_entry_id === null
        ? null
        : {
            entryId: broken_entry_id,
            expectedE4: isFigured ? BigInt(expected) : null,
            foundE4: isFigured ? BigInt(found) : null,
          },
    asOf: as_of,
  };
}

/** The broken days of one account, with the finding on the first of them. */
export type BrokenDays = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly count: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
  /** By how much the balance found on the first day differs from the one expected. */
  readonly difference: Money | null;
  /** The entry that is missing on the first day because it was set aside; null where a balance is wrong. */
  readonly setAside: string | null;
};

type StoredDays = {
  number: string;
  currency: string | null;
  name: string | null;
  n: number;
  first: number;
  last: number;
  difference: string | null;
  entryId: string | null;
};

export const brokenDays = (reader: CacheReader): BrokenDays[] =>
  rows<StoredDays>(
    reader,
    // With a single min(), the other columns are those of its row.
    `SELECT a.number, a.currency, json_extract(a.document, '$.accountName') AS name, count(*) AS n,
       min(d.day) AS first, d.broken_entry_id AS entryId, CAST(d.found_e4 - d.expected_e4 AS TEXT) AS difference,
       (SELECT max(l.day) FROM day l WHERE l.account = d.account AND l.state = 'broken') AS last
     FROM day d JOIN account a ON a.ordinal = d.account WHERE d.state = 'broken' GROUP BY d.account`,
  ).map(({ number, currency, name, n, first, last, difference, entryId }) => ({
    accountNumber: number,
    accountName: name ?? '',
    count: n,
    first: dateOfDayNumber(first),
    last: dateOfDayNumber(last),
    // Earlier versions stored no difference where an entry was set aside.
    setAside: difference === null || difference === '0' ? entryId : null,
    difference:
      difference === null || currency === null ? null : moneyOfUnits(BigInt(difference), currency),
  }));

/** Returns the last fetched day that closed at or above a floor, or at or under a ceiling; null where none did. */
export function lastDayWithin(
  reader: CacheReader,
  accountNumber: string,
  { side, bound }: { side: 'floor' | 'ceiling'; bound: Money },
): IsoDate | null {
  const [found] = rows<{ day: number }>(
    reader,
    `SELECT d.day FROM account a CROSS JOIN day d ON d.account = a.ordinal
     WHERE a.number = ? AND d.closing_e4 ${side === 'floor' ? '>=' : '<='} CAST(? AS INTEGER) ORDER BY d.day DESC LIMIT 1`,
    accountNumber,
    toUnits(bound.amount).toString(),
  );
  return found === undefined ? null : dateOfDayNumber(found.day);
}

/** A fetched day for the start screen, as a tuple: the screen reads a hundred per account at once. */
export type RecentDay = readonly [
  day: number,
  state: CoveredDay['state'],
  entries: number,
  /** In units of 10^-4, as text; null if the bank sent none. */
  closing: string | null,
  brokenEntryId: string | null,
];

/** The newest fetched days, newest first. */
export const recentDays = (
  reader: CacheReader,
  accountNumber: string,
  count: number,
): RecentDay[] =>
  guarded(
    reader,
    () =>
      prepared(
        reader,
        `SELECT d.day, d.state, d.entries, CAST(d.closing_e4 AS TEXT), d.broken_entry_id
         FROM account a CROSS JOIN day d ON d.account = a.ordinal
         WHERE a.number = ? ORDER BY d.day DESC LIMIT ?`,
        'values',
      ).all(accountNumber, count) as RecentDay[],
  );

/** The numbers of all fetched days, oldest first. */
export const fetchedDays = (database: AnyDatabase, account: number): number[] =>
  rows<{ day: number }>(
    database,
    'SELECT day FROM day WHERE account = ? ORDER BY day',
    account,
  ).map(({ day }) => day);

/** The days that were ever read, oldest first. */
export const readDays = (
  reader: CacheReader,
  accountNumber: string,
  { from, to }: { from: number; to: number },
) =>
  rows<{ day: number; state: ReadDay['state']; clocks: string | null }>(
    reader,
    `SELECT d.day, d.state, d.read_clocks AS clocks FROM day d JOIN account a ON a.ordinal = d.account
     WHERE a.number = ? AND d.day BETWEEN ? AND ? ORDER BY d.day`,
    accountNumber,
    from,
    to,
  ).map(({ day, state, clocks }): ReadDay => ({ day, state, begun: momentIn(clocks) }));

/** Saves the result of reading a day; `begun`: the clocks when the reading began, null where the day was read in several parts. */
export function saveDay(
  database: CacheConnection,
  account: number,
  { verdict, asOf, begun }: { verdict: DayVerdict; asOf: Timestamp; begun: Moment | null },
): void {
  const { day, state, entries, openingE4, closingE4, broken } = verdict;
  prepared(
    database,
    `INSERT INTO day (account, day, state, entries, opening_e4, closing_e4, broken_entry_id, expected_e4, found_e4, as_of,
       read_clocks)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, day) DO UPDATE SET state = excluded.state, entries = excluded.entries,
       opening_e4 = excluded.opening_e4, closing_e4 = excluded.closing_e4,
       broken_entry_id = excluded.broken_entry_id, expected_e4 = excluded.expected_e4,
       found_e4 = excluded.found_e4, as_of = excluded.as_of, read_clocks = excluded.read_clocks`,
  ).run(
    account,
    day,
    state,
    entries,
    openingE4,
    closingE4,
    broken?.entryId ?? null,
    broken?.expectedE4 ?? null,
    broken?.foundE4 ?? null,
    asOf,
    begun && JSON.stringify(begun),
  );
}
