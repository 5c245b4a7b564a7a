import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { hold } from './support/nostro.ts';
import { account, order, paymentLines, scene } from './support/scene.ts';

const october = ['--account', account, '--from', '2026-10-01', '--to', '2026-10-31'];
const options = () => ({ entries: trueEntries(12, '2026-10-01'), openingBalance: '1000.0000' });

test('an export to a name that Windows reserves for a device, or would change, is refused by name [E2]', async () => {
  const { folder, at, nostro } = await scene(options());
  expect((await nostro('sync', ...october)).code).toBe(0);
  const before = readdirSync(folder);
  const written = (out: string) =>
    nostro('export', '--account', account, '--format', 'csv', '--out', out);
  for (const [out, words] of [
    ['nul', '“nul” is the name of a device on Windows'],
    [at('con.csv'), '“con.csv” is the name of a device on Windows'],
    [at('COM1'), '“COM1” is the name of a device on Windows'],
    [at('aux.tar.gz'), '“aux.tar.gz” is the name of a device on Windows'],
    [at('november.csv.'), 'ends in a dot or a space'],
    [at('november.csv '), 'ends in a dot or a space'],
  ] as const) {
    const run = await written(out);
    expect([run.code, run.out, run.error().code]).toEqual([1, '', 'file.unwritable']);
    expect(run.error().message).toContain(words);
  }
  expect(readdirSync(folder)).toEqual(before);
});

test('a payment file whose result has no place on Windows is not begun', async () => {
  const { bank, folder, at, nostro } = await scene();
  writeFileSync(join(folder, 'lines.csv'), paymentLines('b-7,10.10,USD,F-1'));
  const file = ['pay', '--file', at('lines.csv'), '--account', account, '--result', at('nul.csv')];
  const run = await nostro(...file);
  expect([run.code, run.error().code]).toEqual([1, 'file.unwritable']);
  expect(bank.orders()).toBe(0);
});

test('an export over a file that another program has open leaves it alone and leaves nothing behind [E2]', async () => {
  const { folder, at, nostro } = await scene(options());
  expect((await nostro('sync', ...october)).code).toBe(0);
  writeFileSync(join(folder, 'open.csv'), 'mine');
  const before = readdirSync(folder);
  const held = await hold(at('open.csv'));
  const out = ['export', '--account', account, '--format', 'csv', '--out', at('open.csv')];
  const refused = await nostro(...out);
  expect([refused.code, refused.error().code]).toEqual([1, 'file.unwritable']);
  expect(refused.error().message).toContain('another program has it open');
  expect(readFileSync(join(folder, 'open.csv'), 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(before);
  await held.release();
  expect((await nostro(...out)).code).toBe(0);
  expect(readFileSync(join(folder, 'open.csv'), 'utf8')).toContain('"id","transactionDate"');
});

test('a data folder with spaces, other letters and a long name serves as any other [S12]', async () => {
  const long = join('Geld & Küche – 東京', ...Array.from({ length: 4 }, () => 'x'.repeat(60)));
  const { bank, folder, nostro } = await scene(options(), long);
  const run = await nostro('sync', ...october);
  expect([run.code, run.err]).toEqual([0, '']);
  expect((await nostro(...order('INV-1'))).code).toBe(0);
  expect((await nostro(...order('INV-1'))).code).toBe(0);
  expect(bank.orders()).toBe(1);
  expect(existsSync(join(folder, long, 'banks'))).toBe(true);
});

test('the same file by other letters is the same payment file', async () => {
  const { bank, folder, at, nostro } = await scene();
  mkdirSync(join(folder, 'Lines'));
  writeFileSync(join(folder, 'Lines', 'November.csv'), paymentLines('b-7,10.10,USD,F-1'));
  for (const name of ['Lines/November.csv', 'LINES/NOVEMBER.CSV']) {
    const run = await nostro('pay', '--file', at(name), '--account', account);
    expect([name, run.code]).toEqual([name, 0]);
  }
  expect(bank.orders()).toBe(1);
});
