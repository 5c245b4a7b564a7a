import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { peakMb } from '../figures.ts';
import { accountNumberAt } from '../statement-text.ts';

/** Statements saved as CSV by the desk, in a process of its own: `node export-run.ts BANK DATA_DIR ACCOUNTS FILE`. */

keepHeapSmall();
const [, , bankUrl = '', dataDir = '', accounts = '1', file = ''] = process.argv;
const folder = dirname(file);
mkdirSync(folder, { recursive: true });
const desk = await openBenchDesk({ dataDir, bankUrl, saveTo: file });

let started = performance.now();
let firstByteMs = Number.NaN;
const looking = setInterval(() => {
  if (Number.isNaN(firstByteMs) && hasBytes()) firstByteMs = performance.now() - started;
}, 1);
const one = await save(accountNumberAt(0));
if (Number.isNaN(firstByteMs)) firstByteMs = one * 1000;
clearInterval(looking);
const bytes = statSync(file).size;
const peak = peakMb();
let all = 0;
for (let at = 0; at < Number(accounts); at += 1) all += await save(accountNumberAt(at));
await desk.close();
console.log(JSON.stringify({ seconds: one, allSeconds: all, firstByteMs, peakMb: peak, bytes }));

/** Seconds. */
async function save(accountNumber: string): Promise<number> {
  started = performance.now();
  await desk.ask('statements.export', { accountNumber, filter: {}, format: 'csv' });
  return (performance.now() - started) / 1000;
}

/** True once a file of the folder has bytes; the export may write to any of them first. */
function hasBytes(): boolean {
  return readdirSync(folder).some(
    (name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}
