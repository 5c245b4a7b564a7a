import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { LookupRunner } from '../../../electron/engines/submissions/lookup/lookup-runner.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { shrunk } from '../shrink.ts';
import { count, faultKinds, rareKinds, type Happened } from './faults.ts';
import { countedInTeam, liveInTeam, type TeamHistory } from './history.ts';
import type { Counted } from './lab.ts';
import { planOfTeam, type TeamPlan } from './plan.ts';
import { startWorld, type World } from './world.ts';

const binaries = postgresBinaries();

/** A test of the laboratory; it is skipped where there is no PostgreSQL. */
export const labTest = test.skipIf(binaries === null);

/** The three desks and the server of the histories of a file. */
export function useWorld(): () => World {
  let world: World | null = null;
  beforeAll(async () => {
    if (binaries !== null) world = await startWorld(binaries);
  }, 120_000);
  afterAll(() => world?.close());
  beforeEach(() => {
    vi.restoreAllMocks();
    // What is due is looked up when a history says so: no timer of this machine comes between.
    vi.spyOn(LookupRunner.prototype, 'wake').mockReturnValue(undefined);
  });
  return () => world ?? expect.fail('there is no PostgreSQL');
}

const total = Number(process.env['TEAM_LAB_HISTORIES'] ?? 300);
const first = Number(process.env['LAB_SEED'] ?? 1);
const shards = 3;

/** A part of the histories, from 1 to 3; files are run side by side. */
export function shard(part: number): void {
  const seeds = Array.from({ length: total }, (_, at) => first + at).filter(
    (_, at) => at % shards === part - 1,
  );
  const world = useWorld();
  test.skipIf(binaries === null || seeds.length === 0)(
    `in ${seeds.length} random histories of a team nothing is booked twice, shown wrongly, or read apart`,
    async () => {
      const sums = countedInTeam();
      const happened: Happened = new Map();
      for (const seed of seeds) {
        const plan = planOfTeam(seed);
        const history = await liveInTeam(plan, world());
        for (const name of Object.keys(sums) as Counted[]) sums[name] += history.counts[name];
        for (const [kind, times] of history.happened) count(happened, kind, times);
        if (history.faults.length > 0) expect.fail(await textOf(history, plan, world()));
      }
      const counts = Object.entries(sums).map(([name, sum]) => `${sum} ${name}`);
      console.log(`LAB_SEED=${first}: ${seeds.length} histories: ${counts.join(', ')}`);
      const times = [...faultKinds, ...rareKinds].map(
        (kind) => `${happened.get(kind) ?? 0} ${kind}`,
      );
      console.log(`LAB_SEED=${first}: faults: ${times.join(', ')}`);
      // A laboratory in which nothing happens finds nothing.
      if (seeds.length >= 100) {
        expect(Object.entries(sums).filter(([, sum]) => sum === 0)).toEqual([]);
        const expected = seeds.length >= 1_000 ? [...faultKinds, ...rareKinds] : faultKinds;
        expect(expected.filter((kind) => !happened.has(kind))).toEqual([]);
      }
    },
    120_000 + seeds.length * 20_000,
  );
}

/** The history as it was, and the shortest one that ends the same way. */
async function textOf(history: TeamHistory, plan: TeamPlan, world: World): Promise<string> {
  const { seed } = history;
  const short = await shrunk(history, plan, (one) => liveInTeam(one, world));
  const file = 'test/laboratory/team/never-twice-1.test.ts';
  const replay = `LAB_SEED=${seed} TEAM_LAB_HISTORIES=1 vitest run --project "unit*" ${file}`;
  return [
    `Seed ${seed}, to be played again with: ${replay}`,
    ...linesOf(history),
    'In short:',
    ...linesOf(short),
  ].join('\n');
}

const linesOf = ({ lines, faults }: TeamHistory): string[] => [
  ...lines,
  ...faults.map(({ kind, words }) => `  ${kind}: ${words}`),
];
