import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { median } from './bench/figures.ts';

/** The figures by which we measure ourselves, each beside its floor from the same run. Machines differ: read the ratios. */

const folder = (name: string): string => join(import.meta.dirname, 'bench', name);
const rounds = 3;
const synced = 100_000;
const cached = 1_000_000;
const period = { days: 360, from: '2025-11-20', to: '2026-11-20' };

function measured(program: string, ...args: string[]): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [folder(program), ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
}

function tell(what: string, figure: string, bound: string): void {
  console.log(`${what.padEnd(62)} ${figure.padStart(24)}   ${bound}`);
}

const of = (runs: Record<string, number>[], name: string): number =>
  median(runs.map((run) => run[name] ?? Number.NaN));

async function benchSync(): Promise<void> {
  const args = [String(synced), String(period.days), period.from];
  const bank = spawn(process.execPath, [folder('bank.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(bank.stdout), 'line')) as [string];
  const ours: Record<string, number>[] = [];
  const floors: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(measured('sync-run.ts', url, period.from, period.to));
    floors.push(measured('floor-run.ts', url, period.from, period.to));
  }
  bank.kill();
  const [seconds, floor] = [of(ours, 'seconds'), of(floors, 'seconds')];
  tell(
    `sync of ${synced} entries, pages of 500`,
    `${(seconds / floor).toFixed(2)}x floor`,
    'at most 1.5x',
  );
  tell(
    '  ours / floor',
    `${seconds.toFixed(1)} s / ${floor.toFixed(1)} s`,
    `${Math.round(synced / seconds)} entries a second`,
  );
  tell(
    '  the same range again',
    `${(of(ours, 'againSeconds') / seconds).toFixed(2)}x the first`,
    `${of(ours, 'changedAgain')} entries written`,
  );
  tell(
    '  peak memory of the process',
    `${of(ours, 'peakMegabytes').toFixed(0)} MB`,
    'under 250 MB',
  );
  tell(
    'main thread’s event-loop delay during that sync, p99',
    `${of(ours, 'delayP99Ms').toFixed(1)} ms`,
    'under 50 ms',
  );
}

function benchStore(full: string): void {
  const store = measured('store-run.ts', full, String(cached));
  tell(
    `statement page of 100 at ${cached} entries, any place, p95`,
    `${store['pageP95Ms']?.toFixed(2)} ms`,
    `under 5 ms; raw prepared query ${store['floorP95Ms']?.toFixed(2)} ms`,
  );
  tell('  p50', `${store['pageP50Ms']?.toFixed(2)} ms`, '');
  tell(
    'search as you type, newest 100, p95',
    `${store['searchP95Ms']?.toFixed(1)} ms`,
    'under 50 ms',
  );
  tell('  p50', `${store['searchP50Ms']?.toFixed(1)} ms`, '');
}

function benchPaying(): void {
  const intent = measured('intent-run.ts');
  const written = intent['p99Ms'] ?? Number.NaN;
  const floor = intent['floorP99Ms'] ?? Number.NaN;
  tell(
    'a payment’s intent, durable and checkpointed, p99',
    `${written.toFixed(1)} ms`,
    'under 25 ms',
  );
  tell('  against a bare write and fsync of 4 KiB, p99', `${(written / floor).toFixed(1)}x`, '');
  const file = measured('payment-file-run.ts', '5000');
  const of = (name: string): string => (file[name] ?? Number.NaN).toFixed(0);
  tell(
    'payment file of 5000 lines checked, CSV / XLSX',
    `${of('csvMs')} / ${of('xlsxMs')} ms`,
    'under 2 s',
  );
  tell(
    '  main thread held at most',
    `${of('csvDelayMaxMs')} / ${of('xlsxDelayMaxMs')} ms`,
    'under 50 ms',
  );
  tell(
    '5000 payments sent: event-loop delay, p99 / max',
    `${of('sendDelayP99Ms')} / ${of('sendDelayMaxMs')} ms`,
    'under 50 ms',
  );
  const perSecond = 5_000 / (file['sendSeconds'] ?? Number.NaN);
  tell('  payments a second, at most 1000 by the bank file', perSecond.toFixed(0), '');
}

function benchStart(full: string, empty: string): void {
  measured('store-run.ts', empty, '0');
  const fulls: Record<string, number>[] = [];
  const empties: Record<string, number>[] = [];
  for (let round = 0; round < rounds + 2; round += 1) {
    fulls.push(measured('start-run.ts', full));
    empties.push(measured('start-run.ts', empty));
  }
  const [atFull, atEmpty] = [of(fulls, 'seconds'), of(empties, 'seconds')];
  tell(
    `start to first painted position, ${cached} entries against none`,
    `${(atFull / atEmpty).toFixed(2)}x`,
    'at most 1.3x',
  );
  tell('  with / without', `${atFull.toFixed(2)} s / ${atEmpty.toFixed(2)} s`, '');
}

if (!existsSync(join(import.meta.dirname, '../out/main/main.js')))
  spawnSync('electron-vite build --logLevel warn', { shell: true, stdio: 'inherit' });
const place = mkdtempSync(join(tmpdir(), 'nostro-bench-'));
await benchSync();
benchStore(join(place, 'full'));
benchPaying();
benchStart(join(place, 'full'), join(place, 'empty'));
rmSync(place, { recursive: true, force: true });
