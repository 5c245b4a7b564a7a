import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { parseBankFile } from '../../electron/bank/bank-file.ts';
import { createBankClient } from '../../electron/bank/client.ts';
import { deskClock, systemClock } from '../../electron/machine/context.ts';
import { dialectMemory } from '../../electron/profiles/found-dialect.ts';
import type { CacheWriter } from '../../electron/desk/writer-methods.ts';
import { startWriter } from '../../electron/store/writer-thread.ts';
import { keepHeapSmall } from '../../electron/machine/small-heap.ts';
import { syncStatement } from '../../electron/statements/statements.ts';
import { accountNumber } from './statement-text.ts';

/** The product's own sync of one account, in a process of its own: `node sync-run.ts BASE_URL FROM TO`. */

keepHeapSmall();
const [, , baseUrl = '', from = '', to = ''] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'nostro-bench-'));
const parsed = parseBankFile(
  JSON.stringify({
    name: 'Bench',
    environment: 'sandbox',
    baseUrl,
    auth: { request: { username: '{username}', password: '{password}' } },
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'limit'],
      pageUnit: 'page',
      firstPage: 1,
      pageSizeMax: 500,
    },
    limits: { requestsPerSecond: 10_000 },
  }),
);
if (!parsed.ok) throw new Error(parsed.error.message);
const bank = createBankClient({ bankFile: parsed.value, clock: systemClock });
const cache = await startWriter<CacheWriter>({
  workerUrl: new URL('../../electron/desk/worker.ts', import.meta.url),
  file: join(folder, 'cache.db'),
  key: randomBytes(32),
});
const context = { correlationId: 'bench' };
await cache.ensureAccount(accountNumber, 'USD');
const signedIn = await bank.session.signIn({ username: 'u', password: 'p' }, context);
if (!signedIn.ok) throw new Error(signedIn.error.message);
const dialects = dialectMemory(parsed.value, join(folder, 'findings.json'));

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const started = performance.now();
const synced = await syncStatement(
  { bank, cache, clock: deskClock(systemClock, () => null), dialects },
  { accountNumber, from, to },
  context,
);
const seconds = (performance.now() - started) / 1000;
delay.disable();
if (!synced.ok) throw new Error(synced.error.message);

const again = performance.now();
const unchanged = await syncStatement(
  { bank, cache, clock: deskClock(systemClock, () => null), dialects },
  { accountNumber, from, to },
  context,
);
const againSeconds = (performance.now() - again) / 1000;
if (!unchanged.ok) throw new Error(unchanged.error.message);

await cache.close();
await bank.close();
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    seconds,
    againSeconds,
    received: synced.value.summary.received,
    proven: synced.value.summary.proof.ok,
    changedAgain: unchanged.value.summary.inserted + unchanged.value.summary.changed,
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
