import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { calendarOf } from '../../electron/engines/calendars/calendar.ts';
import { holidayCountries } from '../../electron/engines/calendars/holidays.ts';
import { isWeekday } from '../../electron/engines/calendars/weekends.ts';
import { daysOf } from '../../shared/calendar/calendar.ts';

/** Holidays of another package, one a line: code, day and name. Its head says where it comes from. */
const lines = readFileSync(new URL('second-source.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, code = '', day = '', name = ''] = /^(\w+) (\S+) (.*)$/.exec(line) ?? [];
    return { code, day, name };
  });

const days = daysOf({ from: '2024-01-01', to: '2028-12-31' });

/** Days on which the two differ, each with its reason. `+` is a day that only our table has, `-` one that only the other has. */
const differences: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  BR: {
    'Banks are closed at Carnival and Corpus Christi, which are no national holidays': [
      ...['+2024-02-12', '+2024-02-13', '+2024-05-30', '+2025-03-03', '+2025-03-04'],
      ...['+2025-06-19', '+2026-02-16', '+2026-02-17', '+2026-06-04', '+2027-02-08'],
      ...['+2027-02-09', '+2027-05-27', '+2028-02-28', '+2028-02-29', '+2028-06-15'],
    ],
  },
  CL: {
    'Banks are closed on New Year’s Eve, which is no public holiday': [
      ...['+2024-12-31', '+2025-12-31', '+2026-12-31', '+2027-12-31'],
    ],
  },
  HK: {
    'The other has no Good Friday and Easter Monday, which are general holidays': [
      ...['+2024-03-29', '+2024-04-01', '+2025-04-18', '+2025-04-21', '+2026-04-03', '+2027-03-26'],
    ],
  },
  IE: {
    'Banks are closed on Good Friday, which is no public holiday': [
      ...['+2024-03-29', '+2025-04-18', '+2026-04-03', '+2027-03-26', '+2028-04-14'],
    ],
    'The other has no day off on the Monday after a weekend': [
      ...['+2024-03-18', '+2026-12-28', '+2027-12-27'],
    ],
  },
  NG: {
    'Days by the moon that are not announced yet: both estimate': [
      ...['+2026-05-27', '-2026-05-29', '+2026-08-25', '-2026-08-26', '+2027-03-09'],
      ...['-2027-03-11', '-2027-05-18', '-2027-08-16', '-2028-02-28', '-2028-02-29'],
      ...['+2028-05-05', '-2028-05-08', '-2028-05-09', '+2028-08-03', '-2028-08-04'],
    ],
    'A day off after a weekend is declared each time, not by rule': [
      ...['-2026-12-28', '-2027-12-27', '-2027-12-28', '-2028-01-03', '-2028-10-02'],
    ],
  },
  SG: {
    'Days by the moon that are not announced yet: both estimate': [
      ...['+2027-03-09', '-2027-03-10', '-2027-05-17', '-2027-05-20', '-2028-02-28'],
      '-2028-05-09',
    ],
  },
  US: {
    'The Federal Reserve is open on the Friday before a holiday on a Saturday': [
      ...['-2026-07-03', '-2027-06-18', '-2027-12-24', '-2027-12-31', '-2028-11-10'],
    ],
  },
};

/** The working days of the weekend rule on which a code is closed, by each source. */
function differing(code: string): string[] {
  const calendar = calendarOf(code);
  const theirs = new Set(lines.filter((line) => line.code === code).map(({ day }) => day));
  return days.flatMap((day) => {
    const reason = calendar.closedBecause(day);
    if (reason !== null && isWeekday(reason)) return [];
    const isOurs = reason !== null;
    return isOurs === theirs.has(day) ? [] : [`${isOurs ? '+' : '-'}${day}`];
  });
}

describe('holidays agree with a second source over five years', () => {
  const codes = [...new Set(lines.map(({ code }) => code))];

  test('which has every country of the table, and the euro', () => {
    expect(codes.toSorted()).toEqual([...holidayCountries().keys(), 'EUR'].toSorted());
    expect(codes.length).toBeGreaterThan(40);
    expect(lines.length).toBeGreaterThan(2_000);
  });

  test.each(codes)('%s', (code) => {
    const explained = Object.values(differences[code] ?? {}).flat();
    expect(differing(code)).toEqual(
      explained.toSorted((a, b) => a.slice(1).localeCompare(b.slice(1))),
    );
  });
});
