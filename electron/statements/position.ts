import type { IsoDate } from '../../shared/calendar.ts';
import type { Decimal } from '../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../shared/money/money.ts';
import { latestDays } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { accountByNumber } from '../accounts/tables.ts';
import { row, type CacheReader } from '../store/database.ts';

/** Closing balance per day, oldest first, of the newest `days` fetched days; days without a known balance are left out. */
export function balanceLine(
  reader: CacheReader,
  accountNumber: string,
  days: number,
): { date: IsoDate; balance: Decimal }[] {
  const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
  return latestDays(reader, accountNumber, days)
    .toReversed()
    .flatMap(({ date, closingE4 }) =>
      closingE4 === null || currency === ''
        ? []
        : [{ date, balance: moneyOfUnits(closingE4, currency).amount }],
    );
}

/** Entries that came after the account's first complete sync and were not looked at. */
export function unreadCount(reader: CacheReader, accountNumber: string): number {
  return (
    row<{ n: number }>(
      reader,
      'SELECT count(*) AS n FROM unread WHERE account = ?',
      findOrdinal(reader, accountNumber),
    )?.n ?? 0
  );
}
