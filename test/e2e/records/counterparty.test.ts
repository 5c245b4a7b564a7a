import { expect, test } from 'vitest';

import { goToPayments, payTo, payeeInDollars, paymentPane } from '../support/payments.ts';
import { sync } from '../support/desk.ts';
import { startSyncedDesk } from '../support/synced.ts';

test('from a payment one key opens its counterparty, which shows the payment, its booking and the payee, and one goes back', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const payee = await payeeInDollars(place, 1);
  await payTo(desk, payee, '120.45');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  const [sent] = await place.bank.orders('transfers');
  await goToPayments(desk);
  await hand.press('j');
  await paymentPane(desk).getByText(sent!.reference).first().waitFor();
  const before = hand.presses();
  await hand.press('g');
  const head = page.getByRole('heading', { level: 1, name: payee.name });
  await head.waitFor();
  expect(hand.presses() - before).toBe(1);
  const newest = page.getByRole('region', { name: 'Newest payments' });
  await newest.getByText(sent!.reference).waitFor();
  await newest.getByText('120.45').waitFor();
  const terms = page.getByRole('complementary', { name: 'Account and terms' });
  await terms.getByText(payee.accountNumber).first().waitFor();
  await page.getByText('never paid').waitFor({ state: 'detached' });

  // The booking comes with the next sync, while the page stands.
  await sync(desk);
  const paid = page.getByRole('region', { name: 'Paid and received' });
  await paid
    .getByText(/120\.45/)
    .first()
    .waitFor();
  await hand.press('Alt+ArrowLeft');
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await paymentPane(desk).getByText(sent!.reference).first().waitFor();
});
