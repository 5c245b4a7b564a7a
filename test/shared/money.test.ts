import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { JsonNumber, parseExact } from '../../shared/json/exact-json.ts';
import { DecimalNumber } from '../../shared/money/decimal-schemas.ts';
import { decimalProblem, fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { amountParts, formatMoney } from '../../shared/money/format.ts';
import {
  add,
  compare,
  money,
  moneyOfUnits,
  negate,
  sumByCurrency,
} from '../../shared/money/money.ts';

/** Decimal text of up to 14 digits before the point and up to 4 after it, as a bank may write it. */
const decimals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 99_999_999_999_999n }),
    fc.stringMatching(/^\d{0,4}$/),
  )
  .map(([negative, whole, fraction]) => {
    const text = `${whole}${fraction === '' ? '' : `.${fraction}`}`;
    return negative && /[1-9]/.test(text) ? `-${text}` : text;
  });
const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'NGN', 'CLF');

test('an amount travels from JSON text to the inside and back to JSON text without losing a digit [M6]', () => {
  const Wire = z.object({ amount: DecimalNumber });
  fc.assert(
    fc.property(decimals, (text) => {
      const inside = z.decode(Wire, parseExact(`{"amount":${text}}`) as { amount: JsonNumber });
      expect(inside.amount).toBe(text);
      expect(JSON.stringify(z.encode(Wire, inside))).toBe(`{"amount":${text}}`);
    }),
  );
});

test('integer units hold every amount exactly', () => {
  fc.assert(
    fc.property(decimals, currencies, (text, currency) => {
      const units = toUnits(text);
      expect(toUnits(fromUnits(units))).toBe(units);
      expect(toUnits(moneyOfUnits(units, currency).amount)).toBe(units);
    }),
  );
});

test('sums of amounts are those of the integers, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })), (units) => {
      const all = units.map((unit) => moneyOfUnits(unit, 'EUR'));
      const total = units.reduce((sum, unit) => sum + unit, 0n);
      expect(all.reduce(add, money('0', 'EUR'))).toEqual(moneyOfUnits(total, 'EUR'));
      expect(sumByCurrency([...all].reverse())).toEqual(
        units.length > 0 ? [moneyOfUnits(total, 'EUR')] : [],
      );
    }),
  );
});

test('two currencies are never added up', () => {
  const [usd, eur] = [money('1', 'USD'), money('1', 'EUR')];
  // @ts-expect-error two known currencies do not even compile
  expect(() => add<'USD'>(usd, eur)).toThrow(RangeError);
  expect(() => compare(usd as never, eur as never)).toThrow(RangeError);
  expect(sumByCurrency([usd, eur, usd])).toEqual([money('2', 'USD'), eur]);
});

test.each([
  ['1e2', /exponent/],
  ['1.23456', /more than 4 decimals/],
  ['123456789012345', /more than 14 digits/],
  ['0.000000001', /more than 4 decimals/],
])('%s is refused by name and not rounded [M6]', (text, words) => {
  expect(decimalProblem(text)).toMatch(words);
  const read = DecimalNumber.safeParse(new JsonNumber(text));
  expect(read.success).toBe(false);
  expect(read.error?.issues[0]?.message).toMatch(words);
});

test('a number sent as text is not taken for a number', () => {
  expect(DecimalNumber.safeParse('12.50').success).toBe(false);
});

test('minus zero is zero [M6]', () => {
  expect(z.decode(DecimalNumber, new JsonNumber('-0.00'))).toBe('0.00');
});

test('an amount is written with the digits of its currency, and more only where they count', () => {
  expect(money('5', 'USD').amount).toBe('5.00');
  expect(money('5.000', 'JPY').amount).toBe('5');
  expect(money('5.1', 'KWD').amount).toBe('5.100');
  expect(money('5.0001', 'USD').amount).toBe('5.0001');
  expect(negate(money('0', 'USD')).amount).toBe('0.00');
});

test('the window groups digits and keeps every one of them', () => {
  expect(formatMoney(money('-12345678901234.5678', 'USD'))).toBe('−12,345,678,901,234.5678 USD');
  expect(formatMoney(money('184220500', 'JPY'))).toBe('184,220,500 JPY');
  expect(amountParts(money('88410.275', 'KWD'))).toEqual({
    sign: '',
    whole: '88,410',
    minor: '.275',
    currency: 'KWD',
  });
  fc.assert(
    fc.property(decimals, (text) => {
      const { sign, whole, minor } = amountParts(money(text, 'USD'));
      expect(toUnits(`${sign ? '-' : ''}${whole.replaceAll(',', '')}${minor}`)).toBe(toUnits(text));
    }),
  );
});
