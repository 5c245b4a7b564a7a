import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { appError } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import WithShared from '../support/WithShared.svelte';
import { button, lacks, openDesk, requested, sees, wideWindow } from '../support/view.ts';
import { invoiceRow } from './invoice-records.ts';
import { paymentAnswers, paymentRow } from './payment-records.ts';

async function open(answers: Answers) {
  const shared = openDesk({ ...paymentAnswers([paymentRow('PAY-1', 'accepted')]), ...answers });
  await render(WithShared, { shared, view: PaymentsView, params: {} });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  return shared;
}

const file = (name = 'RE-2026-117.pdf'): File => new File(['%PDF-'], name);
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const payOn = page.getByLabelText('Pay on (optional)');
const panel = page.getByRole('region', { name: 'Invoice', exact: true });

beforeEach(wideWindow);

describe('a dropped invoice', () => {
  test('becomes a filled payment, each field with the place that it was read at', async () => {
    const shared = await open({ 'invoices.read': () => ok(invoiceRow()) });
    shared.invoices.give([file()]);
    await sees(panel);
    await expect.element(field('Amount')).toHaveValue('1190.00');
    await expect.element(field('Narration')).toHaveValue('RE-2026-117');
    await expect.element(payOn).toHaveValue('');
    await sees(panel.getByText('XML BT-115'));
    await sees(page.getByText('Sable Trading (Pty)').first());
    const form = page.getByRole('complementary').element();
    expect((await axe.run(form)).violations).toEqual([]);
    await button('Review').click();
    await expect.poll(() => requested('payments.review')).toHaveLength(1);
    expect(requested('payments.review')[0]).toMatchObject({ reference: 'RE-2026-117-0a1b2c3d' });
  });

  test('that is due later is begun for that day', async () => {
    const row = invoiceRow();
    const due = addDays(todayAt(Date.now()), 30);
    const shared = await open({
      'invoices.read': () => ok({ ...row, dueLater: due }),
      'due.dayOf': ({ due: day }) => ok({ day, reason: null, problem: null }),
    });
    shared.invoices.give([file()]);
    await expect.element(payOn).toHaveValue(fullDay(due));
  });

  test('whose bank details differ fills in no payee, and is held until a person decides', async () => {
    const message = 'Bank details differ from those of the payee Sable Trading (Pty).';
    const row = invoiceRow({ match: { kind: 'differs', payee: null, message } });
    const shared = await open({ 'invoices.read': () => ok(row) });
    shared.invoices.give([file()]);
    await sees(panel.getByText(message));
    await expect.element(button('Review')).toBeDisabled();
    await panel.getByRole('checkbox').click();
    await expect.element(button('Review')).toBeEnabled();
  });

  test('with two amounts takes the one that a person chooses', async () => {
    const row = invoiceRow();
    const values = [
      { value: '1190.00', from: 'XML BT-115' },
      { value: '1910.00', from: 'payment code on page 1' },
    ];
    const problem = {
      kind: 'contradiction',
      message: 'The amount differs within the file.',
      field: 'amount',
      values,
    } as const;
    const stated = { ...row.stated, amount: '', problems: [problem] };
    const shared = await open({ 'invoices.read': () => ok({ ...row, stated }) });
    shared.invoices.give([file()]);
    await expect.element(field('Amount')).toHaveValue('');
    await expect.element(button('Review')).toBeDisabled();
    await panel.getByRole('radio', { name: /1910\.00/ }).click();
    await expect.element(field('Amount')).toHaveValue('1910.00');
    await expect.element(button('Review')).toBeEnabled();
  });

  test('in another currency than the account is not reviewed', async () => {
    const row = invoiceRow();
    const stated = { ...row.stated, currency: 'CHF' };
    const shared = await open({ 'invoices.read': () => ok({ ...row, stated }) });
    shared.invoices.give([file()]);
    await sees(page.getByText('The invoice is in CHF. Choose an account in CHF.'));
    await expect.element(button('Review')).toBeDisabled();
  });

  test('that cannot be read says why', async () => {
    const message = 'RE-2026-117.pdf: it is protected by a password: save it without one.';
    const shared = await open({
      'invoices.read': () => err(appError('file.unreadable', 'c', { message })),
    });
    shared.invoices.give([file()]);
    await sees(page.getByText(/protected by a password/));
    await lacks(panel);
  });
});

test('several invoices become a payment file, and those that are held back are listed', async () => {
  const rows = [invoiceRow(), invoiceRow({ invoiceId: 'I-2', fileName: 'credit.pdf' })];
  const shared = await open({
    'invoices.read': ({ fileName }) =>
      ok(rows.find((row) => row.fileName === fileName) ?? rows[0]!),
    'invoices.toFile': () =>
      ok({
        batchId: 'F-1',
        heldBack: [{ invoiceId: 'I-2', fileName: 'credit.pdf', reason: 'This is a credit note.' }],
      }),
  });
  shared.invoices.give([file(), file('credit.pdf')]);
  await sees(page.getByText(/1 invoice is in a payment file/));
  await sees(page.getByText('This is a credit note.'));
  await expect.element(button('Check the payment file')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(shared.router.view).toBe('payment-files');
});
