import { expect, test } from 'vitest';

import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import { answerOf } from '../support/bridge.ts';
import { go, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import {
  askToPay,
  beginPayment,
  goToPayments,
  lookAgain,
  operatingUsd,
  payeeInDollars,
  paymentPane,
  payTo,
} from '../support/payments.ts';
import { startSyncedDesk } from '../support/synced.ts';

/** Sells dollars for euros in the view, by keyboard. */
async function sellDollars({ page, hand }: Desk, amount: string): Promise<void> {
  await hand.press('n');
  await page.getByLabel('Sell from').selectOption(operatingUsd);
  await page.getByLabel('Amount sold').focus();
  await hand.type(amount);
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: 'Trade now' }));
  await hand.press('Enter');
  const question = page.getByRole('dialog', { name: 'Trade at this rate?' });
  await focused(question.getByRole('button', { name: 'Trade', exact: true }));
  await hand.press('Enter');
  await page.getByRole('region', { name: 'Four-way match' }).waitFor();
}

/** What can be spent from the dollar account by the bank's last report, in 10^-4. */
async function availableUnits({ page }: Desk): Promise<bigint> {
  const { value } = (await answerOf(page, 'accounts.get', { accountNumber: operatingUsd })) as {
    value: { available: { amount: string } };
  };
  return toUnits(value.available.amount);
}

/** The figure of a row of the second look, in 10^-4. */
async function figure({ page }: Desk, label: string): Promise<bigint> {
  const row = page
    .getByRole('complementary', { name: 'New payment' })
    .getByRole('row', { name: new RegExp(`^${label}`) });
  const text = await row.getByRole('cell').last().innerText();
  return toUnits(text.replace('−', '-').replace(/[^\d.-]/g, ''));
}

/** Starts a sync by its button, since keys belong to the form, and waits for its end. */
async function syncByButton({ page }: Desk): Promise<void> {
  const bar = page.getByRole('banner');
  const end = async () =>
    (await answerOf(page, 'sync.progress', {})) as {
      value: { running: boolean; finishedAt: string | null };
    };
  const { finishedAt: before } = (await end()).value;
  await bar.getByRole('button', { name: 'Sync' }).click();
  await expect
    .poll(
      async () => {
        const { running, finishedAt } = (await end()).value;
        return !running && finishedAt !== before;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

test('the sold leg of a deal and the fee of a payment cannot be spent twice, and a sync redraws the second look', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const available = await availableUnits(desk);
  await go(desk, 'Convert');
  await page.getByText('No trades yet').waitFor();
  await sellDollars(desk, '25000');
  const gone = toUnits('25025');
  const payee = await payeeInDollars(place);
  await goToPayments(desk);
  await beginPayment(desk, payee);
  await lookAgain(desk, '100');
  expect(await figure(desk, 'Available now')).toBe(available);
  expect(await figure(desk, 'In flight')).toBe(-gone);
  const left = available - gone - toUnits('102.5');
  expect(await figure(desk, 'Available after')).toBe(left);

  // The bank has booked the deal: the second look follows without being left, and counts it once.
  await syncByButton(desk);
  await expect.poll(() => figure(desk, 'Available now')).toBe(available - gone);
  // While the sync reads, the balance may have what is still counted in flight: less is shown, never more.
  await expect.poll(() => page.getByRole('row', { name: /^In flight/ }).count()).toBe(0);
  expect(await figure(desk, 'Available after')).toBe(left);

  await page.getByRole('button', { name: /^Send/ }).focus();
  await askToPay(desk);
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  await goToPayments(desk);
  await beginPayment(desk, payee);
  // The account covers the amount, and not its fee behind what was paid with its own.
  await lookAgain(desk, fromUnits(left, 2));
  expect(await figure(desk, 'In flight')).toBe(toUnits('-102.5'));
  expect(await figure(desk, 'Available after')).toBe(toUnits('-2.5'));
  await page.getByText('Balance too low').waitFor();
});

test('position and outlook follow a sync without being left', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  const payee = await payeeInDollars(place);
  await payTo(desk, payee, '100');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  await go(desk, 'Position');
  const count = page.getByRole('button', { name: /^1 in flight (from|on) / });
  await page.getByRole('button', { name: /^Operating USD/ }).click();
  const line = page.getByRole('button', { name: 'In flight', exact: true });
  await count.waitFor();
  await line.waitFor();
  await sync(desk);
  await count.waitFor({ state: 'detached', timeout: 3_000 });
  await line.waitFor({ state: 'detached', timeout: 3_000 });
});
