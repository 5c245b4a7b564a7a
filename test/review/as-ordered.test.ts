import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { OwnOrder } from '../../electron/engines/submissions/orders/own-orders.ts';
import { bookedAsOrdered, type OrderEntry } from '../../electron/nouns/review/as-ordered.ts';
import { groupsOf } from '../../electron/nouns/review/own-groups.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

const order = (given: Partial<OwnOrder> = {}): OwnOrder => ({
  reference: 'PAY-1',
  operation: 'createSingleTransfer',
  state: 'accepted',
  isConfirmed: true,
  isVoid: false,
  sentAt: '2026-11-24T08:33:00.000Z',
  payees: ['Clearwell Audit LLP'],
  legs: [
    { accountNumber: '4888', direction: 'debit', amount: usd('1840.25'), isFee: false },
    { accountNumber: '4888', direction: 'debit', amount: usd('2.50'), isFee: true },
  ],
  ...given,
});

const payment = (given: Partial<OrderEntry> = {}): OrderEntry => ({
  id: 'E-1',
  version: 1,
  accountNumber: '4888',
  amount: usd('1840.25'),
  direction: 'debit',
  transactionType: 'transfer',
  transactionDate: '2026-11-24T08:33:10.000Z',
  day: '2026-11-24',
  customReference: 'PAY-1',
  withdrawnAt: null,
  rewritten: false,
  read: false,
  counterparty: null,
  isFlagged: false,
  isDoubtful: false,
  ...given,
});

const fee = (given: Partial<OrderEntry> = {}): OrderEntry =>
  payment({ id: 'E-2', amount: usd('2.50'), transactionType: 'fee', ...given });

const both = [payment(), fee()];

test('a payment and its fee that equal the order to the cent are as ordered, in any order', () => {
  for (const entries of [both, both.toReversed()])
    expect(bookedAsOrdered(order(), entries)?.map(({ entry }) => entry.id)).toEqual(['E-1', 'E-2']);
});

describe('nothing is as ordered', () => {
  test.each<[string, OrderEntry[]]>([
    ['the payment is a cent more', [payment({ amount: usd('1840.26') }), fee()]],
    ['the payment is a cent less', [payment({ amount: usd('1840.24') }), fee()]],
    ['the fee is a cent more', [payment(), fee({ amount: usd('2.51') })]],
    [
      'the fee is in another currency',
      [payment(), fee({ amount: { amount: '2.50', currency: 'EUR' } })],
    ],
    ['no fee is booked yet', [payment()]],
    ['only the fee is booked', [fee()]],
    ['the fee is booked twice', [...both, fee({ id: 'E-3' })]],
    ['the payment is booked twice', [...both, payment({ id: 'E-3' })]],
    ['two entries of one reference, and no fee', [payment(), payment({ id: 'E-3' })]],
    [
      'a debit of another account has the reference',
      [...both, payment({ id: 'E-3', accountNumber: '7345' })],
    ],
    ['both are of another account', both.map((entry) => ({ ...entry, accountNumber: '7345' }))],
    ['the fee is of another account', [payment(), fee({ accountNumber: '7345' })]],
    [
      'the payment came back',
      [...both, payment({ id: 'E-3', direction: 'credit', transactionType: 'return' })],
    ],
    ['it is a credit', [payment({ direction: 'credit' }), fee()]],
    ['the currency differs', [payment({ amount: { amount: '1840.25', currency: 'EUR' } }), fee()]],
    ['the bank took an entry back', [payment({ withdrawnAt: '2026-11-24T09:00:00.000Z' }), fee()]],
    [
      'a first booking was taken back',
      [...both, payment({ id: 'E-0', withdrawnAt: '2026-11-24T08:34:00.000Z' })],
    ],
    ['the bank changed an entry', [payment({ rewritten: true }), fee()]],
    ['a person flagged the fee', [payment(), fee({ isFlagged: true })]],
    ['its day does not hold', [payment({ isDoubtful: true }), fee()]],
    ['the bank names another payee', [payment({ counterparty: 'Clearwel Audit GmbH' }), fee()]],
    ['the bank names a masked payee', [payment({ counterparty: 'CL••••LL AUDIT LLP' }), fee()]],
    ['the bank cut the reference', both.map((entry) => ({ ...entry, customReference: 'PAY' }))],
    ['it is called a fee', [payment({ transactionType: 'fee' }), fee()]],
    ['nothing is booked', []],
  ])('where %s', (_, entries) => {
    expect(bookedAsOrdered(order(), entries)).toBeNull();
  });

  test.each<[string, Partial<OwnOrder>]>([
    ['it has no outcome', { state: 'unknown' }],
    ['it is being sent', { state: 'sending' }],
    ['the bank refused it', { state: 'refused' }],
    ['the bank did not find it', { state: 'not-found' }],
    ['the bank did not confirm that it is ours', { isConfirmed: false }],
    ['the bank says that it failed', { isVoid: true }],
    ['what was sent cannot be read back', { legs: [] }],
  ])('by an order where %s', (_, given) => {
    expect(bookedAsOrdered(order(given), both)).toBeNull();
  });

  test('where a fee is booked that nothing announced', () => {
    const [leg] = order().legs;
    const quiet = order({ legs: leg ? [leg] : [] });
    expect(bookedAsOrdered(quiet, both)).toBeNull();
    expect(bookedAsOrdered(quiet, [payment()])).toHaveLength(1);
  });

  test('where a payment as large as its fee is booked twice', () => {
    const alike = order({
      legs: order().legs.map((leg) => ({ ...leg, amount: usd('2.50') })),
    });
    const small = payment({ amount: usd('2.50') });
    expect(bookedAsOrdered(alike, [small, { ...small, id: 'E-2' }])).toBeNull();
    expect(bookedAsOrdered(alike, [small, fee()])).toHaveLength(2);
  });
});

