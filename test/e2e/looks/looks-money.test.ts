import { expect, test } from 'vitest';

import { countedException } from '../support/exceptions.ts';
import { go, goSettings, sync, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import { look } from '../support/look/look.ts';
import { paste } from '../support/paste.ts';
import {
  askToPay,
  askToPayUnlisted,
  beginPayment,
  lookAgain,
  operatingUsd,
  payeeInDollars,
  paymentPane,
  paySandbox,
} from '../support/payments.ts';
import { fileIn } from '../support/sub-clients.ts';
import { startSyncedDesk } from '../support/synced.ts';

const part = ({ page }: Desk, name: string) =>
  page.getByRole('complementary', { name, exact: true });
const dialog = ({ page }: Desk) => page.getByRole('dialog');

test('payments and exceptions look right', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Payments');
  await page.getByText('No payments yet').waitFor();
  const wrong = await look(desk, 'no payments');
  const payee = await payeeInDollars(place);
  await beginPayment(desk, payee);
  wrong.push(...(await look(desk, 'payment form')));
  await lookAgain(desk, '120.45');
  await askToPay(desk);
  wrong.push(...(await look(desk, 'payment question')));
  await hand.press('Enter');
  await paymentPane(desk).waitFor();
  wrong.push(...(await look(desk, 'payment')));
  await hand.press('a');
  await page.getByRole('checkbox').waitFor();
  wrong.push(...(await look(desk, 'payment review')));
  await place.bank.setFaults({ operation: 'findTransfers', fault: { kind: 'never-answer' } });
  await paySandbox(desk, 'beneficiary-cut');
  await lookAgain(desk, '88.88');
  wrong.push(...(await look(desk, 'payment review without the list')));
  await askToPayUnlisted(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('no answer: it may have gone through').waitFor();
  wrong.push(...(await look(desk, 'payment without an answer')));
  await countedException(desk, /answer cut/);
  await hand.press('3');
  await page.getByRole('row', { name: /answer cut/ }).click();
  await part(desk, 'Exception')
    .getByRole('heading', { name: /answer cut/ })
    .waitFor();
  wrong.push(...(await look(desk, 'exceptions')));
  expect(wrong).toEqual([]);
});

test('payment files and conversions look right', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Payment files');
  await page.getByText('No payment files yet').waitFor();
  const wrong = await look(desk, 'no payment files');
  const { entityId } = await payeeInDollars(place);
  const lines = ['account,beneficiary id,amount', ...['1.00', '1.00', '1e3', '2.00']].map(
    (amount, at) => (at === 0 ? amount : `${operatingUsd},${entityId},${amount}`),
  );
  const file = fileIn(
    place,
    'salaries of all the subsidiaries, second half of the year.csv',
    lines.join('\n'),
  );
  await dropOn(page.getByRole('group', { name: /^Drop a payment file/ }), file);
  await page.getByRole('button', { name: 'Review 3 payments' }).waitFor();
  await hand.press('j');
  wrong.push(...(await look(desk, 'payment file')));
  await hand.press('s');
  await dialog(desk).waitFor();
  wrong.push(...(await look(desk, 'payment file question')));
  await hand.press('Space', 'Enter');
  await page.getByText('3 accepted').first().waitFor();
  wrong.push(...(await look(desk, 'payment file sent')));

  await go(desk, 'Convert');
  await page.getByText('No trades yet').waitFor();
  wrong.push(...(await look(desk, 'no trades')));
  await hand.press('n');
  await page.getByLabel('Amount sold').fill('1250.55');
  await hand.press('Enter');
  await page.getByRole('timer').waitFor();
  wrong.push(...(await look(desk, 'price')));
  await hand.press('Enter');
  await dialog(desk).waitFor();
  wrong.push(...(await look(desk, 'conversion question')));
  await hand.press('Enter');
  await part(desk, 'Trade').waitFor();
  await sync(desk);
  await part(desk, 'Trade').getByText('Matched').waitFor();
  wrong.push(...(await look(desk, 'trade')));
  expect(wrong).toEqual([]);
});

test('new beneficiaries, remittances, receivables and the sandbox look right', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Payees');
  await page.getByRole('row').nth(1).waitFor();
  await hand.press('n');
  await page.getByLabel('Bank details as you got them').waitFor();
  await paste(
    page,
    'Beneficiary: Harmattan Food Ltd\nIBAN: DE89 3704 0044 0532 0130 00\nBIC: RHKODEFFXXX\nYours sincerely',
  );
  await page.getByText('Looks like').first().waitFor();
  const wrong = await look(desk, 'new beneficiary');
  await go(desk, 'Remittances');
  await page.getByText('No remittances yet').waitFor();
  wrong.push(...(await look(desk, 'no remittances')));
  await hand.press('n');
  await focused(part(desk, 'New remittance'));
  await part(desk, 'New remittance').getByLabel('Amount').focus();
  await hand.press('Enter');
  await part(desk, 'New remittance').locator('[aria-invalid=true]').first().waitFor();
  wrong.push(...(await look(desk, 'remittance with problems')));
  await go(desk, 'Receivables');
  await page.getByText('No receivables yet').waitFor();
  wrong.push(...(await look(desk, 'no receivables')));
  await hand.press('n');
  const receivable = part(desk, 'New receivable');
  await receivable.getByLabel('To account').selectOption(operatingUsd);
  await receivable.getByLabel('Amount').fill('4810.75');
  await receivable.getByLabel('Payer', { exact: true }).fill('Northgate Power Systems Inc');
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: 'Create receivable' }));
  wrong.push(...(await look(desk, 'receivable review')));
  await hand.press('Enter');
  await part(desk, 'Receivable').waitFor();
  const [order] = await place.bank.orders('receivables');
  await place.bank.ask('POST', '/accounts/simulate-inflow', {
    accountNumber: operatingUsd,
    amount: 4810.75,
    currency: 'USD',
    narration: `Ours ${order!.reference}`,
  });
  await sync(desk);
  await part(desk, 'Receivable').getByText('Likely receipts').waitFor();
  wrong.push(...(await look(desk, 'receivable')));
  await goSettings(desk, 'Sandbox');
  await page.getByRole('heading', { name: 'Simulate a receipt' }).scrollIntoViewIfNeeded();
  wrong.push(...(await look(desk, 'sandbox')));
  expect(wrong).toEqual([]);
});
