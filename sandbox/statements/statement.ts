import type { Statement, StatementEntry } from '../../shared/bank/statements.ts';
import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  type IsoDate,
} from '../../shared/calendar/calendar.ts';
import { minorDigits } from '../../shared/money/currencies.ts';
import { fromUnits } from '../../shared/money/decimal.ts';
import { balanceBefore, firstNotBefore, type Book } from '../ledger/book.ts';
import { entryAt, type LedgerAccount } from '../ledger/ledger.ts';
import { dayMs } from '../server/clock.ts';
import type { Dialect, StatementQuestion } from './dialect.ts';

type Period = { readonly from: IsoDate; readonly to: IsoDate };
type Place = { readonly start: number; readonly end: number };

/** The asked page of a period, with the balances at the period's ends. */
export function statementOf(
  account: LedgerAccount,
  question: StatementQuestion,
  dialect: Pick<Dialect, 'order' | 'amounts'>,
): Statement {
  const { start, end } = placeOf(account.book, question);
  const digits = minorDigits(account.currency);
  return {
    message: 'Statement retrieved',
    openingBalance: fromUnits(balanceBefore(account.book, start), digits),
    closingBalance: fromUnits(balanceBefore(account.book, end), digits),
    startDate: question.from,
    endDate: question.to,
    statement: {
      data: pageOf(account, { start, end }, question, dialect),
      page: question.page,
      pageSize: question.pageSize,
      totalItems: end - start,
      totalPages: Math.ceil((end - start) / question.pageSize),
    },
  };
}

export const firstDayOf = (book: Book): IsoDate =>
  dateOfDayNumber(Math.floor((book.at[0] ?? 0) / dayMs));

export function entriesIn(book: Book, period: Period): number {
  const { start, end } = placeOf(book, period);
  return end - start;
}

/** Places of the period's entries in the book; `end` is after the last one. */
export const placeOf = (book: Book, { from, to }: Period): Place => ({
  start: firstNotBefore(book, dayNumber(from) * dayMs),
  end: firstNotBefore(book, dayNumber(addDays(to, 1)) * dayMs),
});

function pageOf(
  account: LedgerAccount,
  { start, end }: Place,
  { offset, pageSize }: StatementQuestion,
  { order, amounts }: Pick<Dialect, 'order' | 'amounts'>,
): StatementEntry[] {
  const count = Math.max(0, Math.min(pageSize, end - start - offset));
  const placeAt = (step: number): number =>
    order === 'oldest-first' ? start + offset + step : end - 1 - offset - step;
  return Array.from({ length: count }, (_, step) => {
    const entry = entryAt(account, placeAt(step));
    const isNegative = amounts === 'signed' && entry.direction === 'debit';
    return isNegative ? { ...entry, amount: `-${entry.amount}` } : entry;
  });
}
