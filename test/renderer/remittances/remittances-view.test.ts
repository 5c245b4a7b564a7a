import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import { NewRemittance } from '../../../renderer/features/remittances/new-remittance.svelte.ts';
import RemittancesView from '../../../renderer/features/remittances/RemittancesView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { remittanceAnswers, remittanceOrder } from './remittance-records.ts';
import {
  requested,
  bridge,
  button,
  field,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
  holdEnter,
} from '../support/view.ts';

function open(answers: Answers = {}, id?: string) {
  const shared = openDesk({ ...remittanceAnswers(), ...answers });
  const show = () => render(WithShared, { shared, view: RemittancesView, params: { id } });
  return { shared, show, shown: show() };
}

const sent = () => requested('remittances.send');

async function typeOrder(): Promise<void> {
  await page.getByLabelText('Account', { exact: true }).selectOptions('30026712');
  await field('Amount').fill('1,250.00');
  await field('Purpose').fill('Tuition fees');
  await field('Name').first().fill('Grace Wanjiru');
  await field('Country').first().fill('ken');
  await field('Account number').fill('0110045678');
  await field('BIC or code').fill('EQBLKENA');
  await field('Country').last().fill('GBR');
}

beforeEach(wideWindow);

test('the register shows every status word for word, and the detail everything that is known', async () => {
  open({}, '0b3f-08');
  await sees('HELD_FOR_REVIEW', 'in_transit');
  const detail = page.getByRole('complementary', { name: 'Remittance' });
  await sees(detail.getByText(/does not know the account/).first());
  await sees(detail.getByText('KEN · Kenya'), detail.getByText(/as of/));
});

describe('a new remittance', () => {
  test('takes four keys beyond typing: new, review, send, confirm', async () => {
    open();
    await sees('Grace Wanjiru');
    await press('n');
    await typeOrder();
    await press('{Enter}');
    await expect.element(button('Send…')).toHaveFocus();
    expect(sent()).toEqual([]);
    await press('{Enter}');
    const dialog = page.getByRole('dialog');
    await sees(dialog.getByText('SANDBOX'), dialog.getByText('0110045678'));
    await sees(dialog.getByText('KEN · Kenya'));
    await expect.element(dialog.getByRole('button', { name: 'Send 1,250.00 USD' })).toHaveFocus();
    expect(sent()).toEqual([]);
    await press('{Enter}');
    await expect.poll(sent).toHaveLength(1);
    expect(sent()[0]).toMatchObject({
      acknowledged: [],
      order: {
        accountNumber: '30026712',
        amount: '1250.00',
        currency: 'USD',
        recipientCountry: 'KEN',
        senderName: 'Acme Treasury Ltd',
        senderCountry: 'GBR',
      },
    });
    await lacks(dialog);
    await expect.element(button('New remittance')).toBeEnabled();
  });

  test('can be left while the bank is silent, and its outcome is announced', async () => {
    const answered = Promise.withResolvers<null>();
    const { shared } = open({
      'remittances.send': async ({ order: { reference } }) => {
        const view = submissionRecord({ operation: 'initiateRemittance', reference });
        bridge.announce('submission.changed', { ...view, state: 'sending' });
        await answered.promise;
        bridge.announce('submission.changed', view);
        return ok(view);
      },
    });
    await sees('Grace Wanjiru');
    await press('n');
    await typeOrder();
    await press('{Enter}');
    await expect.element(button('Send…')).toHaveFocus();
    await press('{Enter}');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: 'Send 1,250.00 USD' })).toHaveFocus();
    await press('{Enter}');
    await sees(dialog.getByText(/^Recorded here/), dialog.getByText(/^Sent, waiting/));
    await press('{Escape}');
    await lacks(dialog);
    await button('Resume draft').click();
    await sees(dialog.getByText(/^Sent, waiting/));
    await press('{Escape}');
    await lacks(dialog);
    answered.resolve(null);
    await expect.poll(() => shared.notices.last?.text).toMatch(/^Sent: /);
    await sees(button('New remittance'));
    expect(sent()).toHaveLength(1);
  });

  test('begins with the sender of the last one made here', async () => {
    open();
    await sees('Grace Wanjiru');
    await button('New remittance').click();
    await expect.element(field('Country').last()).toHaveValue('GBR');
    await sees('United Kingdom');
  });

  test('with mistakes is not reviewed; every field says why', async () => {
    open();
    await button('New remittance').click();
    await page.getByLabelText('Account', { exact: true }).selectOptions('30022210');
    await field('Amount').fill('12.50');
    await field('Country').first().fill('K1');
    await press('{Enter}');
    await sees('JPY has no decimals', 'must be a 3-letter country code');
    await sees(page.getByText('is required').first());
    await lacks(button('Send…'));
  });

  test('that looks like another is sent only after its warning was ticked, under the same reference', async () => {
    let times = 0;
    open({
      'remittances.send': () =>
        times++ === 0
          ? fail('confirmation.required', 'c-1', {
              fields: { duplicate: '1,250.00 USD to 0110045678 was sent already.' },
            })
          : ok(remittanceOrder({ recordId: '0b3f-11' })),
    });
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await button('Send…').click();
    await button('Send 1,250.00 USD').click();
    await sees(/was sent already/);
    await expect.element(button('Send…')).toBeDisabled();
    await expect.element(page.getByRole('checkbox')).toHaveFocus();
    await press(' ');
    await expect.element(button('Send…')).toBeEnabled();
    await button('Send…').click();
    await button('Send 1,250.00 USD').click();
    await expect.poll(sent).toHaveLength(2);
    const [first, second] = sent();
    expect(second).toMatchObject({ acknowledged: ['duplicate'] });
    expect(second?.order.reference).toBe(first?.order.reference);
  });

  test('that the bank refuses keeps what was typed, shows its words, and has another reference then', async () => {
    const error = appError('bank.refused', 'c-77', {
      bank: { status: 422, message: 'The compliance desk said no' },
    });
    open({ 'remittances.send': () => ok(remittanceOrder({ state: 'refused', error })) });
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await button('Send…').click();
    await button('Send 1,250.00 USD').click();
    await sees('The compliance desk said no');
    await expect.element(field('Amount')).toHaveValue('1,250.00');
    await button('Review').click();
    await button('Send…').click();
    await button('Send 1,250.00 USD').click();
    await expect.poll(sent).toHaveLength(2);
    const [first, second] = sent();
    expect(second?.order.reference).not.toBe(first?.order.reference);
  });

  test('without an answer leaves the form and shows the open order', async () => {
    const order = remittanceOrder({
      state: 'unknown',
      error: appError('outcome.unknown', 'c-78'),
      submissionId: 'S-1',
    });
    open({ 'remittances.send': () => ok(order) });
    await sees('Grace Wanjiru');
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await button('Send…').click();
    bridge.answer('remittances.list', remittanceAnswers([order])['remittances.list']!);
    await button('Send 1,250.00 USD').click();
    const pane = page.getByRole('complementary', { name: 'Order of a remittance' });
    await sees(pane.getByText('Look it up now'));
    await expect.element(button('New remittance')).toBeEnabled();
    expect(sent()).toHaveLength(1);
  });

  test('offline stays a draft, says why, and is there after another view', async () => {
    const { show, shown } = open({
      'desk.state': () => ok({ ...sandboxDesk, online: false }),
    });
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await expect.element(button('Send…')).toBeDisabled();
    await sees(/stays a draft/);
    await press('{Escape}{Escape}');
    await sees(button('Resume draft'));
    await (await shown).unmount();
    await show();
    await button('Resume draft').click();
    await expect.element(field('Amount')).toHaveValue('1,250.00');
  });

  test('a held Enter does not run through the questions', async () => {
    open();
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await expect.element(button('Send…')).toHaveFocus();
    holdEnter();
  });
});

