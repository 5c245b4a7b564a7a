import fc from 'fast-check';
import { expect, test } from 'vitest';

import { expectedAmong } from '../../electron/engines/recurring/expected.ts';
import type { Movement } from '../../electron/engines/recurring/movement.ts';
import { stemsOf } from '../../electron/engines/recurring/stems.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { dayNumber } from '../../shared/calendar/calendar.ts';

let made = 0;

const debit = (date: string, units: bigint, name: string): Movement => {
  made += 1;
  const stems = stemsOf(-units, { counterparty: name, narration: '' });
  return { key: made, day: dayNumber(date), units: -units, name, stems };
};

const rent = (date: string, units = 1_000n): Movement => debit(date, units, 'Harcourt Estates');

/** The rent of each first of the year up to October. */
const rents = (): Movement[] =>
  Array.from({ length: 10 }, (_, at) => rent(`2026-${String(at + 1).padStart(2, '0')}-01`));

const expected = (
  arrived: readonly Movement[],
  before: readonly Movement[] = rents(),
): boolean[] => {
  const knownTo = dayNumber('2026-10-28');
  const keys = toTheEnd(expectedAmong({ before, arrived, knownTo }));
  return arrived.map(({ key }) => keys.has(key));
};

test('what is due, with the same name and an amount like those before, is expected', () => {
  expect(expected([rent('2026-11-02')])).toEqual([true]);
  expect(expected([rent('2026-11-01', 1_200n)])).toEqual([true]);
});

test('a rent that is debited twice is expected once', () => {
  expect(expected([rent('2026-11-01'), rent('2026-11-02')])).toEqual([true, false]);
});

test.each([
  ['weeks away from its day', rent('2026-11-16')],
  ['of another amount', rent('2026-11-01', 5_000n)],
  ['of a small part of it', rent('2026-11-01', 10n)],
  ['of another name', debit('2026-11-01', 1_000n, 'Somebody Else')],
  ['a credit', { ...rent('2026-11-01'), units: 1_000n, stems: ['+harcourt estates|'] }],
])('what is %s is not expected', (_what, movement) => {
  expect(expected([movement])).toEqual([false]);
});

test('several debits of one matter on its day are expected together', () => {
  const salaries = (date: string): Movement[] =>
    [400n, 500n, 600n].map((units) => debit(date, units, 'Payroll'));
  const before = rents().flatMap(({ day }) =>
    [400n, 500n, 600n].map((units) => ({ ...debit('2026-01-01', units, 'Payroll'), day })),
  );
  expect(expected(salaries('2026-11-02'), before)).toEqual([true, true, true]);
  expect(expected([...salaries('2026-11-02'), ...salaries('2026-11-03')], before)).toEqual([
    ...[true, true, true],
    // Half more than ever is no more expected.
    ...[true, false, false],
  ]);
});

test('without a history nothing is expected, and no more comes for a due day than half more than ever', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 3_000n }), { maxLength: 12 });
  fc.assert(
    fc.property(amounts, (units) => {
      const arrived = units.map((one) => rent('2026-11-01', one));
      expect(expected(arrived, [])).toEqual(arrived.map(() => false));
      const taken = expected(arrived).map((isExpected, at) =>
        isExpected ? (units[at] ?? 0n) : 0n,
      );
      expect(taken.reduce((sum, one) => sum + one, 0n) <= 1_500n).toBe(true);
    }),
  );
});
