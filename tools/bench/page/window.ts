import { join } from 'node:path';

import { runJson, type Place, type Run } from './programs.ts';
import type { Measured, Table } from './rows.ts';

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
    tables: [viewTable(run)],
  };
}

/** The view that makes the 95th percentile, by stage; the work of its page is processor time. */
function viewTable(run: Run): Table {
  const of = (name: string): number => run[`statements.${name}`] ?? Number.NaN;
  const ms = (figure: number): string => `${figure.toFixed(0)} ms`;
  return {
    title: `Where a change to Statements spends its time, medians; the slowest other view takes ${ms(run['viewOther'] ?? Number.NaN)}`,
    lines: [
      ['stage', 'time'],
      ['key to its heading painted', ms(of('heading'))],
      ['to its rows painted', ms(of('filled') - of('heading'))],
      ['to its whole view painted', ms(of('whole') - of('filled'))],
      ['of the page’s main thread: scripts', ms(of('script'))],
      ['of it: style', ms(of('style'))],
      ['of it: layout', ms(of('layout'))],
      ['of it: painting, messages, garbage', ms(of('else'))],
    ],
  };
}
