import type { Profiler } from 'node:inspector';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { profiled, profiledThreads } from '../profiling.ts';
import { againStages, holdsOf, mainStages, secondsByStage, syncStages } from '../stages.ts';
import { accountNumberAt, period } from '../statement-text.ts';

/**
 * Where the threads of a first sync, and of a second one, spend their time, by their profiles: `node stages-run.ts BANK DATA_DIR ACCOUNTS`.
 * Prints seconds by stage; `main.STAGE` is milliseconds of the times in which the main thread was held for long, `again.THREAD.STAGE` the
 * seconds of the second sync.
 */

keepHeapSmall();
const [, , bankUrl = '', dataDir = '', accounts = '1'] = process.argv;
const desk = await openBenchDesk({ dataDir, bankUrl });
const { from, to } = period;
const accountNumbers = Array.from({ length: Number(accounts) }, (_, at) => accountNumberAt(at));

/** So long a hold is a delay near the goal of the main thread's 99th percentile. Milliseconds. */
const heldMs = 4;

async function profiledSync() {
  const { value, profile } = await profiled(() =>
    profiledThreads(['cache-writer', 'statement-reader'], () =>
      desk.sync({ accountNumbers, from, to }),
    ),
  );
  return { main: profile, store: value['cache-writer'], reader: value['statement-reader'] };
}

const first = await profiledSync();
const again = await profiledSync();
await desk.close();

const store = secondsByStage(first.store, syncStages);
const reader = secondsByStage(first.reader, syncStages);
const stages = { ...store };
for (const [stage, seconds] of Object.entries(reader))
  if (stage !== 'waiting') stages[stage] = (stages[stage] ?? 0) + seconds;
const busy = (seconds: Readonly<Record<string, number>>): number =>
  Object.values(seconds).reduce((sum, one) => sum + one, 0) - (seconds['waiting'] ?? 0);
const { times, longestMs, msByStage } = holdsOf(first.main, mainStages, heldMs);

const named = (prefix: string, figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}.${name}`, value]));
const againOf = (thread: string, profile: Profiler.Profile) =>
  named(`again.${thread}`, secondsByStage(profile, againStages));
console.log(
  JSON.stringify({
    ...{ ...stages, storeSeconds: busy(store), readerSeconds: busy(reader) },
    ...named('main', { ...msByStage, times, longestMs }),
    ...againOf('main', again.main),
    ...againOf('reader', again.reader),
    ...againOf('store', again.store),
  }),
);
