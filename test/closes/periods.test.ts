import { expect, test } from 'vitest';

import {
  daysIn,
  entriesOf,
  isWeekend,
  kindOf,
  partsOf,
  periodBefore,
  periodWords,
} from '../../electron/nouns/closes/periods.ts';
import { limits } from '../../shared/limits.ts';

test.each([
  ['2026-11-20', 'day', '2026-11-20', '2026-11-20', '20 Nov 2026'],
  ['2026-11', 'month', '2026-11-01', '2026-11-30', 'Nov 2026'],
  ['2026-12', 'month', '2026-12-01', '2026-12-31', 'Dec 2026'],
  ['2026-02', 'month', '2026-02-01', '2026-02-28', 'Feb 2026'],
  ['2028-02', 'month', '2028-02-01', '2028-02-29', 'Feb 2028'],
  ['2026', 'year', '2026-01-01', '2026-12-31', '2026'],
] as const)('%s is a %s from %s to %s', (period, kind, from, to, words) => {
  expect(kindOf(period)).toBe(kind);
  expect(daysIn(period)).toEqual({ from, to });
  expect(periodWords(period)).toBe(words);
});

test.each([
  ['2026-11-20', '2026-11-19'],
  ['2026-03-01', '2026-02-28'],
  ['2026-11', '2026-10'],
  ['2026-01', '2025-12'],
  ['2026', '2025'],
  ['1000', '0999'],
])('the period before %s is %s', (period, before) => {
  expect(periodBefore(period)).toBe(before);
});

test('of seven days Saturday and Sunday are the weekend', () => {
  const week = ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`);
  expect(week.filter(isWeekend)).toEqual(['2026-11-21', '2026-11-22']);
  expect(isWeekend('1970-01-01')).toBe(false);
  expect(isWeekend('1970-01-03')).toBe(true);
});

test('a year has twelve months, and a month its days', () => {
  expect(partsOf('2026')).toEqual([
    ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
    ...['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'],
  ]);
  const days = partsOf('2026-02');
  expect(days).toHaveLength(28);
  expect([days[0], days[1], days.at(-1)]).toEqual(['2026-02-01', '2026-02-02', '2026-02-28']);
});

test('every entry of a day is stored, of a month those of accounts with few enough, of a year none', () => {
  const entriesMax = limits.closedMonthEntriesMax;
  expect(entriesOf('2026-11-20', 'set')).toEqual({ entries: 'set', entriesMax: Infinity });
  expect(entriesOf('2026-11-20', 'digest')).toEqual({ entries: 'digest', entriesMax: Infinity });
  expect(entriesOf('2026-11', 'set')).toEqual({ entries: 'set', entriesMax });
  expect(entriesOf('2026', 'set')).toEqual({ entries: 'none', entriesMax: 0 });
});
