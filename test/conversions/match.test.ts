import { describe, expect, test } from 'vitest';

import {
  fourWayMatch,
  type MatchSources,
} from '../../electron/nouns/conversions/four-way-match.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { BookedLeg } from '../../shared/ipc/changes/conversions.ts';
import type { AgreedQuote } from '../../shared/ipc/submissions.ts';

const exchange = {
  sellCurrency: 'USD',
  buyCurrency: 'EUR',
  sellAmount: '1000.00',
  buyAmount: '864.12',
  rate: '0.86412',
  fee: '1.00',
};
const settledAt = '2026-11-20T15:30:05.000Z';
const later = '2026-11-20T16:00:00.000Z';
const trade: Trade = {
  ...exchange,
  tradeId: 'T-1',
  lockId: 'L-1',
  quoteId: 'Q-1',
  reference: 'R-1',
  status: 'settled',
  reason: '',
  sellAccountNumber: '1',
  buyAccountNumber: '2',
  createdAt: settledAt,
  settledAt,
  expiresAt: null,
};
const usd = (amount: string) => ({ amount, currency: 'USD' });
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const leg = (
  of: BookedLeg['leg'],
  amount: BookedLeg['amount'],
  entryId = `E-${of}`,
): BookedLeg => ({
  leg: of,
  accountNumber: of === 'bought' ? '2' : '1',
  entryId,
  amount,
  bookedAt: settledAt,
});
const legs = [leg('sold', usd('1000.00')), leg('fee', usd('1.00')), leg('bought', eur('864.12'))];

const agreed: AgreedQuote = {
  quoteId: 'Q-1',
  sell: usd('1000.00'),
  buy: eur('864.12'),
  rate: '0.864120',
  fee: usd('1.00'),
  expiresAt: settledAt,
};
const lock = { ...trade, expiresAt: settledAt, status: 'locked' };
const elsewhere = 'The deal was not made at this desk: its quote and lock are not known.';

const match = (other: Partial<MatchSources> = {}) =>
  fourWayMatch({
    agreed,
    lock,
    trade,
    legs,
    statementAsOf: () => null,
    ...other,
  });

test('four sources that agree match; noughts at the end of a rate count for nothing', () => {
  const { state, columns, findings } = match();
  expect({ state, findings }).toEqual({ state: 'matched', findings: [] });
  expect(columns.map(({ source, record }) => [source, record])).toEqual([
    ['quote', 'Q-1'],
    ['lock', 'L-1'],
    ['trade', 'T-1'],
    ['booked', 'E-sold · E-fee · E-bought'],
  ]);
});

test.each<[string, Partial<MatchSources>, RegExp]>([
  [
    'a trade at another rate',
    { trade: { ...trade, rate: '0.86411' } },
    /^Rate: the trade says 0\.86411, the quote says 0\.864120\.$/,
  ],
  [
    'a lock of a cent less',
    { lock: { ...trade, buyAmount: '864.11', expiresAt: settledAt } },
    /^Bought: the lock says 864\.11 EUR, the quote says 864\.12 EUR\.$/,
  ],
  [
    'another currency',
    { trade: { ...trade, buyCurrency: 'GBP' } },
    /^Bought: the trade says 864\.12 GBP/,
  ],
  [
    'a sale that is booked twice',
    { legs: [...legs, leg('sold', usd('1000.00'), 'E-again')] },
    /^Sold: the statement says 2,000\.00 USD/,
  ],
  [
    'a larger fee',
    { legs: [legs[0]!, leg('fee', usd('2.00')), legs[2]!] },
    /^Fee: the statement says 2\.00 USD, the quote says 1\.00 USD\.$/,
  ],
])('%s differs', (_, sources, finding) => {
  const { state, findings } = match(sources);
  expect(state).toBe('differs');
  expect(findings[0]).toMatch(finding);
});

test('a fee that no source announced differs', () => {
  const { state, findings } = match({
    agreed: null,
    lock: null,
    trade: { ...trade, fee: null },
  });
  expect(state).toBe('differs');
  expect(findings[0]).toBe('A fee of 1.00 USD is booked that was never announced.');
});

test('a figure is compared with the first source that states it, which the sentence names', () => {
  const { findings } = match({
    agreed: { ...agreed, fee: null },
    lock: null,
    legs: [legs[0]!, leg('fee', usd('2.00')), legs[2]!],
  });
  expect(findings[0]).toBe('Fee: the statement says 2.00 USD, the trade says 1.00 USD.');
});

