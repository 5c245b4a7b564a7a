import { expect, test } from 'vitest';

import { startOfDay } from '../../electron/nouns/approvals/judge/local-time.ts';

test.for<[day: string, zone: string, begins: string]>([
  ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z'],
  ['2026-11-24', 'Europe/Berlin', '2026-11-23T23:00:00.000Z'],
  // The clocks change on this day, after it began.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-11-24', 'Pacific/Kiritimati', '2026-11-23T10:00:00.000Z'],
  ['2026-11-24', 'America/Los_Angeles', '2026-11-24T08:00:00.000Z'],
  ['2026-11-01', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
  ['2026-11-02', 'America/Los_Angeles', '2026-11-02T08:00:00.000Z'],
  ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
  // The clocks go back from this midnight, and forward over that one.
  ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('the day %s in %s begins at %s', ([day, zone, begins]) => {
  expect(startOfDay(day, zone)).toBe(begins);
});
