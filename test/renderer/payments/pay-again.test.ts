import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PayAgain from '../../../renderer/features/statements/entry/PayAgain.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import WithShared from '../support/WithShared.svelte';
import { paymentAnswers, paymentRow } from './payment-records.ts';
import { lacks, openDesk, sees } from '../support/view.ts';

async function show(reference: string, amount = '250.00'): Promise<Shared> {
  const shared = openDesk(paymentAnswers([paymentRow('R-1', 'accepted')]));
  await render(WithShared, {
    shared,
    view: PayAgain,
    params: { reference, amount: { amount, currency: 'USD' } },
  });
  return shared;
}

test('an entry of a payment that is known begins it anew with one key', async () => {
  const shared = await show('R-1');
  await sees(page.getByRole('button', { name: 'Pay again' }));
  await userEvent.keyboard('a');
  expect(shared.router.place).toMatchObject({ view: 'payments', params: { again: 'R-1' } });
});

test.each(['', 'PAY-529714'])(
  'an entry with the reference “%s” offers nothing',
  async (reference) => {
    const shared = await show(reference);
    await userEvent.keyboard('a');
    await lacks(page.getByRole('button', { name: 'Pay again' }));
    expect(shared.router.view).toBe('position');
  },
);

test('the fee booked under a payment’s reference is not that payment', async () => {
  await show('R-1', '2.50');
  await lacks(page.getByRole('button', { name: 'Pay again' }));
});
