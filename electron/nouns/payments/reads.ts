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

/** The questions about payments that the reader thread answers. */
export const paymentReads = (reader: CacheReader) => ({
  /** Transfers that contain every word, newest first. A rare word makes it read all transfers. */
  findTransfers: (question: {
    readonly search: string;
    readonly limit: number;
  }): Sliced<DatedRecord<Transfer>[]> =>
    inOneSlice(() => findMoneyRecords(reader, transferList, question)),
  /** The newest transfers to one payee that match the terms. */
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
  /** The newest transfers that match the terms. */
  findPayments: ({ terms, limit }: RecordQuestion): Sliced<DatedRecord<Transfer>[]> => {
    const holds = holdsAllOf(terms);
    return walkMoneyRecords(reader, transferList, {
      limit,
      holds: ({ record, since }) => holds(factsOf(record, since)),
    });
  },
});

export type PaymentQuestions = Questions<ReturnType<typeof paymentReads>>;
