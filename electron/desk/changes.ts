import { isChanging, type ChangingOperation } from '../../shared/bank/catalogue.ts';
import { accountChanges } from '../accounts/changes.ts';
import type { Change } from '../submissions/change.ts';
import { conversionChanges } from '../conversions/changes.ts';
import { onboardingChanges } from '../sub-clients/changes.ts';
import { orderChanges } from '../orders/changes.ts';
import { recordChanges } from '../beneficiaries/changes.ts';
import { transferChanges } from '../payments/changes.ts';
import { webhookChanges } from '../webhooks/changes.ts';

/** Every operation with an effect: leave one out and this does not compile. */
const changes: { readonly [N in ChangingOperation]: Change<N> } = {
  ...recordChanges,
  ...onboardingChanges,
  ...conversionChanges,
  ...transferChanges,
  ...orderChanges,
  ...accountChanges,
  ...webhookChanges,
};

/** What the desk knows of an operation that changes the bank. */
export const changeOf = <N extends ChangingOperation>(operation: N): Change<N> =>
  changes[operation];

/** Can anything that the desk asks tell what came of it? Where not, only a person can. */
export const isLookedUp = (operation: string): boolean =>
  isChanging(operation) && changeOf(operation).search.by !== 'person';
