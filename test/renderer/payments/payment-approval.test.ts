import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { approvalAnswers, others } from '../approvals/approval-records.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  bridge,
  button,
  countKeys,
  field,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { teamAnswers, teamOfThree } from '../team/team-records.ts';
import { paymentAnswers } from './payment-records.ts';

beforeEach(wideWindow);

const overLimit = {
  needs: [
    { role: 'checker', count: 1, has: 0, when: 'more than 100.00 USD' },
    { role: 'any', count: 2, has: 0, when: 'a new payee' },
  ],
  mayApprove: ['Chidi Adeyemi', 'Nadia Petrova'],
};

const team: Answers = {
  ...paymentAnswers(),
  ...approvalAnswers([]),
  'desk.state': () => ok({ ...sandboxDesk, hasTeam: true, member: 'Ada Merlin' }),
  'approvals.needs': ({ amount }) =>
    ok(amount === '250' ? overLimit : { needs: [], mayApprove: [] }),
  'approvals.request': () => ok(others),
};

async function typePayment(answers: Answers, amount: string): Promise<void> {
  const shared = openDesk(answers);
  void render(WithShared, { shared, view: PaymentsView });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  await press(amount);
}

async function review(): Promise<void> {
  await press('{Enter}');
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
}

test('what a payment will need, and who can give it, stands in the form before it is reviewed', async () => {
  await typePayment(team, '250');
  await sees('Chidi Adeyemi or Nadia Petrova can approve now.');
  const region = page.getByRole('region', { name: 'Approval' }).element();
  expect(region.textContent).toContain('Needs 1 checker for more than 100.00 USD.');
  expect(region.textContent).toContain('Needs 2 other persons for a new payee.');
});

test('a payment above the rules is requested instead of sent, with words or without', async () => {
  await typePayment(team, '250');
  await review();
  await expect.element(button('Request approval…')).toHaveFocus();
  await press('{Enter}');
  await field('Your words to colleagues (optional)').fill('October glass');
  await press('{Enter}');
  await expect.poll(() => requested('approvals.request')).toHaveLength(1);
  expect(requested('approvals.request')[0]).toMatchObject({
    amount: '250',
    words: 'October glass',
  });
  await lacks(page.getByRole('heading', { name: 'Check before sending' }));
  expect(requested('payments.send')).toEqual([]);
  // The form is done: a new one is another payment.
  const [{ reference } = { reference: '' }] = requested('approvals.request');
  await press('n');
  await press('sab{Enter}');
  await press('10{Enter}');
  await expect.poll(() => requested('payments.review')).toHaveLength(2);
  expect(requested('payments.review')[1]?.reference).not.toBe(reference);
});

test('a payment that needs no one’s approval is sent as usual', async () => {
  await typePayment(team, '10');
  await review();
  await expect.element(button('Send…')).toHaveFocus();
  await lacks(page.getByRole('region', { name: 'Approval' }));
});

test('a request that fails stays a form, and says why', async () => {
  await typePayment(team, '250');
  bridge.answer('approvals.request', () => fail('team.unreachable', 'c-1'));
  await review();
  await expect.element(button('Request approval…')).toHaveFocus();
  await press('{Enter}');
  await press('{Enter}');
  await sees(
    page.getByRole('heading', { name: 'New payment' }),
    appError('team.unreachable', 'c-1').title,
  );
});

test('while it is not known what the team needs, nothing is sent', async () => {
  await typePayment({ ...team, 'approvals.needs': () => new Promise(() => undefined) }, '250');
  await review();
  await expect.element(button('Send…')).toHaveFocus();
  await press('{Enter}{Enter}');
  await lacks(button('Pay'));
  expect(requested('payments.send')).toEqual([]);
});

test('a desk without a team asks for no approval', async () => {
  await typePayment(paymentAnswers(), '250');
  await review();
  await expect.element(button('Send…')).toHaveFocus();
  expect(requested('approvals.needs')).toEqual([]);
});

const none: Answers = { 'approvals.needs': () => ok({ needs: [], mayApprove: [] }) };

test.each([
  ['a lone desk', {}],
  [
    'a team without rules',
    {
      ...teamAnswers(teamOfThree, none),
      'desk.state': () => ok({ ...sandboxDesk, hasTeam: true, member: 'Ada Merlin' }),
    },
  ],
  ['a team whose rules ask nothing of it', { ...approvalAnswers([]), ...none }],
] as const)('%s pays with the same keys: from the list to the bank', async (_, answers) => {
  const keys = countKeys();
  await typePayment({ ...paymentAnswers(), ...answers }, '250');
  await review();
  await expect.element(button('Send…')).toHaveFocus();
  await press('{Enter}');
  await expect.element(button('Pay')).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => requested('payments.send')).toHaveLength(1);
  // N, three letters of the payee, Enter, three digits, and three times Enter.
  expect(keys()).toBe(11);
});
