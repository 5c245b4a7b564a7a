import type { statements as operations, StatementEntry } from '../../shared/bank/statements.ts';
import { addDays, dateOfDayNumber, dayNumber, type IsoDate } from '../../shared/calendar.ts';
import { minorDigits } from '../../shared/money/currencies.ts';
import { fromUnits } from '../../shared/money/decimal.ts';
import { balanceBefore, firstNotBefore, type Book } from '../book.ts';
import { todayOf } from '../clock.ts';
import { questionOf, type Dialect, type StatementQuestion } from '../dialect.ts';
import { disturb } from '../fault-statements.ts';
import { entryAt, ledgerAccount, type LedgerAccount } from '../ledger.ts';
import type { HandlersOf } from '../handler.ts';

const dayMs = 86_400_000;

export const statements: HandlersOf<typeof operations> = {
  getStatement: ({ path, query = {} }, { bank, faults }) => {
    const account = ledgerAccount(bank.ledger, path.accountNumber);
    const days = { today: todayOf(bank.clock), first: firstDayOf(account.book) };
    const asked = questionOf(query, bank.dialect, days);
    const question = disturb(bank, account, asked, faults);
    const { start, end } = rangeOf(account.book, question);
    const digits = minorDigits(account.currency);
    return {
      message: 'Statement retrieved',
      openingBalance: fromUnits(balanceBefore(account.book, start), digits),
      closingBalance: fromUnits(balanceBefore(account.book, end), digits),
      startDate: question.from,
      endDate: question.to,
      statement: {
        data: pageOf(account, { start, end }, question, bank.dialect),
        page: question.page,
        pageSize: question.pageSize,
        totalItems: end - start,
        totalPages: Math.ceil((end - start) / question.pageSize),
      },
    };
  },
};

const firstDayOf = (book: Book): IsoDate => dateOfDayNumber(Math.floor((book.at[0] ?? 0) / dayMs));

/** Places of the range's entries in the book; `end` is behind the last one. */
const rangeOf = (book: Book, { from, to }: StatementQuestion): { start: number; end: number } => ({
  start: firstNotBefore(book, dayNumber(from) * dayMs),
  end: firstNotBefore(book, dayNumber(addDays(to, 1)) * dayMs),
});

function pageOf(
  account: LedgerAccount,
  { start, end }: { start: number; end: number },
  { offset, pageSize }: StatementQuestion,
  { order, amounts }: Dialect,
): StatementEntry[] {
  const count = Math.max(0, Math.min(pageSize, end - start - offset));
  const placeOf = (step: number): number =>
    order === 'oldest-first' ? start + offset + step : end - 1 - offset - step;
  return Array.from({ length: count }, (_, step) => {
    const entry = entryAt(account, placeOf(step));
    const isNegative = amounts === 'signed' && entry.direction === 'debit';
    return isNegative ? { ...entry, amount: `-${entry.amount}` } : entry;
  });
}
