import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { median } from '../figures.ts';
import { runJson, withBank, type Place, type Run } from './programs.ts';
import type { Measured } from './rows.ts';

type Exports = { readonly ours: Run; readonly floor: Run };

/** Every account of a copy to CSV, by the desk and by SQLite alone, by turns; medians. */
export async function exportCopy(copy: string, accounts: number, rounds = 3): Promise<Exports> {
  const folder = `${copy}-exports`;
  const ours: Run[] = [];
  const floor: Run[] = [];
  await withBank({ entries: 0, accounts }, async ({ url }) => {
    for (let round = 0; round < rounds; round += 1) {
      ours.push(
        await runJson('export-run.ts', url, copy, accounts, join(folder, 'ours', 'out.csv')),
      );
      floor.push(
        await runJson('export-floor-run.ts', copy, accounts, join(folder, 'floor', 'out.csv')),
      );
      rmSync(folder, { recursive: true });
    }
  });
  return { ours: medians(ours), floor: medians(floor) };
}

const medians = (runs: readonly Run[]): Run =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [
      name,
      median(runs.map((run) => run[name] ?? Number.NaN)),
    ]),
  );

export async function measureExport({ folder, entries, accounts }: Place): Promise<Measured> {
  const { ours, floor } = await exportCopy(join(folder, 'full'), accounts, rounds(entries));
  const of = (run: Run, name: string): number => run[name] ?? Number.NaN;
  const over = (name: string) => ({
    value: of(ours, name) / of(floor, name),
    floor: of(floor, name),
  });
  return {
    figures: {
      'export.overSqlite': over('seconds'),
      'export.allOverSqlite': over('allSeconds'),
      'export.firstByteMs': { value: of(ours, 'firstByteMs'), floor: of(floor, 'firstRowMs') },
      'export.peakMb': { value: of(ours, 'peakMb'), floor: of(floor, 'peakMb') },
    },
  };
}

const rounds = (entries: number): number => (entries > 1_000_000 ? 1 : 3);
