import { expect, test } from 'vitest';

import {
  givenAt,
  hasJumped,
  remainingMs,
  type Moment,
} from '../../electron/nouns/conversions/quote-time.ts';

const at = (wallMs: number, monotonicMs: number): Moment => ({ wallMs, monotonicMs });
const isoAt = (ms: number): string => new Date(ms).toISOString();

test.each<[string, number | null, string | null, number]>([
  ['the date of the answer, where it is later', 500, isoAt(100_300), 100_500],
  ['the price’s own time, where it is later', 200, isoAt(100_300), 100_300],
  ['the date of the answer alone', -700, null, 99_300],
  ['the price’s own time alone', null, isoAt(99_000), 99_000],
  ['this machine’s clock, where the bank gives no time', null, null, 100_000],
])('a price counts as given at %s', (_, offsetMs, createdAt, givenAtMs) => {
  expect(givenAt(at(100_000, 7), offsetMs, createdAt)).toBe(givenAtMs);
});

/** Asked for at 100 s of this machine’s wall clock and 50 s of the other one; good for 30 s, of which 2 s are held back. */
const price = { requestedAt: at(100_000, 50_000), givenAtMs: 100_000, expiresAtMs: 130_000 };

test.each<[string, Moment, number | null, number]>([
  ['at once', at(100_000, 50_000), null, 28_000],
  ['after ten seconds', at(110_000, 60_000), null, 18_000],
  ['by the wall clock, where it counts more', at(111_000, 60_000), null, 17_000],
  ['by the other clock, where it counts more', at(110_000, 61_000), null, 17_000],
  ['by the bank’s clock, where it is further on', at(110_000, 60_000), 5_000, 13_000],
  ['not longer because the bank’s clock is behind', at(110_000, 60_000), -5_000, 18_000],
  ['by a bank that agrees with this machine', at(110_000, 60_000), 0, 18_000],
])('what is left of a price is counted %s', (_, now, bankOffsetMs, left) => {
  expect(remainingMs(price, now, bankOffsetMs)).toBe(left);
});

test.each<[number, number, boolean]>([
  [10_000, 10_000, false],
  [12_000, 10_000, false],
  [12_001, 10_000, true],
  [8_000, 10_000, false],
  [7_999, 10_000, true],
  [-86_400_000, 1, true],
])('clocks that went on by %i and %i ms have run apart: %s', (wall, monotonic, jumped) => {
  expect(hasJumped(at(100_000, 50_000), at(100_000 + wall, 50_000 + monotonic))).toBe(jumped);
});
