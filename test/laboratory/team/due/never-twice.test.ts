import { expect } from 'vitest';

import { liveInTeam } from '../history.ts';
import { labTest, useWorld } from '../shard.ts';
import { planOfDueTeam } from './due-plan.ts';

const world = useWorld();
const count = Number(process.env['TEAM_DUE_HISTORIES'] ?? 20);
const first = Number(process.env['LAB_SEED'] ?? 1);

labTest(
  `in ${String(count)} random histories of a team with one list of what is due nothing is booked twice`,
  async () => {
    const sums = { scheduled: 0, sent: 0, orders: 0, bookings: 0, killed: 0, held: 0 };
    for (let seed = first; seed < first + count; seed += 1) {
      const { faults, lines, counts, happened } = await liveInTeam(planOfDueTeam(seed), world());
      const words = faults.map(({ kind, words: what }) => `${kind}: ${what}`);
      const replay = `LAB_SEED=${String(seed)} TEAM_DUE_HISTORIES=1`;
      expect(words, [replay, ...lines].join('\n')).toEqual([]);
      for (const name of ['orders', 'bookings', 'killed', 'held'] as const)
        sums[name] += counts[name];
      sums.scheduled += (happened.get('schedule') ?? 0) + (happened.get('prepare recurring') ?? 0);
      sums.sent += happened.get('send due') ?? 0;
    }
    const words = Object.entries(sums).map(([name, sum]) => `${String(sum)} ${name}`);
    console.log(
      `LAB_SEED=${String(first)}: ${String(count)} histories of a team with a list of what is due: ${words.join(', ')}; 0 booked twice`,
    );
    // Histories in which nothing happens find nothing.
    if (count >= 10) expect(Object.entries(sums).filter(([, sum]) => sum === 0)).toEqual([]);
  },
  60_000 + count * 60_000,
);
