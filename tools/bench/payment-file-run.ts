import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { writeXlsx, type CellValue } from 'hucre/xlsx';

import { createDesk } from '../../electron/desk/desk.ts';
import type { Outcome } from '../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../shared/ipc/contract.ts';
import type { Route } from '../../shared/ipc/routes.ts';
import { version } from '../../shared/version.ts';
import { createKeychain } from '../../electron/vault/keychain.ts';

/** A payment file of COUNT lines, checked and sent to the played bank by the whole desk: `node payment-file-run.ts COUNT`. */

const count = Number(process.argv[2] ?? '5000');
const dataDir = mkdtempSync(join(tmpdir(), 'nostro-bench-'));
const entry = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const desk = await createDesk({
  dataDir,
  stateDir: join(dataDir, 'state'),
  programs: {
    storeWorker: entry('electron/desk/worker.ts'),
    sandbox: entry('sandbox/main.ts'),
  },
  keychain: createKeychain({ service: 'nostro-bench' }),
  version,
  program: 'window',
  announce: () => undefined,
  saveAs: () => Promise.resolve(undefined),
  openFile: () => Promise.resolve(undefined),
  confirm: () => Promise.resolve(false),
  copyText: () => Promise.resolve(true),
  printPdf: () => Promise.resolve(new Uint8Array()),
});

async function ask<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  const outcome = (await desk.handle(route, input)) as Outcome<RouteOutput<R>>;
  if (!outcome.ok) throw new Error(`${route}: ${outcome.error.message}`);
  return outcome.value;
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

await ask('desk.openSandbox', {});
await ask('sync.start', {});
while ((await ask('sync.progress', {})).running) await rest(50);
const { rows } = await ask('beneficiaries.list', { search: '' });
const payees = rows.filter(
  ({ entityId, currencyIso3Code }) =>
    currencyIso3Code === 'USD' && !entityId.startsWith('beneficiary-'),
);
const { currencies } = await ask('accounts.position', {});
const account = currencies
  .find(({ currency }) => currency === 'USD')
  ?.accounts.toSorted((a, b) => Number(b.available?.amount ?? 0) - Number(a.available?.amount ?? 0))
  .at(0)?.accountNumber;

const heading = ['account', 'beneficiary id', 'amount', 'currency', 'reference', 'narration'];
const lines = Array.from({ length: count }, (_, at): CellValue[] => [
  account ?? '',
  payees[at % payees.length]?.entityId ?? '',
  (100 + at) / 100,
  'USD',
  at % 2 === 0 ? '' : `BENCH-${String(at)}`,
  `Invoice ${String(at)}`,
]);
const csv = new Uint8Array(
  Buffer.from([heading, ...lines].map((cells) => cells.join()).join('\n')),
);
const xlsx = new Uint8Array(
  await writeXlsx({ sheets: [{ name: 'Payments', rows: [heading, ...lines] }] }),
);

const delay = monitorEventLoopDelay({ resolution: 1 });

async function measured<T>(
  work: () => Promise<T>,
): Promise<{ ms: number; maxMs: number; value: T }> {
  await rest(200);
  delay.reset();
  delay.enable();
  const started = performance.now();
  const value = await work();
  const ms = performance.now() - started;
  await rest(20);
  delay.disable();
  return { ms, maxMs: delay.max / 1e6, value };
}

const first = await measured(() =>
  ask('paymentFiles.add', { fileName: 'bench.xlsx', bytes: xlsx }),
);
await ask('paymentFiles.remove', { batchId: first.value.batchId });
const second = await measured(() => ask('paymentFiles.add', { fileName: 'bench.csv', bytes: csv }));
const { batchId, seal } = second.value;
const sent = await measured(async () => {
  await ask('paymentFiles.start', { batchId, acknowledged: ['duplicate', 'insufficient'], seal });
  for (;;) {
    const batch = await ask('paymentFiles.get', { batchId });
    if (batch.state !== 'sending') return batch;
    await rest(500);
  }
});
await desk.close();
rmSync(dataDir, { recursive: true });
console.log(
  JSON.stringify({
    xlsxMs: first.ms,
    xlsxDelayMaxMs: first.maxMs,
    csvMs: second.ms,
    csvDelayMaxMs: second.maxMs,
    sendSeconds: sent.ms / 1_000,
    accepted: sent.value.counts.accepted,
    sendDelayMaxMs: sent.maxMs,
    sendDelayP99Ms: delay.percentile(99) / 1e6,
    sendDelayP999Ms: delay.percentile(99.9) / 1e6,
  }),
);
