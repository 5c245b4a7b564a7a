import { expect, test } from 'vitest';

import { go, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { paste } from '../support/paste.ts';
import {
  askToPay,
  beginPayment,
  goToPayments,
  lookAgain,
  payTo,
  payeeInDollars,
  paymentPane,
} from '../support/payments.ts';
import { startSyncedDesk } from '../support/synced.ts';

const form = ({ page }: Desk) => page.getByRole('complementary', { name: 'New payee' });
const pane = ({ page }: Desk) => page.getByRole('complementary', { name: 'Payee', exact: true });
const question = ({ page }: Desk) => page.getByRole('dialog', { name: 'Create this payee?' });
const yes = (desk: Desk) => question(desk).getByRole('button', { name: 'Create payee' });

const detailsOf = (name: string): string => `Beneficiary: ${name}
Address: Industriestrasse 14, 50667 Köln, Germany
IBAN: DE89 3704 0044 0532 0130 00
BIC: RHKODEFFXXX
Currency: EUR`;

/** Begins a payee with a block of bank details and asks to create it: two presses and what is pasted. */
async function pasteDetails(desk: Desk, name: string): Promise<void> {
  const { page, hand } = desk;
  await page.getByRole('row').nth(1).waitFor();
  await hand.press('n');
  await focused(page.getByLabel('Bank details as you got them'));
  await paste(page, detailsOf(name));
  await focused(page.getByRole('main').getByRole('button', { name: /^Review/ }));
  await form(desk).getByText('Rheinkontor Bank AG, Frankfurt am Main').waitFor();
  await hand.press('Enter');
  await question(desk).waitFor();
}

test('pasted bank details become a payee at the bank with three keys, and paying it is one key away', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Payees');
  const before = hand.presses();
  await pasteDetails(desk, 'Kornhaus Maschinenbau GmbH');
  await focused(yes(desk));
  await question(desk).getByText('DE89 3704 0044 0532 0130 00').waitFor();
  expect(await place.bank.calls('createBeneficiary')).toEqual([]);
  await hand.press('Enter');
  await page.getByText('The bank has Kornhaus Maschinenbau GmbH now.').waitFor();
  expect(hand.presses() - before).toBe(3);

  const { beneficiaries } = await place.bank.snapshot();
  const made = beneficiaries.filter(({ name }) => name === 'Kornhaus Maschinenbau GmbH');
  expect(made).toMatchObject([
    {
      accountNumber: 'DE89370400440532013000',
      bankBicOrCode: 'RHKODEFFXXX',
      bankName: 'Rheinkontor Bank AG',
      country: 'DEU',
      currencyIso3Code: 'EUR',
    },
  ]);
  expect(await place.bank.calls('createBeneficiary')).toHaveLength(1);
  await pane(desk).getByText('Details', { exact: true }).click();
  await pane(desk).getByText(made[0]!.entityId).waitFor();
  await hand.press('p');
  await focused(page.getByLabel('Amount', { exact: true }));
  await page.getByText('Kornhaus Maschinenbau GmbH').first().waitFor();
});

test('a payee that looks like a saved one is not created by a trained hand’s Enter', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Payees');
  const before = hand.presses();
  // The first letter is a Cyrillic one.
  await pasteDetails(desk, '\u0421edar & Vale LLP');
  await question(desk).getByRole('heading', { name: 'Looks like a saved payee' }).waitFor();
  await focused(question(desk).getByRole('button', { name: 'Cancel' }));
  await hand.press('Tab', 'Enter');
  await page.getByText('The bank has \u0421edar & Vale LLP now.').waitFor();
  expect(hand.presses() - before).toBe(4);
  expect(await place.bank.calls('createBeneficiary')).toHaveLength(1);
});

test('a payee whose bank details changed since it was paid is not paid until a person let it, with three keys', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const payee = await payeeInDollars(place, 1);
  await payTo(desk, payee, '120.45');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();

  await place.bank.ask('PUT', `/beneficiaries/${payee.entityId}/update`, {
    accountNumber: '9876543210',
  });
  await beginPayment(desk, payee);
  await lookAgain(desk, '300.00');
  await page.getByText('It cannot be sent yet.').waitFor();
  await page.getByRole('button', { name: /^Send/, disabled: true }).waitFor();
  await focused(page.getByRole('button', { name: 'Open payee' }));
  await hand.press('Enter');

  const notice = pane(desk).getByRole('status').filter({ hasText: 'Bank details changed' });
  const changed = notice.getByRole('row', { name: /^Account number/ }).getByRole('cell');
  const numbers = async (): Promise<string[]> =>
    (await changed.allInnerTexts()).map((text) => text.replaceAll(' ', ''));
  await expect.poll(numbers).toEqual([payee.accountNumber, '9876543210']);
  const before = hand.presses();
  await hand.press('c');
  const release = page.getByRole('dialog', { name: `Let ${payee.name} be paid again?` });
  await focused(release.getByRole('button', { name: 'Cancel' }));
  await hand.press('Tab', 'Enter');
  await notice.waitFor({ state: 'detached' });
  expect(hand.presses() - before).toBe(3);
  expect(await place.bank.orders('transfers')).toHaveLength(1);

  await goToPayments(desk);
  await hand.press('n');
  await focused(page.getByLabel('Amount', { exact: true }));
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('300.00');
  await hand.press('Enter');
  await askToPay(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  expect(await place.bank.orders('transfers')).toHaveLength(2);
});
