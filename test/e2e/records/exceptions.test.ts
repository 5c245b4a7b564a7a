import { expect, test } from 'vitest';

import { go, sync, type Desk } from '../support/desk.ts';
import {
  askToPay,
  askToPayUnlisted,
  letADayPass,
  lookAgain,
  paySandbox,
  payTo,
  payeeInDollars,
  paymentPane,
} from '../support/payments.ts';
import { countedException } from '../support/exceptions.ts';
import { startSyncedDesk } from '../support/synced.ts';

const exception = ({ page }: Desk) => page.getByRole('complementary', { name: 'Exception' });

/** Goes to the exceptions by key once the sidebar counts one, and selects it: expired documents may stand above. Answers the presses so far. */
async function goToTheOne(desk: Desk, title: RegExp | string): Promise<number> {
  const { page, hand } = desk;
  await countedException(desk, title);
  await hand.press('3');
  await page.getByRole('row', { name: title }).click();
  await exception(desk).getByRole('heading', { name: title }).waitFor();
  return hand.presses();
}

test('a payment without an answer is there, is opened with one key, and is looked up with one', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const down = { kind: 'status', status: 503 } as const;
  await place.bank.setFaults(
    { operation: 'findTransfers', fault: down },
    { operation: 'getStatement', fault: down },
  );
  await paySandbox(desk, 'beneficiary-cut');
  await lookAgain(desk, '88.88');
  await askToPayUnlisted(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('no answer: it may have gone through').waitFor();
  const before = await goToTheOne(desk, 'Transfer to Sandbox payee, answer cut');
  await hand.press('Enter');
  await paymentPane(desk).getByText('no answer: it may have gone through').waitFor();
  expect(hand.presses() - before).toBe(1);

  await goToTheOne(desk, 'Transfer to Sandbox payee, answer cut');
  expect(await page.getByRole('button', { name: /Send/ }).count()).toBe(0);
  await place.bank.setFaults();
  await hand.press('l');
  await exception(desk).getByText('accepted', { exact: true }).first().waitFor();
  const [sent, ...others] = await place.bank.orders('transfers');
  expect(others).toEqual([]);
  await exception(desk).getByText(sent!.id).first().waitFor();
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
});

test('a payment that came back is there until somebody lays it aside', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await paySandbox(desk, 'beneficiary-returned');
  await lookAgain(desk, '55.00');
  await askToPay(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  await letADayPass(desk);
  const before = await goToTheOne(desk, /Sandbox payee, returned/);
  await hand.press('Enter');
  await paymentPane(desk).getByText('returned', { exact: true }).first().waitFor();
  expect(hand.presses() - before).toBe(1);
  const [sent] = await place.bank.orders('transfers');
  const booked = await place.bank.booked(sent!.reference);
  expect(booked.map(({ transactionType }) => transactionType)).toEqual([
    'transfer',
    'fee',
    'return',
  ]);

  await goToTheOne(desk, /Sandbox payee, returned/);
  await hand.press('x');
  await page.getByText(/^Dismissed: /).waitFor();
  await go(desk, 'Position');
  await sync(desk);
  await go(desk, 'Exceptions');
  await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor();
  await expect
    .poll(() => page.getByRole('main').getByText('Sandbox payee, returned').count())
    .toBe(0);
});

test('a payee whose bank details changed since it was paid is there, and is opened with one key', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const payee = await payeeInDollars(place, 1);
  await payTo(desk, payee, '120.45');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  await place.bank.ask('PUT', `/beneficiaries/${payee.entityId}/update`, {
    accountNumber: '9876543210',
  });
  await sync(desk);
  const before = await goToTheOne(desk, new RegExp(payee.name));
  await hand.press('Enter');
  await page.getByRole('button', { name: 'I have checked these details' }).waitFor();
  expect(hand.presses() - before).toBe(1);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
});
