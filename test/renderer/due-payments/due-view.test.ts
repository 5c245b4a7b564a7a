import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import DueView from '../../../renderer/features/due-payments/DueView.svelte';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { paymentView, rentTemplate } from '../payments/payment-records.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import {
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
import {
  dueAnswers,
  dueRow,
  enteredRow,
  neededRow,
  overdueRow,
  unapprovedRow,
} from './due-records.ts';

beforeEach(wideWindow);

function open(answers: Answers): void {
  void render(WithShared, { shared: openDesk(answers), view: DueView });
}

const sent = (): string[] => requested('due.send').map(({ reference }) => reference);

test('what is due without a doubt is sent together with three keys, and what is overdue waits for a name', async () => {
  open(dueAnswers());
  await expect.element(button(/^Review 3 due today/)).toBeEnabled();
  const keys = countKeys();
  await press('{Enter}');
  await expect.element(button(/^Send 2 payments…/)).toBeEnabled();
  await press('{Enter}');
  await press('{Enter}');
  expect(keys()).toBe(3);
  await expect.poll(sent).toEqual(['DUTY-10', 'PARK-11']);
  // The overdue one is shown by itself, and goes only on a name.
  await sees(/was due on 19 Nov 2026/);
  await expect.element(button(/^Send this one…/)).toBeDisabled();
  await press('r');
  await expect.element(field('Released by')).toHaveFocus();
  await userEvent.keyboard('Ada Merlin{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await press('{Enter}');
  await expect.poll(sent).toEqual(['DUTY-10', 'PARK-11', overdueRow.reference]);
  expect(requested('due.send').at(-1)).toMatchObject({ releaseAs: 'Ada Merlin' });
});

test('a payment with a warning is confirmed by itself', async () => {
  const warning = {
    ...({
      kind: 'duplicate',
      weight: 'confirm',
      message: 'The same amount was sent today.',
    } as const),
    twins: [{ name: 'INV-1', id: 's-1' }],
  };
  open(dueAnswers({ due: [dueRow('A'), dueRow('B')], warnings: { B: [warning] } }));
  await press('{Enter}');
  await expect.element(button(/^Send 1 payment…/)).toBeEnabled();
  await press('{Enter}');
  await press('{Enter}');
  await expect.poll(sent).toEqual(['A']);
  await sees('The same amount was sent today.');
  await page.getByRole('checkbox').click();
  await button(/^Send this one…/).click();
  await press('{Enter}');
  await expect.poll(sent).toEqual(['A', 'B']);
  expect(requested('due.send').at(-1)).toMatchObject({
    acknowledged: ['duplicate'],
    twins: ['INV-1'],
  });
});

test('it stops at the first payment without an answer', async () => {
  const due = [dueRow('A'), dueRow('B')];
  open({
    ...dueAnswers({ due }),
    'due.send': ({ reference }) => ok(paymentView('unknown', { reference })),
  });
  await press('{Enter}');
  await expect.element(button(/^Send 2 payments…/)).toBeEnabled();
  await press('{Enter}');
  await press('{Enter}');
  await sees(/got no answer/);
  expect(sent()).toEqual(['A']);
});

test('a payment is withdrawn and moved by keys', async () => {
  open(dueAnswers({ due: [dueRow('A'), dueRow('B', { payee: 'Quayside Estates Ltd' })] }));
  await sees('Quayside Estates Ltd');
  await press('j');
  await press('x');
  const dialog = page.getByRole('dialog');
  await expect.poll(() => document.querySelector('dialog [aria-disabled]')).toBeNull();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => requested('due.withdraw')).toEqual([{ reference: 'A' }]);
  await lacks('Harbour Customs Agency BV');
});

test('a day of the calendar shows its payments', async () => {
  open(dueAnswers());
  await expect.element(button(/^Review 3 due today/)).toBeEnabled();
  await press('{ArrowRight}');
  await sees('Clearwell Audit LLP', /instead of 21 Nov/);
  await lacks('Pioneer Fasteners East Africa Corporation');
});

test('without a payment it says what will be here, with one next step', async () => {
  open(dueAnswers({ due: [] }));
  await sees('Nothing is scheduled');
});

test('an amount that is needed is entered with one key, and the payment is due with it', async () => {
  open(dueAnswers({ due: [neededRow] }));
  await sees('1 amount needed');
  await lacks(button(/^Review/));
  await press('je');
  await expect.element(field('Amount')).toBeVisible();
  await userEvent.fill(field('Amount'), '1204.50');
  await press('{Enter}');
  await expect
    .poll(() => requested('due.enterAmount'))
    .toEqual([{ reference: 'POWER-11', amount: '1204.50', instead: null }]);
  await expect.element(button(/^Review 1 due today/)).toBeEnabled();
});

test('an amount that is refused stays in its field, with the reason', async () => {
  const message = 'Ben entered 90.00 EUR for this payment: look at it again.';
  open({
    ...dueAnswers({ due: [enteredRow] }),
    'due.enterAmount': () => fail('input.invalid', 'test', { message }),
  });
  await press('je');
  await expect.element(field('Amount')).toHaveValue('1204.50');
  await userEvent.fill(field('Amount'), '80.00');
  await press('{Enter}');
  await sees(page.getByRole('dialog').getByText(/Ben entered 90.00 EUR/));
  expect(requested('due.enterAmount')).toEqual([
    { reference: 'POWER-10', amount: '80.00', instead: '1204.50' },
  ]);
  await press('{Escape}');
  await press('e');
  await expect.element(field('Amount')).toHaveValue('80.00');
});

test('a fixed amount is not entered', async () => {
  open(dueAnswers({ due: [dueRow('DUTY-10')] }));
  await press('je');
  await lacks(page.getByRole('dialog'));
  await lacks(button(/amount…/));
});

test('a recurring payment is added with an amount that is asked each time', async () => {
  open({ ...dueAnswers(), 'payments.templates': () => ok({ rows: [rentTemplate] }) });
  await sees('Harbour Customs Agency BV');
  await press('m');
  await page.getByLabelText('Amount', { exact: true }).selectOptions('asked');
  await lacks(field('Fixed amount'));
  await button('Add recurring payment').click();
  await expect.poll(() => requested('due.addSeries').map(({ amount }) => amount)).toEqual([null]);
});

test('a payment shows its approvals, and its pane what is missing and who may give it', async () => {
  open(dueAnswers({ due: [unapprovedRow, dueRow('DUTY-10')] }));
  await sees('1 of 2 approvals');
  await press('j');
  const pane = page.getByRole('region', { name: 'Approval' });
  await expect.element(pane.getByText(/It needs 2 other persons/)).toBeVisible();
  await expect.element(pane.getByText('Ben or Mo can approve now.')).toBeVisible();
  await press('j');
  await sees('DUTY-10');
  await lacks(pane);
});
