import { expect, test } from 'vitest';

import { findRate } from '../../electron/nouns/rates/find-rate.ts';
import type { StoredRate } from '../../electron/nouns/rates/tables.ts';
import { convertedTotal, type TotalledAccount } from '../../electron/nouns/rates/total.ts';
import { money, type Money } from '../../shared/money/money.ts';
import { byRatio, ratio } from '../../shared/money/rate.ts';

const rateOf = (
  base: string,
  counter: string,
  rate: string,
  given: Partial<StoredRate> = {},
): StoredRate => ({
  ...{ base, counter, rate, source: 'bank', name: 'Example Bank', at: '2026-11-20T09:00:00.000Z' },
  ...given,
});
const file = { source: 'file', name: 'eurofxref.csv', at: '2026-11-19' } as const;

const account = (
  currency: string,
  balance: Money | null,
  net: Money | null = null,
): TotalledAccount => ({
  accountNumber: `A-${currency}`,
  accountName: `Operating ${currency}`,
  ...{ currency, balance, net },
});

test.each([
  ['0.005', '1', 'USD', '0.00'],
  ['0.015', '1', 'USD', '0.02'],
  ['-0.015', '1', 'USD', '-0.02'],
  ['-0.025', '1', 'USD', '-0.02'],
  ['1.5', '1', 'JPY', '2'],
  ['2.5', '1', 'JPY', '2'],
  ['10', '0.30716500001', 'KWD', '3.072'],
  ['99999999999999', '0.000000000001', 'USD', '100.00'],
])(
  '%s at %s is rounded once, half to even, to the minor unit of %s: %s',
  (amount, rate, currency, to) => {
    expect(byRatio(amount, ratio(rate), currency)).toBe(to);
  },
);

test('the other way round is calculated exactly, not by a rounded inverse', () => {
  // 1 / 3 has no end: thrice a third of 3,000,000 is 1,000,000 to the cent.
  expect(byRatio('3000000', ratio('3', 'inverse'), 'USD')).toBe('1000000.00');
  expect(byRatio('7', ratio('0.7', 'inverse'), 'USD')).toBe('10.00');
});

test('the newest source counts; of equally old ones a person before the bank before a file', () => {
  const bank = rateOf('EUR', 'USD', '1.08');
  const hand = rateOf('EUR', 'USD', '1.09', { source: 'hand', name: 'Ada' });
  expect(findRate([bank, { ...hand, at: '2026-11-16T09:00:00.000Z' }], 'EUR', 'USD')).toMatchObject(
    {
      source: 'bank',
    },
  );
  expect(findRate([bank, hand], 'EUR', 'USD')).toMatchObject({ source: 'hand', name: 'Ada' });
  expect(findRate([rateOf('USD', 'EUR', '0.92', file), bank], 'EUR', 'USD')?.source).toBe('bank');
});

test('a rate across is of one file and one day alone, and nothing is made up', () => {
  const usd = rateOf('EUR', 'USD', '1.0850', file);
  const jpy = rateOf('EUR', 'JPY', '162.75', file);
  const found = findRate([usd, jpy], 'JPY', 'USD');
  expect(found && byRatio('1627500', found.ratio, 'USD')).toBe('10850.00');
  expect(findRate([usd, { ...jpy, at: '2026-11-18' }], 'JPY', 'USD')).toBeNull();
  expect(findRate([usd, { ...jpy, name: 'other.csv' }], 'JPY', 'USD')).toBeNull();
  expect(findRate([usd, { ...jpy, source: 'hand' }], 'JPY', 'USD')).toBeNull();
  expect(findRate([], 'JPY', 'USD')).toBeNull();
});

