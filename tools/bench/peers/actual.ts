import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeText } from './texts.ts';

type Answer =
  | { readonly name: string; readonly times: Readonly<Record<string, number>> }
  | { readonly missing: string };

/** Above this its import takes minutes. */
const entriesMax = 10_000;
const patienceMs = 300_000;
const packageName = '@actual-app/api';
/** Over the SQLite that we have, so that none is compiled. */
const sqlite = `file:${join(import.meta.dirname, '../../../node_modules/better-sqlite3')}`;
const packageJson = {
  private: true,
  type: 'module',
  dependencies: { 'better-sqlite3': sqlite },
  overrides: { 'better-sqlite3': sqlite },
};

/**
 * Actual's engine, a peer over the same SQLite. It is no dependency of this project: npm fetches it by name into a folder that goes
 * with the run, where it can be fetched.
 */
export async function actualTimes(
  place: string,
  { entries, rare }: { entries: number; rare: string },
): Promise<Answer> {
  const folder = join(place, 'actual');
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson));
  const fetched = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', packageName],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: patienceMs,
    },
  );
  if (fetched.status !== 0) return { missing: `npm could not install ${packageName}` };
  const count = Math.min(entries, entriesMax);
  writeText('csv', join(folder, 'entries.csv'), count);
  writeFileSync(join(folder, 'run.js'), script);
  const ran = spawnSync(process.execPath, ['run.js', rare], {
    cwd: folder,
    encoding: 'utf8',
    timeout: patienceMs,
    maxBuffer: 1e8,
  });
  const line = ran.stdout.trim().split('\n').at(-1) ?? '';
  if (ran.status !== 0 || !line.startsWith('{'))
    return { missing: `it did not run: ${ran.stderr.trim().split('\n')[0] ?? ''}` };
  const times = JSON.parse(line) as Record<string, number>;
  // The load time of as many entries as the others have, at the pace of those it had.
  const load = ((times['load'] ?? Number.NaN) * entries) / count;
  return Promise.resolve({
    name: `Actual (${count} entries, load added up)`,
    times: { ...times, load },
  });
}

const script = `
import { readFileSync } from 'node:fs';
import api from '@actual-app/api';

const rare = process.argv[2];
const timed = async (work) => {
  const figures = [];
  for (let at = 0; at < 5; at += 1) {
    const started = performance.now();
    await work();
    figures.push(performance.now() - started);
  }
  return figures.sort((a, b) => a - b)[2];
};
const lines = readFileSync('entries.csv', 'utf8').trim().split('\\n').slice(1);
const transactions = lines.map((line) => {
  const [id, , date, amount, , narration, reference] = line.split(',');
  return { date, amount: Math.round(Number(amount) * 100), payee_name: narration.split(' ')[0], notes: narration + ' ' + reference, imported_id: id };
});
await api.init({ dataDir: 'data' });
const figures = {};
let account;
const started = performance.now();
await api.runImport('bench', async () => {
  account = await api.createAccount({ name: 'Bench' }, 0);
  await api.addTransactions(account, transactions, { runTransfers: false, learnCategories: false });
});
figures.load = performance.now() - started;
figures.memory = process.resourceUsage().maxRSS / 1024;
const ask = (filter, limit = 100) => {
  const query = api.q('transactions').filter({ account, ...filter }).select('*').orderBy({ date: 'desc' }).limit(limit);
  return timed(() => (api.aqlQuery ?? api.runQuery)(query));
};
figures.newest = await ask({});
figures.range = await ask({ date: [{ $gte: '2026-06-01' }, { $lte: '2026-06-30' }], amount: { $lt: 0 } });
figures.rare = await ask({ notes: { $like: '%' + rare + '%' } });
figures.common = await ask({ notes: { $like: '%Kestrel%' } });
figures.balance = await timed(() => api.getAccountBalance(account, new Date('2026-05-31')));
figures.position = await timed(async () => {
  for (let day = 0; day < 90; day += 1) await api.getAccountBalance(account, new Date(Date.parse('2026-08-23') + day * 86400000));
});
console.log(JSON.stringify(figures));
process.exit(0);
`;
