import type { OperationName } from '../../../shared/bank/catalogue.ts';

/** By which list of the bank a change without an answer is looked up; the statement serves the others. */
export const lookupsOf = (operation: string): readonly OperationName[] => lists[operation] ?? [];

const lists: Readonly<Record<string, readonly OperationName[]>> = {
  createSingleTransfer: ['findTransfers'],
  lockRate: ['getAllTrades'],
  createBeneficiary: ['getAllBeneficiaries'],
  updateBeneficiary: ['getBeneficiary'],
};
