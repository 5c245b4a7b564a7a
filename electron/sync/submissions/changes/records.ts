import { timestampNow } from '../../../context.ts';
import type { Submission } from '../../../store/submissions.ts';
import { refreshBeneficiaries } from '../../lists/beneficiaries.ts';
import type { ChangesOf, Search } from './change.ts';

const theList: Search = {
  by: 'reading',
  read: (parts, _submission, context) => refreshBeneficiaries(parts, context),
};

/** Changes of a saved record: reading it again tells what came of them. */
export const recordChanges: ChangesOf<'updateBeneficiary' | 'createBeneficiary'> = {
  updateBeneficiary: {
    // The specification's record carries no identifier of its own.
    keep: ({ cache, clock }, beneficiary, { subject }: Submission) =>
      cache.saveBeneficiary({ ...beneficiary, entityId: subject }, timestampNow(clock)),
    search: theList,
  },
  createBeneficiary: {
    recordId: ({ beneficiary }) => beneficiary.entityId,
    keep: ({ cache, clock }, { beneficiary }) =>
      cache.saveBeneficiary(beneficiary, timestampNow(clock)),
    search: theList,
  },
};
