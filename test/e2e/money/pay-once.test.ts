import { expect, test } from 'vitest';

import { countedException } from '../support/exceptions.ts';
import {
  askToPay,
  beginPayment,
  lookAgain,
  openPayments,
  paidTimes,
  payeeInDollars,
  paymentPane,
  paySandbox,
} from '../support/payments.ts';
import { startSyncedDesk } from '../support/synced.ts';

test('a payee is paid with five keys, payee, fee and balance before the eyes; two Enters send once [P11]', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await place.bank.setIdempotency('none');
  await place.bank.setFaults({
    operation: 'createSingleTransfer',
    fault: { kind: 'latency', ms: 300 },
  });
  const payee = await payeeInDollars(place);
  await openPayments(desk);
  const before = hand.presses();
  await beginPayment(desk, payee);
  await lookAgain(desk, '120.45');
  const review = page.getByRole('complementary', { name: 'New payment' });
  await review.getByText('Read from the bank just now.').waitFor();
  await review.getByRole('row', { name: 'Leaves the account 122.95 USD' }).waitFor();
  await askToPay(desk);
  expect(await place.bank.calls('createSingleTransfer')).toEqual([]);
  await hand.press('Enter');
  const needed = hand.presses() - before;
  // At once, as a finger does that presses twice: a hand that read first would leave what is on its way.
  await page.keyboard.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  expect(needed).toBe(5);

  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
  const [sent] = await place.bank.orders('transfers');
  expect(sent).toMatchObject({ amount: '120.45', beneficiaryId: payee.entityId });
  await paymentPane(desk).getByText(sent!.reference).waitFor();
  expect((await place.bank.booked(sent!.reference)).map(({ amount }) => amount)).toEqual([
    '120.45',
    '2.50',
  ]);
});

test('a payment whose answer is cut is unknown, cannot be sent again, and is found by the desk itself [P4]', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await place.bank.setIdempotency('none');
  await paySandbox(desk, 'beneficiary-cut');
  await lookAgain(desk, '88.88');
  await askToPay(desk);
  await hand.press('Enter');
  const pane = paymentPane(desk);
  await pane.getByText('no answer: it may have gone through').waitFor();
  expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
  await countedException(desk, /answer cut/);
  await pane.getByText('accepted', { exact: true }).waitFor();
  expect(await paidTimes(place)).toEqual([1]);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
});
