import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import { timestampNow } from '../../../context.ts';
import type { Submission } from '../../../store/submissions.ts';
import { refreshBeneficiaries } from '../../lists/beneficiaries.ts';
import { refreshSubClient } from '../../lists/sub-clients.ts';
import type { ChangeParts, ChangesOf, Search } from './change.ts';

const theList: Search = {
  by: 'reading',
  read: (parts, _submission, context) => refreshBeneficiaries(parts, context),
};

type Path = { readonly clientId: string; readonly id: string };

const theSubClient: Search = {
  by: 'reading',
  read: (parts, { payload }, context) => {
    const { path } = JSON.parse(payload) as { path: Path };
    return refreshSubClient(parts, path, context);
  },
};

/** Sections 4.5 and 4.6 answer with the sub-client as it is then. */
const keepSubClient = ({ cache, clock }: ChangeParts, subClient: SubClient): Promise<void> =>
  cache.saveSubClient(subClient, timestampNow(clock));

/** Changes of a saved record: reading it again tells what came of them. */
export const recordChanges: ChangesOf<
  | 'updateBeneficiary'
  | 'createBeneficiary'
  | 'submitSubclient'
  | 'deleteSubclient'
  | 'uploadSubclientDocuments'
> = {
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
  submitSubclient: { keep: keepSubClient, search: theSubClient },
  deleteSubclient: { keep: keepSubClient, search: theSubClient },
  // The file is queued anew: its bytes do not stand in the journal.
  uploadSubclientDocuments: { recordId: ({ id }) => id, isOnce: true, search: theSubClient },
};
