import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LookupRunner } from '../../electron/engines/submissions/lookup/lookup-runner.ts';
import { liveDueDays } from '../laboratory/due/history.ts';

/** More of them live in test/laboratory/due. */
const seeds = Array.from({ length: 10 }, (_, at) => 1_001 + at);

beforeEach(() => {
  // What has no answer is looked up when a history says so: no timer of this machine comes between.
  vi.spyOn(LookupRunner.prototype, 'wake').mockReturnValue(undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('in random days with kills, set clocks and two runs at once nothing is sent twice, early, or overdue without a name', async () => {
  let booked = 0;
  for (const seed of seeds) {
    const { faults, lines, counts } = await liveDueDays(seed);
    booked += counts.booked;
    expect(faults, [`DUE_SEED=${String(seed)}`, ...lines].join('\n')).toEqual([]);
  }
  // Days on which nothing happens find nothing.
  expect(booked).toBeGreaterThan(seeds.length);
});
