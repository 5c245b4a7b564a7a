import {
  catalogue,
  operationNames,
  type OperationName,
} from '../../../../shared/bank/catalogue.ts';
import type { OperationRow, OperationState } from '../../../../shared/ipc/desk/settings.ts';
import { isConfirmed, type BankFile } from './bank-file.ts';

/** Returns every operation of the specification with its state at a bank, in the specification's order. */
export const operationRowsOf = (bankFile: BankFile): OperationRow[] =>
  operationNames.map((name) => {
    const { title, group, method, path, effect, origin } = catalogue[name];
    const override = bankFile.operations[name];
    return {
      name,
      title,
      group,
      method: override?.method ?? method,
      path: override?.path ?? path,
      effect,
      origin,
      state: stateOf(bankFile, name),
      isOverridden: Object.values(override ?? {}).some((part) => part !== undefined),
    };
  });

function stateOf(bankFile: BankFile, name: OperationName): OperationState {
  if (catalogue[name].origin === 'specified') return 'specified';
  if (!isConfirmed(bankFile, name)) return 'closed';
  return Object.hasOwn(bankFile.operations, name) ? 'confirmed' : 'sandbox';
}
