import { expect, test } from 'vitest';

import { startHarbour } from '../support/banks/harbour.ts';
import { startDesk, sync, type Desk } from './support/desk.ts';
import { atEndOfTest } from './support/ending.ts';
import { focused } from './support/focus.ts';
import { chooseBankFile, signInWith } from './support/foreign.ts';
import { askToPay, goToPayments, lookAgain, paymentPane } from './support/payments.ts';
import { emptyPlace } from './support/place.ts';

async function deskAtHarbour() {
  const bank = await startHarbour();
  atEndOfTest(() => bank.close());
  const desk = await startDesk(emptyPlace());
  await chooseBankFile(desk, bank.bankFile);
  await signInWith(desk, bank.credentials);
  expect(await sync(desk)).toBe('Synced');
  await goToPayments(desk);
  return { bank, desk };
}

async function pay(desk: Desk, amount: string): Promise<void> {
  const { page, hand } = desk;
  await hand.press('n');
  await focused(page.getByRole('combobox', { name: 'Payee' }));
  await hand.type('000123456789');
  await page.getByRole('listbox').getByText('000123456789').waitFor();
  await hand.press('Enter');
  await focused(page.getByLabel('Amount', { exact: true }));
  await lookAgain(desk, amount);
  await askToPay(desk);
  await hand.press('Enter');
}

test('the window tells an answer with 200 by what it says: unknown, not confirmed, then confirmed, and refused', async () => {
  const { bank, desk } = await deskAtHarbour();
  const pane = paymentPane(desk);

  bank.retell = (order) => ({ ...order, from: 'HT-00999-USD' });
  bank.isListHidden = true;
  await pay(desk, '22.20');
  await pane.getByText('about the account HT-00999-USD instead of HT-00417-USD').first().waitFor();

  bank.retell = ({ order }) => ({ order });
  await pay(desk, '33.30');
  await pane.getByText('not confirmed', { exact: true }).waitFor();
  await pane.getByText('The bank accepted it without saying what it accepted').waitFor();

  bank.isListHidden = false;
  await pane.getByRole('button', { name: 'Look it up now' }).click();
  await pane.getByText('accepted', { exact: true }).waitFor();

  bank.retell = (order) => ({ ...order, phase: 'REJECTED' });
  await pay(desk, '11.10');
  await desk.page.getByText('The bank says “REJECTED”.').waitFor();
  expect(bank.orders.map(({ amt }) => amt)).toEqual(['22.20', '33.30', '11.10']);
});