test.each([
  'Clearwell Audit LLP',
  'CLEARWELL  AUDIT LLP ',
  'Cléarwell Audit LLP',
  ' ',
  'NOTPROVIDED',
])('the bank may write the payee as “%s”', (counterparty) => {
  expect(bookedAsOrdered(order(), [payment({ counterparty }), fee()])).toHaveLength(2);
});

test('a payee’s name may be cut where payment messages cut it, and nowhere else', () => {
  const name = 'Okonkwo & Daughters Agricultural Exports';
  const booked = (counterparty: string) =>
    bookedAsOrdered(order({ payees: [name] }), [payment({ counterparty }), fee()]);
  expect(booked(name.slice(0, 35))).toHaveLength(2);
  expect(booked(name.slice(0, 34))).toBeNull();
});

test('a fee may be called otherwise where its amount is not the payment’s', () => {
  expect(bookedAsOrdered(order(), [payment(), fee({ transactionType: 'CHARGES' })])).toHaveLength(
    2,
  );
});

test('some banks send debits with a minus sign; a credit with one is no credit', () => {
  const signed = [payment({ amount: usd('-1840.25') }), fee({ amount: usd('-2.50') })];
  expect(bookedAsOrdered(order(), signed)).toHaveLength(2);
  const credit = payment({ amount: usd('-1840.25'), direction: 'credit' });
  expect(bookedAsOrdered(order(), [credit, fee()])).toBeNull();
});

test('the payee’s own side of a payment between own accounts does not count', () => {
  const received = payment({ id: 'E-9', accountNumber: '7345', direction: 'credit' });
  expect(bookedAsOrdered(order(), [...both, received])?.map(({ entry }) => entry.id)).toEqual([
    'E-1',
    'E-2',
  ]);
});

test('a conversion is as ordered with both its legs and the fee of its quote', () => {
  const deal = order({
    operation: 'lockRate',
    payees: [],
    legs: [
      { accountNumber: '4888', direction: 'debit', amount: usd('100.00'), isFee: false },
      {
        accountNumber: '9916',
        direction: 'credit',
        amount: { amount: '78.10', currency: 'GBP' },
        isFee: false,
      },
    ],
  });
  const sold = payment({ amount: usd('100.00'), counterparty: 'Nostro Bank' });
  const bought = payment({
    id: 'E-2',
    accountNumber: '9916',
    direction: 'credit',
    amount: { amount: '78.10', currency: 'GBP' },
  });
  expect(bookedAsOrdered(deal, [sold, bought])).toHaveLength(2);
  expect(bookedAsOrdered(deal, [sold])).toBeNull();
  expect(
    bookedAsOrdered(deal, [sold, { ...bought, amount: { amount: '78.09', currency: 'GBP' } }]),
  ).toBeNull();
});

