import type { z } from 'zod';

import { accounts } from './accounts.ts';
import { authentication } from './authentication.ts';
import { beneficiaries } from './beneficiaries.ts';
import { conversions } from './conversions.ts';
import { onboarding } from './onboarding.ts';
import type { operationWords } from './operation-labels.ts';
import type { Operation } from './operation.ts';
import { receivables } from './receivables.ts';
import { remittances } from './remittances.ts';
import { statements } from './statements.ts';
import { transfers } from './transfers.ts';
import { webhooks } from './webhooks.ts';

/** Every operation of the bank that Nostro knows, by the specification's words in camelCase. */
export const catalogue = {
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
} satisfies typeof operationWords & Record<string, Operation>;

type Catalogue = typeof catalogue;
export type OperationName = keyof Catalogue;

/** The decoded form: amounts are decimal text. */
export type OperationInput<N extends OperationName> = z.output<Catalogue[N]['input']>;
export type OperationOutput<N extends OperationName> = z.output<Catalogue[N]['output']>;

type Acts<N extends OperationName> = Catalogue[N]['effect'] extends 'read'
  ? never
  : Catalogue[N]['group'] extends 'Authentication'
    ? never
    : N;

/**
 * The operations that change something at the bank and go through the journal: all with an effect, except those of the session. Apart from
 * the password, these change nothing that the bank stores.
 */
export type ChangingOperation = { [N in OperationName]: Acts<N> }[OperationName];

export const isChanging = (name: string): name is ChangingOperation =>
  isOperationName(name) &&
  catalogue[name].effect !== 'read' &&
  catalogue[name].group !== 'Authentication';

export const operationNames = Object.keys(catalogue) as OperationName[];

export const isOperationName = (name: string): name is OperationName =>
  Object.hasOwn(catalogue, name);
