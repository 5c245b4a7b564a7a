import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import type { PaymentArrival } from '../../../shared/calendar/arrival.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { lacks, openDesk, press, sees, wideWindow } from '../support/view.ts';
import { arrivalRecord, paymentAnswers, reviewOf } from './payment-records.ts';

beforeEach(wideWindow);

async function reviewWith(arrival: PaymentArrival | null): Promise<void> {
  const shared = openDesk({
    ...paymentAnswers(),
    'payments.review': (entered) => ok({ ...reviewOf(entered), arrival }),
  });
  await render(WithShared, { shared, view: PaymentsView, params: {} });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  await press('250{Enter}');
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
}

test('the review says when a payment arrives, before it is sent', async () => {
  await reviewWith(arrivalRecord(false));
  await sees(page.getByText(/^Arrives by 25 Nov( 2026)? if sent before 15:30 Berlin\.$/));
});

test('the review says when a payment is executed once the cut-off is over', async () => {
  await reviewWith(arrivalRecord(true));
  await sees(page.getByText(/^After the cut-off \(15:30 Berlin\): executed on 25 Nov/));
});

test('where the bank file has no cut-off, the review says nothing of days', async () => {
  await reviewWith(null);
  await lacks(page.getByText(/Arrives by|Executed/));
});
