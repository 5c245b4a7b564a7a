import { hash } from 'node:crypto';

import { NewBeneficiary } from '../../../shared/bank/beneficiaries.ts';
import {
  isChanging,
  type ChangingOperation,
  type OperationInput,
} from '../../../shared/bank/catalogue.ts';
import { operationWords } from '../../../shared/bank/operation-labels.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { likenessesOf } from '../../engines/submissions/intent/likeness.ts';
import { readInput } from '../../engines/submissions/sent.ts';
import { bankDetailsOf, fingerprintOf } from '../beneficiaries/fingerprint.ts';
import { documentOperation, formOf } from './document.ts';
import { limitIn, mostSold, type Trade } from './limit.ts';

/** The data of one change that rules check. It is read from the payload itself, never from a description. */
export type Order = {
  readonly operation: string;
  /** Empty where the operation has none. */
  readonly account: string;
  /** Identifier of a saved payee, else the account number of the recipient; empty where the operation has none. */
  readonly payee: string;
  /** Null where the operation names none; `unknown` where it cannot be read. */
  readonly money: { readonly amount: string; readonly currency: string } | 'unknown' | null;
  /** Bank details and country that the payload itself names. They override those of a premise. */
  readonly named?: { readonly details: string; readonly country: string };
  /** The payload does not fit its operation. Every condition on operation, account and currency then fits. */
  readonly isUnread?: true;
};

/** Operations that change the bank details of a payee. */
const payeeOperations: ReadonlySet<string> = new Set(['createBeneficiary', 'updateBeneficiary']);

export const changesPayee = ({ operation }: Pick<Order, 'operation'>): boolean =>
  payeeOperations.has(operation);

/** Does the operation take money from an account? One that only names an amount, such as a receivable, does not. */
export const takesMoney = ({ operation, isUnread }: Order): boolean =>
  isUnread === true ||
  !Object.hasOwn(operationWords, operation) ||
  operationWords[operation as keyof typeof operationWords].effect === 'money';

type Read = Pick<Order, 'account' | 'payee' | 'money' | 'named'>;

const nothingNamed: Read = { account: '', payee: '', money: null };

type Readers = {
  readonly [N in ChangingOperation]: (input: OperationInput<N>, trade: Trade | null) => Read;
};

const nothing = (): Read => nothingNamed;

/** Reads the data of each operation. A missing operation does not compile. */
const readers: Readers = {
  createSingleTransfer: ({ body }) => ({
    ...{ account: body.accountNumber, payee: body.beneficiaryId },
    money: moneyOf(body.amount, body.currency),
  }),
  initiateRemittance: ({ body }) => {
    const { recipientAccountNumber: accountNumber, recipientBankBicOrCode } = body;
    const country = body.recipientCountry;
    const details = fingerprintOf({
      ...{ accountNumber, country, bankBicOrCode: recipientBankBicOrCode },
      ...{ name: body.recipientName, bankName: body.recipientBankName ?? '' },
    });
    return {
      ...{ account: body.accountNumber, payee: accountNumber, named: { details, country } },
      money: { amount: body.amount, currency: body.currency },
    };
  },
  createReceivable: ({ body }) => ({
    ...{ account: body.accountNumber, payee: '' },
    money: { amount: body.amount, currency: body.currency },
  }),
  simulateInflow: ({ body }) => ({
    ...{ account: body.accountNumber, payee: '' },
    money: moneyOf(body.amount, body.currency),
  }),
  lockRate: ({ body }, trade) => ({
    ...{ account: body.sellAccountNumber, payee: '', money: trade?.sell ?? 'unknown' },
  }),
  createBeneficiary: ({ body }) => ({
    ...nothingNamed,
    named: { details: fingerprintOf(detailsOf(body)), country: body.country },
  }),
  updateBeneficiary: ({ path }) => ({ ...nothingNamed, payee: path.entityId }),
  ...{ createVirtualAccount: nothing, createSubclient: nothing, updateSubclient: nothing },
  ...{ createSubclientShareholder: nothing, updateSubclientShareholder: nothing },
  ...{ submitSubclient: nothing, deleteSubclient: nothing, uploadSubclientDocuments: nothing },
  ...{ addANewClientConfiguration: nothing, updateClientConfigurationCurrentMode: nothing },
};

