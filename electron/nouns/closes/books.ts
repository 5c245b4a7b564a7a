import type { Period } from '../../../shared/calendar/calendar.ts';
import { ledgerCovering, linesText, manualMatchesOf } from '../books/tables.ts';
import type { Places } from '../statements/entries/meanings.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { BooksNow } from './books-difference.ts';
import type { CloseQuestions } from './reads.ts';

/** Compares an account's days with the newest ledger that covers them, in the reader thread; null where there is none. */
export async function booksNow(
  {
    journal,
    questions,
    places,
    currency,
  }: {
    readonly journal: Journal;
    readonly questions: CloseQuestions;
    readonly places: Places;
    readonly currency: string;
  },
  accountNumber: string,
  days: Period,
): Promise<BooksNow | null> {
  const head = ledgerCovering(journal, accountNumber, days);
  if (head === null) return null;
  const lines = linesText(journal, head.ledgerId);
  const words = manualMatchesOf(journal, head.ledgerId);
  return questions.ask('besideBooks', [{ head, words, days, places, currency }, lines]);
}
