import { dayOf } from '../../shared/calendar.ts';
import type { BooksEntry, BooksLine, BooksMatch as ShownMatch } from '../../shared/ipc/books.ts';
import type { ExportedEntry } from '../statements/incoming.ts';
import type { LedgerLine } from './ledger.ts';
import type { BooksMatch } from './reconciled.ts';
import { signedAmount } from './signed-amount.ts';

export const shownLine = ({ line, day, amount, references, text }: LedgerLine): BooksLine => ({
  ...{ line, day, amount, text },
  reference: references.join(' '),
});

export const shownEntry = (entry: ExportedEntry): BooksEntry => ({
  id: entry.id,
  day: dayOf(entry.transactionDate),
  amount: signedAmount(entry),
  reference: entry.customReference,
  text: [entry.counterparty ?? '', entry.narration, entry.remittanceInformation ?? '']
    .filter((text) => text !== '')
    .join(' '),
});

export const shownMatch = ({ rule, why, books, bank }: BooksMatch): ShownMatch => ({
  ...{ rule, why },
  books: books.map(shownLine),
  bank: bank.map(shownEntry),
});
