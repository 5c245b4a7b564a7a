import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { holidayEdition } from '../../../shared/calendar/holiday-edition.ts';
import { runCommand } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

type Line = { readonly calendar: string; readonly day: string; readonly name: string };

const linesOf = (out: string): Line[] =>
  out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const nostro = (...args: string[]) => runCommand(['--data-dir', tempFolder(), ...args]);
const december = ['--from', '2026-12-01', '--to', '2026-12-31'];

test('holidays prints the days of each code, without weekends, with their edition', async () => {
  const { code, out, err } = await nostro('holidays', 'usd', 'EUR', ...december);
  expect([code, err]).toEqual([0, '']);
  expect(linesOf(out)).toEqual([
    { calendar: 'USD', day: '2026-12-25', name: 'Christmas Day', edition: holidayEdition },
    { calendar: 'EUR', day: '2026-12-25', name: 'Christmas Day', edition: holidayEdition },
  ]);
});

test('holidays prints the days that the bank file adds, and says where days are not known', async () => {
  const bank = join(tempFolder(), 'bank.json');
  const days = [
    { day: '2026-12-24', name: 'Bank day' },
    { day: '2026-12-26', calendar: 'XAU', name: 'Open Saturday', open: true },
    { day: '2026-12-28', calendar: 'US', name: 'Of another calendar' },
  ];
  const file = { name: 'B', environment: 'uat', baseUrl: 'https://bank.example' };
  writeFileSync(bank, JSON.stringify({ ...file, calendars: { days } }));
  const run = await runCommand([
    ...['--bank', bank, '--data-dir', tempFolder(), 'holidays', 'XAU'],
    ...december,
  ]);
  expect(linesOf(run.out)).toEqual([
    { calendar: 'XAU', day: '2026-12-24', name: 'Bank day', own: true, open: false },
    { calendar: 'XAU', day: '2026-12-26', name: 'Open Saturday', own: true, open: true },
  ]);
  expect(run.err).toContain('The holidays of XAU are not known');
  expect(run.code).toBe(0);
});

test('holidays without a code, or over too many days, is wrong use', async () => {
  expect((await nostro('holidays')).code).toBe(2);
  const ages = await nostro('holidays', 'US', '--from', '2000-01-01', '--to', '2100-01-01');
  expect(ages.code).toBe(2);
});

test('holidays --cut-offs prints those of the bank file, and takes nothing else', async () => {
  const bank = join(tempFolder(), 'bank.json');
  const file = { name: 'B', environment: 'uat', baseUrl: 'https://bank.example' };
  const cutOffs = [{ currency: 'EUR', at: '15:30', zone: 'Europe/Berlin', days: 1 }];
  writeFileSync(bank, JSON.stringify({ ...file, cutOffs }));
  const ask = (...args: string[]) =>
    runCommand(['--bank', bank, '--data-dir', tempFolder(), 'holidays', '--cut-offs', ...args]);
  const { code, out } = await ask();
  expect([code, linesOf(out)]).toEqual([0, [{ operation: 'createSingleTransfer', ...cutOffs[0] }]]);
  expect((await ask('US')).code).toBe(2);
  expect((await ask('--from', '2026-12-01')).code).toBe(2);
});
