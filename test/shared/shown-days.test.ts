import { afterEach, expect, test } from 'vitest';

import {
  bankTime,
  clockWithSeconds,
  dayText,
  deskClock,
  exactInstant,
  instantText,
  showTimesOf,
  shownDay,
} from '../../renderer/ui/text/dates.ts';
import { fullDay, showDaysAs } from '../../shared/calendar/day-labels.ts';

afterEach(() => {
  showTimesOf('UTC');
  showDaysAs('named');
});

const now = Date.parse('2026-11-20T23:30:00.000Z');
const at = '2026-11-20T23:10:05.000Z';

test('times use the chosen zone, also over midnight, and the bank’s day stands beside them', () => {
  showTimesOf('Europe/Zurich');
  expect(instantText(at, now)).toBe('00:10');
  // Beside a day of a statement a time is that day's.
  expect(bankTime(at)).toBe('23:10');
  expect(instantText('2026-11-20T22:59:00.000Z', now)).toBe('20 Nov, 23:59');
  expect(shownDay(at)).toBe('2026-11-21');
  expect(exactInstant(at)).toBe('21 Nov 2026, 00:10:05 CET');
  expect(exactInstant('2026-07-01T23:10:05.000+02:00')).toBe('1 Jul 2026, 23:10:05 CEST');
  expect(deskClock(now)).toBe('Sat 21 Nov 2026, 00:30 CET · bank’s day 20 Nov, UTC');
});

test('zones behind UTC, with half hours, and the summer that begins are right', () => {
  showTimesOf('America/New_York');
  expect(exactInstant(at)).toBe('20 Nov 2026, 18:10:05 GMT-5');
  showTimesOf('Asia/Kolkata');
  expect(clockWithSeconds(at)).toBe('04:40:05');
  showTimesOf('Europe/Zurich');
  expect([
    clockWithSeconds('2026-03-29T00:59:59.000Z'),
    clockWithSeconds('2026-03-29T01:00:00.000Z'),
  ]).toEqual(['01:59:59', '03:00:00']);
});

test('a day of a statement is the same day in every zone', () => {
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue', 'system']) {
    showTimesOf(zone);
    expect([dayText('2026-11-20', '2026-11-20'), fullDay('2026-11-20')]).toEqual([
      '20 Nov',
      '20 Nov 2026',
    ]);
  }
});

test.each([
  ['dotted', '20.11.2026'],
  ['slashed', '11/20/2026'],
  ['iso', '2026-11-20'],
] as const)('days as %s are %s, with their year, also within a moment', (style, day) => {
  showDaysAs(style);
  expect(dayText('2026-11-20', '2026-12-01')).toBe(day);
  expect(instantText(at, Date.parse('2026-11-22T00:00:00.000Z'))).toBe(`${day}, 23:10`);
  expect(fullDay('2026-11-20', 'named')).toBe('20 Nov 2026');
});
