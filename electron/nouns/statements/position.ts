import { dateOfDayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import { fromUnitsText, type Decimal } from '../../../shared/money/decimal.ts';
import type { CoveredDay } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { prepared, row, type CacheReader } from '../../engines/store/database.ts';
import { guarded } from '../../engines/store/faults.ts';

/** What the start screen needs of a fetched day, as a row of values: it reads a hundred per account at once. */
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

/** Closing balance per day of days newest first, the oldest first; days without a known balance are left out. */
export function balanceLine(
  days: readonly RecentDay[],
  currency: string,
): { date: IsoDate; balance: Decimal }[] {
  const digits = shownDigits(currency);
  const line: { date: IsoDate; balance: Decimal }[] = [];
  for (const [day, , , closing] of days)
    if (closing !== null && currency !== '')
      line.push({ date: dateOfDayNumber(day), balance: fromUnitsText(closing, digits) });
  return line.reverse();
}

/** Counts the entries that arrived after the account's first complete sync and are unread. */
export function unreadCount(reader: CacheReader, accountNumber: string): number {
  return (
    row<{ n: number }>(
      reader,
      'SELECT count(*) AS n FROM unread WHERE account = ?',
      findOrdinal(reader, accountNumber),
    )?.n ?? 0
  );
}
