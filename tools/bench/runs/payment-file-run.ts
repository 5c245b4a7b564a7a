import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

import { writeXlsx, type CellValue } from 'hucre/xlsx';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { median, peakMb, timed } from '../figures.ts';
import { sandboxPayees } from '../payees.ts';
import { profiled } from '../profiling.ts';
import { exceptionStages, paymentStages, secondsByStage } from '../stages.ts';

/**
 * A payment file of COUNT lines to as many payees, checked and sent to the sandbox by the whole desk; then the bank changes the
 * details of them all: `node payment-file-run.ts COUNT`. With `profiled` it prints the seconds of the main thread by stage instead; with
 * `slow` the seconds of the run at a bank that takes 100 ms for every answer; with `timed DATA_DIR` its seconds in that folder, and seconds of
 * the processor and peak memory of the process.
 */

keepHeapSmall();
const [, , counted = '2000', mode, folder] = process.argv;
const count = Number(counted);
const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'nostro-bench-'));
const desk = await openBenchDesk({ dataDir });
const { ask } = desk;
const bank = await sandboxPayees(dataDir);
const payees = await bank.create(count);
await desk.sync({});

const { currencies } = await ask('accounts.position', {});
const account = currencies
  .find(({ currency }) => currency === 'USD')
  ?.accounts.toSorted((a, b) => Number(b.available?.amount ?? 0) - Number(a.available?.amount ?? 0))
  .at(0)?.accountNumber;

const heading = ['account', 'beneficiary id', 'amount', 'currency', 'reference', 'narration'];
const lines = payees.map((payee, at): CellValue[] => [
  account ?? '',
  payee,
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
): Promise<{ ms: number; p99Ms: number; maxMs: number; value: T }> {
  await setTimeout(300);
  delay.reset();
  delay.enable();
  const started = performance.now();
  const value = await work();
  const ms = performance.now() - started;
  await setTimeout(20);
  delay.disable();
  return { ms, p99Ms: delay.percentile(99) / 1e6, maxMs: delay.max / 1e6, value };
}

const idle = await measured(() => setTimeout(1_000));
const first = await measured(() =>
  ask('paymentFiles.add', { fileName: 'bench.xlsx', bytes: xlsx }),
);
await ask('paymentFiles.remove', { batchId: first.value.batchId });
const second = await measured(() => ask('paymentFiles.add', { fileName: 'bench.csv', bytes: csv }));
const { batchId, seal, toConfirm } = second.value;
const send = async () => {
  await ask('paymentFiles.start', {
    ...{ batchId, seal },
    acknowledged: toConfirm.map(({ kind }) => kind),
  });
  for (;;) {
    const batch = await ask('paymentFiles.get', { batchId });
    if (batch.state !== 'sending') return batch;
    // Seldom: every answer is a view of the whole file.
    await setTimeout(500);
  }
};
if (mode === 'slow' || mode === 'timed') {
  if (mode === 'slow') await bank.slow(100);
  const before = process.cpuUsage();
  const { ms, value } = await measured(send);
  const { user, system } = process.cpuUsage(before);
  assertAllAccepted(value);
  await end();
  const cpuSeconds = (user + system) / 1e6;
  console.log(JSON.stringify({ seconds: ms / 1_000, cpuSeconds, peakMb: peakMb() }));
  process.exit(0);
}
if (mode === 'profiled') {
  const { profile } = await profiled(send);
  await end();
  console.log(JSON.stringify(secondsByStage(profile, paymentStages)));
  process.exit(0);
}
const sent = await measured(send);
assertAllAccepted(sent.value);
const callsSeconds = await bank.pay(payees, account ?? '');

await bank.change(payees);
await ask('beneficiaries.refresh', {});
const { items } = await ask('exceptions.list', {});
const changed = items.filter(({ kind }) => kind === 'changed-payee').length;
if (changed !== count) throw new Error(`${changed} of ${count} changed payees were listed`);
const exceptions = await timed(15, () => ask('exceptions.list', {}));
const { profile: listed } = await profiled(() => timed(15, () => ask('exceptions.list', {})));
const records = Array.from(payees, (_, at) => JSON.stringify(items[at]));
const parsed = await timed(15, () => records.map((text) => JSON.parse(text) as unknown));
const text = await timed(15, () => Buffer.from(csv).toString('utf8').split('\n'));
await end();
console.log(
  JSON.stringify({
    ...{ xlsxMs: first.ms, csvMs: second.ms, textMs: median(text) },
    checkMaxMs: Math.max(first.maxMs, second.maxMs),
    ...{ perSecond: count / (sent.ms / 1_000), callsPerSecond: count / callsSeconds },
    ...{ sendMaxMs: sent.maxMs, sendP99Ms: sent.p99Ms },
    ...{ idleP99Ms: idle.p99Ms, idleMaxMs: idle.maxMs },
    ...{ exceptionsMs: median(exceptions), parsedMs: median(parsed) },
    ...ofOneList(secondsByStage(listed, exceptionStages)),
  }),
);

/** Milliseconds of one list by stage, under names of their own. */
function ofOneList(seconds: Readonly<Record<string, number>>): Record<string, number> {
  const each = Object.entries(seconds);
  return Object.fromEntries(
    each.map(([stage, all]) => [`exceptions.${stage}`, (all * 1_000) / 15]),
  );
}

function assertAllAccepted({ counts: { accepted } }: Awaited<ReturnType<typeof send>>): void {
  if (accepted !== count) throw new Error(`${accepted} of ${count} payments were accepted`);
}

async function end(): Promise<void> {
  await desk.close();
  rmSync(dataDir, { recursive: true });
  rmSync(`${dataDir}-state`, { recursive: true, force: true });
}