describe('a leg that is not there yet is open', () => {
  const notYet = (what: string, account: string): string =>
    `The ${what} not booked in the local copy yet: a sync of ${account} brings it.`;
  const missing = (what: string, account: string): string =>
    `The ${what} not in the statement of ${account}, which was read since.`;

  test.each<[string, BookedLeg['leg'][], string[]]>([
    ['the sale', ['fee', 'bought'], [notYet('sale is', '1')]],
    ['the fee', ['sold', 'bought'], [notYet('fee is', '1')]],
    ['the purchase', ['sold', 'fee'], [notYet('purchase is', '2')]],
    ['both of an account', ['bought'], [notYet('sale and the fee are', '1')]],
    ['everything', [], [notYet('sale and the fee are', '1'), notYet('purchase is', '2')]],
  ])('%s', (_, booked, findings) => {
    expect(match({ legs: legs.filter((one) => booked.includes(one.leg)) })).toMatchObject({
      state: 'open',
      findings,
    });
  });

  test('and a statement that was read since says so, account by account', () => {
    const statementAsOf = (account: string) => (account === '2' ? later : null);
    expect(match({ legs: [], statementAsOf }).findings).toEqual([
      notYet('sale and the fee are', '1'),
      missing('purchase is', '2'),
    ]);
  });

  test.each<[string, Partial<Trade>, boolean]>([
    ['as it was settled', { settledAt: later }, false],
    ['after it was settled', { settledAt, createdAt: later }, true],
    [
      'as it was made, where no source says when it was settled',
      { settledAt: null, createdAt: later },
      false,
    ],
    [
      'after it was made, where no source says when it was settled',
      { settledAt: null, createdAt: settledAt },
      true,
    ],
    [
      'at any time, where no source says when it was made',
      { settledAt: null, createdAt: null },
      true,
    ],
  ])('and a statement was read %s', (_, given, isMissing) => {
    const { findings } = match({
      trade: { ...trade, ...given },
      legs: legs.slice(0, 2),
      statementAsOf: () => later,
    });
    expect(findings).toEqual([
      isMissing ? missing('purchase is', '2') : notYet('purchase is', '2'),
    ]);
  });
});

test.each([
  ['', 'The bank has not settled the trade. Its status is “awaiting_funds”.'],
  ['No cover', 'The bank has not settled the trade. Its status is “awaiting_funds”: No cover.'],
])('a trade that is not settled is shown with the bank’s words: %s', (reason, finding) => {
  const unsettled = { ...trade, settledAt: null, status: 'awaiting_funds', reason };
  expect(match({ trade: unsettled, legs: [] })).toMatchObject({
    state: 'open',
    findings: [finding],
  });
  expect(match({ trade: unsettled }).state).toBe('matched');
  expect(match({ trade: unsettled, agreed: null, lock: null, legs: [] }).findings).toEqual([
    elsewhere,
    finding,
  ]);
});

test('nothing booked names no record of the statement', () => {
  const { columns } = match({ legs: [] });
  expect(columns[3]).toEqual({
    source: 'booked',
    sell: null,
    buy: null,
    rate: null,
    fee: null,
    record: null,
  });
});

test.each([
  [
    'L-1',
    'No answer to the lock came; the trade was found by its reference and names the lock L-1.',
  ],
  ['', 'No answer to the lock came; the trade was found by its reference.'],
])(
  'a lock whose answer was lost is shown, and gives no reason to doubt the rest: %s',
  (lockId, finding) => {
    expect(match({ lock: null, trade: { ...trade, lockId } })).toMatchObject({
      state: 'matched',
      findings: [finding],
    });
  },
);

test('a trade without a fee needs no fee booked', () => {
  const free = { ...trade, fee: '0.00' };
  const unfeed = [legs[0]!, legs[2]!];
  for (const fee of ['0.00', null])
    expect(
      match({
        agreed: { ...agreed, fee: null },
        lock: { ...lock, fee },
        trade: { ...trade, fee },
        legs: unfeed,
      }),
    ).toMatchObject({ state: 'matched', findings: [] });
  expect(match({ trade: free, lock: null, legs: [legs[0]!, legs[2]!] }).findings).toContain(
    'Fee: the trade says 0.00 USD, the quote says 1.00 USD.',
  );
});

test('a trade that was made elsewhere stays open: nothing here says what was agreed', () => {
  const { state, findings } = match({ agreed: null, lock: null });
  expect(state).toBe('open');
  expect(findings).toEqual([elsewhere]);
});
