import { expect, test } from 'vitest';

import { daysOf } from '../../shared/calendar/calendar.ts';
import { fullDay, type DayStyle } from '../../shared/calendar/day-labels.ts';
import { readDay } from '../../shared/calendar/typed-day.ts';

const styles: readonly DayStyle[] = ['named', 'dotted', 'slashed', 'iso'];

test.each(styles)(
  'a day is read as it is written in the style %s, and as ISO in every one',
  (style) => {
    for (const day of daysOf({ from: '2028-01-01', to: '2028-12-31' })) {
      expect(readDay(fullDay(day, style), style)).toBe(day);
      expect(readDay(day, style)).toBe(day);
    }
  },
);

test.each([
  ['20 nov 2026', '2026-11-20'],
  [' 1. November 2026 ', '2026-11-01'],
  ['3 Sept. 2026', '2026-09-03'],
  ['20.11.2026', '2026-11-20'],
  ['1.2.2026', '2026-02-01'],
])('%s is read in every style', (text, day) => {
  for (const style of styles) expect(readDay(text, style)).toBe(day);
});

test('figures between slashes are read only where a person chose them so', () => {
  expect(readDay('11/20/2026', 'slashed')).toBe('2026-11-20');
  expect(readDay('2/3/2026', 'slashed')).toBe('2026-02-03');
  expect(readDay('20/11/2026', 'slashed')).toBeNull();
  for (const style of ['named', 'dotted', 'iso'] as const)
    expect(readDay('2/3/2026', style)).toBeNull();
});

test.each([
  ...[
    '',
    '20',
    '20 Nov',
    '20 Nov 26',
    '20.11.26',
    '31 Feb 2026',
    '29.2.2027',
    '2026-2-3',
    '0.1.2026',
  ],
  ...[
    '2026-13-01',
    '20 Ma 2026',
    '20 Xyz 2026',
    '20.11/2026',
    'tomorrow',
    '20 Nov 20266',
    '٢٠ Nov 2026',
  ],
])('“%s” is no day', (text) => {
  expect(readDay(text)).toBeNull();
});
