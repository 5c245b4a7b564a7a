import { hash } from 'node:crypto';

import { z } from 'zod';

import { operationWords } from '../../../shared/bank/operation-labels.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isDecimal } from '../../../shared/money/decimal.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { bankDetailsOf, fingerprintOf } from '../beneficiaries/fingerprint.ts';

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

const text = z.string().default('');
const bank = z.record(z.string(), z.string()).nullish().default(null);
const Created = z.object({
  body: z.object({
    ...{ accountName: text, accountNumber: text, bankBicOrCode: text, bankName: text },
    ...{ country: text, currencyIso3Code: text, intermediaryBank: bank, branchInformation: bank },
  }),
});

/** The fingerprint of the bank details that a new payee is created with; empty for a payload without them. */
export function createdDetails(operation: string, payload: string): string {
  if (operation !== 'createBeneficiary') return '';
  const json = attemptSync((): unknown => JSON.parse(payload));
  const { data } = Created.safeParse(json.ok ? json.value : null);
  return data === undefined || data.body.accountNumber === ''
    ? ''
    : fingerprintOf(bankDetailsOf(data.body));
}

/** Names a changed payee, by its identifier or by its bank details where it has none yet. */
export const changeName = (payee: string, details: string): string =>
  payee === '' ? `details ${details}` : `payee ${payee}`;

export const payloadHashOf = (payload: string): string => hash('sha256', payload);

/** Stands for a payee with these bank details: 32 hexadecimal digits. */
export const payeeName = (payee: string, details: string): string =>
  hash('sha256', JSON.stringify([payee, details])).slice(0, 32);
