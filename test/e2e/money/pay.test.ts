import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { answerOf } from '../support/bridge.ts';
import { clockAhead, go, startDesk, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import {
  askToPay,
  beginPayment,
  goToPayments,
  lookAgain,
  openPayments,
  paidTimes,
  payeeInDollars,
  payElsewhere,
  paymentPane,
  paySandbox,
  letADayPass,
} from '../support/payments.ts';
import { openStatement } from '../support/statement.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

const payAgain = (desk: Desk) => desk.page.getByRole('button', { name: 'Pay again' });

/** What the desk stores of forms that were begun. */
async function begunIn({ page }: Desk): Promise<string> {
  const { value } = (await answerOf(page, 'drafts.begun', {})) as { value: { rows: object[] } };
  return JSON.stringify(value.rows);
}

test('a page that is drawn anew while a payment is on its way sends nothing again, and shows what came of it [F5]', async () => {
  const { place, desk } = await startSyncedDesk();
  await place.bank.setIdempotency('none');
  await place.bank.setFaults({
    operation: 'createSingleTransfer',
    fault: { kind: 'latency', ms: 5_000 },
  });
  await goToPayments(desk);
  await beginPayment(desk, await payeeInDollars(place));
  await lookAgain(desk, '120.45');
  await askToPay(desk);
  await desk.hand.press('Enter');
  const sent = () => place.bank.calls('createSingleTransfer');
  await expect.poll(sent).toHaveLength(1);
  // As the shell does where the page died.
  await desk.page.reload();
  await signedIn(desk);
  await go(desk, 'Payments');
  await desk.page.getByRole('gridcell', { name: 'accepted' }).waitFor();
  expect(await sent()).toHaveLength(1);
  expect(await paidTimes(place)).toEqual([1]);
});

test('a payment that is saved as a draft is there again after a kill, encrypted, and is paid once', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  const payee = await payeeInDollars(place);
  await openPayments(killed);
  await beginPayment(killed, payee);
  await killed.hand.type('120.45');
  await killed.page.getByLabel('Narration').fill('canary of a draft');
  await killed.page.getByRole('button', { name: /^Save as draft/ }).click();
  await expect.poll(() => begunIn(killed)).toContain('canary of a draft');
  await killed.kill();
  const files = globSync(join(place.dataDir, 'banks', 'sandbox', 'journal.db*'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(file, 'latin1')).not.toContain('canary');

  const desk = await startDesk(place);
  await signedIn(desk);
  await openPayments(desk);
  await desk.page.getByRole('button', { name: /^Resume draft/ }).click();
  await expect.poll(() => desk.page.getByLabel('Narration').inputValue()).toBe('canary of a draft');
  await expect
    .poll(() => desk.page.getByLabel('Amount', { exact: true }).inputValue())
    .toBe('120.45');
  await desk.page.getByLabel('Amount', { exact: true }).focus();
  await desk.hand.press('Enter');
  await desk.page.getByRole('heading', { name: 'Check before sending' }).waitFor();
  await askToPay(desk);
  await desk.hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
  await expect.poll(() => begunIn(desk)).toBe('[]');
});

test('what was paid a day ago is paid again with three keys, from the payment and from its entry', async () => {
  // The bank's clock goes on by a day; the machine's is there already, so that the earlier of both is.
  const { place, desk } = await startSyncedDesk({ env: clockAhead(25 * 3_600_000) });
  const { page, hand } = desk;
  const payee = await payeeInDollars(place);
  const later = await payElsewhere(place.bank, payee, 515);
  const earlier = await payElsewhere(place.bank, payee, 310);
  await letADayPass(desk);

  await go(desk, 'Payments');
  await page.getByRole('gridcell', { name: '310.00 USD' }).waitFor();
  await hand.press('j');
  await paymentPane(desk).getByText(earlier).waitFor();
  const before = hand.presses();
  await hand.press('a');
  await askToPay(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  expect(hand.presses() - before).toBe(3);

  await openStatement(desk, 'Operating USD');
  const entry = page.getByRole('complementary', { name: 'Entry' });
  await hand.press('j', 'j', 'j', 'j');
  await entry.getByText(later).first().waitFor();
  await payAgain(desk).waitFor();
  const beforeEntry = hand.presses();
  await hand.press('a');
  await askToPay(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  expect(hand.presses() - beforeEntry).toBe(3);

  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(4);
  const sent = await place.bank.orders('transfers');
  expect(sent.map(({ amount }) => amount)).toEqual(['515.00', '310.00', '310.00', '515.00']);
  expect(await paidTimes(place)).toEqual([1, 1, 1, 1]);
});

test('the same once more within a day must be ticked first', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await openPayments(desk);
  await beginPayment(desk, await payeeInDollars(place));
  await lookAgain(desk, '75.00');
  await askToPay(desk);
  await hand.press('Enter');
  await payAgain(desk).waitFor();
  await hand.press('a');
  await page.getByText(/The same amount to the same payee was sent within a day/).waitFor();
  const box = page.getByRole('checkbox', { name: 'Pay again on purpose' });
  await focused(box);
  await hand.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await hand.press('Space', 'Enter');
  await page.getByRole('dialog').waitFor();
  await hand.press('Enter');
  await paymentPane(desk).waitFor();
  expect(await paidTimes(place)).toEqual([1, 1]);
});

test('a payment that the bank refuses keeps what was entered and shows the bank’s own words', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await paySandbox(desk, 'beneficiary-blocked');
  await page.getByLabel('Narration').fill('Invoice 4711');
  await page.getByLabel('Amount', { exact: true }).focus();
  await lookAgain(desk, '64.20');
  await askToPay(desk);
  await hand.press('Enter');
  const refusal = page.getByRole('alert');
  await refusal
    .getByText('Compliance does not release payments to this recipient', { exact: true })
    .waitFor();
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('64.20');
  await expect.poll(() => page.getByLabel('Narration').inputValue()).toBe('Invoice 4711');
  await page.getByText('Sandbox payee, blocked by compliance').first().waitFor();
  expect(await place.bank.orders('transfers')).toEqual([]);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(1);
});
