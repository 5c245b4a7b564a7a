import { expect, test } from 'vitest';

import { lookUpByHand } from '../../support/desks/lookups-by-hand.ts';
import { liveDueDays, type DueCounts } from './history.ts';

const count = Number(process.env['DUE_HISTORIES'] ?? 200);
const first = Number(process.env['DUE_SEED'] ?? 1);

lookUpByHand();

test(
  `in ${String(count)} random histories of due days nothing is booked twice, sent early, or sent overdue without a name`,
  async () => {
    const sums: Record<keyof DueCounts, number> = {
      ...{ orders: 0, booked: 0, killed: 0, held: 0, runs: 0, sentByRuns: 0 },
    };
    for (let seed = first; seed < first + count; seed += 1) {
      const { faults, lines, counts } = await liveDueDays(seed);
      for (const name of Object.keys(sums) as (keyof DueCounts)[]) sums[name] += counts[name];
      if (faults.length > 0)
        expect.fail([`DUE_SEED=${String(seed)} DUE_HISTORIES=1`, ...lines, ...faults].join('\n'));
    }
    console.log(
      `${String(count)} histories of due days: ${Object.entries(sums)
        .map(([name, sum]) => `${String(sum)} ${name}`)
        .join(', ')}; 0 booked twice`,
    );
    // Days on which nothing happens find nothing.
    if (count >= 25) expect(Object.values(sums).filter((sum) => sum === 0)).toEqual([]);
  },
  60_000 + count * 5_000,
);
