import type { CacheReader } from '../../engines/store/database.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { BooksNow, BooksQuestion } from './books-difference.ts';
import type { DaysNow, DaysQuestion, Difference, LateQuestion } from './period-snapshot.ts';

/** The questions about closes that the reader thread answers. Their code is loaded with the first one. */
export const closeReads = (reader: CacheReader) => ({
  daysNow: async (question: DaysQuestion): Promise<Sliced<DaysNow[]>> => {
    const { daysNow } = await import('./period-snapshot.ts');
    return daysNow(reader, question);
  },
  lateEntries: async (question: LateQuestion): Promise<Sliced<Difference[]>> => {
    const { lateEntries } = await import('./period-snapshot.ts');
    return lateEntries(reader, question);
  },
  /** Compares closed days with a ledger of the books. */
  besideBooks: async (question: BooksQuestion, lines: string): Promise<Sliced<BooksNow>> => {
    const { besideBooks } = await import('./books-difference.ts');
    return besideBooks(reader, question, lines);
  },
});

export type CloseQuestions = Questions<ReturnType<typeof closeReads>>;