const moneyOf = (amount: string, currency: string): Read['money'] =>
  isCurrency(currency) ? { amount, currency } : 'unknown';

/** The bank details in the form that the bank stores once the payee is made. */
const detailsOf = ({
  accountName,
  accountNumber,
  country,
  currencyIso3Code,
  ...payee
}: NewBeneficiary) =>
  bankDetailsOf({
    ...{ accountName, accountNumber, country, currencyIso3Code },
    ...{ bankBicOrCode: payee.bankBicOrCode ?? '', bankName: payee.bankName ?? '' },
    intermediaryBank: withTexts(payee.intermediaryBank, ['bankName', 'bic', 'country']),
    branchInformation: withTexts(payee.branchInformation, ['branchName', 'branchCode', 'city']),
  });

const withTexts = <Field extends string>(
  texts: Readonly<Record<string, string>> | undefined,
  fields: readonly Field[],
): Record<Field, string> | null =>
  texts === undefined
    ? null
    : (Object.fromEntries(fields.map((field) => [field, texts[field] ?? ''])) as Record<
        Field,
        string
      >);

const unreadOrder = (operation: string): Order => ({
  ...{ operation, account: '', payee: '', money: 'unknown', isUnread: true },
});

/** Reads the sent payload of an operation; `trade` is the price of a conversion. An unreadable payload is {@link Order.isUnread}. */
export function orderOf(operation: string, payload: string, trade: Trade | null = null): Order {
  const json = attemptSync((): unknown => JSON.parse(payload));
  if (!json.ok || !isChanging(operation)) return unreadOrder(operation);
  return readAs(operation, readers, json.value, trade) ?? unreadOrder(operation);
}

/** Null for a payload that the operation does not accept completely. */
function readAs<N extends ChangingOperation>(
  operation: N,
  read: Pick<Readers, N>,
  given: unknown,
  trade: Trade | null,
): Order | null {
  const input = wholeInput(operation, given);
  return input && { operation, ...read[operation](input, trade) };
}

function wholeInput<N extends ChangingOperation>(
  operation: N,
  given: unknown,
): OperationInput<N> | null {
  const own = operation === documentOperation ? formOf(given) : given;
  const input = readInput(operation, own);
  return input.ok && hasOnly(own, input.value) ? input.value : null;
}

/** The likenesses that a claim of this payload may name, an empty text for none; null where the payload cannot be read. */
export function claimableLikenesses(operation: string, payload: string): readonly string[] | null {
  const json = attemptSync((): unknown => JSON.parse(payload));
  if (!json.ok || !isChanging(operation)) return null;
  const input = wholeInput(operation, json.value);
  return input && likenessesOf(operation, input);
}

/** Were all fields of `given` read? */
const hasOnly = (given: unknown, read: unknown): boolean =>
  typeof given !== 'object' || given === null
    ? read !== undefined
    : typeof read === 'object' &&
      read !== null &&
      Object.entries(given).every(([field, value]) =>
        hasOnly(value, (read as Record<string, unknown>)[field]),
      );

/** Reads the payload of a line of a request, where a conversion is a limit. */
export function requestedOrderOf(operation: string, payload: string): Order {
  if (operation !== 'lockRate') return orderOf(operation, payload);
  const limit = limitIn(payload);
  if (limit === null) return unreadOrder(operation);
  const money = { amount: mostSold(limit), currency: limit.sellCurrency };
  return { operation, account: limit.sellAccountNumber, payee: '', money };
}

/** Overrides bank details and country of a premise with those that the order itself names, if it does. */
export const asNamed = <P extends { readonly details: string; readonly country: string }>(
  { named }: Order,
  premise: P,
): P => (named === undefined ? premise : { ...premise, ...named });

/** The key of a changed payee: its identifier, or its bank details where it has none yet. */
export const changeName = (payee: string, details: string): string =>
  payee === '' ? `details ${details}` : `payee ${payee}`;

export const payloadHashOf = (payload: string): string => hash('sha256', payload);

/** The key of a payee with these bank details: 32 hexadecimal digits. */
export const payeeName = (payee: string, details: string): string =>
  hash('sha256', JSON.stringify([payee, details])).slice(0, 32);
