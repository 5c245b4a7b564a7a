import { expect, test } from 'vitest';

import { go, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { startSyncedDesk } from '../support/synced.ts';

const form = ({ page }: Desk) => page.getByRole('complementary', { name: 'New remittance' });
const question = ({ page }: Desk) => page.getByRole('dialog', { name: /^Send / });
const detail = ({ page }: Desk) =>
  page.getByRole('complementary', { name: 'Remittance', exact: true });

/** Begins a remittance and types it, down to its last field; a press. */
async function fill(desk: Desk, recipientAccount = 'DE89370400440532013000'): Promise<void> {
  await desk.hand.press('n');
  const part = (name: string) => form(desk).getByRole('group', { name });
  await focused(part('From').getByLabel('Account'));
  await part('From').getByLabel('Account').selectOption('3020017345');
  await part('From').getByLabel('Amount').fill('940.10');
  await part('From').getByLabel('Purpose').fill('Invoice 2231, spare parts');
  await part('Sender').getByLabel('Country').fill('GBR');
  await part('Recipient').getByLabel('Name').fill('Ersatzteile Köln GmbH');
  await part('Recipient').getByLabel('Country').fill('DEU');
  await part('Recipient').getByLabel('Account number').fill(recipientAccount);
  await part('Recipient').getByLabel('BIC or code').fill('COBADEFFXXX');
}

/** The second look, then the question; two presses. */
async function askToSend(desk: Desk): Promise<void> {
  await desk.hand.press('Enter');
  await focused(form(desk).locator('button[type=submit]'));
  await desk.hand.press('Enter');
  await focused(question(desk).locator('button[type=submit]'));
}

async function openRemittances(desk: Desk): Promise<void> {
  await go(desk, 'Remittances');
  await desk.page.getByText('No remittances yet').waitFor();
}

test('money is remitted with four keys, and everything is shown once more before it is sent', async () => {
  const { place, desk } = await startSyncedDesk();
  const { hand } = desk;
  await openRemittances(desk);
  const before = hand.presses();
  await fill(desk);
  await askToSend(desk);
  for (const words of ['SANDBOX', 'DE89370400440532013000', 'Invoice 2231, spare parts'])
    await question(desk).getByText(words).first().waitFor();
  expect(await place.bank.calls('initiateRemittance')).toEqual([]);
  await hand.press('Enter');
  await detail(desk).getByText('initiated', { exact: true }).first().waitFor();
  expect(hand.presses() - before).toBe(4);

  expect(await place.bank.calls('initiateRemittance')).toHaveLength(1);
  const [order, ...others] = await place.bank.orders('remittances');
  expect(others).toEqual([]);
  await detail(desk).getByText('Details', { exact: true }).click();
  await detail(desk).getByText(order!.id).waitFor();
  const booked = await place.bank.booked(order!.reference);
  expect(booked.map(({ amount, transactionType }) => [transactionType, amount])).toEqual([
    ['transfer', '940.10'],
    ['fee', '2.00'],
  ]);

  await place.bank.advance(6 * 60_000);
  await hand.press('r');
  await detail(desk).getByText('in_transit', { exact: true }).first().waitFor();
});

test('a remittance whose answer is cut is not sent again, and its booking in the statement settles it', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await place.bank.setIdempotency('none');
  await openRemittances(desk);
  await fill(desk, '9900000603');
  await askToSend(desk);
  await hand.press('Enter');
  await page.getByText('no answer: it may have gone through').first().waitFor();
  expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
  await sync(desk);
  await page.getByText('Executed by the bank. Find it by ID to show it here.').waitFor();
  const [order, ...others] = await place.bank.orders('remittances');
  expect(others).toEqual([]);
  expect(await place.bank.calls('initiateRemittance')).toHaveLength(1);
  expect(await place.bank.booked(order!.reference)).toHaveLength(2);
  await hand.press('i');
  await focused(page.getByLabel('The bank’s id'));
  await hand.type(order!.id);
  await hand.press('Enter');
  await detail(desk).getByText(order!.reference).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Ersatzteile/ }).count()).toBe(1);
});

test('a remittance that compliance blocks keeps what was typed', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await openRemittances(desk);
  await fill(desk, '9900000602');
  await askToSend(desk);
  await hand.press('Enter');
  await page
    .getByText('Compliance does not release payments to this recipient', { exact: true })
    .waitFor();
  await expect.poll(() => form(desk).getByLabel('Amount').inputValue()).toBe('940.10');
  await expect
    .poll(() => form(desk).getByLabel('Purpose').inputValue())
    .toBe('Invoice 2231, spare parts');
  expect(await place.bank.orders('remittances')).toEqual([]);
  expect(await place.bank.calls('initiateRemittance')).toHaveLength(1);
});
