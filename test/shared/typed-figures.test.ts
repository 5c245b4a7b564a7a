import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import { readAmount } from '../../shared/money/entered.ts';
import {
  amountParts,
  formatCount,
  formatMoney,
  showNumbersAs,
  type NumberStyle,
} from '../../shared/money/format.ts';
import { money } from '../../shared/money/money.ts';
import { asPlain, asTyped } from '../../shared/money/typed.ts';

const styles: readonly NumberStyle[] = ['point', 'comma', 'space', 'apostrophe'];

afterEach(() => showNumbersAs('point'));

/** What a field of amounts hands on, read as every amount is. */
const read = (typed: string, style: NumberStyle, currency = 'EUR') =>
  readAmount(asPlain(typed, style), currency);

test.each<[NumberStyle, string, string, string]>([
  ['comma', '1.234,56', 'EUR', '1234.56'],
  ['comma', '1234,56', 'EUR', '1234.56'],
  ['comma', '1.234', 'EUR', '1234.00'],
  ['comma', '1.234.567', 'JPY', '1234567'],
  ['comma', '1.234', 'JPY', '1234'],
  ['comma', '1,234', 'KWD', '1.234'],
  ['comma', '1.234,500', 'KWD', '1234.500'],
  ['comma', ' 5 ', 'EUR', '5.00'],
  ['space', '1 234,56', 'EUR', '1234.56'],
  ['space', '1 234 567,8', 'EUR', '1234567.80'],
  ['space', '1 234,5', 'EUR', '1234.50'],
  ['space', '12,5', 'EUR', '12.50'],
  ['apostrophe', "1'234.56", 'CHF', '1234.56'],
  ['apostrophe', '1’234’567.50', 'CHF', '1234567.50'],
  ['apostrophe', '12.5', 'CHF', '12.50'],
  ['point', '1,234.56', 'EUR', '1234.56'],
])('who writes numbers with %s and types %s in %s means %s [P17]', (style, typed, currency, is) => {
  expect(read(typed, style, currency)).toEqual({ ok: true, value: is });
});

test.each<[NumberStyle, string, string]>([
  // Written in another style; to accept it would be to read another amount.
  ['comma', '1,234.56', 'EUR'],
  ['comma', '1234.56', 'EUR'],
  ['comma', '1.5', 'EUR'],
  ['comma', '1,234', 'EUR'],
  ['comma', '.5', 'EUR'],
  ['comma', "1'234", 'EUR'],
  ['comma', '1 234', 'EUR'],
  ['space', '1.234', 'EUR'],
  ['space', '.5', 'EUR'],
  ['space', '5.', 'EUR'],
  ['space', '1,234', 'EUR'],
  ['space', '1234.56', 'EUR'],
  ['space', '1.234,56', 'EUR'],
  ['space', '1 23', 'EUR'],
  ['space', "'5", 'EUR'],
  ['apostrophe', '1,234', 'CHF'],
  ['apostrophe', '1234,56', 'CHF'],
  ['apostrophe', '1.234,56', 'CHF'],
  ['apostrophe', ',5', 'CHF'],
  ['point', "1'234", 'EUR'],
  ['point', '1,5', 'EUR'],
  // One mark before three digits, where the currency has three: thousands to one hand, decimals to another.
  ['point', '1,234', 'KWD'],
  ['comma', '1.234', 'KWD'],
  ['space', '1 234', 'KWD'],
  ['apostrophe', "12'345", 'BHD'],
])('who writes numbers with %s and types %s in %s is refused, never misread [P17]', (...given) => {
  const [style, typed, currency] = given;
  expect(read(typed, style, currency)).toMatchObject({ ok: false });
});

test('whatever is typed is read as one amount in all styles, or the marks say why not', () => {
  const text = fc
    .array(fc.constantFrom(..."0123456789.,' \u202f’".split('')), { maxLength: 12 })
    .map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom(...styles), (typed, style) => {
      const answer = read(typed, style);
      if (!answer.ok) return;
      const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
      const decimal = style === 'comma' || style === 'space' ? ',' : '.';
      const [, fraction = ''] = typed.trim().split(decimal);
      // No digit is dropped, and what stands behind the person's own decimal mark is what stands behind the point.
      expect(answer.value.replace('.', '').replace(/^0+/, '')).toBe(
        digits + '0'.repeat(2 - fraction.length),
      );
    }),
  );
});

test('what is shown can be typed: every amount as the window writes it is read as itself, in every style', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(amount, fc.constantFrom(...styles), (units, style) => {
      const text = `${String(units / 100n)}.${String(units % 100n).padStart(2, '0')}`;
      const { whole, minor } = amountParts(money(text, 'EUR'), style);
      expect(read(`${whole}${minor}`, style)).toEqual({ ok: true, value: text });
    }),
  );
});

test('a draft is stored without a style: typed in one style, it is shown in another as the same amount', () => {
  for (const from of styles)
    for (const to of styles) {
      const { whole, minor } = amountParts(money('1234567.125', 'KWD'), from);
      const stored = asPlain(`${whole}${minor}`, from);
      const shown = asTyped(stored, to);
      expect([from, to, read(shown, to, 'KWD')]).toEqual([
        from,
        to,
        { ok: true, value: '1234567.125' },
      ]);
    }
});

test('what is typed half is not changed under the hand', () => {
  for (const style of styles)
    for (const typed of ['', '1', '1.', '1,', '12.3', 'abc', '1.234,5', '1 234'])
      expect([style, asTyped(asPlain(typed, style), style)]).toEqual([style, typed]);
});

test('amounts and counts are shown in the style that is chosen, texts of machines never', () => {
  showNumbersAs('comma');
  expect(formatMoney(money('-1234.5', 'EUR'))).toBe('−1.234,50 EUR');
  expect(formatCount(1_234)).toBe('1.234');
  expect(formatMoney(money('1234.5', 'EUR'), 'point')).toBe('1,234.50 EUR');
  showNumbersAs('apostrophe');
  expect(formatMoney(money('1234567.5', 'CHF'))).toBe('1’234’567.50 CHF');
  showNumbersAs('space');
  expect(formatMoney(money('1234567', 'JPY'))).toBe('1\u202f234\u202f567 JPY');
});
