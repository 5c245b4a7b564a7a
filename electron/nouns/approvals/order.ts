import { hash } from 'node:crypto';

import { z } from 'zod';

import { operationWords } from '../../../shared/bank/operation-labels.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isDecimal } from '../../../shared/money/decimal.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';

/** What rules ask of one payment. It is read from what is sent, never from what somebody says of it. */
export type Order = {
  readonly operation: string;
  /** Empty where the operation has none. */
  readonly account: string;
  /** Identifier of the payee; empty where the operation has none. */
  readonly payee: string;
  /** Null where the operation moves none; `unknown` where it cannot be read. */
  readonly money: { readonly amount: string; readonly currency: string } | 'unknown' | null;
};

const Transfer = z.object({
  body: z.object({
    accountNumber: z.string(),
    beneficiaryId: z.string(),
    amount: z.string().refine((text) => isDecimal(text) && !text.startsWith('-')),
    currency: z.string().refine(isCurrency),
  }),
});

const OfBeneficiary = z.object({ path: z.object({ entityId: z.string() }) });

/** Operations that change the bank details of a payee. */
const payeeOperations: ReadonlySet<string> = new Set(['createBeneficiary', 'updateBeneficiary']);

export const changesPayee = ({ operation }: Order): boolean => payeeOperations.has(operation);

const movesNoMoney = (operation: string): boolean =>
  Object.hasOwn(operationWords, operation) &&
  operationWords[operation as keyof typeof operationWords].effect !== 'money';

/** Reads the payload of an operation. What cannot be read has no account, no payee and an unknown amount. */
export function orderOf(operation: string, payload: string): Order {
  const money = movesNoMoney(operation) ? null : 'unknown';
  const none: Order = { operation, account: '', payee: '', money };
  const json = attemptSync((): unknown => JSON.parse(payload));
  if (!json.ok) return none;
  if (operation === 'createSingleTransfer') {
    const { data } = Transfer.safeParse(json.value);
    if (data === undefined) return none;
    const { accountNumber: account, beneficiaryId: payee, amount, currency } = data.body;
    return { operation, account, payee, money: { amount, currency } };
  }
  const { data } = OfBeneficiary.safeParse(json.value);
  return { ...none, payee: data?.path.entityId ?? '' };
}

export const payloadHashOf = (payload: string): string => hash('sha256', payload);

/** Stands for a payee with these bank details: 32 hexadecimal digits. */
export const payeeName = (payee: string, details: string): string =>
  hash('sha256', JSON.stringify([payee, details])).slice(0, 32);
