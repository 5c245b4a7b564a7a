import { describe, expect, test } from 'vitest';

import type { DayVerdict } from '../../../electron/nouns/accounts/days.ts';
import {
  defaultPeriod,
  periodProblem,
} from '../../../electron/nouns/statements/sync/sync-period.ts';
import { addDays, dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { accountNumber, asOf, openCopy } from '../../support/stores/store.ts';

const today: IsoDate = '2026-11-20';
const daysAgo = (days: number): IsoDate => addDays(today, -days);

/** A local copy whose account was read on these days; `states` of others than proven ones. */
function copyOf(read: readonly IsoDate[], states: Record<IsoDate, DayVerdict['state']> = {}) {
  const copy = openCopy();
  for (const date of read) {
    const day = dayNumber(date);
    const { rangeId } = copy.writer.beginRange({ accountNumber, from: day, to: day });
    const state = states[date] ?? 'proven';
    const verdict = { day, state, entries: 0, openingE4: null, closingE4: null, broken: null };
    copy.writer.finishRange({ rangeId, asOf, days: [verdict], withdraw: true });
  }
  return copy.reader;
}

const lastDays = (count: number, last = 0): IsoDate[] =>
  Array.from({ length: count }, (_, at) => daysAgo(last + count - 1 - at));

describe('a sync without a period', () => {
  test('reads a new account back a year', () => {
    expect(defaultPeriod(copyOf([]), accountNumber, today)).toEqual({
      from: daysAgo(365),
      to: today,
    });
  });

  test('reads what is new, and a week before it again', () => {
    expect(defaultPeriod(copyOf(lastDays(30)), accountNumber, today)).toEqual({
      from: daysAgo(7),
      to: today,
    });
  });

  test('goes back no further than the account was ever read', () => {
    expect(defaultPeriod(copyOf(lastDays(3)), accountNumber, today).from).toBe(daysAgo(2));
  });

  test('goes on where the last one ended, however long ago', () => {
    const read = lastDays(20, 40);
    expect(defaultPeriod(copyOf(read), accountNumber, today).from).toBe(daysAgo(47));
  });

  test('reads a week before today where a clock that ran ahead read days to come', () => {
    const read = [...lastDays(20), addDays(today, 5)];
    expect(defaultPeriod(copyOf(read), accountNumber, today).from).toBe(daysAgo(7));
  });

  test('goes back to the first hole of three months, and to none before', () => {
    const read = lastDays(200).filter((date) => date !== daysAgo(92) && date !== daysAgo(50));
    expect(defaultPeriod(copyOf(read), accountNumber, today).from).toBe(daysAgo(92));
    const older = lastDays(200).filter((date) => date !== daysAgo(93) && date !== daysAgo(50));
    expect(defaultPeriod(copyOf(older), accountNumber, today).from).toBe(daysAgo(50));
  });

  test('goes back to the first day that is not proven', () => {
    const read = lastDays(100);
    const states = { [daysAgo(20)]: 'unproven', [daysAgo(10)]: 'unproven' } as const;
    expect(defaultPeriod(copyOf(read, states), accountNumber, today).from).toBe(daysAgo(20));
    const broken = { [daysAgo(20)]: 'broken' } as const;
    expect(defaultPeriod(copyOf(read, broken), accountNumber, today).from).toBe(daysAgo(7));
  });
});

describe('a period', () => {
  test('of one day, and of a hundred years, can be read', () => {
    expect(periodProblem({ from: today, to: today })).toBeNull();
    expect(periodProblem({ from: '1970-01-01', to: addDays('1970-01-01', 36_524) })).toBeNull();
  });

  test.each([
    [today, daysAgo(1), 'ends (2026-11-19) before it begins (2026-11-20)', 'from', 'must not be'],
    ['1969-12-31', '1970-01-01', 'from 1970 on', 'from', 'is no day'],
    ['1970-01-01', addDays('1970-01-01', 2 ** 19), 'from 1970 on', 'to', 'is no day'],
    ['1970-01-01', addDays('1970-01-01', 36_525), 'at most 100 years', 'from', 'is more than 100'],
  ])('from %s to %s cannot', (from, to, message, field, why) => {
    const problem = periodProblem({ from, to });
    expect(problem?.message).toContain(message);
    expect(Object.keys(problem?.fields ?? {})).toEqual([field]);
    expect(problem?.fields[field]).toContain(why);
  });
});
