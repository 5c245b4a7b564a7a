import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runProcess } from '../support/programs/cli.ts';
import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { atPaymentBank, expectError } from '../support/programs/command-line.ts';
import { payment } from '../support/desks/paying-scene.ts';

const range = ['--account', '9988776655', '--from', '2026-01-01', '--to', '2026-12-31'];

async function scene() {
  const { bank, folder, file, env } = await atPaymentBank({
    ...{ entries: trueEntries(30, '2026-01-01'), openingBalance: '1000.0000', pageSizeMax: 200 },
  });
  const inFolder = (data: string, user: { uid?: number; gid?: number } = {}) =>
    async function nostro(...args: string[]) {
      return runProcess(['--bank', file, '--data-dir', data, ...args], env, user);
    };
  return { bank, folder, inFolder };
}

test.each([
  [
    'blanks, quotes, other scripts and signs',
    `a desk's  "own" 财务 – خزانة – 🔐 100% #1 & $HOME ?q=a;b`,
  ],
  ['250 letters', Array.from({ length: 5 }, () => 'l'.repeat(50)).join('/')],
])('a data folder named with %s works like any other [S12]', async (_what, name) => {
  const { bank, folder, inFolder } = await scene();
  const nostro = inFolder(join(folder, name));
  const synced = await nostro('sync', ...range);
  expect(synced.json<{ accounts: object[] }>().accounts).toMatchObject([
    { received: 30, proof: { ok: true } },
  ]);
  const paid = await nostro(...payment({ reference: 'PLACE-1' }));
  expect(paid.json()).toMatchObject({ outcome: 'accepted' });
  expect(bank.booked).toHaveLength(1);
  const out = join(folder, 'out.csv');
  mkdirSync(folder, { recursive: true });
  expect((await nostro('export', ...range, '--format', 'csv', '--out', out)).code).toBe(0);
});

test('a data folder with a longer path than the system takes is reported as such, and no request is sent [S12]', async () => {
  const { bank, folder, inFolder } = await scene();
  const nostro = inFolder(join(folder, ...Array.from({ length: 90 }, () => 'l'.repeat(50))));
  const run = await nostro('sync', ...range);
  expectError(run, 1, 'store.readonly', 'longer than this system takes');
  expect(bank.calls).toEqual([]);
});

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

test('a data folder that everybody may write in is closed to others as it is opened, and so are its files', async () => {
  const { folder, inFolder } = await scene();
  const data = join(folder, 'data');
  const nostro = inFolder(data);
  expect((await nostro('sync', ...range)).code).toBe(0);
  const [bank = ''] = readdirSync(join(data, 'banks'));
  const home = join(data, 'banks', bank);
  const files = ['cache.db', 'journal.db', 'keyinfo.json'].map((name) => join(home, name));
  for (const open of [data, join(data, 'banks'), home]) chmodSync(open, 0o777);
  for (const file of files) chmodSync(file, 0o666);
  expect((await nostro('statement', ...range, '--limit', '1')).code).toBe(0);
  expect([data, join(data, 'banks'), home].map(modeOf)).toEqual(['700', '700', '700']);
  expect(files.map(modeOf)).toEqual(['600', '600', '600']);
  chmodSync(data, 0o777);
  expect((await nostro('submissions')).code).toBe(0);
  expect(modeOf(data)).toBe('700');
});

test('a data folder that everybody keeps things in, or that is not ours to close, is refused, and nothing is asked', async ({
  skip,
}) => {
  const { bank, folder, inFolder } = await scene();
  const common = join(folder, 'common');
  mkdirSync(common);
  chmodSync(common, 0o1777);
  const run = await inFolder(common)('sync', ...range);
  expect([run.code, run.error().code]).toEqual([1, 'store.shared']);
  expect(modeOf(common)).toBe('1777');
  expect(bank.calls).toEqual([]);
  if (process.getuid?.() !== 0) skip('only root can give a folder to somebody else');
  const theirs = join(folder, 'theirs');
  mkdirSync(theirs);
  chownSync(theirs, 1, 1);
  chmodSync(theirs, 0o777);
  chmodSync(folder, 0o755);
  const other = await inFolder(theirs, { uid: 65_534, gid: 65_534 })('sync', ...range);
  expectError(other, 1, 'store.shared', 'it belongs to somebody else, and others may write in it');
  expect(bank.calls).toEqual([]);
});
