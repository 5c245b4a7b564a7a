import { expect, test } from 'vitest';

import { TeamHistory, type Counts } from './team-history.ts';
import type { Defence } from './ordered-record.ts';

const histories = Number(process.env['APPROVAL_DESK_HISTORIES'] ?? 300);
const firstSeed = Number(process.env['APPROVAL_DESK_SEED'] ?? 1);

test('desks that pay at once send nothing without what the rules of its claim’s number ask', () => {
  const sums = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
    const history = new TeamHistory(seed);
    expect({ seed, faults: history.faults() }).toEqual({ seed, faults: [] });
    for (const [name, count] of Object.entries(history.counts) as [keyof Counts, number][])
      sums.set(name, (sums.get(name) ?? 0) + count);
  }
  console.log(`${String(histories)} histories: ${JSON.stringify([...sums])}`);
  // Histories in which nothing happens find nothing.
  if (histories >= 100)
    expect([...sums].filter(([name, sum]) => sum === 0 && name !== 'objections')).toEqual([]);
}, 3_600_000);

// A revoked desk is stopped twice, by its closed login and by its own reading: neither is missed alone.
test.for<Defence>([
  ...['unique references', 'stale approvals', 'stale sums'],
  ...['judging before the claim', 'reading on before judging anew', 'an outcome ends a claim'],
  ...['payments of one claim are judged together', 'asking again after a kill'],
  'what leaves is what was claimed',
] as Defence[])('a history shows that this is missing: %s', (without) => {
  const seeds = Array.from({ length: 400 }, (_, at) => at + 1);
  expect(seeds.some((seed) => new TeamHistory(seed, without).faults().length > 0)).toBe(true);
});
