import { join } from 'node:path';

import { runJson, withBank, type Place } from './programs.ts';
import type { Measured } from './rows.ts';

const payees = 20_000;

export const measureLists = ({ folder }: Place): Promise<Measured> =>
  withBank({ entries: 0, accounts: 1, payees }, async ({ url }) => {
    const run = await runJson('lists-run.ts', url, join(folder, 'lists'));
    if (run['count'] !== payees) throw new Error(`${String(run['count'])} payees were read`);
    const [value, floor] = [run['peakMb'] ?? Number.NaN, run['restMb'] ?? Number.NaN];
    return { figures: { 'lists.peakMb': { value, floor } } };
  });
