import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { profiledThreads } from '../profiling.ts';
import { secondsByStage, syncStages } from '../stages.ts';
import { accountNumberAt, period } from '../statement-text.ts';

/** Where the two threads of a first sync spend it, by their profiles: `node stages-run.ts BANK DATA_DIR ACCOUNTS`. */

keepHeapSmall();
const [, , bankUrl = '', dataDir = '', accounts = '1'] = process.argv;
const desk = await openBenchDesk({ dataDir, bankUrl });
const { from, to } = period;
const accountNumbers = Array.from({ length: Number(accounts) }, (_, at) => accountNumberAt(at));
const profiles = await profiledThreads(['cache-writer', 'statement-reader'], () =>
  desk.sync({ accountNumbers, from, to }),
);
await desk.close();
const store = secondsByStage(profiles['cache-writer'], syncStages);
const reader = secondsByStage(profiles['statement-reader'], syncStages);
const stages = { ...store };
for (const [stage, seconds] of Object.entries(reader))
  if (stage !== 'waiting') stages[stage] = (stages[stage] ?? 0) + seconds;
const busy = (seconds: Readonly<Record<string, number>>): number =>
  Object.values(seconds).reduce((sum, one) => sum + one, 0) - (seconds['waiting'] ?? 0);
console.log(JSON.stringify({ ...stages, storeSeconds: busy(store), readerSeconds: busy(reader) }));
