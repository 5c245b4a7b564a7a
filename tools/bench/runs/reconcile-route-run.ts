import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { median, timed } from '../figures.ts';
import { accountNumberAt, benchEntries, decimal, period } from '../statement-text.ts';

/**
 * A ledger of as many lines as an account has entries, dropped and matched by the routes that the window asks, one after the other, each
 * time another account: `node reconcile-route-run.ts BANK LINES ACCOUNTS`. The differences of the file are known: a tenth of its lines is
 * days late, and one in fifty has no entry.
 */

keepHeapSmall();
const [, , bankUrl = '', lines = '5000', accounts = '5'] = process.argv;
const dataDir = mkdtempSync(join(tmpdir(), 'nostro-bench-'));
const desk = await openBenchDesk({ dataDir, bankUrl });
const { ask } = desk;
const { from, to } = period;
const numbers = Array.from({ length: Number(accounts) }, (_, at) => accountNumberAt(at));
await desk.sync({ accountNumbers: numbers, from, to });

const heading = 'Date,Document,Text,Debit,Credit';
const isStrange = (at: number): boolean => at % 50 === 7;
const rows = [...benchEntries(Number(lines))].map(({ amountE4, isDebit, at, narration }, index) => {
  const [, payee = '', number = ''] = /^(.+) invoice (\d+)/.exec(narration) ?? [];
  const amount = decimal(amountE4);
  const day = at.slice(0, 10);
  const document = isStrange(index) ? `NOT-${number}9` : `invoice ${number}`;
  return [day, document, payee, isDebit ? '' : amount, isDebit ? amount : ''].join();
});
const strange = rows.filter((_, at) => isStrange(at)).length;

const delay = monitorEventLoopDelay({ resolution: 1 });

async function measured<T>(
  work: () => Promise<T>,
): Promise<{ ms: number; maxMs: number; value: T }> {
  await setTimeout(300);
  delay.reset();
  delay.enable();
  const started = performance.now();
  const value = await work();
  const ms = performance.now() - started;
  await setTimeout(20);
  delay.disable();
  return { ms, maxMs: delay.max / 1e6, value };
}

/** Reconciles as the window does: the file is previewed, stored and matched, and the first answer read. */
async function reconcile(accountNumber: string) {
  const bytes = new Uint8Array(
    Buffer.from([`Ledger ${accountNumber}`, heading, ...rows].join('\n')),
  );
  const file = { fileName: `ledger ${accountNumber}.csv`, bytes, options: {} };
  const seen = await measured(() => ask('books.see', file));
  const stored = await measured(() => ask('books.keep', { ...file, accountNumber, from, to }));
  const { ledgerId } = stored.value;
  const result = await measured(() => ask('books.result', { ledgerId }));
  return { seen, stored, result };
}

const idle = await measured(() => setTimeout(1_000));
const runs = [];
for (const number of numbers) {
  const { seen, stored, result } = await reconcile(number);
  const { counts } = result.value;
  if (seen.value.missing !== null) throw new Error(seen.value.missing.why);
  const expected = Number(lines) - strange;
  if (counts.matchedLines !== expected || counts.entries !== Number(lines))
    throw new Error(`${counts.matchedLines} of ${expected} lines were matched`);
  runs.push({
    ms: seen.ms + stored.ms + result.ms,
    maxMs: Math.max(seen.maxMs, stored.maxMs, result.maxMs),
  });
}
const csv = Buffer.from(rows.join('\n'));
const text = await timed(15, () => csv.toString('utf8').split('\n'));
await desk.close();
rmSync(dataDir, { recursive: true });
rmSync(`${dataDir}-state`, { recursive: true, force: true });
console.log(
  JSON.stringify({
    ms: median(runs.map(({ ms }) => ms)),
    maxMs: Math.max(...runs.map(({ maxMs }) => maxMs)),
    ...{ textMs: median(text), idleMaxMs: idle.maxMs },
  }),
);
