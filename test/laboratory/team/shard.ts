import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { lookUpByHand } from '../../support/desks/lookups-by-hand.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { shrunk } from '../shrink.ts';
import { count, faultKinds, rareKinds, type Happened } from './faults.ts';
import { countedInTeam, liveInTeam, type TeamHistory } from './history.ts';
import type { Counted } from './lab.ts';
import { planOfTeam, type TeamPlan } from './plan.ts';
import { startWorld, type World } from './world.ts';

const binaries = postgresBinaries();

/** Ends what hangs. A busy machine takes a minute for what takes two seconds on another. */
const slowMachineMs = 30 * 60_000;

/** A test of the laboratory; it is skipped where there is no PostgreSQL. */
export const labTest = test.skipIf(binaries === null);

/** The three desks and the server of the histories of a file. */
export function useWorld(): () => World {
  let world: World | null = null;
  lookUpByHand();
  vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });
  beforeAll(async () => {
    if (binaries !== null) world = await startWorld(binaries);
  });
  afterAll(() => world?.close());
  beforeEach(() => {
    vi.restoreAllMocks();
  });
  return () => world ?? expect.fail('there is no PostgreSQL');
}

const total = Number(process.env['TEAM_LAB_HISTORIES'] ?? 300);
const first = Number(process.env['LAB_SEED'] ?? 1);
const shards = 3;
/** A run goes on behind a failure, and ends at this one. */
const failuresMax = 3;
const progressEvery = 25;
/** A history takes less than a second. One that hangs is named. */
const slowHistoryMs = 120_000;

/** Writes past the test runner, which may show nothing of a test until that is over: a run that is stopped has shown its failures. */
const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** A part of the histories, from 1 to 3; files are run side by side. */
export function shard(part: number): void {
  const seeds = Array.from({ length: total }, (_, at) => first + at).filter(
    (_, at) => at % shards === part - 1,
  );
  const world = useWorld();
  test.skipIf(binaries === null || seeds.length === 0)(
    `in ${seeds.length} random histories of a team nothing is booked twice, shown wrongly, or read apart`,
    async () => {
      const run = new Run();
      const failures: string[] = [];
      for (const [at, seed] of seeds.entries()) {
        const failure = await run.live(seed, world());
        if (failure !== null) {
          print(failure);
          failures.push(failure);
        }
        if (failures.length === failuresMax) break;
        if ((at + 1) % progressEvery === 0) print(run.progress(seed, seeds.length));
      }
      for (const line of run.lines()) print(line);
      expect(failures).toEqual([]);
      // A laboratory in which nothing happens finds nothing.
      if (seeds.length >= 100) expect(run.missing(seeds.length >= 1_000)).toEqual([]);
    },
    slowMachineMs + seeds.length * 20_000,
  );
}

/** The histories of a shard, one after the other. */
class Run {
  readonly #begunMs = performance.now();
  readonly #sums = countedInTeam();
  readonly #happened: Happened = new Map();
  #lived = 0;

  /** Lives the history of a seed. Returns what must not be in it, or what it ended with; null where all is well. */
  async live(seed: number, world: World): Promise<string | null> {
    const slow = setTimeout(() => {
      print(`LAB_SEED=${seed} has not ended after ${slowHistoryMs / 1_000} s`);
    }, slowHistoryMs);
    try {
      const plan = planOfTeam(seed);
      const history = await liveInTeam(plan, world);
      this.#count(history);
      return history.faults.length === 0 ? null : await shortOf(history, plan, world);
    } catch (cause) {
      const words = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      return `${replayOf(seed)}\n${words}`;
    } finally {
      clearTimeout(slow);
    }
  }

  progress(seed: number, of: number): string {
    const seconds = Math.round((performance.now() - this.#begunMs) / 1_000);
    return `LAB_SEED=${first}: ${this.#lived} of ${of} histories, to seed ${seed}, in ${seconds} s`;
  }

  /** How much there was of everything. */
  lines(): string[] {
    const counts = Object.entries(this.#sums).map(([name, sum]) => `${sum} ${name}`);
    const times = [...faultKinds, ...rareKinds].map(
      (kind) => `${this.#happened.get(kind) ?? 0} ${kind}`,
    );
    return [
      `LAB_SEED=${first}: ${this.#lived} histories: ${counts.join(', ')}`,
      `LAB_SEED=${first}: faults: ${times.join(', ')}`,
    ];
  }

  /** What never happened; in enough histories rare kinds do as well. */
  missing(withRare: boolean): string[] {
    const expected = withRare ? [...faultKinds, ...rareKinds] : faultKinds;
    return [
      ...Object.entries(this.#sums).flatMap(([name, sum]) => (sum === 0 ? [name] : [])),
      ...expected.filter((kind) => !this.#happened.has(kind)),
    ];
  }

  #count({ counts, happened }: TeamHistory): void {
    this.#lived += 1;
    for (const name of Object.keys(this.#sums) as Counted[]) this.#sums[name] += counts[name];
    for (const [kind, times] of happened) count(this.#happened, kind, times);
  }
}

/** Prints a history as it was, and returns the shortest one that ends the same. */
async function shortOf(history: TeamHistory, plan: TeamPlan, world: World): Promise<string> {
  const replay = replayOf(history.seed);
  print([replay, ...linesOf(history)].join('\n'));
  const short = await shrunk(history, plan, (one) => liveInTeam(one, world));
  return [replay, 'In short:', ...linesOf(short)].join('\n');
}

const replayOf = (seed: number): string =>
  `Seed ${seed}, to be played again with: LAB_SEED=${seed} TEAM_LAB_HISTORIES=1 vitest run --project "unit*" test/laboratory/team/never-twice-1.test.ts`;

const linesOf = ({ lines, faults }: TeamHistory): string[] => [
  ...lines,
  ...faults.map(({ kind, words }) => `  ${kind}: ${words}`),
];
