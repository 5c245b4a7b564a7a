import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runCommand } from '../support/cli.ts';
import { foreignCredentials, startForeignBank, trueEntries } from '../support/foreign-bank.ts';
import { tempFolder } from '../support/temp-folder.ts';

const env = { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) };
const number = '9988776655';

async function scene() {
  const bank = await startForeignBank({
    entries: trueEntries(12, '2026-01-01'),
    openingBalance: '1000.0000',
    pageSizeMax: 200,
  });
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  writeFileSync(file, bank.bankFile());
  const nostro = (...args: string[]) =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
  const period = ['--from', '2026-01-01', '--to', '2026-01-31'];
  expect((await nostro('sync', '--account', number, ...period)).code).toBe(0);
  return { nostro, at: (name: string) => join(folder, name) };
}

type Told = { entries: number; files: { file: string; accounts: { entries: number }[] }[] };

test('a file per account and day stands in a folder, each with its own balances', async () => {
  const { nostro, at } = await scene();
  const asked = ['--account', 'all', '--format', 'camt053', '--per', 'account-day'];
  const run = await nostro('export', ...asked, '--out', at('out'));
  expect([run.code, run.err]).toEqual([0, '']);
  const { entries, files } = run.json<Told>();
  expect(entries).toBe(12);
  expect(readdirSync(at('out'))).toHaveLength(files.length);
  expect(files.length).toBeGreaterThan(1);
  const sum = files.flatMap(({ accounts }) => accounts).reduce((n, one) => n + one.entries, 0);
  expect(sum).toBe(12);
  for (const { file } of files) expect(readFileSync(file, 'utf8')).toContain('<Cd>OPBD</Cd>');
});

test('one file of all accounts tells balances, entries and what could not stand in it', async () => {
  const { nostro, at } = await scene();
  const asked = ['--account', 'all', '--format', 'csv', '--marks'];
  const run = await nostro('export', ...asked, '--out', at('out.csv'));
  expect(run.json<object>()).toMatchObject({
    file: at('out.csv'),
    entries: 12,
    accounts: [{ accountNumber: number, entries: 12, opening: '1000.00' }],
    leftOut: [],
    notes: [],
  });
  const [head, first] = readFileSync(at('out.csv'), 'utf8').split('\r\n');
  expect(head).toMatch(
    /^\uFEFF"accountNumber","id",.*"read","flagged","note","namedCounterparty","tags","files"$/,
  );
  expect(first).toMatch(new RegExp(`^"${number}",.*"no","no","","","",""$`));
});

test('one file that cannot be written breaks off: those before it are whole, and it is said how many', async () => {
  const { nostro, at } = await scene();
  const asked = ['--account', 'all', '--format', 'camt053', '--per', 'account-day'];
  const written = await nostro('export', ...asked, '--out', at('out'));
  const names = written.json<Told>().files.map(({ file }) => basename(file));
  const second = names[1] ?? '';
  mkdirSync(join(at('other'), second), { recursive: true });
  const run = await nostro('export', ...asked, '--out', at('other'));
  expect(run.code).toBe(1);
  expect(run.error().message).toContain(`${second} is something other than a file.`);
  expect(run.error().message).toContain(
    `1 of ${String(names.length)} files were written before, whole.`,
  );
  expect(readdirSync(at('other')).toSorted()).toEqual(names.slice(0, 2).toSorted());
  expect(readFileSync(join(at('other'), names[0] ?? ''), 'utf8')).toMatch(/<\/Document>\s*$/);
});

test('what is written wrongly is said, and nothing is written', async () => {
  const { nostro, at } = await scene();
  const out = ['--format', 'json', '--out', at('out.json')];
  for (const args of [
    [...out],
    ['--account', 'all', number, ...out],
    ['--account', number, '--format', 'xml', '--out', at('out.json')],
    ['--account', number, ...out, 'stray'],
    ['--account', number, '--per', 'week', ...out],
  ])
    expect([args, (await nostro('export', ...args)).code]).toEqual([args, 2]);
  const unknown = await nostro('export', '--account', number, '111', ...out);
  expect([unknown.code, unknown.error().message]).toEqual([
    1,
    expect.stringContaining('111') as string,
  ]);
  expect(existsSync(at('out.json'))).toBe(false);
});
