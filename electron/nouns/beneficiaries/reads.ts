import { inOneSlice } from '../../engines/store/threads/turns.ts';
import type { RecordQuestion } from '../../engines/find/records.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { payeesNamed } from './namesakes.ts';
import { findBeneficiaries, findNearBeneficiaries } from './find.ts';

/** The questions about payees that the reader thread answers. */
export const beneficiaryReads = (reader: CacheReader) => ({
  findBeneficiaries: (question: RecordQuestion) =>
    inOneSlice(() => findBeneficiaries(reader, question)),
  findNearBeneficiaries: (question: RecordQuestion) =>
    inOneSlice(() => findNearBeneficiaries(reader, question)),
  payeesNamed: (names: readonly string[]) => inOneSlice(() => payeesNamed(reader, names)),
});
