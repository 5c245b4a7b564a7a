import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import type { ViewParams } from '../../../renderer/state/router.svelte.ts';
import { sentFields } from '../../../shared/bank/required-fields.ts';
import { fail } from '../../../shared/errors.ts';
import type { PaymentRow } from '../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { askingDesk, bankAsks } from '../support/required-field-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { requested, button, field, openDesk, press, sees, wideWindow } from '../support/view.ts';
import { paymentAnswers, paymentRow, reviewOf } from './payment-records.ts';

const more = { purposeCode: 'SUPP', sourceOfFunds: 'Sales', valueDate: '2026-12-01' };

async function open(answers: Answers = {}, params: ViewParams['payments'] = {}) {
  const shared = openDesk({
    ...paymentAnswers(),
    'desk.state': () => ok(askingDesk('createSingleTransfer')),
    'payments.review': (entered) =>
      ok({ ...reviewOf(entered), more: sentFields(bankAsks, entered.more) }),
    ...answers,
  });
  await render(WithShared, { shared, view: PaymentsView, params });
}

const purpose = () => page.getByLabelText('Purpose code');
const date = () => page.getByLabelText('Value date (optional)');
const problemOf = (label: string) =>
  page.getByLabelText(label).element().parentElement?.querySelector('.problem')?.textContent;

async function typePayment(): Promise<void> {
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}');
  await expect.element(field('Amount')).toHaveFocus();
  await press('250');
}

async function fillIn(): Promise<void> {
  await purpose().selectOptions('SUPP');
  await date().fill(more.valueDate);
  await field('Source of funds').fill(' Sales ');
}

beforeEach(wideWindow);

test('the form asks for them in the file’s order, and does not go on without a required one', async () => {
  await open();
  await typePayment();
  await sees(field('Source of funds'));
  const labels = [...document.querySelectorAll('form label')].map((label) => label.textContent);
  expect(labels.slice(-4)).toEqual([
    ...['Purpose code', 'Value date (optional)', 'Source of funds', 'Tax rate (optional)'],
  ]);
  await expect.element(field('Source of funds')).toHaveAttribute('maxlength', '35');
  await expect.element(date()).toHaveAttribute('placeholder', '20 Nov 2026');
  await field('Tax rate (optional)').fill('1,000');
  await press('{Enter}');
  await expect.poll(() => problemOf('Purpose code')).toBe('is required');
  await expect.poll(() => problemOf('Source of funds')).toBe('is required');
  await expect.poll(() => problemOf('Tax rate (optional)')).toContain('without grouping');
  await expect.element(purpose()).toHaveFocus();
  expect(requested('payments.review')).toEqual([]);
});

test('the review restates them by their labels, as text, and they are sent', async () => {
  await open();
  await typePayment();
  await fillIn();
  await button(/^Review/).click();
  const group = page.getByRole('heading', { name: 'Required by the bank' });
  await sees(group, 'Supplier <b>payment</b>', 'Sales', '2026-12-01');
  expect(requested('payments.review')).toMatchObject([{ more }]);
  await button(/^Send…/).click();
  await button('Pay').click();
  await expect.poll(() => requested('payments.send')).toMatchObject([{ more }]);
});

test('what the main process finds wrong with one stands at its field until it is changed', async () => {
  const wrong = fail('input.invalid', 'c-9', { fields: { 'more.sourceOfFunds': 'is not known' } });
  await open({ 'payments.review': () => wrong });
  await typePayment();
  await fillIn();
  await button(/^Review/).click();
  await expect.poll(() => problemOf('Source of funds')).toBe('is not known');
  await field('Source of funds').fill('Savings');
  await expect.poll(() => problemOf('Source of funds')).toBeUndefined();
});

test('a draft keeps them', async () => {
  await open();
  await typePayment();
  await fillIn();
  await press('{Escape}');
  await press('n');
  await expect.element(purpose()).toHaveValue('SUPP');
  await expect.element(field('Source of funds')).toHaveValue(' Sales ');
});

const sentRow = (): PaymentRow => {
  const row = paymentRow('R-1', 'accepted');
  const { submission } = row;
  const sent = sentFields(bankAsks, more).map((one) => ({ ...one, label: `${one.label} of then` }));
  return submission
    ? { ...row, submission: { ...submission, about: { ...submission.about, more: sent } } }
    : row;
};

test('the record shows what was sent in the words of then, and paying again fills them in', async () => {
  await open(paymentAnswersAsking([sentRow()]), { reference: 'R-1' });
  const record = page.getByRole('complementary', { name: 'Payment' });
  await sees(record.getByText('Purpose code of then'), record.getByText('Supplier <b>payment</b>'));
  await press('a');
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
  expect(requested('payments.review')).toMatchObject([{ more }]);
});

function paymentAnswersAsking(rows: readonly PaymentRow[]): Answers {
  const {
    'payments.list': list,
    'payments.get': get,
    'submissions.get': detail,
  } = paymentAnswers(rows);
  return {
    ...(list ? { 'payments.list': list } : {}),
    ...(get ? { 'payments.get': get } : {}),
    ...(detail ? { 'submissions.get': detail } : {}),
  };
}
