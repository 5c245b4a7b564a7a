import { isOperationName, type OperationName } from '../../../../shared/bank/catalogue.ts';
import { accountChanges } from './accounts.ts';
import type { Change } from './change.ts';
import { conversionChanges } from './conversions.ts';
import { onboardingChanges } from './onboarding.ts';
import { orderChanges } from './orders.ts';
import { recordChanges } from './records.ts';
import { transferChanges } from './transfers.ts';
import { webhookChanges } from './webhooks.ts';

const changes: { readonly [N in OperationName]?: Change<N> } = {
  ...recordChanges,
  ...onboardingChanges,
  ...conversionChanges,
  ...transferChanges,
  ...orderChanges,
  ...accountChanges,
  ...webhookChanges,
};

/** Can anything tell what came of it? Where not, only a person can. */
export function isLookedUp(operation: string): boolean {
  const { search, booking } = isOperationName(operation) ? changeOf(operation) : {};
  return search !== undefined || booking !== undefined;
}

/** What the desk knows of an operation that changes the bank; nothing special where it is not listed. */
export const changeOf = (operation: OperationName): Change<OperationName> =>
  changes[operation] ?? {};
