import type { CacheReader } from '../../../../engines/store/database.ts';
import type { Sliced } from '../../../../engines/store/threads/turns.ts';
import type { ArrivedDebit } from './arrived-debit.ts';
import type { DebitsQuestion, ExcuseQuestion } from './excuses.ts';

/** What the thread that only reads answers of debits that arrived; the code is loaded with the first question. */
export const debitReads = (reader: CacheReader) => ({
  arrivedDebits: async (question: DebitsQuestion): Promise<Sliced<ArrivedDebit[]>> => {
    const { arrivedDebits } = await import('./excuses.ts');
    return arrivedDebits(reader, question);
  },
  excusedDebits: async (question: ExcuseQuestion): Promise<Sliced<number[]>> => {
    const { excusedDebits } = await import('./excuses.ts');
    return excusedDebits(reader, question);
  },
});
