import { inOneSlice } from '../store/turns.ts';
import type { RecordQuestion } from '../find/records.ts';
import type { CacheReader } from '../store/database.ts';
import { findBeneficiaries } from './find.ts';

/** What the thread that only reads answers of payees. */
export const beneficiaryReads = (reader: CacheReader) => ({
  findBeneficiaries: (question: RecordQuestion) =>
    inOneSlice(() => findBeneficiaries(reader, question)),
});
