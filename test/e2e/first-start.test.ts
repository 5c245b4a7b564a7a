import { join } from 'node:path';

import { expect, test } from 'vitest';

import { go, openSandbox, startDesk, sync } from './support/desk.ts';
import type { BankEntry } from './support/bank-over-http.ts';
import { focused } from './support/focus.ts';
import { newPlace } from './support/place.ts';
import { startSyncedDesk } from './support/synced.ts';
import { exported, openStatement, searchEntries } from './support/statement.ts';

const operatingUsd = '2010044871';
const accountNumbers = [
  operatingUsd,
  '2010044888',
  '3020017345',
  '4030029916',
  '5040061203',
  '6050038742',
  '7060012589',
  '8070055130',
];

/**
 * Each line of an export names its account, since a file may have many. It names a counterparty only where an order of ours, the bank or
 * a label does: this bank names nobody, and a new desk has neither orders nor labels.
 */
const exportedFrom = (bank: readonly BankEntry[]) =>
  bank.map((entry) => ({ accountNumber: operatingUsd, ...entry, counterparty: '' }));

test('from the first start to a proven position in one click and one key, the bank’s balances digit by digit', async () => {
  const place = await newPlace();
  const desk = await startDesk(place);
  const { page, hand } = desk;
  await openSandbox(desk);
  await page.getByRole('banner').getByRole('button', { name: 'Sync', disabled: false }).waitFor();
  expect(await sync(desk)).toBe('Synced');
  expect(hand.presses()).toBe(1);
  const proofs = page.getByRole('cell', { name: /^Checked to/ });
  await expect.poll(() => proofs.count()).toBe(accountNumbers.length);
  await page.getByText('8 accounts in 7 currencies').waitFor();
  expect(await page.title()).toBe('Position · SANDBOX · Nostro');
  for (const accountNumber of accountNumbers) {
    const last = (await place.bank.statement(accountNumber)).at(-1)!;
    const row = page.getByRole('row').filter({ hasText: `··${accountNumber.slice(-4)}` });
    const booked = row.getByRole('cell').nth(1);
    await expect
      .poll(async () => (await booked.innerText()).replaceAll(',', ''))
      .toBe(last.balance);
  }
});

test('an entry is found as typed, flagged and noted by keyboard, and keeps its marks', async () => {
  const { place, desk } = await startSyncedDesk();
  const marker = 'Quarterly retainer Zebra4711';
  const id = await place.bank.post({
    account: operatingUsd,
    amount: '1234.50',
    direction: 'credit',
    narration: marker,
  });
  const { page, hand } = desk;
  expect(await sync(desk)).toBe('Synced');
  await openStatement(desk, 'Operating USD');
  await searchEntries(desk, 'zebra47');
  await page.getByText('1 entry', { exact: true }).waitFor();
  await hand.press('Enter', 'j', 'f', 'n');
  await focused(page.getByRole('textbox', { name: 'Note' }));
  await hand.type('Ask the bank for the batch file');
  await hand.press('Control+Enter');
  const pane = page.getByRole('complementary', { name: 'Entry' });
  await pane.getByRole('button', { name: 'Ask the bank for the batch file' }).waitFor();
  await pane.getByText('Details', { exact: true }).click();
  await pane.getByText(id, { exact: true }).waitFor();
  await pane.getByText('Balance agrees with the entry before').waitFor();
  await pane.getByRole('heading', { name: marker, exact: true }).waitFor();
  await pane.getByRole('button', { name: 'Unflag', pressed: true }).waitFor();

  await page.reload();
  await openStatement(desk, 'Operating USD');
  await hand.press('j');
  await pane.getByText('Ask the bank for the batch file').waitFor();
  await pane.getByRole('button', { name: 'Unflag' }).waitFor();
});

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
