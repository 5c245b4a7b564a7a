import { expect, test } from 'vitest';

import type { Leg, OwnOrder } from '../../electron/engines/submissions/orders/own-orders.ts';
import type { ArrivedDebit } from '../../electron/nouns/exceptions/sources/unexpected/arrived-debit.ts';
import { withoutOrder } from '../../electron/nouns/exceptions/sources/unexpected/without-order.ts';
import { fromUnits } from '../../shared/money/decimal.ts';

const account = '0690000031';

const leg = (units: bigint, isFee = false): Leg => ({
  ...{ accountNumber: account, direction: 'debit', isFee },
  amount: { amount: fromUnits(units), currency: 'USD' },
});

const order = (given: Partial<OwnOrder> = {}): OwnOrder => ({
  ...{ reference: 'PAY-1', operation: 'createSingleTransfer', state: 'accepted' },
  ...{ isConfirmed: true, isVoid: false, sentAt: '2026-11-20T09:00:00.000Z' },
  ...{ payees: ['Harbour Logistics'], legs: [leg(1_000_000n), leg(20_000n, true)] },
  ...given,
});

let made = 0;

const debit = (units: bigint, given: Partial<ArrivedDebit> = {}): ArrivedDebit => {
  made += 1;
  return {
    ...{ key: made, accountNumber: account, entryId: `e${String(made)}`, version: 1, day: 20_777 },
    ...{ units, currency: 'USD', transactionType: 'transfer', reference: 'PAY-1' },
    ...{ transactionDate: '2026-11-20T10:00:00.000Z', narration: '', counterparty: null },
    ...{ isOrdered: false, isLabelled: false },
    ...given,
  };
};

const fee = (units: bigint): ArrivedDebit => debit(units, { transactionType: 'fee' });
const left = (debits: readonly ArrivedDebit[], orders: readonly OwnOrder[]): number[] =>
  withoutOrder(debits, orders).map((one) => debits.indexOf(one));

test('a payment and its fee are explained by their order', () => {
  expect(left([debit(1_000_000n), fee(20_000n)], [order()])).toEqual([]);
});

test('a payment or a fee that is booked twice is explained once', () => {
  const debits = [debit(1_000_000n), fee(20_000n), debit(1_000_000n), fee(20_000n)];
  expect(left(debits, [order()])).toEqual([2, 3]);
});

test.each([
  ['the same amount to another payee', { counterparty: 'Somebody Else' }],
  ['another amount', { units: 1_000_100n }],
  ['another account', { accountNumber: '0690000099' }],
  ['another currency', { currency: 'EUR' }],
  ['another reference', { reference: 'PAY-2' }],
  ['no reference', { reference: '' }],
])('%s is not explained', (_what, given) => {
  expect(left([debit(1_000_000n, given)], [order()])).toEqual([0]);
});

test('the payee is compared as banks write names', () => {
  const debits = [debit(1_000_000n, { counterparty: 'HARBOUR  LOGISTICS' })];
  expect(left(debits, [order()])).toEqual([]);
});

test.each(['refused', 'not-sent', 'not-found'] as const)(
  'what is booked although the order was %s is not explained',
  (state) => {
    expect(left([debit(1_000_000n)], [order({ state })])).toEqual([0]);
  },
);

test.each(['unknown', 'sending'] as const)('an order that is %s explains its booking', (state) => {
  expect(left([debit(1_000_000n)], [order({ state })])).toEqual([]);
});

test('a fee that no review announced is explained once by its order, a payment of that kind never', () => {
  const without = order({ legs: [leg(1_000_000n)] });
  expect(left([fee(30_000n), fee(30_000n), debit(30_000n)], [without])).toEqual([1, 2]);
});

test('a fee as large as the payment does not explain a second payment', () => {
  const same = order({ legs: [leg(1_000_000n), leg(1_000_000n, true)] });
  expect(left([fee(1_000_000n), debit(1_000_000n)], [same])).toEqual([]);
  expect(left([fee(1_000_000n), fee(1_000_000n)], [same])).toEqual([1]);
});

test('an order that was found at the bank explains one booking', () => {
  const found = { isOrdered: true, reference: 'FOUND-1' };
  expect(left([debit(5n, found), debit(5n, found)], [])).toEqual([1]);
});
