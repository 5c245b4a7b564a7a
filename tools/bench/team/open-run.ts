import { setTimeout } from 'node:timers/promises';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';

/**
 * Milliseconds until the desk of a data folder is open, and MB of its process once it has looked for its team:
 * `node open-run.ts BANK DATA_DIR`.
 */

keepHeapSmall();
const [, , bankUrl = '', dataDir = ''] = process.argv;
const started = performance.now();
const desk = await openBenchDesk({ dataDir, bankUrl });
const ms = performance.now() - started;
// A desk looks for its team within a second of its opening.
await setTimeout(2_500);
globalThis.gc?.();
const mb = process.memoryUsage.rss() / 2 ** 20;
await desk.close();
console.log(JSON.stringify({ ms, mb }));
