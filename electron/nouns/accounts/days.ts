import {
  dateOfDayNumber,
  type IsoDate,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import { row, rows, type AnyDatabase, type CacheReader } from '../../engines/store/database.ts';

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
  // Where an entry was set aside, earlier versions wrote down the same figure twice.
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
