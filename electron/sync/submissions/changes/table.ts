import { isOperationName, type OperationName } from '../../../../shared/bank/catalogue.ts';
import type { Change } from './change.ts';
import { conversionChanges } from './conversions.ts';
import { orderChanges } from './orders.ts';
import { recordChanges } from './records.ts';
import { transferChanges } from './transfers.ts';

const changes: { readonly [N in OperationName]?: Change<N> } = {
  ...recordChanges,
  ...conversionChanges,
  ...transferChanges,
  ...orderChanges,
};

/** Can anything tell what came of it? Where not, only a person can. */
export function isLookedUp(operation: string): boolean {
  const { search, booking } = isOperationName(operation) ? changeOf(operation) : {};
  return search !== undefined || booking !== undefined;
}

/** What the desk knows of an operation that changes the bank; nothing special where it is not listed. */
export const changeOf = (operation: OperationName): Change<OperationName> =>
  changes[operation] ?? {};
