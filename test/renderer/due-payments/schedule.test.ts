import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import { fail } from '../../../shared/errors.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import { button, field, openDesk, press, requested, sees, wideWindow } from '../support/view.ts';
import { dueAnswers } from './due-records.ts';

beforeEach(wideWindow);

/** A payment is typed with this day, and reviewed. */
async function reviewFor(day: string, answers: Answers = {}): Promise<void> {
  const shared = openDesk({ ...dueAnswers(), ...answers });
  void render(WithShared, { shared, view: PaymentsView });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}');
  await expect.element(field('Amount')).toHaveFocus();
  await press('250');
  await field('Pay on (optional)').fill(day);
  await press('{Enter}');
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
}

test('a payment with a later day is scheduled behind its review, and nothing is sent', async () => {
  await reviewFor('21 Nov 2026');
  await sees(/Moves to 23 Nov 2026: .* is a Saturday/);
  await expect.element(button(/^Schedule for 23 Nov 2026/)).toBeEnabled();
  await button(/^Schedule for 23 Nov 2026/).click();
  await expect
    .poll(() => requested('due.schedule').map(({ due, amount }) => [due, amount]))
    .toEqual([['2026-11-21', '250']]);
  expect(requested('payments.send')).toEqual([]);
});

test('a day that is refused goes back to the form, which shows why', async () => {
  const problem = 'The day 21 Nov 2026 is past. Leave the day out to pay now.';
  await reviewFor('21 Nov 2026', {
    'due.schedule': () =>
      fail('input.invalid', 'test', { message: problem, fields: { due: problem } }),
  });
  await button(/^Schedule for/).click();
  await expect.element(field('Pay on (optional)')).toBeVisible();
  expect(requested('payments.send')).toEqual([]);
});
