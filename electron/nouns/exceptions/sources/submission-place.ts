import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import type { ExceptionPlace } from '../../../../shared/ipc/review/exceptions.ts';
import type { TroubledSubmission } from '../../../engines/submissions/journal/troubled-submissions.ts';

type Place = (submission: TroubledSubmission) => ExceptionPlace;

const subClient: Place = ({ about, subject }) => ({
  view: 'sub-clients',
  entityId: about?.counterpartyId ?? subject,
});

const places: Readonly<Partial<Record<OperationName, Place>>> = {
  createSingleTransfer: ({ reference }) => ({ view: 'payments', reference }),
  lockRate: ({ recordId }) => ({
    view: 'conversions',
    ...(recordId === null ? {} : { tradeId: recordId }),
  }),
  initiateRemittance: ({ recordId }) => ({
    view: 'remittances',
    ...(recordId === null ? {} : { id: recordId }),
  }),
  createReceivable: ({ recordId }) => ({
    view: 'receivables',
    ...(recordId === null ? {} : { id: recordId }),
  }),
  updateBeneficiary: ({ subject }) => ({ view: 'beneficiaries', entityId: subject }),
  createBeneficiary: ({ recordId }) => ({
    view: 'beneficiaries',
    ...(recordId === null ? {} : { entityId: recordId }),
  }),
  createVirtualAccount: ({ recordId }) => ({
    view: 'accounts',
    ...(recordId === null ? {} : { accountNumber: recordId }),
  }),
  createSubclient: ({ recordId }) => ({
    view: 'sub-clients',
    ...(recordId === null ? {} : { entityId: recordId }),
  }),
  updateSubclient: subClient,
  createSubclientShareholder: subClient,
  updateSubclientShareholder: subClient,
  submitSubclient: subClient,
  deleteSubclient: subClient,
  uploadSubclientDocuments: subClient,
};

/** Returns where the window shows the subject of a submission; null where there is no such place. */
export const placeOf = (submission: TroubledSubmission): ExceptionPlace | null =>
  places[submission.operation as OperationName]?.(submission) ?? null;
