import type { OperationName } from '../shared/bank/catalogue.ts';
import type { Handler } from './handler.ts';
import { accounts } from './handlers/accounts.ts';
import { authentication } from './handlers/authentication.ts';
import { beneficiaries } from './handlers/beneficiaries.ts';
import { onboarding } from './handlers/onboarding.ts';
import { statements } from './handlers/statements.ts';

/** One handler per catalogue entry: leave one out and this does not compile. */
export type SandboxHandlers = { readonly [N in OperationName]: Handler<N> };

export const handlers: SandboxHandlers = {
  ...authentication,
  ...onboarding,
  ...accounts,
  ...statements,
  ...beneficiaries,
};

/** Operations that are called without a token. */
export const openToAll: ReadonlySet<string> = new Set<OperationName>(['getToken', 'refreshToken']);
