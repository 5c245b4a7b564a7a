import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { peakMb } from '../figures.ts';

/** The floor under the sync, in a worker of its own: `node floor-run.ts BANK ACCOUNTS`. */

keepHeapSmall();
const [, , bankUrl = '', accounts = '1'] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'nostro-floor-'));
const worker = new Worker(new URL(['floor-worker', 'mjs'].join('.'), import.meta.url), {
  workerData: { bankUrl, accounts: Number(accounts), folder },
});
const [answer] = (await once(worker, 'message')) as [Record<string, number>];
await worker.terminate();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ ...answer, peakMb: peakMb() }));
