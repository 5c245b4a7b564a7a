import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { exportCopy } from './exporting.ts';
import { runJson, withBank, type Place, type Run } from './programs.ts';
import { readCopy } from './reading.ts';
import type { Measured } from './rows.ts';

const sizes = [10_000, 100_000, 1_000_000, 5_000_000];

type Point = {
  readonly entries: number;
  readonly read: Run;
  readonly sync: Run;
  readonly out: Run;
};

/** Measures every size from 10,000 entries on, each spread over as many accounts as the largest. */
export async function measureGrowth({ folder, entries, accounts }: Place): Promise<Measured> {
  const points: Point[] = [];
  for (const size of [...sizes.filter((one) => one < entries), entries])
    points.push(await pointAt(join(folder, `growth-${size}`), size, accounts));
  const [least, most] = [points[0], points.at(-1)];
  const figure = (of: (point: Point) => number) => {
    const [small, large] = [least, most].map((point) => (point ? of(point) : Number.NaN));
    return { value: (large ?? Number.NaN) / (small ?? Number.NaN), floor: small ?? null };
  };
  return {
    figures: {
      'growth.page': figure(({ read }) => read['pageP50'] ?? Number.NaN),
      'growth.search': figure(({ read }) => read['searchP50'] ?? Number.NaN),
      'growth.sums': figure(({ read }) => read['sumsP50'] ?? Number.NaN),
      'growth.position': figure(({ read }) => read['positionP50'] ?? Number.NaN),
      'growth.syncPerEntry': figure(syncMicros),
      'growth.exportPerEntry': figure(exportMicros),
    },
    tables: [{ title: 'Growth, medians', lines: [heads, ...points.map(lineOf)] }],
  };
}

async function pointAt(copy: string, entries: number, accounts: number): Promise<Point> {
  const sync = await withBank({ entries, accounts }, ({ url }) =>
    runJson('sync-run.ts', url, copy, accounts),
  );
  const read = await readCopy(copy, { entries, accounts });
  const { ours } = await exportCopy(copy, accounts, 1);
  rmSync(copy, { recursive: true });
  return { entries, read, sync, out: ours };
}

const syncMicros = ({ sync, entries }: Point): number =>
  ((sync['seconds'] ?? Number.NaN) / entries) * 1e6;
const exportMicros = ({ out, entries }: Point): number =>
  ((out['allSeconds'] ?? Number.NaN) / entries) * 1e6;

const heads = [
  'entries',
  'page',
  'search',
  'sums',
  'position',
  'sync, an entry',
  'export, an entry',
];

function lineOf(point: Point): string[] {
  const ms = (name: string): string => `${(point.read[name] ?? Number.NaN).toFixed(2)} ms`;
  return [
    point.entries.toLocaleString('en-GB'),
    ...['pageP50', 'searchP50', 'sumsP50', 'positionP50'].map(ms),
    ...[syncMicros(point), exportMicros(point)].map((micros) => `${micros.toFixed(1)} µs`),
  ];
}
