import { join } from 'node:path';

import { runJson, type Place } from './programs.ts';
import type { Measured } from './rows.ts';

/** The built window on the copy of this run. */
export async function measureWindow({ folder, entries, accounts }: Place): Promise<Measured> {
  const each = Math.floor(entries / accounts);
  const run = await runJson('window-run.ts', join(folder, 'full'), each);
  const of = (name: string): number => run[name] ?? Number.NaN;
  const waited = (name: string) => ({ value: of(name), floor: of('nextFrame') });
  const frames = (name: string) => ({ value: of(name), floor: of('rest') });
  return {
    figures: {
      'typed.p95Ms': waited('typed'),
      'filter.p95Ms': waited('filter'),
      'openDay.p95Ms': waited('day'),
      'view.p95Ms': waited('view'),
      'view.firstP95Ms': waited('viewFirst'),
      'counts.afterRowsMs': waited('counts'),
      'counts.beforeRows': { value: of('countsBefore'), floor: 0 },
      'wheel.framesOver17Percent': frames('wheel'),
      'keys.framesOver17Percent': frames('keys'),
      'pageKeys.framesOver17Percent': frames('pageKeys'),
      'drag.framesOver17Percent': frames('drag'),
      'drag.textAfterStopMs': waited('stop'),
      'jumps.heapMb': { value: of('heapLate'), floor: of('heapBefore') },
      'jumps.heapGrowthMb': { value: of('heapLate') - of('heapEarly'), floor: 0 },
    },
  };
}
