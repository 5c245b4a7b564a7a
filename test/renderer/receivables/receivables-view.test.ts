import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ReceivablesView from '../../../renderer/features/receivables/ReceivablesView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { receivableAnswers, receivableOrder } from './receivable-records.ts';
import { requested, bridge, button, field, openDesk, sees, wideWindow } from '../support/view.ts';

function open(answers: Answers = {}, id?: string) {
  const shared = openDesk({ ...receivableAnswers(), ...answers });
  const show = () => render(WithShared, { shared, view: ReceivablesView, params: { id } });
  return { shared, show, shown: show() };
}

const detail = () => page.getByRole('complementary', { name: 'Receivable', exact: true });

async function typeOrder(): Promise<void> {
  await page.getByLabelText('To account').selectOptions('30026712');
  await field('Amount').fill('4.10');
  await field('Payer').first().fill('Oduya Foods');
}

beforeEach(wideWindow);

describe('who paid us', () => {
  test('takes one key: the best credit is in sight with its reason, and m matches it', async () => {
    open();
    await sees(detail().getByText('INV-88213 is in its narration, and the amount is the same.'));
    await sees(detail().getByText(/payment for INV 88213, thank you/));
    await userEvent.keyboard('m');
    await sees(detail().getByText('Paid by this credit'), detail().getByText('ada@example.com'));
    expect(requested('receivables.match')).toEqual([
      { id: 'V-3', accountNumber: '30026712', entryId: 'E-2041' },
    ]);
  });

  test('another credit may be meant, and a match can be taken back', async () => {
    open();
    await button('Match this instead').click();
    await sees(detail().getByText(/HARMATTAN FOODS settlement/));
    await userEvent.keyboard('u');
    await sees(button('Match with this credit'));
    expect(requested('receivables.match')).toEqual([
      { id: 'V-3', accountNumber: '30026712', entryId: 'E-2039' },
      { id: 'V-3' },
    ]);
  });

  test('a credit that was matched meanwhile is reported, and nothing is matched', async () => {
    open({
      'receivables.match': () =>
        fail('input.invalid', 'c-1', { message: 'This credit is matched already.' }),
    });
    await button('Match with this credit').click();
    await sees(detail().getByText(/This credit is matched already/));
    await sees(button('Match with this credit'));
  });

  test('the pane says when nothing looks like the payment, and m does nothing', async () => {
    open({}, 'V-4');
    await sees('No matching receipt found.');
    await userEvent.keyboard('m');
    expect(requested('receivables.match')).toEqual([]);
  });
});

test('the funding details are copied field by field or as a whole', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve(copied.push(text)) },
    configurable: true,
  });
  open({}, 'V-4');
  await button(/^Copy account number/i).click();
  await expect.poll(() => copied).toHaveLength(1);
  await button('Copy all').click();
  await expect.poll(() => copied).toHaveLength(2);
  expect(copied[0]).toBe('30026712');
  expect(copied[1]).toContain('Bank: First Meridian Bank N.A.\nBIC: FMERUS33');
  expect(copied[1]).toContain('Amount: 4.10 USD\nReference: INV-88220');
});

test('the list shows state and due day, word for word', async () => {
  open();
  await sees('expired', '1 Nov 2026', /1 with a credit to look at/);
});

