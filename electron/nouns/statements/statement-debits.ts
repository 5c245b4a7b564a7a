import {
  dateOfDayNumber,
  dayNumber,
  type IsoDate,
  type Period,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import { fromUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { row, rows, type CacheReader } from '../../engines/store/database.ts';
import { dayOfKey, firstKeyOf, lastKeyOf } from './entries/entry-keys.ts';

/** A debit of an account, as its statement in the local copy has it. */
export type StatementDebit = {
  readonly id: string;
  readonly day: IsoDate;
  readonly at: Timestamp;
  /** Without a sign. */
  readonly amount: Decimal;
  readonly currency: string;
  readonly transactionType: string;
  readonly narration: string;
  /** Empty if the bank sends none. */
  readonly reference: string;
};

/** Returns the debits, oldest first, without withdrawn ones. A negative amount is a debit whatever its direction. */
export function debitsOf(
  reader: CacheReader,
  accountNumber: string,
  { from, to }: Period,
): StatementDebit[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  return rows<Omit<StatementDebit, 'day' | 'amount'> & { key: number; amount: string }>(
    reader,
    `SELECT e.key, e.id, e.at, CAST(abs(e.amount_e4) AS TEXT) AS amount, e.currency, e.narration, e.reference,
       (SELECT t.name FROM transaction_type t WHERE t.id = e.type) AS transactionType
     FROM entry e INDEXED BY entry_account
     WHERE e.account = ? AND e.key BETWEEN ? AND ? AND (e.direction = 0 OR e.amount_e4 < 0) AND e.withdrawn_at IS NULL
     ORDER BY e.key`,
    account,
    firstKeyOf(account, dayNumber(from)),
    lastKeyOf(account, dayNumber(to)),
  ).map(({ key, amount, ...entry }) => ({
    ...entry,
    day: dateOfDayNumber(dayOfKey(key)),
    amount: fromUnits(BigInt(amount)),
  }));
}

/** Counts the unreadable entries of the period. One without a day counts in every period. */
export const unreadableCount = (
  reader: CacheReader,
  accountNumber: string,
  { from, to }: Period,
): number =>
  row<{ n: number }>(
    reader,
    'SELECT count(*) AS n FROM unreadable_entry WHERE account = ? AND (day IS NULL OR day BETWEEN ? AND ?)',
    findOrdinal(reader, accountNumber),
    dayNumber(from),
    dayNumber(to),
  )?.n ?? 0;
