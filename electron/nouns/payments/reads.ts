import type { Transfer } from '../../../shared/bank/transfers.ts';
import { holdsAllOf, type RecordQuestion } from '../../engines/find/records.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import {
  findMoneyRecords,
  walkMoneyRecords,
  type DatedRecord,
} from '../../engines/store/records/money-lists.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { inOneSlice, type Sliced } from '../../engines/store/threads/turns.ts';
import { factsOf } from './find.ts';
import { transferList } from './tables.ts';

/** What the thread that only reads answers of payments. */
export const paymentReads = (reader: CacheReader) => ({
  /** Transfers that say every word, newest first: a rare word is looked for in all that were ever made. */
  findTransfers: (question: {
    readonly search: string;
    readonly limit: number;
  }): Sliced<DatedRecord<Transfer>[]> =>
    inOneSlice(() => findMoneyRecords(reader, transferList, question)),
  /** The newest to one payee that hold it. */
  findPaymentsTo: ({
    terms,
    limit,
    beneficiaryId,
  }: RecordQuestion & { readonly beneficiaryId: string }): Sliced<DatedRecord<Transfer>[]> => {
    const holds = holdsAllOf(terms);
    return walkMoneyRecords(reader, transferList, {
      limit,
      holds: ({ record, since }) =>
        record.beneficiaryId === beneficiaryId && holds(factsOf(record, since)),
    });
  },
  /** The newest that hold what was typed. */
  findPayments: ({ terms, limit }: RecordQuestion): Sliced<DatedRecord<Transfer>[]> => {
    const holds = holdsAllOf(terms);
    return walkMoneyRecords(reader, transferList, {
      limit,
      holds: ({ record, since }) => holds(factsOf(record, since)),
    });
  },
});

export type PaymentQuestions = Questions<ReturnType<typeof paymentReads>>;
