import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { answerOf } from '../support/bridge.ts';
import { startDesk, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import {
  askToPay,
  beginPayment,
  goToPayments,
  lookAgain,
  payeeInDollars,
  payElsewhere,
  paymentPane,
  paySandbox,
} from '../support/payments.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

const shown = ({ page }: Desk, words: string | RegExp) => page.getByText(words);
const sendButton = ({ page }: Desk) => page.getByRole('button', { name: /^Send/ });

async function sentReferences({ page }: Desk): Promise<string[]> {
  const { value } = (await answerOf(page, 'submissions.list', { limit: 9 })) as {
    value: { rows: SubmissionView[] };
  };
  return value.rows.map(({ reference }) => reference);
}

async function payNow(desk: Desk): Promise<void> {
  await askToPay(desk);
  await desk.hand.press('Enter');
}

/** Ticks the box under the cursor and goes on, by keys. */
async function confirmAndPay({ page, hand }: Desk): Promise<void> {
  await hand.press('Space', 'Enter');
  await focused(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }));
  await hand.press('Enter');
}

test('a payment like one that has no answer names that one, and waits for a confirmation', async () => {
  const { place, desk } = await startSyncedDesk();
  await paySandbox(desk, 'beneficiary-gateway');
  await lookAgain(desk, '61.00');
  await payNow(desk);
  await paymentPane(desk).getByText('no answer: it may have gone through').waitFor();
  const [reference = ''] = await sentReferences(desk);
  await paySandbox(desk, 'beneficiary-gateway');
  await lookAgain(desk, '61.00');
  await shown(desk, `reference ${reference}, and has no answer yet`).waitFor();
  await focused(desk.page.getByRole('checkbox', { name: 'I accept that this may be a duplicate' }));
  await expect.poll(() => sendButton(desk).isDisabled()).toBe(true);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
});

test('a confirmation holds for the payments that it named: one that was sent since is confirmed anew', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const payee = await payeeInDollars(place);
  await goToPayments(desk);
  await beginPayment(desk, payee);
  await lookAgain(desk, '75.00');
  await payNow(desk);
  await page.getByRole('button', { name: 'Pay again' }).waitFor();
  const [reference = ''] = await sentReferences(desk);
  await hand.press('a');
  await shown(desk, `reference ${reference}.`).waitFor();
  const box = page.getByRole('checkbox', { name: 'Pay again on purpose' });
  await focused(box);
  const since = await payElsewhere(place.bank, payee, 75);
  const [, transfer] = await place.bank.orders('transfers');
  expect(transfer?.reference).toBe(since);
  await confirmAndPay(desk);
  await page
    .getByRole('alert')
    .getByText(/must be confirmed first|from elsewhere/)
    .first()
    .waitFor();
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(2);

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Review/ })
    .click();
  await shown(desk, `from elsewhere, transfer ${transfer?.id ?? ''}, reference ${since}`).waitFor();
  await focused(box);
  expect(await box.isChecked()).toBe(false);
  await confirmAndPay(desk);
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(3);
});

test('a payee that the bank does not return waits for a person’s confirmation where the local copy is gone; changed details are held', async () => {
  const { place, desk: first } = await startSyncedDesk();
  const payee = await payeeInDollars(place);
  await goToPayments(first);
  await beginPayment(first, payee);
  await lookAgain(first, '75.00');
  await payNow(first);
  await paymentPane(first).getByText('accepted', { exact: true }).waitFor();
  await first.close();
  for (const path of globSync(join(place.dataDir, 'banks', '*', 'cache.db*'))) rmSync(path);
  const change = { accountNumber: '5550001112' };
  await place.bank.ask('PUT', `/beneficiaries/${payee.entityId}/update`, change);
  const fault = { kind: 'status', status: 500 } as const;
  await place.bank.setFaults(
    { operation: 'getBeneficiary', fault },
    { operation: 'getAllBeneficiaries', fault },
  );

  const desk = await startDesk(place);
  await signedIn(desk);
  await sync(desk);
  await goToPayments(desk);
  await desk.page.getByRole('gridcell', { name: '75.00 USD' }).click();
  await paymentPane(desk).waitFor();
  await desk.hand.press('a');
  await shown(desk, /could not be read from the bank now \(.*HTTP 500\)/).waitFor();
  await shown(desk, new RegExp(`to the account ${payee.accountNumber}\\.`)).waitFor();
  await desk.page.getByRole('checkbox', { name: 'I checked these bank details myself' }).waitFor();
  await expect.poll(() => sendButton(desk).isDisabled()).toBe(true);

  await place.bank.setFaults();
  await desk.hand.press('Escape');
  await desk.page
    .getByRole('main')
    .getByRole('button', { name: /^Review/ })
    .click();
  await shown(desk, /changed since they were last paid/).waitFor();
  await expect.poll(() => sendButton(desk).isDisabled()).toBe(true);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
});
