import type { Period } from '../../shared/calendar.ts';
import { ledgerCovering, wordsOf } from '../books/tables.ts';
import type { Places } from '../statements/meanings.ts';
import type { Journal } from '../store/database.ts';
import type { BooksNow } from './beside-books.ts';
import type { CloseQuestions } from './reads.ts';

/** How an account's days stand beside the newest ledger that covers them; null where there is none. Matched in the thread that only reads. */
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
  const ledger = ledgerCovering(journal, accountNumber, days);
  if (ledger === null) return null;
  const words = wordsOf(journal, ledger.ledgerId);
  return questions.ask('besideBooks', [{ ledger, words, days, places, currency }]);
}
