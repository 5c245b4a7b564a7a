import { expect, test } from 'vitest';

import { compareJudges } from './random-histories.ts';

const histories = Number(process.env['APPROVAL_HISTORIES'] ?? 100);
const firstSeed = Number(process.env['APPROVAL_SEED'] ?? 1);

test('a second judge, written from the design alone, agrees over random histories', () => {
  const found = compareJudges(firstSeed, histories);
  // Judges that always answer the same would agree about nothing.
  expect(Math.min(found.may, found.mayNot, found.objections)).toBeGreaterThan(histories / 10);
});