describe('an order that the register does not show', () => {
  test('is carried out without an id: it says so and asks for the import', async () => {
    open(
      remittanceAnswers([
        remittanceOrder({ state: 'accepted', recordId: null, submissionId: 'S-2' }),
      ]),
      'S-2',
    );
    await sees(/Executed by the bank\. Find it by ID to show it here/);
    await button('Find by ID').last().click();
    await expect.element(field('The bank’s id')).toHaveFocus();
  });

  test('that never left may be sent again with the same reference', async () => {
    const order = remittanceOrder({
      state: 'not-sent',
      error: appError('network.unreachable', 'c-1'),
      submissionId: 'S-3',
      mayRepeat: true,
    });
    open(
      {
        ...remittanceAnswers([order]),
        'submissions.reviewAgain': () => ok({ warnings: [] }),
        'submissions.sendAgain': () => ok({ ...order, state: 'accepted', recordId: '0b3f-11' }),
      },
      'S-3',
    );
    await button('Send again, same reference').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Send .* again$/ }).click();
    const detail = page.getByRole('complementary', { name: 'Remittance' });
    await sees(detail.getByRole('heading', { name: 'Grace Wanjiru' }));
  });
});

test('what was imported is announced with amount and name, and the notice leads to it', async () => {
  const { shared } = open();
  await sees('Grace Wanjiru');
  await press('i');
  await expect.element(field('The bank’s id')).toHaveFocus();
  await press('0b3f-08{Enter}');
  const notice = () => shared.notices.last;
  await expect.poll(() => notice()?.text).toMatch(/ to .+ is in the register now\.$/);
  shared.router.go('position');
  shared.notices.follow(notice()!);
  expect(shared.router.place).toMatchObject({ view: 'remittances', params: { id: '0b3f-09' } });
});

test('an import that the bank does not know shows the bank’s words', async () => {
  open({
    'remittances.import': () =>
      fail('bank.refused', 'c-9', { bank: { status: 404, message: 'Remittance x is not known' } }),
  });
  await sees('Grace Wanjiru');
  await press('i');
  await expect.element(field('The bank’s id')).toHaveFocus();
  await press('x{Enter}');
  await sees('Remittance x is not known');
  await press('{Escape}');
  await lacks(field('The bank’s id'));
});

test('a new one in which nothing was typed is left without a trace', async () => {
  open();
  await sees('Grace Wanjiru');
  await press('n');
  await expect.element(page.getByLabelText('Account', { exact: true })).toHaveFocus();
  await press('{Escape}');
  await expect.element(button('New remittance')).toBeEnabled();
  await expect.element(page.getByRole('grid', { name: 'Remittances' })).toHaveFocus();
});

test('an empty register says what will be here; a refresh asks the bank', async () => {
  open({ 'remittances.list': () => ok({ rows: [], open: [] }) });
  await sees('No remittances yet');
  await press('r');
  await expect.poll(() => requested('remittances.refresh')).toHaveLength(1);
});

test('a draft that was left opens filled as it was, where the drafts lead to it', async () => {
  const shared = openDesk(remittanceAnswers());
  const knowing = { currencyOf: () => 'USD', required: () => [] };
  const order = new NewRemittance({}, knowing);
  Object.assign(order.form.draft, { recipientName: 'Grace Wanjiru', purpose: 'Tuition fees' });
  shared.drafts.keep('remittance', 'new', order);
  const params = { draft: true as const };
  await render(WithShared, { shared, view: RemittancesView, params });
  await expect.element(field('Purpose')).toHaveValue('Tuition fees');
});
