import { describe, expect, test } from 'vitest';

import { defaultCurrency } from '../../electron/nouns/rates/default-currency.ts';
import type { StoredRate } from '../../electron/nouns/rates/tables.ts';

const stored = (counter: string, base = 'EUR'): StoredRate => ({
  ...{ base, counter, source: 'file', name: 'eurofxref.csv', rate: '2', at: '2026-11-20' },
});
const accountsIn = (...currencies: string[]) => currencies.map((currency) => ({ currency }));

describe('the currency of the total where none was chosen', () => {
  test.each([
    ['no rate', accountsIn('EUR', 'USD'), [], null],
    ['one currency alone', accountsIn('EUR', 'EUR'), [stored('USD')], null],
    [
      'none that only one of three others converts to',
      accountsIn('EUR', 'USD', 'NGN', 'KES'),
      [stored('USD')],
      null,
    ],
    [
      'one that half of the others convert to',
      accountsIn('EUR', 'USD', 'NGN'),
      [stored('USD')],
      'EUR',
    ],
    ['accounts without a rate to each other', accountsIn('USD'), [stored('GBP')], null],
    ['the one with most accounts', accountsIn('EUR', 'USD', 'USD'), [stored('USD')], 'USD'],
    [
      'a quote of few of many',
      accountsIn('EUR', 'USD', 'NGN', 'KES', 'KWD'),
      [stored('USD')],
      null,
    ],
    [
      'the one that most convert to',
      accountsIn('NGN', 'NGN', 'EUR', 'USD', 'GBP'),
      [stored('USD'), stored('GBP')],
      'EUR',
    ],
  ])('%s', (_what, accounts, all, expected) => {
    expect(defaultCurrency(accounts, all)).toBe(expected);
  });
});
