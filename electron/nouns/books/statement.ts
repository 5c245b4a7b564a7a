import { dayNumber, type IsoDate, type Period } from '../../../shared/calendar/calendar.ts';
import type { BooksStatement, BooksTerm } from '../../../shared/ipc/review/books.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { edgeDay } from '../accounts/days.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { sums } from '../statements/search/long-reads.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import { apartBy, type Reconciled } from './reconciled.ts';
import { signedAmount } from './signed-amount.ts';
import type { LedgerHead } from './tables.ts';

/** The bank's balances before the first day of a ledger and after the last one that is known, in units of 10^-4. */
export type BankBalances = {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly day: IsoDate | null;
};

export function bankBalances(
  reader: CacheReader,
  { accountNumber, from, to }: Pick<LedgerHead, 'accountNumber' | keyof Period>,
): BankBalances {
  const days = { from: dayNumber(from), to: dayNumber(to) };
  const last = edgeDay(reader, accountNumber, { ...days, edge: 'last' });
  if (last === null) return { opening: null, closing: null, day: null };
  const { openingE4, closingE4 } = sums(reader, accountNumber, { from, to });
  return { opening: openingE4, closing: closingE4, day: last.date };
}

/** Lines and entries without a match: likely pairs, and what is left of either side. */
export type Open = {
  readonly books: readonly LedgerLine[];
  readonly bank: readonly ExportedEntry[];
  readonly likely: readonly {
    readonly line: LedgerLine;
    readonly entry: ExportedEntry;
    readonly why: string;
  }[];
};

export function openOf({ booksOnly, bankOnly, likely }: Reconciled): Open {
  const lines = new Map(booksOnly.map((line) => [line.line, line]));
  const entries = new Map(bankOnly.map((entry) => [entry.id, entry]));
  const pairs = likely.flatMap(({ line: number, entryId, why }) => {
    const [line, entry] = [lines.get(number), entries.get(entryId)];
    lines.delete(number);
    entries.delete(entryId);
    return line && entry ? [{ line, entry, why }] : [];
  });
  return { books: [...lines.values()], bank: [...entries.values()], likely: pairs };
}

type Parts = {
  readonly result: Reconciled;
  readonly open: Open;
  readonly balances: BankBalances;
  /** The balance that a person entered from the books; null where none was entered. */
  readonly entered: Decimal | null;
};

/** Leads from the bank's balance to that of the books. */
export function statementOf({ result, open, balances, entered }: Parts): BooksStatement {
  const shown = (units: bigint): Decimal => fromUnits(units, shownDigits(result.currency));
  const term = (amounts: readonly bigint[]): BooksTerm => ({
    count: amounts.length,
    amount: shown(magnitude(total(amounts))),
  });
  const inBooks = open.books.map(unitsOfLine);
  const atBank = open.bank.map(unitsOfEntry);
  const apart = result.matches.map(apartBy).filter((units) => units !== 0n);
  const { opening, closing } = balances;
  const derived = opening === null ? null : opening + linesTotal(result);
  const booksUnits = entered === null ? derived : toUnits(entered);
  const explained = (closing ?? 0n) + total(inBooks) - total(atBank) + total(apart);
  return {
    bankBalance: closing === null ? null : shown(closing),
    bankDay: balances.day,
    outstandingPayments: term(inBooks.filter(isOut)),
    outstandingReceipts: term(inBooks.filter(isIn)),
    unrecordedPayments: term(atBank.filter(isOut)),
    unrecordedReceipts: term(atBank.filter(isIn)),
    apart: { count: apart.length, amount: shown(total(apart)) },
    booksBalance: booksUnits === null ? null : shown(booksUnits),
    isEntered: entered !== null,
    difference: booksUnits === null || closing === null ? null : shown(booksUnits - explained),
  };
}

/** All lines of the ledger, with the signs that they are matched by. */
const linesTotal = ({ booksOnly, matches }: Reconciled): bigint =>
  total([...booksOnly, ...matches.flatMap(({ books }) => books)].map(unitsOfLine));

const unitsOfLine = ({ amount }: LedgerLine): bigint => toUnits(amount);
const unitsOfEntry = (entry: ExportedEntry): bigint => toUnits(signedAmount(entry));
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);
const isOut = (units: bigint): boolean => units < 0n;
const isIn = (units: bigint): boolean => units >= 0n;
