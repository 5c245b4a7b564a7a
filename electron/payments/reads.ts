import type { Transfer } from '../../shared/bank/transfers.ts';
import type { CacheReader } from '../store/database.ts';
import { findMoneyRecords, type Told } from '../store/money-lists.ts';
import type { Questions } from '../store/reader-thread.ts';
import type { Sliced } from '../store/turns.ts';
import { transferList } from './tables.ts';

/** What the thread that only reads answers of payments. */
export const paymentReads = (reader: CacheReader) => ({
  /** Transfers that say every word, newest first: a rare word is looked for in all that were ever made. */
  findTransfers: (question: {
    readonly search: string;
    readonly limit: number;
  }): Sliced<Told<Transfer>[]> => inOne(() => findMoneyRecords(reader, transferList, question)),
});

export type PaymentQuestions = Questions<ReturnType<typeof paymentReads>>;

function* inOne<Answer>(read: () => Answer): Sliced<Answer> {
  return read();
}
