import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dateOfDayNumber, dayNumber } from '../../shared/calendar/calendar.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import {
  calendarOf,
  joinedCalendar,
  type OwnDay,
} from '../../electron/engines/calendars/calendar.ts';
import { holidayCountries, holidayYears } from '../../electron/engines/calendars/holidays.ts';
import {
  addWorkingDays,
  type DayRule,
  moveToWorkingDay,
} from '../../electron/engines/calendars/moving.ts';
import { easterSunday } from '../../electron/engines/calendars/target-days.ts';

const dayRules: readonly DayRule[] = ['before', 'after', 'modified-following'];

const own = (day: string, calendar: string | null, isOpen = false): OwnDay => ({
  ...{ day, calendar, isOpen },
  name: 'Bank day',
});

describe('a calendar', () => {
  test('is closed on weekends and holidays, and names why', () => {
    const us = calendarOf('US');
    expect(us.closedBecause('2026-11-26')).toMatch(/Thanksgiving/);
    expect(us.closedBecause('2026-11-28')).toBe('Saturday');
    expect(us.closedBecause('2026-11-27')).toBeNull();
    expect(us.isWorkingDay('2026-11-27')).toBe(true);
  });

  test.each(['US', 'USA', 'USD', 'usd'])('of %s has the holidays of the United States', (code) => {
    expect(calendarOf(code).closedBecause('2026-11-26')).toMatch(/Thanksgiving/);
  });

  test('of the euro has the days of TARGET, and no country’s', () => {
    const euro = calendarOf('EUR');
    expect(
      ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25'].map((day) =>
        euro.closedBecause(day),
      ),
    ).toEqual(['New Year’s Day', 'Good Friday', 'Easter Monday', 'Labour Day', 'Christmas Day']);
    // German unity, a Tuesday in 2028, and the bank holiday of August are days of business.
    expect(euro.isWorkingDay('2028-10-03')).toBe(true);
    expect(euro.isWorkingDay('2026-08-31')).toBe(true);
    expect(euro.isKnown('2099-05-01')).toBe(true);
    expect(euro.closedBecause('2099-05-01')).toBe('Labour Day');
  });

  test('of a country with another weekend is open on Sunday, also where its holidays are not known', () => {
    for (const code of ['IL', 'EGP']) {
      expect(calendarOf(code).closedBecause('2026-11-27')).toBe('Friday');
      expect(calendarOf(code).closedBecause('2026-11-29')).toBeNull();
    }
  });

  test('without known holidays has weekends only, and is not known', () => {
    const unknown = calendarOf('XAU');
    expect(unknown.closedBecause('2026-12-25')).toBeNull();
    expect(unknown.closedBecause('2026-12-26')).toBe('Saturday');
    expect(unknown.isKnown('2026-12-25')).toBe(false);
  });

  test('is not known behind the last year of the table', () => {
    const us = calendarOf('US');
    expect(us.isKnown(`${String(holidayYears.last)}-12-31`)).toBe(true);
    expect(us.isKnown(`${String(holidayYears.last + 1)}-01-01`)).toBe(false);
    expect(us.isKnown(`${String(holidayYears.first - 1)}-12-31`)).toBe(false);
  });

  test('is the same where three letters are a country and a currency', () => {
    const countries = [...holidayCountries()];
    expect(countries.length).toBeGreaterThan(35);
    // The WIR euro, which begins with its country.
    const both = countries.filter(([, three]) => isCurrency(three));
    expect(both).toEqual([['CH', 'CHE']]);
  });
});

describe('an own day', () => {
  const ownDays = [
    own('2026-11-27', 'USD'),
    own('2026-11-26', 'USA', true),
    own('2026-12-24', null),
    own('2026-12-24', 'US', true),
  ];
  const us = calendarOf('US', { ownDays });

  test('closes a day, or opens one, under any code of its place', () => {
    expect(us.closedBecause('2026-11-27')).toBe('Bank day');
    expect(us.isWorkingDay('2026-11-26')).toBe(true);
    expect(calendarOf('GBP', { ownDays }).isWorkingDay('2026-11-27')).toBe(true);
  });

  test('of every calendar gives way to one of the calendar', () => {
    expect(us.isWorkingDay('2026-12-24')).toBe(true);
    expect(calendarOf('GBP', { ownDays }).closedBecause('2026-12-24')).toBe('Bank day');
  });
});

