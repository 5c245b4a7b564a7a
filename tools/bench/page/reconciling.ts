import { runJson, withBank } from './programs.ts';
import type { Measured } from './rows.ts';

const years = 200;
/** Lines of a ledger, each of them another account's, and as many entries of it. */
const lines = 5_000;
const accounts = 5;

/** A ledger matched with an account's entries: how much of what belongs together is found, whether anything else is, and how fast. */
export async function measureReconciling(): Promise<Measured> {
  const run = await runJson('reconcile-run.ts', years);
  const route = await withBank({ entries: lines * accounts, accounts }, ({ url }) =>
    runJson('reconcile-route-run.ts', url, lines, accounts),
  );
  const ofRoute = (name: string): number => route[name] ?? Number.NaN;
  const of = (name: string): number => run[name] ?? Number.NaN;
  const percent = (name: string): number => (100 * of(name)) / of('lines');
  return {
    figures: {
      'reconcile.falseMatches': { value: of('falseMatches'), floor: 0 },
      'reconcile.foundPercent': { value: percent('found'), floor: percent('floor') },
      'reconcile.ms': { value: of('ms'), floor: of('plainMs') },
      'reconcile.routeMs': { value: ofRoute('ms'), floor: ofRoute('textMs') },
      'reconcile.loopMaxMs': { value: ofRoute('maxMs'), floor: ofRoute('idleMaxMs') },
    },
    tables: [
      {
        title: `Generated years: ${years}`,
        lines: [
          ['lines', 'matches', 'false', 'found', 'proposed', 'of them right'],
          [
            String(of('lines')),
            String(of('matches')),
            String(of('falseMatches')),
            `${percent('found').toFixed(1)} %`,
            String(of('likely')),
            String(of('likelyRight')),
          ],
        ],
      },
    ],
  };
}
