import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { calendarOf } from '../../electron/engines/calendars/calendar.ts';
import { holidayCountries, holidayYears } from '../../electron/engines/calendars/holidays.ts';
import {
  holidayEditionFile,
  holidayEditionText,
  holidayTable,
  holidayTableFile,
} from '../../tools/holidays/holidays.ts';

test('the table is what the tool writes from the package that is installed', () => {
  expect(readFileSync(holidayTableFile, 'utf8')).toBe(holidayTable());
  expect(readFileSync(holidayEditionFile, 'utf8')).toBe(holidayEditionText());
});

test('each country of it has holidays in every year', () => {
  for (const country of holidayCountries().keys()) {
    const calendar = calendarOf(country);
    for (let year = holidayYears.first; year <= holidayYears.last; year += 1) {
      const first = Date.parse(`${String(year)}-01-01T00:00:00Z`);
      const closed = Array.from({ length: 365 }, (_, at) =>
        calendar.closedBecause(new Date(first + at * 86_400_000).toISOString().slice(0, 10)),
      ).filter((reason) => reason !== null && !/^(Fri|Satur|Sun)day$/.test(reason));
      expect([country, year, closed.length >= 3 && closed.length <= 30]).toEqual([
        ...[country, year, true],
      ]);
    }
  }
});
