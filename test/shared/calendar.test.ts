import fc from 'fast-check';
import { expect, test } from 'vitest';

import { instantText, deskClock } from '../../renderer/ui/text/dates.ts';
import {
  addDays,
  dateOfDayNumber,
  dayCountText,
  dayNumber,
  dayOf,
  daysAwayText,
  daysOf,
  isIsoDate,
  isTimestamp,
  todayAt,
} from '../../shared/calendar/calendar.ts';
import { fullDay } from '../../shared/calendar/day-labels.ts';

test('a day that does not exist is no day', () => {
  expect(isIsoDate('2026-02-29')).toBe(false);
  expect(isIsoDate('2028-02-29')).toBe(true);
  expect(isIsoDate('2026-2-9')).toBe(false);
  expect(isTimestamp('2026-02-30T10:00:00.000Z')).toBe(false);
  expect(isTimestamp('2026-02-28T10:00:00.000')).toBe(false);
  expect(isTimestamp('2026-02-28T25:00:00.000Z')).toBe(false);
  expect(isTimestamp('2026-02-28T23:59:59.999Z')).toBe(true);
});

test('today is the UTC day, a minute before and a minute after midnight, wherever the machine stands', () => {
  for (const zone of ['Africa/Lagos', 'Asia/Tokyo', 'America/Los_Angeles']) {
    process.env['TZ'] = zone;
    expect(todayAt(Date.parse('2026-11-20T23:59:00Z'))).toBe('2026-11-20');
    expect(todayAt(Date.parse('2026-11-21T00:01:00Z'))).toBe('2026-11-21');
    expect(dayOf('2026-11-20T23:59:59.999Z')).toBe('2026-11-20');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  }
  delete process.env['TZ'];
});

test('an instant with an offset belongs to its UTC day', () => {
  expect(dayOf('2026-11-20T00:30:00+01:00')).toBe('2026-11-19');
});

test('days and their numbers are two names of one thing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_932_895 }), (day) => {
      expect(dayNumber(dateOfDayNumber(day))).toBe(day);
      expect(dateOfDayNumber(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
      expect(addDays(dateOfDayNumber(day), 1)).toBe(dateOfDayNumber(day + 1));
    }),
  );
});

test('a day calculated from its digits is the day that the language reads, for any text', () => {
  const digits = fc.tuple(
    fc.stringMatching(/^(\d{4}|0000|1900|2000|20\d\d)$/),
    fc.stringMatching(/^([01]\d|[0-9a-z:/٣]{2})$/),
    fc.stringMatching(/^([0-3]\d|[0-9 +;.]{2})$/),
    fc.constantFrom('-', '-', '-', '/'),
  );
  const dates = digits.map(([year, month, day, stroke]) => `${year}-${month}${stroke}${day}`);
  const instantOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
  const isReal = (date: string): boolean =>
    /^\d{4}-\d{2}-\d{2}$/.test(date) &&
    !Number.isNaN(instantOf(date)) &&
    new Date(instantOf(date)).toISOString().slice(0, 10) === date;
  fc.assert(
    fc.property(fc.oneof(dates, fc.string({ maxLength: 12 })), (date) => {
      expect(isIsoDate(date)).toBe(isReal(date));
      expect(dayNumber(date)).toBe(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000);
    }),
    { numRuns: 2_000 },
  );
});

test('an instant is one where the language reads it, on a day that exists', () => {
  const ends = fc.stringMatching(/^(\.\d{1,9})?(Z|[+-][012]\d:[0-6]\d)$/);
  const clocks = fc.stringMatching(/^([012]\d:[0-6]\d:[0-6]\d|24:00:00)$/);
  fc.assert(
    fc.property(fc.constantFrom('2026-02-28', '2026-02-29'), clocks, ends, (date, clock, end) => {
      const text = `${date}T${clock}${end}`;
      const isRead = !Number.isNaN(Date.parse(text));
      expect(isTimestamp(text)).toBe(isRead && date === '2026-02-28');
    }),
    { numRuns: 1_000 },
  );
});

test('a period names each of its days once, oldest first', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(daysOf({ from: '2026-03-02', to: '2026-03-01' })).toEqual([]);
});

test('days ahead and behind are written as people say them', () => {
  expect([-20, -1, 0, 1, 12].map(daysAwayText)).toEqual([
    '20 days ago',
    '1 day ago',
    'today',
    'in 1 day',
    'in 12 days',
  ]);
  expect([0, 1, 12].map(dayCountText)).toEqual(['0 days', '1 day', '12 days']);
});

test('every month has three letters', () => {
  const days = Array.from({ length: 12 }, (_, month) =>
    fullDay(`2026-${String(month + 1).padStart(2, '0')}-09`),
  );
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  expect(days).toEqual(months.map((month) => `9 ${month} 2026`));
});

test('every time of a page is of one clock, UTC, wherever the machine stands', () => {
  const now = Date.parse('2026-11-20T00:57:10.000Z');
  for (const zone of ['Africa/Lagos', 'Asia/Tokyo', 'America/Los_Angeles']) {
    process.env['TZ'] = zone;
    expect(instantText('2026-11-20T00:53:00.000Z', now)).toBe('00:53');
    expect(instantText('2026-11-19T23:59:59.000Z', now)).toBe('19 Nov, 23:59');
    expect(instantText('2026-11-20T02:53:00.000+02:00', now)).toBe('00:53');
    expect(instantText('2025-11-20T00:53:00.000Z', now)).toBe('20 Nov 2025, 00:53');
    expect(deskClock(now)).toBe('Fri 20 Nov 2026, 00:57 UTC');
  }
  delete process.env['TZ'];
});
