import { join } from 'node:path';

import { median } from '../figures.ts';
import { runJson, withBank, type Place, type Run } from './programs.ts';
import type { Measured } from './rows.ts';

const rounds = 5;

const stages = [
  ['what stands in for Electron, not counted', 'hostMs'],
  ['main.js begins to the page begins', 'openedMs'],
  ['the page begins to its scripts ran', 'scriptsMs'],
  ['its scripts ran to the painted position', 'paintMs'],
] as const;

/** The built window from the first line of the program, on the copy of this run and on an empty one, by turns. */
export async function measureStart({ folder }: Place): Promise<Measured> {
  const [full, empty] = [join(folder, 'full'), join(folder, 'empty')];
  await withBank({ entries: 0, accounts: 1 }, ({ url }) => runJson('sync-run.ts', url, empty, 1));
  const [fulls, empties]: Run[][] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [onFull, onEmpty] = [
      await runJson('start-run.ts', full),
      await runJson('start-run.ts', empty),
    ];
    // The first of each fills the caches of the system and of V8, and starts the sandbox for the first time.
    if (round > 0) fulls?.push(onFull);
    if (round > 0) empties?.push(onEmpty);
  }
  const of = (runs: Run[] | undefined, name: string): number =>
    median((runs ?? []).map((run) => run[name] ?? Number.NaN));
  const [onFull, onEmpty] = [of(fulls, 'ms'), of(empties, 'ms')];
  return {
    figures: {
      'start.sandboxMs': { value: onFull, floor: of(fulls, 'floorMs') },
      'start.overEmpty': { value: onFull / onEmpty, floor: onEmpty },
    },
    tables: [
      {
        title: `Where a start spends its time, medians of ${String(rounds)}`,
        lines: [
          ['stage', 'this copy', 'empty copy'],
          ...stages.map(([words, name]) => [
            words,
            ...[fulls, empties].map((runs) => `${of(runs, name).toFixed(0)} ms`),
          ]),
        ],
      },
    ],
  };
}