/** Orders of one cent to a million, each with a fee, booked to the cent. */
const drawn = fc.array(
  fc.record({
    units: fc.integer({ min: 1, max: 100_000_000 }).map((cents) => BigInt(cents) * 100n),
    feeUnits: fc.integer({ min: 0, max: 5_000 }).map((cents) => BigInt(cents) * 100n),
    account: fc.constantFrom('4888', '9916', '7345'),
    isRead: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

const scene = (
  all: readonly { units: bigint; feeUnits: bigint; account: string; isRead: boolean }[],
) => {
  const orders = all.map(({ units, feeUnits, account }, at) =>
    order({
      reference: `PAY-${String(at)}`,
      legs: [
        {
          accountNumber: account,
          direction: 'debit' as const,
          amount: usd(fromUnits(units, 2)),
          isFee: false,
        },
        {
          accountNumber: account,
          direction: 'debit' as const,
          amount: usd(fromUnits(feeUnits, 2)),
          isFee: true,
        },
      ].filter(({ amount }) => amount.amount !== '0.00'),
    }),
  );
  const entries = orders.flatMap(({ reference, legs }, at) =>
    legs.map(({ accountNumber, amount, isFee }) =>
      payment({
        ...{ accountNumber, amount, customReference: reference, read: all[at]?.isRead ?? false },
        id: `${reference} ${isFee ? 'fee' : 'payment'}`,
        transactionType: isFee ? 'fee' : 'transfer',
      }),
    ),
  );
  return { orders, entries };
};

test('whatever was ordered and booked to the cent, a group has exactly the unread entries, and every difference is nil', () => {
  fc.assert(
    fc.property(drawn, (all) => {
      const { orders, entries } = scene(all);
      const groups = groupsOf(orders, entries, new Map());
      expect(groups.flatMap((group) => group.entries.map(({ id }) => id)).toSorted()).toEqual(
        entries
          .filter(({ read }) => !read)
          .map(({ id }) => id)
          .toSorted(),
      );
      for (const { sums, orders: count, fees } of groups) {
        expect(sums.every(({ difference }) => difference.amount === '0.00')).toBe(true);
        expect(sums.reduce((sum, one) => sum + one.entries, 0)).toBe(count + fees);
      }
    }),
    { numRuns: 60 },
  );
});

test('one entry that differs by any cents takes its whole order out of the group, and no other', () => {
  const off = fc.integer({ min: -500, max: 500 }).filter((cents) => cents !== 0);
  fc.assert(
    fc.property(drawn, fc.nat(), off, (all, place, cents) => {
      const { orders, entries } = scene(all.map((one) => ({ ...one, isRead: false })));
      const at = place % entries.length;
      const wrong = entries.map((entry, index) => {
        const units = toUnits(entry.amount.amount) + BigInt(cents) * 100n;
        return index === at && units > 0n ? { ...entry, amount: usd(fromUnits(units, 2)) } : entry;
      });
      fc.pre(wrong[at] !== entries[at]);
      const grouped = new Set(
        groupsOf(orders, wrong, new Map()).flatMap((group) => group.entries.map(({ id }) => id)),
      );
      for (const { id, customReference } of entries)
        expect(grouped.has(id)).toBe(customReference !== entries[at]?.customReference);
    }),
    { numRuns: 60 },
  );
});

test('own orders of a file are one group; others are grouped by operation and day', () => {
  const entries = [
    payment({ customReference: 'A' }),
    payment({ customReference: 'B', id: 'E-2' }),
    payment({ customReference: 'C', id: 'E-3', day: '2026-11-23' }),
    payment({ customReference: 'D', id: 'E-4' }),
  ];
  const [leg] = order().legs;
  const orders = entries.map(({ customReference }) =>
    order({ reference: customReference, legs: leg ? [leg] : [] }),
  );
  const file = { fileId: 'F', fileName: 'payments-30.csv', addedAt: '2026-11-24T08:31:00.000Z' };
  const files = new Map(['A', 'C'].map((reference) => [reference, { ...file, reference }]));
  const groups = groupsOf(orders, entries, files);
  expect(groups.map(({ id, orders: count }) => [id, count])).toEqual([
    ['createSingleTransfer 2026-11-24', 2],
    ['file F', 2],
  ]);
  expect(groupsOf(orders, entries, files, '7345')).toEqual([]);
});
