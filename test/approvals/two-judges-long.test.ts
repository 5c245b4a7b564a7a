import { expect, test } from 'vitest';

import { compareJudges } from './random-histories.ts';

test('the two judges agree over 5,000 random histories', () => {
  const found = compareJudges(1_000, 5_000);
  expect(Math.min(found.may, found.mayNot, found.objections)).toBeGreaterThan(500);
}, 600_000);