describe('a new receivable', () => {
  test('takes three keys beyond typing: new, review, send', async () => {
    open();
    await sees('Oduya Foods');
    await userEvent.keyboard('n');
    await typeOrder();
    await field('Payment reference').fill('INV-88220');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Create receivable')).toHaveFocus();
    await sees('SANDBOX');
    expect(requested('receivables.create')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requested('receivables.create')).toHaveLength(1);
    expect(requested('receivables.create')[0]).toEqual({
      order: {
        accountNumber: '30026712',
        amount: '4.10',
        currency: 'USD',
        payerName: 'Oduya Foods',
        reference: 'INV-88220',
      },
    });
    await sees(detail().getByRole('heading', { name: 'Oduya Foods' }));
  });

  test('shows how it stands while the bank is silent, and can be left', async () => {
    const answered = Promise.withResolvers<null>();
    const { shared } = open({
      'receivables.create': async () => {
        const about = receivableOrder().about;
        const view = submissionRecord({ operation: 'createReceivable', reference: 'INV-9', about });
        bridge.announce('submission.changed', { ...view, state: 'sending' });
        await answered.promise;
        bridge.announce('submission.changed', view);
        return ok(view);
      },
    });
    await button('New receivable').click();
    await typeOrder();
    await field('Payment reference').fill('INV-9');
    await userEvent.keyboard('{Enter}');
    await button('Create receivable').click();
    await sees(/^Recorded here/, /^Sent, waiting for the bank’s answer/);
    await expect.element(button('Continue in background')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Continue in background')).not.toBeInTheDocument();
    answered.resolve(null);
    await expect.poll(() => shared.notices.last?.text).toMatch(/^Sent: the receivable of/);
    await sees(button('New receivable'));
    expect(requested('receivables.create')).toHaveLength(1);
  });

  test('that the bank refuses keeps what was typed; the same reference is never sent again', async () => {
    const error = appError('bank.refused', 'c-77', {
      fields: { dueDate: 'must not be in the past' },
      bank: { status: 400, message: 'The due date is over' },
    });
    open({ 'receivables.create': () => ok(receivableOrder({ state: 'refused', error })) });
    await button('New receivable').click();
    await typeOrder();
    await field('Payment reference').fill('INV-88220');
    await userEvent.keyboard('{Enter}');
    await button('Create receivable').click();
    await sees('The due date is over');
    await expect.element(field('Payment reference')).toHaveValue('INV-88220/2');
    await expect.element(field('Amount')).toHaveValue('4.10');
  });

  test('without a reference of its own gets one from the desk', async () => {
    open();
    await button('New receivable').click();
    await typeOrder();
    await userEvent.keyboard('{Enter}');
    await button('Create receivable').click();
    await expect.poll(() => requested('receivables.create')).toHaveLength(1);
    expect(requested('receivables.create')[0]?.order.reference).toMatch(/^[0-9a-f]{32}$/);
  });

  test('offline stays a draft that is there after another view', async () => {
    const { show, shown } = open({ 'desk.state': () => ok({ ...sandboxDesk, online: false }) });
    await button('New receivable').click();
    await typeOrder();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Create receivable')).toBeDisabled();
    await userEvent.keyboard('{Escape}{Escape}');
    await (await shown).unmount();
    await show();
    await button('Resume draft').click();
    await expect.element(field('Amount')).toHaveValue('4.10');
  });
});

test('an order without an answer asks for the import of its id', async () => {
  const order = receivableOrder({
    state: 'unknown',
    submissionId: 'S-9',
    error: appError('outcome.unknown', 'c-1'),
  });
  open(receivableAnswers([order]), 'S-9');
  await sees(/no list of receivables/);
  await userEvent.keyboard('i');
  await expect.element(field('The bank’s id')).toHaveFocus();
  await userEvent.keyboard('V-4{Enter}');
  await expect.poll(() => requested('receivables.import')).toEqual([{ id: 'V-4' }]);
  await sees(detail().getByRole('heading', { name: 'Oduya Foods' }));
});

test('a new one in which nothing was typed is left without a trace', async () => {
  open();
  await sees(detail());
  await userEvent.keyboard('n');
  await expect.element(page.getByLabelText('To account')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await sees(detail());
  await expect.element(button('New receivable')).toBeEnabled();
  await expect.element(page.getByRole('grid', { name: 'Receivables' })).toHaveFocus();
});

test('an empty register says what will be here', async () => {
  open({ 'receivables.list': () => ok({ rows: [], open: [] }) });
  await sees('No receivables yet');
});
