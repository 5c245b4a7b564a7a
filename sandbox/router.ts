import type { OperationName } from '../shared/bank/catalogue.ts';
import type { Handler } from './handler.ts';
import { accounts } from './handlers/accounts.ts';
import { authentication } from './handlers/authentication.ts';
import { beneficiaries } from './handlers/beneficiaries.ts';
import { conversions } from './handlers/conversions.ts';
import { onboarding } from './handlers/onboarding.ts';
import { receivables } from './handlers/receivables.ts';
import { remittances } from './handlers/remittances.ts';
import { statements } from './handlers/statements.ts';
import { transfers } from './handlers/transfers.ts';
import { webhooks } from './handlers/webhooks.ts';

/** One handler per catalogue entry: leave one out and this does not compile. */
export type SandboxHandlers = { readonly [N in OperationName]: Handler<N> };

export const handlers: SandboxHandlers = {
  ...authentication,
  ...onboarding,
  ...accounts,
  ...statements,
  ...conversions,
  ...beneficiaries,
  ...transfers,
  ...remittances,
  ...receivables,
  ...webhooks,
};

/** Operations that are called without a token. */
export const openToAll: ReadonlySet<string> = new Set<OperationName>(['getToken', 'refreshToken']);