test('each currency is converted once; what has no rate or no balance is left out and named', () => {
  const accounts = [
    account('USD', money('100.00', 'USD'), money('1.00', 'USD')),
    account('EUR', money('0.10', 'EUR'), money('-0.10', 'EUR')),
    account('EUR', money('0.10', 'EUR'), money('0.30', 'EUR')),
    account('KWD', money('5.000', 'KWD')),
    account('JPY', null),
  ];
  const rates = [rateOf('EUR', 'USD', '1.085'), rateOf('USD', 'JPY', '150')];
  const converted = convertedTotal(accounts, { reporting: 'USD', stored: rates });
  expect(converted.total).toEqual(money('100.22', 'USD'));
  expect(converted.change).toEqual(money('1.22', 'USD'));
  expect(converted.leftOut).toEqual([
    { accountNumber: 'A-KWD', accountName: 'Operating KWD', currency: 'KWD', why: 'no-rate' },
    { accountNumber: 'A-JPY', accountName: 'Operating JPY', currency: 'JPY', why: 'no-balance' },
  ]);
  expect(converted.rates).toMatchObject([
    { currency: 'EUR', rate: '1.085', source: 'bank' },
    { currency: 'JPY', rate: '0.006666666667' },
  ]);
  expect(convertedTotal(accounts, { reporting: null, stored: rates })).toMatchObject({
    total: null,
    leftOut: [],
  });
});

test('a change is of every account that is counted, and unknown where the day of one is', () => {
  const known = account('USD', money('100.00', 'USD'), money('1.00', 'USD'));
  const unknown = account('EUR', money('10.00', 'EUR'));
  const rates = [rateOf('EUR', 'USD', '1.1')];
  const converted = convertedTotal([known, unknown], { reporting: 'USD', stored: rates });
  expect(converted).toMatchObject({ total: money('111.00', 'USD'), change: null });
  // Nothing of an account that is left out counts, nor is its day waited for.
  const leftOut = convertedTotal([known, unknown], { reporting: 'USD', stored: [] });
  expect(leftOut).toMatchObject({ total: money('100.00', 'USD'), change: money('1.00', 'USD') });
});

test('a rate counts for its own pair alone, by its age whatever its place among the others', () => {
  const older = rateOf('EUR', 'USD', '1.08', { source: 'hand', at: '2026-11-19T09:00:00.000Z' });
  const newer = rateOf('EUR', 'USD', '1.09', file20);
  for (const both of [
    [older, newer],
    [newer, older],
  ])
    expect(findRate(both, 'EUR', 'USD')).toEqual({ ...file20, ratio: ratio('1.09') });
  const asOld = { ...older, source: 'bank' } as const;
  for (const both of [
    [older, asOld],
    [asOld, older],
  ])
    expect(findRate(both, 'EUR', 'USD')?.source).toBe('hand');
  expect(findRate([rateOf('EUR', 'GBP', '0.86')], 'EUR', 'USD')).toBeNull();
  expect(findRate([rateOf('GBP', 'EUR', '1.16')], 'EUR', 'USD')).toBeNull();
});

const file20 = { source: 'file', name: 'eurofxref.csv', at: '2026-11-20' } as const;

test('a rate across needs both legs of the file, in the one currency that both are quoted in', () => {
  const usd = rateOf('EUR', 'USD', '1.0850', file);
  const jpy = rateOf('EUR', 'JPY', '162.75', file);
  expect(findRate([usd, jpy], 'JPY', 'USD')).toMatchObject(file);
  expect(findRate([{ ...usd, source: 'bank' }, jpy], 'JPY', 'USD')).toBeNull();
  expect(findRate([{ ...usd, base: 'CHF' }, jpy], 'JPY', 'USD')).toBeNull();
});

test('the currencies that need a rate are those that are known, without the reporting one', () => {
  const accounts = [
    account('USD', money('1.00', 'USD')),
    account('QQQ', null),
    account('EUR', null),
  ];
  const none = { total: null, change: null, rates: [], leftOut: [] };
  expect(convertedTotal(accounts, { reporting: null, stored: [] })).toEqual({
    ...none,
    reporting: null,
    currencies: ['EUR', 'USD'],
  });
  const usd = [rateOf('EUR', 'USD', '1.1'), rateOf('USD', 'USD', '2')];
  expect(convertedTotal(accounts, { reporting: 'USD', stored: usd })).toMatchObject({
    total: money('1.00', 'USD'),
    currencies: ['EUR'],
    rates: [{ currency: 'EUR' }],
  });
});
