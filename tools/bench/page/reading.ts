import { join } from 'node:path';

import { runJson, withBank, type Place, type Run } from './programs.ts';
import type { Measured } from './rows.ts';

/** Everything that is read of a copy, by the desk's own routes. */
export const readCopy = (
  copy: string,
  { entries, accounts }: Omit<Place, 'folder'>,
): Promise<Run> =>
  withBank({ entries: 0, accounts }, ({ url }) =>
    runJson('read-run.ts', url, copy, Math.floor(entries / accounts), accounts),
  );

export async function measureReading(place: Place): Promise<Measured> {
  const run = await readCopy(join(place.folder, 'full'), place);
  const of = (name: string): number => run[name] ?? Number.NaN;
  const figure = (name: string) => ({ value: of(`${name}P95`), floor: of(`${name}FloorP95`) });
  return {
    figures: {
      'page.p95Ms': figure('page'),
      'page.overRaw': { value: of('storeP95') / of('storeFloorP95'), floor: of('storeFloorP95') },
      'search.p95Ms': figure('search'),
      'search.worstMs': { value: of('searchWorst'), floor: of('searchFloorWorst') },
      'find.p95Ms': figure('find'),
      'sums.periodMs': figure('sums'),
      'balance.atDateMs': figure('balance'),
      'position.p95Ms': figure('position'),
      'counterparty.p95Ms': figure('counterparty'),
    },
  };
}
