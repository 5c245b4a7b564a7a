import { runJson } from './programs.ts';
import type { Measured } from './rows.ts';

const accounts = 10;

/** Forecasts the next 14 days every week of two generated years. Compares the error with `last month again` and with perfect knowledge of what comes again. */
export async function measureOutlook(): Promise<Measured> {
  const run = await runJson('outlook-run.ts', accounts);
  const of = (name: string): number => run[name] ?? Number.NaN;
  const strange = (100 * of('strange')) / of('lines');
  const predicted = (100 * of('predicted')) / of('came');
  return {
    figures: {
      'outlook.errorPercent': { value: of('errorPercent'), floor: of('lastMonthPercent') },
      'outlook.strangePercent': { value: strange, floor: 0 },
      'outlook.reportedPercent': { value: predicted, floor: 100 },
      'outlook.ms': { value: of('ms'), floor: of('plainMs') },
    },
    tables: [
      {
        title: `Error of the balance of the next 14 days, of what moves: ${accounts} generated accounts of three years`,
        lines: [
          ['the outlook', 'last month again', 'who knew all that comes again', 'lines', 'strange'],
          [
            `${of('errorPercent').toFixed(1)} %`,
            `${of('lastMonthPercent').toFixed(1)} %`,
            `${of('knowingPercent').toFixed(1)} %`,
            String(of('lines')),
            String(of('strange')),
          ],
        ],
      },
    ],
  };
}
