import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  occurrences,
  type LastWorkingDay,
} from '../../electron/nouns/due-payments/recurring/rhythm.ts';
import { addDays, dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import { rhythmText, type Rhythm } from '../../shared/calendar/payment-rhythm.ts';

const asItIs = (day: string): string => day;

const daysOf = (
  rhythm: Rhythm,
  period: { from: string; to: string },
  lastWorking: LastWorkingDay = asItIs,
): string[] => occurrences(rhythm, period, lastWorking).map(({ day }) => day);

test.each<[string, Rhythm, string[]]>([
  ['weekly', { every: 'week', weekday: 2 }, ['2026-11-24', '2026-12-01']],
  ['monthly', { every: 'month', day: 24 }, ['2026-11-24', '2026-12-24']],
  [
    'monthly on a day that a month lacks',
    { every: 'month', day: 31 },
    ['2026-11-30', '2026-12-31'],
  ],
  ['quarterly', { every: 'quarter', month: 3, day: 1 }, ['2026-12-01', '2027-03-01']],
  ['yearly', { every: 'year', month: 2, day: 29 }, ['2027-02-28', '2028-02-29']],
])('%s', (_name, rhythm, first) => {
  const found = daysOf(rhythm, { from: '2026-11-24', to: '2028-12-31' });
  expect(found.slice(0, 2)).toEqual(first);
});

test('a payment of a month has one name, whatever day the calendar moves it to', () => {
  const rhythm = { every: 'month', day: 'last-working' } as const;
  const period = { from: '2026-11-01', to: '2026-11-30' };
  const keys = [asItIs, () => '2026-11-27'].map((last) => occurrences(rhythm, period, last));
  expect(keys.map(([one]) => one?.key)).toEqual(['2026-11', '2026-11']);
});

test('the last working day of a month is the one that the calendar says', () => {
  const friday = (day: string): string => (day === '2027-01-31' ? '2027-01-29' : day);
  const rhythm = { every: 'month', day: 'last-working' } as const;
  expect(daysOf(rhythm, { from: '2027-01-01', to: '2027-02-28' }, friday)).toEqual([
    ...['2027-01-29', '2027-02-28'],
  ]);
});

test.each<[Rhythm, string]>([
  [{ every: 'week', weekday: 1 }, 'weekly, on Monday'],
  [{ every: 'month', day: 'last-working' }, 'monthly, on the last working day'],
  [{ every: 'quarter', month: 1, day: 15 }, 'quarterly, on day 15 of the first month'],
  [{ every: 'year', month: 12, day: 31 }, 'yearly, on day 31 of December'],
])('is written in words', (rhythm, words) => {
  expect(rhythmText(rhythm)).toBe(words);
});

describe('for every rhythm and period', () => {
  const rhythms = fc.oneof(
    fc.record({ every: fc.constant('week' as const), weekday: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ every: fc.constant('month' as const), day: fc.integer({ min: 1, max: 31 }) }),
    fc.record({
      ...{ every: fc.constant('quarter' as const), month: fc.integer({ min: 1, max: 3 }) },
      day: fc.integer({ min: 1, max: 31 }),
    }),
    fc.record({
      ...{ every: fc.constant('year' as const), month: fc.integer({ min: 1, max: 12 }) },
      day: fc.integer({ min: 1, max: 31 }),
    }),
  );
  const periods = fc.tuple(
    fc.integer({ min: 18_000, max: 30_000 }),
    fc.integer({ min: 0, max: 800 }),
  );

  test('the days lie in the period, each once and in order, and two halves of a period have those of the whole', () => {
    fc.assert(
      fc.property(
        rhythms,
        periods,
        fc.integer({ min: 0, max: 800 }),
        (rhythm, [start, length], cut) => {
          const [from, to] = [dateOfDayNumber(start), dateOfDayNumber(start + length)];
          const middle = dateOfDayNumber(start + Math.min(cut, length));
          const whole = daysOf(rhythm, { from, to });
          expect(whole).toEqual([...new Set(whole)].toSorted());
          expect(whole.every((day) => day >= from && day <= to)).toBe(true);
          expect([
            ...daysOf(rhythm, { from, to: middle }),
            ...daysOf(rhythm, { from: addDays(middle, 1), to }),
          ]).toEqual(whole);
        },
      ),
    );
  });
});
