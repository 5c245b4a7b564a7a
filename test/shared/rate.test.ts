import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { JsonNumber, parseExact } from '../../shared/json/exact-json.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { atRate, inverseOf, isRate, RateNumber } from '../../shared/money/rate.ts';

test.each(['1', '0.8642', '1452.75', '0.000000000001', '9999999999.999999999999'])(
  '%s is a rate',
  (text) => {
    expect(isRate(text)).toBe(true);
  },
);

test.each([
  '0',
  '0.0',
  '-1',
  '+1',
  '01',
  '.5',
  '1.',
  '1e3',
  '1,5',
  '１',
  '12345678901',
  '0.0000000000001',
  '',
])('%j is no rate', (text) => {
  expect(isRate(text)).toBe(false);
  expect(() => inverseOf(text)).toThrow(RangeError);
});

test('a rate on the wire keeps every digit', () => {
  const number = parseExact('0.10000000000000000') as JsonNumber;
  expect(z.safeDecode(RateNumber, number).success).toBe(false);
  const source = '9007199254.740993000001';
  expect(z.decode(RateNumber, parseExact(source) as JsonNumber)).toBe(source);
  expect(z.encode(RateNumber, source)).toEqual(new JsonNumber(source));
});

describe('an amount at a rate', () => {
  test.each([
    ['1000.00', '0.8642', 'EUR', '864.20'],
    ['1000.00', '154.8', 'JPY', '154800'],
    ['1.00', '0.3068', 'KWD', '0.307'],
    // Half a cent goes to the even one.
    ['1.00', '0.125', 'EUR', '0.12'],
    ['1.00', '0.135', 'EUR', '0.14'],
    ['1.00', '0.1250000001', 'EUR', '0.13'],
    ['3', '0.5', 'JPY', '2'],
    ['5', '0.5', 'JPY', '2'],
    ['99999999999999.99', '1', 'USD', '99999999999999.99'],
  ])('%s at %s is, in %s, %s', (amount, rate, currency, expected) => {
    expect(atRate(amount, rate, currency)).toBe(expected);
  });

  test('is within half a unit of the exact product', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 14n), fc.bigInt(1n, 10n ** 15n), (cents, millionths) => {
        const amount = fromUnits(cents * 100n, 2);
        const [whole, fraction] = [millionths / 10n ** 6n, millionths % 10n ** 6n];
        const rate = `${whole}.${fraction.toString().padStart(6, '0')}`;
        fc.pre(toUnits(amount) * millionths < 10n ** 22n);
        const exact = toUnits(amount) * millionths;
        const got = toUnits(atRate(amount, rate, 'EUR')) * 10n ** 6n;
        const off = got > exact ? got - exact : exact - got;
        expect(off * 2n).toBeLessThanOrEqual(100n * 10n ** 6n);
      }),
    );
  });
});

test.each([
  ['0.5', '2'],
  ['2', '0.5'],
  ['3', '0.333333333333'],
  ['0.8642', '1.15713955103'],
  ['1452', '0.000688705234'],
])('the other way round, %s is %s', (rate, inverse) => {
  expect(inverseOf(rate)).toBe(inverse);
});
