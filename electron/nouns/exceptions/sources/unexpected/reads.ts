import type { CacheReader } from '../../../../engines/store/database.ts';
import type { Sliced } from '../../../../engines/store/threads/turns.ts';
import type { ArrivedDebit } from './arrived-debit.ts';
import type { DebitsQuestion, ExcuseQuestion } from './excuses.ts';

/** The questions about debits that the reader thread answers; their code is loaded with the first one. */
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
