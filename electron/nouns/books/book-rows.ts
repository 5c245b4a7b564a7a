import { dayOf } from '../../../shared/calendar/calendar.ts';
import type {
  BooksEntry,
  BooksLine,
  BooksMatch as ShownMatch,
} from '../../../shared/ipc/review/books.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import type { BooksMatch } from './reconciled.ts';
import { signedAmount } from './signed-amount.ts';

/** The references and characters shown of a line. A batch may have many more; exports and matching use all of them. */
const referencesShown = 4;
const charactersShown = 400;

export const shownLine = ({ line, day, amount, references, text }: LedgerLine): BooksLine => {
  const more = references.length - referencesShown;
  return {
    ...{ line, day, amount },
    text: text.length > charactersShown ? `${text.slice(0, charactersShown)}…` : text,
    reference: [
      ...references.slice(0, referencesShown),
      ...(more > 0 ? [`and ${String(more)} more`] : []),
    ].join(' '),
  };
};

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
