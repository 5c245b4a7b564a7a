import { dateOfDayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import { fromUnitsText, type Decimal } from '../../../shared/money/decimal.ts';
import type { RecentDay } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { row, type CacheReader } from '../../engines/store/database.ts';

/** Returns the closing balance per day, oldest first. `days` are newest first; those without a known balance are left out. */
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
