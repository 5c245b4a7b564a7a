import type { OperationName } from '../../../shared/bank/catalogue.ts';

/** What is read at the bank to see what came of a change of a record; of several in one place any one tells it. */
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

/** Whether the bank leaves closed what would tell what came of it: then nobody but the bank itself can. */
export const isReadClosed = (operation: string, closed: readonly OperationName[]): boolean =>
  reads[operation]?.some((either) => either.every((name) => closed.includes(name))) === true;
