import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

import { atForeignBank, expectError } from '../support/programs/command-line.ts';

const number = '9988776655';

async function scene() {
  const { at, nostro } = await atForeignBank();
  const period = ['--from', '2026-01-01', '--to', '2026-01-31'];
  expect((await nostro('sync', '--account', number, ...period)).code).toBe(0);
  return { nostro, at };
}

type Printed = { entries: number; files: { file: string; accounts: { entries: number }[] }[] };

test('a file per account and day stands in a folder, each with its own balances', async () => {
  const { nostro, at } = await scene();
  const asked = ['--account', 'all', '--format', 'camt053', '--per', 'account-day'];
  const run = await nostro('export', ...asked, '--out', at('out'));
  expect([run.code, run.err]).toEqual([0, '']);
  const { entries, files } = run.json<Printed>();
  expect(entries).toBe(12);
  expect(readdirSync(at('out'))).toHaveLength(files.length);
  expect(files.length).toBeGreaterThan(1);
  const sum = files.flatMap(({ accounts }) => accounts).reduce((n, one) => n + one.entries, 0);
  expect(sum).toBe(12);
  for (const { file } of files) expect(readFileSync(file, 'utf8')).toContain('<Cd>OPBD</Cd>');
});

test('one file of all accounts reports balances, entries and what was left out', async () => {
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

test('one file that cannot be written ends the export: the files before it are whole, and their number is reported', async () => {
  const { nostro, at } = await scene();
  const asked = ['--account', 'all', '--format', 'camt053', '--per', 'account-day'];
  const written = await nostro('export', ...asked, '--out', at('out'));
  const names = written.json<Printed>().files.map(({ file }) => basename(file));
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

test('wrong options are exit 2, and no file is written', async () => {
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
  expectError(unknown, 1, {}, '111');
  expect(existsSync(at('out.json'))).toBe(false);
});
