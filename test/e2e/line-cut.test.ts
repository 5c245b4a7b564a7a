import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { BankEntry } from './support/bank-over-http.ts';
import { go, sync } from './support/desk.ts';
import { operatingUsd } from './support/payments.ts';
import { exported, openStatement, searchEntries } from './support/statement.ts';
import { startSyncedDesk } from './support/synced.ts';

/**
 * Each line of an export names its account, since a file may have many. It names a counterparty only where an order of ours, the bank or
 * a label does: this bank names no one, and a new desk has neither orders nor labels.
 */
const exportedFrom = (bank: readonly BankEntry[]) =>
  bank.map((entry) => ({ accountNumber: operatingUsd, ...entry, counterparty: '' }));

test('an export equals the bank’s own answer, row for row and digit for digit', async () => {
  const { place, desk } = await startSyncedDesk();
  await openStatement(desk, 'Operating USD');
  const rows = await exported(desk, join(place.folder, 'statement.csv'));
  const bank = await place.bank.statement(operatingUsd);
  expect(rows.length).toBeGreaterThan(1_000);
  expect(rows).toEqual(exportedFrom(bank));
  await desk.page.getByText(`${rows.length.toLocaleString('en-GB')} entries written`).waitFor();
});

test('with the line cut everything reads on, and what cannot be done says why', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  const bank = await place.bank.statement(operatingUsd);
  await place.line.cut();
  await sync(desk);
  const bar = page.getByText('Offline', { exact: true });
  await bar.waitFor();
  expect(await bar.count()).toBe(1);
  expect(await page.getByText(/cannot be reached/i).count()).toBe(0);

  await openStatement(desk, 'Operating USD');
  expect(await exported(desk, join(place.folder, 'offline.csv'))).toEqual(exportedFrom(bank));
  await searchEntries(desk, 'payroll');
  const found = bank.filter(({ narration }) => /\bpayroll/i.test(narration)).length;
  await page.getByText(`${found} entries`, { exact: true }).waitFor();

  await go(desk, 'Payees');
  await page.getByRole('row').nth(1).waitFor();
  const refresh = page.getByRole('button', { name: 'Refresh', disabled: true });
  await refresh.waitFor();
  expect(await refresh.getAttribute('title')).toContain('wait for the connection');
  await go(desk, 'Sub-clients');
  await page.getByRole('row').nth(1).click();
  await page.getByText('The bank cannot be reached.').first().waitFor();
  await page.getByRole('button', { name: 'Delete…', disabled: true }).waitFor();
});

test('once the line is mended a sync is as before, and changes nothing', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  await openStatement(desk, 'Operating USD');
  const before = await exported(desk, join(place.folder, 'before.csv'));
  await place.line.cut();
  await sync(desk);
  await page.getByText('Offline', { exact: true }).waitFor();
  await place.line.mend();
  expect(await sync(desk)).toBe('Synced');
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
  expect(
    await page
      .getByRole('banner')
      .getByText(/ new\b/)
      .count(),
  ).toBe(0);
  expect(await exported(desk, join(place.folder, 'after.csv'))).toEqual(before);
});
