import { afterEach, expect, test } from 'vitest';

import {
  isCurrency,
  knowCurrenciesOf,
  minorDigits,
  shownDigits,
} from '../../shared/money/currencies.ts';
import { readAmount } from '../../shared/money/entered.ts';
import { money } from '../../shared/money/money.ts';

afterEach(() => {
  knowCurrenciesOf({});
});

test('a currency of the bank file is one, with as many decimals as the desk can hold', () => {
  expect(isCurrency('USDT')).toBe(false);
  knowCurrenciesOf({ USDT: 6, JPY: 2 });
  expect([isCurrency('USDT'), minorDigits('USDT'), shownDigits('USDT')]).toEqual([true, 6, 4]);
  expect(money('20.5', 'USDT').amount).toBe('20.5000');
  expect(readAmount('20.5', 'USDT')).toEqual({ ok: true, value: '20.5000' });
  expect(readAmount('20.500100', 'USDT')).toEqual({ ok: true, value: '20.5001' });
  // The table is not to be talked out of what it has.
  expect(minorDigits('JPY')).toBe(0);
});

test('an amount that is finer than the desk can hold is refused by name, not rounded', () => {
  knowCurrenciesOf({ USDT: 6 });
  expect(readAmount('0.00001', 'USDT')).toEqual({
    ok: false,
    error: 'has more decimals than any amount of the desk can hold, which is 4',
  });
});
