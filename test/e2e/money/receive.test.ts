import { expect, test } from 'vitest';

import { go, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { startSyncedDesk } from '../support/synced.ts';

const collections = '2010044888';
const form = ({ page }: Desk) => page.getByRole('complementary', { name: 'New receivable' });
const detail = ({ page }: Desk) =>
  page.getByRole('complementary', { name: 'Receivable', exact: true });

/** Asks for money in the view; three presses. */
async function askForMoney(desk: Desk): Promise<void> {
  const { page, hand } = desk;
  await page.getByText('No receivables yet').waitFor();
  await hand.press('n');
  await focused(form(desk).getByLabel('To account'));
  await form(desk).getByLabel('To account').selectOption(collections);
  await form(desk).getByLabel('Amount').fill('4,810.75');
  await form(desk).getByLabel('Payer', { exact: true }).fill('Northgate Power Systems Inc');
  await form(desk).getByLabel('Payment reference').fill('INV-2026-0815');
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: 'Create receivable' }));
  await hand.press('Enter');
}

test('money is asked for with three keys; the credit that pays it is found with its reason and matched with one, or with two from anywhere', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Receivables');
  const before = hand.presses();
  await askForMoney(desk);
  await detail(desk).getByText('open', { exact: true }).first().waitFor();
  expect(hand.presses() - before).toBe(3);
  await detail(desk).getByRole('heading', { name: 'Funding details' }).waitFor();
  const [order, ...others] = await place.bank.orders('receivables');
  expect(others).toEqual([]);
  expect(order).toMatchObject({ amount: '4810.75', reference: 'INV-2026-0815' });
  expect(await place.bank.calls('createReceivable')).toHaveLength(1);

  await place.bank.ask('POST', '/accounts/simulate-inflow', {
    accountNumber: collections,
    amount: 4810.75,
    currency: 'USD',
    senderName: 'Northgate Power Systems Inc',
    narration: 'Payment of INV-2026-0815',
  });
  await sync(desk);
  await detail(desk).getByRole('heading', { name: 'Likely receipts' }).waitFor();
  const beforeMatch = hand.presses();
  await hand.press('m');
  await detail(desk).getByRole('heading', { name: 'Paid by this credit' }).waitFor();
  expect(hand.presses() - beforeMatch).toBe(1);
  await detail(desk).getByText('Ada Merlin').waitFor();
  expect(await place.bank.orders('receivables')).toMatchObject([{ id: order!.id, status: 'paid' }]);

  await hand.press('u');
  await detail(desk).getByRole('heading', { name: 'Likely receipts' }).waitFor();
  await go(desk, 'Position');
  await page.getByRole('heading', { name: 'Position' }).waitFor();
  const fromElsewhere = hand.presses();
  await hand.press('9');
  await detail(desk).getByRole('heading', { name: 'Likely receipts' }).waitFor();
  await hand.press('m');
  await detail(desk).getByRole('heading', { name: 'Paid by this credit' }).waitFor();
  expect(hand.presses() - fromElsewhere).toBe(2);
});

test('a receivable whose answer is cut is not asked for again; the bank’s id settles it', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await place.bank.setIdempotency('none');
  await place.bank.setFaults({
    operation: 'createReceivable',
    fault: { kind: 'cut-after-commit' },
  });
  await go(desk, 'Receivables');
  await askForMoney(desk);
  await page.getByText('no answer: it may have gone through').first().waitFor();
  expect(await page.getByRole('button', { name: /^Send|^Ask for/ }).count()).toBe(0);
  const [order, ...others] = await place.bank.orders('receivables');
  expect(others).toEqual([]);
  await hand.press('i');
  await focused(page.getByLabel('The bank’s id'));
  await hand.type(order!.id);
  await hand.press('Enter');
  await detail(desk).getByText('open', { exact: true }).first().waitFor();
  await page.getByText('no answer').first().waitFor({ state: 'detached' });
  expect(await place.bank.calls('createReceivable')).toHaveLength(1);
});
