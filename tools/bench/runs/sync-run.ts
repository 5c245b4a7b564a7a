import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk, openSecondCopy } from '../bench-desk.ts';
import { peakMb } from '../figures.ts';
import { accountNumberAt, period } from '../statement-text.ts';

/** The desk's own sync of every account, twice, in a process of its own: `node sync-run.ts BANK DATA_DIR ACCOUNTS`. */

keepHeapSmall();
const [, , bankUrl = '', dataDir = '', accounts = '1'] = process.argv;
const desk = await openBenchDesk({ dataDir, bankUrl });
const { from, to } = period;
const accountNumbers = Array.from({ length: Number(accounts) }, (_, at) => accountNumberAt(at));

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
await setTimeout(1_000);
const idleP99Ms = delay.percentile(99) / 1e6;
delay.reset();
const first = await desk.sync({ accountNumbers, from, to });
delay.disable();
const peak = peakMb();

const before = await written();
const again = await desk.sync({ accountNumbers, from, to });
const after = await written();
await desk.close();
console.log(
  JSON.stringify({
    seconds: first.seconds,
    entries: first.inserted,
    againSeconds: again.seconds,
    writtenAgain: again.inserted + after.versions - before.versions,
    ...{ idleP99Ms, peakMb: peak },
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
  }),
);

/** Each entry counts as often as it was written. */
async function written(): Promise<{ versions: number }> {
  const copy = await openSecondCopy(dataDir);
  const versions = copy.reader.connection
    .prepare('SELECT coalesce(sum(version), 0) AS n FROM entry')
    .pluck()
    .get() as number;
  await copy.close();
  return { versions };
}
