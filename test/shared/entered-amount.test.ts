import { expect, test } from 'vitest';

import { readAmount } from '../../shared/money/entered.ts';

test.each([
  ['1', 'USD', '1.00'],
  ['0.01', 'USD', '0.01'],
  [' 1,234,567.89 ', 'USD', '1234567.89'],
  ['0012.5', 'EUR', '12.50'],
  ['1500', 'JPY', '1500'],
  ['1.234', 'KWD', '1.234'],
  ['99999999999999.99', 'NGN', '99999999999999.99'],
])('%s in %s is %s', (text, currency, amount) => {
  expect(readAmount(text, currency)).toEqual({ ok: true, value: amount });
});

test.each([
  ['', 'USD', /enter/],
  ['0', 'USD', /above zero/],
  ['0.00', 'USD', /above zero/],
  ['-5', 'USD', /above zero/],
  ['−5', 'USD', /above zero/],
  ['0.001', 'USD', /2 decimals/],
  ['1.5', 'JPY', /no decimals/],
  ['1e3', 'USD', /exponent/],
  ['１００', 'USD', /digits 0–9/],
  ['1.234,56', 'EUR', /point before/],
  ['1,5', 'EUR', /point before/],
  ['12,34.00', 'USD', /point before/],
  ["1'000.00", 'CHF', /digits 0–9/],
  ['1 000.00', 'EUR', /digits 0–9/],
  ['NaN', 'USD', /digits 0–9/],
  ['.5', 'USD', /point before/],
  ['5.', 'USD', /point before/],
  ['10000000000000000', 'USD', /larger/],
  ['10', 'ABC', /currency/],
])('%s in %s is refused [P17]', (text, currency, reason) => {
  const read = readAmount(text, currency);
  expect(read).toMatchObject({ ok: false, error: expect.stringMatching(reason) as string });
});
