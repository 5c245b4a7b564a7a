import { dayOf } from '../../../shared/calendar/calendar.ts';
import type { LedgerLine } from '../../nouns/books/ledger/ledger.ts';
import type { Reconciled } from '../../nouns/books/reconciled.ts';
import { signedAmount } from '../../nouns/books/signed-amount.ts';
import type { LedgerWithLines } from '../../nouns/books/tables.ts';
import type { ExportedEntry } from '../../nouns/statements/entries/incoming.ts';
import type { BooksRequest } from './books-options.ts';
import type { CommandIo } from '../input/command.ts';

/** Prints a summary, then the matches where they were asked for, then each line without one. */
export function printReconciled(
  io: CommandIo,
  { ledger, made, request }: { ledger: LedgerWithLines; made: Reconciled; request: BooksRequest },
): void {
  const { matches, booksOnly, bankOnly, likely, notes, currency } = made;
  const byRule: Record<string, number> = {};
  for (const { rule } of matches) byRule[rule] = (byRule[rule] ?? 0) + 1;
  const summary = {
    ...{ account: ledger.accountNumber, from: ledger.from, to: ledger.to, currency },
    ledger: { file: ledger.fileName, lines: ledger.lines.length, addedAt: ledger.addedAt },
    matches: { total: matches.length, ...byRule },
    ...{ booksOnly: booksOnly.length, bankOnly: bankOnly.length, likely: likely.length, notes },
    ...(request.out === undefined ? {} : { file: request.out }),
  };
  const rows = [
    summary,
    ...(request.withMatches
      ? matches.map(({ rule, why, books, bank }) => ({
          match: { rule, why, books: books.map(printedLine), bank: bank.map(printedEntry) },
        }))
      : []),
    ...booksOnly.map((line) => ({
      booksOnly: {
        ...printedLine(line),
        ...perhaps(likely.find((one) => one.line === line.line)),
      },
    })),
    ...bankOnly.map((entry) => ({
      bankOnly: {
        ...printedEntry(entry),
        ...perhaps(likely.find((one) => one.entryId === entry.id)),
      },
    })),
  ];
  for (const row of rows) {
    if (!io.isOutputOpen()) return;
    io.print(JSON.stringify(row));
  }
}

const perhaps = (likely: Reconciled['likely'][number] | undefined) =>
  likely === undefined ? {} : { likely };

const printedLine = ({ references, ...line }: LedgerLine) => ({
  ...line,
  reference: references.join(' '),
});

const printedEntry = (entry: ExportedEntry) => ({
  ...{ id: entry.id, day: dayOf(entry.transactionDate), amount: signedAmount(entry) },
  ...{ reference: entry.customReference, narration: entry.narration },
});
