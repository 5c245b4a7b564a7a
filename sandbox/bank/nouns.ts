import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { Handler } from '../server/noun.ts';
import { accounts } from '../accounts/handlers.ts';
import { authentication } from '../authentication/handlers.ts';
import { beneficiaries } from '../beneficiaries/handlers.ts';
import { conversions } from '../conversions/handlers.ts';
import { onboarding } from '../sub-clients/handlers.ts';
import { receivables } from '../receivables/handlers.ts';
import { remittances } from '../remittances/handlers.ts';
import { statements } from '../statements/handlers.ts';
import { transfers } from '../payments/handlers.ts';
import { webhooks } from '../webhooks/handlers.ts';

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
