import { expect, test } from 'vitest';

import { itemAt } from '../../electron/engines/matching/item.ts';

test('a place outside a list is refused, and taken for no line', () => {
  expect(itemAt(['a', 'b'], 1)).toBe('b');
  expect(() => itemAt(['a', 'b'], 2)).toThrow(new RangeError('there is nothing at place 2'));
});