describe('a joined calendar', () => {
  const joined = joinedCalendar(['EUR', 'USD', 'USA']);

  test('works where all of its places work, and names whose holiday it is', () => {
    expect(joined.codes).toEqual(['EUR', 'USA']);
    expect(joined.closedBecause('2026-11-26')).toMatch(/Thanksgiving.*\(USA\)/);
    expect(joined.closedBecause('2026-05-01')).toBe('Labour Day (EUR)');
    expect(joined.closedBecause('2026-11-28')).toBe('Saturday');
    expect(joined.isWorkingDay('2026-11-27')).toBe(true);
  });

  test('is known only where each place is', () => {
    expect(joined.isKnown('2026-11-26')).toBe(true);
    expect(joinedCalendar(['EUR', 'XAU']).isKnown('2026-11-26')).toBe(false);
  });
});

describe('a day on which banks are closed', () => {
  const us = calendarOf('US');

  test.each([
    ['before', '2026-11-26', '2026-11-25'],
    ['after', '2026-11-26', '2026-11-27'],
    // 31 January 2026 is a Saturday, and 2 February is in another month.
    ['after', '2026-01-31', '2026-02-02'],
    ['modified-following', '2026-01-31', '2026-01-30'],
    ['modified-following', '2026-11-26', '2026-11-27'],
  ] as const)('moves by the rule %s from %s to %s', (rule, from, to) => {
    expect(moveToWorkingDay(from, rule, us)).toEqual({
      day: to,
      reason: us.closedBecause(from),
    });
  });

  test('stays where it is when banks work on it', () => {
    for (const rule of dayRules)
      expect(moveToWorkingDay('2026-11-27', rule, us)).toEqual({
        day: '2026-11-27',
        reason: null,
      });
  });

  test('moves nowhere in a calendar that is never open', () => {
    const never = { isWorkingDay: () => false, closedBecause: () => 'Closed' };
    expect(moveToWorkingDay('2026-11-27', 'after', never)).toEqual({
      day: '2026-11-27',
      reason: null,
    });
    expect(addWorkingDays('2026-11-27', 2, never)).toBe('2026-11-29');
  });
});

describe('working days', () => {
  const us = calendarOf('US');

  test('are counted over weekends and holidays', () => {
    expect(addWorkingDays('2026-11-25', 1, us)).toBe('2026-11-27');
    expect(addWorkingDays('2026-11-25', 2, us)).toBe('2026-11-30');
    expect(addWorkingDays('2026-11-30', -2, us)).toBe('2026-11-25');
    expect(addWorkingDays('2026-11-26', 0, us)).toBe('2026-11-27');
  });

  const days = fc.integer({ min: dayNumber('2024-01-10'), max: dayNumber('2035-12-01') });
  const codes = fc.constantFrom('US', 'EUR', 'GB', 'JP', 'NG', 'IL', 'XAU');

  test('a moved day is a working day, and no working day lies between', () => {
    fc.assert(
      fc.property(days, codes, fc.constantFrom(...dayRules), (at, code, rule) => {
        const calendar = calendarOf(code);
        const day = dateOfDayNumber(at);
        const moved = moveToWorkingDay(day, rule, calendar);
        expect(calendar.isWorkingDay(moved.day)).toBe(true);
        expect(moved.reason === null).toBe(moved.day === day);
        if (rule === 'before') expect(moved.day <= day).toBe(true);
        if (rule === 'after') expect(moved.day >= day).toBe(true);
        if (rule === 'modified-following') expect(moved.day.slice(0, 7)).toBe(day.slice(0, 7));
        const [low, high] = [at, dayNumber(moved.day)].toSorted((a, b) => a - b);
        for (let other = (low ?? 0) + 1; other < (high ?? 0); other += 1)
          expect(
            rule === 'modified-following' || !calendar.isWorkingDay(dateOfDayNumber(other)),
          ).toBe(true);
      }),
    );
  });

  test('n days on and n days back end on the same working day', () => {
    fc.assert(
      fc.property(days, codes, fc.integer({ min: 1, max: 30 }), (at, code, n) => {
        const calendar = calendarOf(code);
        const start = addWorkingDays(dateOfDayNumber(at), 0, calendar);
        expect(addWorkingDays(addWorkingDays(start, n, calendar), -n, calendar)).toBe(start);
      }),
    );
  });
});

test('Easter falls on the Sundays that are printed', () => {
  expect([2024, 2025, 2026, 2027, 2028, 2035, 2038].map(easterSunday)).toEqual([
    ...['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2028-04-16'],
    ...['2035-03-25', '2038-04-25'],
  ]);
});
