import { expect, test } from 'vitest';

import { openSandbox, startDesk, sync } from './support/desk.ts';
import { focused } from './support/focus.ts';
import { newPlace } from './support/place.ts';
import { operatingUsd } from './support/payments.ts';
import { startSyncedDesk } from './support/synced.ts';
import { openStatement, searchEntries } from './support/statement.ts';

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
