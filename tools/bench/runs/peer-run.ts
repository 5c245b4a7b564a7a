import { openBenchDesk } from '../bench-desk.ts';
import { median, peakMb, timed } from '../figures.ts';
import { accountNumberAt, period } from '../statement-text.ts';

/** Our answers to what the ledgers are asked, from the first sync on: `node peer-run.ts BANK DATA_DIR FILE RARE`. */

const [, , bankUrl = '', dataDir = '', file = '', rare = ''] = process.argv;
const accountNumber = accountNumberAt(0);
const desk = await openBenchDesk({ dataDir, bankUrl, saveTo: file });
const { seconds } = await desk.sync({
  accountNumbers: [accountNumber],
  ...{ from: period.from, to: period.to },
});
const peak = peakMb();

const page = (filter: object) => () =>
  desk.ask('statements.page', { accountNumber, filter, index: 0, limit: 100 });
const runs: Record<string, () => Promise<unknown>> = {
  newest: page({}),
  range: page({ from: '2026-06-01', to: '2026-06-30', direction: 'debit' }),
  rare: page({ search: rare }),
  common: page({ search: 'kestrel' }),
  balance: () => desk.ask('statements.summary', { accountNumber, filter: { to: '2026-05-31' } }),
  position: () => desk.ask('accounts.position', {}),
};
const figures: Record<string, number> = { load: seconds * 1_000, memory: peak };
for (const [question, ask] of Object.entries(runs))
  figures[question] = median(await timed(15, ask));
const [saved] = await timed(1, () =>
  desk.ask('statements.export', { accountNumber, filter: {}, format: 'csv' }),
);
await desk.close();
console.log(JSON.stringify({ ...figures, export: saved }));
