import { expect, test } from 'vitest';

import { mostDigits, roomBehind } from '../../../renderer/ui/text/decimal-point.ts';

test('the most digits behind the point are those of the currency that has most, or of an amount that has more', () => {
  expect(mostDigits([])).toBe(0);
  expect(mostDigits([null, { amount: '184220500', currency: 'JPY' }])).toBe(0);
  expect(mostDigits([{ amount: '1', currency: 'KWD' }])).toBe(3);
  expect(mostDigits([{ amount: '0.1234', currency: 'USD' }])).toBe(4);
});

test.each([
  ['', 3, '.000'],
  ['.30', 3, '0'],
  ['.280', 3, undefined],
  ['', 0, undefined],
])('behind “%s” %i digits leave room for %s', (minor, digits, room) => {
  expect(roomBehind(minor, digits)).toBe(room);
});
