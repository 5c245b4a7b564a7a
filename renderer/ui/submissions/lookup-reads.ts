import type { OperationName } from '../../../shared/bank/catalogue.ts';

/** The reads that show the outcome of a change of a record; of several in one place any one suffices. */
const reads: Readonly<Partial<Record<string, readonly (readonly OperationName[])[]>>> = {
  createBeneficiary: [['getAllBeneficiaries']],
  updateBeneficiary: [['getBeneficiary', 'getAllBeneficiaries']],
  createSubclient: [['getAllSubclients']],
  updateSubclient: [['getSubclient']],
  submitSubclient: [['getSubclient']],
  deleteSubclient: [['getSubclient']],
  createSubclientShareholder: [['getSubclientShareholders']],
  updateSubclientShareholder: [['getSubclientShareholders']],
  uploadSubclientDocuments: [['getSubclient'], ['getSubclientDocuments']],
};

/** Whether the bank file closes every read that would show the outcome: then only the bank itself knows. */
export const isReadClosed = (operation: string, closed: readonly OperationName[]): boolean =>
  reads[operation]?.some((either) => either.every((name) => closed.includes(name))) === true;
