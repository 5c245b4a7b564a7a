import { expect, test } from 'vitest';

import { fourWayMatch, type MatchSources } from '../../electron/sync/conversions/four-way-match.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { BookedLeg } from '../../shared/ipc/conversion-records.ts';

const exchange = {
  sellCurrency: 'USD',
  buyCurrency: 'EUR',
  sellAmount: '1000.00',
  buyAmount: '864.12',
  rate: '0.86412',
  fee: '1.00',
};
const settledAt = '2026-11-20T15:30:05.000Z';
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

const match = (other: Partial<MatchSources> = {}) =>
  fourWayMatch({
    agreed: {
      quoteId: 'Q-1',
      sell: usd('1000.00'),
      buy: eur('864.12'),
      rate: '0.864120',
      fee: usd('1.00'),
      expiresAt: settledAt,
    },
    lock: { ...trade, expiresAt: settledAt, status: 'locked' },
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

test('a fee that nobody told of differs', () => {
  const { state, findings } = match({
    agreed: null,
    lock: null,
    trade: { ...trade, fee: null },
  });
  expect(state).toBe('differs');
  expect(findings[0]).toBe('A fee of 1.00 USD is booked that was never told.');
});

test('a leg that is not there yet is open; a statement that was read since says so', () => {
  const { state, findings } = match({
    legs: legs.slice(0, 2),
    statementAsOf: () => '2026-11-20T16:00:00.000Z',
  });
  expect(state).toBe('open');
  expect(findings).toEqual(['The purchase is not in the statement of 2, which was read since.']);
});

test('a trade without a fee needs no fee booked', () => {
  const free = { ...trade, fee: '0.00' };
  const { state } = match({ agreed: null, lock: null, trade: free, legs: [legs[0]!, legs[2]!] });
  expect(state).toBe('open');
  expect(match({ trade: free, lock: null, legs: [legs[0]!, legs[2]!] }).findings).toContain(
    'Fee: the trade says 0.00 USD, the quote says 1.00 USD.',
  );
});

test('a trade that was made elsewhere stays open: nothing here says what was agreed', () => {
  const { state, findings } = match({ agreed: null, lock: null });
  expect(state).toBe('open');
  expect(findings).toEqual([
    'The deal was not made at this desk: its quote and lock are not known.',
  ]);
});
