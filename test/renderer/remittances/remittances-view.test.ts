import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import RemittancesView from '../../../renderer/features/remittances/RemittancesView.svelte';
import { createShared } from '../../../renderer/state/context.ts';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import { installBridge, type Answers, type FakeBridge } from '../support/fake-bridge.ts';
import { remittanceAnswers, remittanceOrder } from './remittance-records.ts';

let bridge: FakeBridge;
let stopKeys = (): void => undefined;

function open(answers: Answers = {}, id?: string) {
  bridge = installBridge({
    'desk.state': () => ok(sandboxDesk),
    ...remittanceAnswers(),
    ...answers,
  });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  shared.accounts.start();
  stopKeys();
  window.addEventListener('keydown', shared.keys.onkeydown);
  stopKeys = () => {
    window.removeEventListener('keydown', shared.keys.onkeydown);
  };
  const show = () => render(WithShared, { shared, view: RemittancesView, params: { id } });
  return { shared, show, shown: show() };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name });
const sent = () =>
  bridge.asked.filter(({ route }) => route === 'remittances.send').map(({ input }) => input);

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

beforeEach(async () => {
  await page.viewport(1440, 900);
});

test('the register shows every status word for word, and the detail everything that is known', async () => {
  open({}, '0b3f-08');
  await expect.element(page.getByText('HELD_FOR_REVIEW')).toBeVisible();
  await expect.element(page.getByText('in_transit')).toBeVisible();
  const detail = page.getByRole('complementary', { name: 'Remittance' });
  await expect.element(detail.getByText(/does not know the account/).first()).toBeVisible();
  await expect.element(detail.getByText('KEN · Kenya')).toBeVisible();
  await expect.element(detail.getByText(/as of/)).toBeVisible();
});

describe('a new remittance', () => {
  test('takes four keys beyond typing: new, review, send, confirm', async () => {
    open();
    await expect.element(page.getByText('Grace Wanjiru')).toBeVisible();
    await userEvent.keyboard('n');
    await typeOrder();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Send…')).toHaveFocus();
    expect(sent()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('SANDBOX')).toBeVisible();
    await expect.element(dialog.getByText('0110045678')).toBeVisible();
    await expect.element(dialog.getByText('KEN · Kenya')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Send 1,250.00 USD' })).toHaveFocus();
    expect(sent()).toEqual([]);
    await userEvent.keyboard('{Enter}');
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
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('New remittance')).toBeEnabled();
  });

  test('begins with the sender of the last one made here', async () => {
    open();
    await expect.element(page.getByText('Grace Wanjiru')).toBeVisible();
    await button('New remittance').click();
    await expect.element(field('Country').last()).toHaveValue('GBR');
    await expect.element(page.getByText('United Kingdom')).toBeVisible();
  });

  test('with mistakes is not reviewed; every field says why', async () => {
    open();
    await button('New remittance').click();
    await page.getByLabelText('Account', { exact: true }).selectOptions('30022210');
    await field('Amount').fill('12.50');
    await field('Country').first().fill('K1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('JPY has no decimals')).toBeVisible();
    await expect.element(page.getByText('must be a 3-letter country code')).toBeVisible();
    await expect.element(page.getByText('is required').first()).toBeVisible();
    await expect.element(button('Send…')).not.toBeInTheDocument();
  });

  test('that looks like another is sent only after its warning was ticked, under the same reference', async () => {
    let asked = 0;
    open({
      'remittances.send': () =>
        asked++ === 0
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
    await expect.element(page.getByText(/was sent already/)).toBeVisible();
    await expect.element(button('Send…')).toBeDisabled();
    await expect.element(page.getByRole('checkbox')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(button('Send…')).toBeEnabled();
    await button('Send…').click();
    await button('Send 1,250.00 USD').click();
    await expect.poll(sent).toHaveLength(2);
    const [first, second] = sent() as { order: { reference: string } }[];
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
    await expect.element(page.getByText('The compliance desk said no')).toBeVisible();
    await expect.element(field('Amount')).toHaveValue('1,250.00');
    await button('Review').click();
    await button('Send…').click();
    await button('Send 1,250.00 USD').click();
    await expect.poll(sent).toHaveLength(2);
    const [first, second] = sent() as { order: { reference: string } }[];
    expect(second?.order.reference).not.toBe(first?.order.reference);
  });

  test('without an answer leaves the form and shows the open order', async () => {
    const order = remittanceOrder({
      state: 'unknown',
      error: appError('outcome.unknown', 'c-78'),
      submissionId: 'S-1',
    });
    open({ 'remittances.send': () => ok(order) });
    await expect.element(page.getByText('Grace Wanjiru')).toBeVisible();
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await button('Send…').click();
    bridge.answer('remittances.list', remittanceAnswers([order])['remittances.list']!);
    await button('Send 1,250.00 USD').click();
    const pane = page.getByRole('complementary', { name: 'Order of a remittance' });
    await expect.element(pane.getByText('Look it up now')).toBeVisible();
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
    await expect.element(page.getByText(/stays a draft/)).toBeVisible();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(button('Go on with the draft')).toBeVisible();
    await (await shown).unmount();
    await show();
    await button('Go on with the draft').click();
    await expect.element(field('Amount')).toHaveValue('1,250.00');
  });

  test('a held Enter does not run through the questions', async () => {
    open();
    await button('New remittance').click();
    await typeOrder();
    await button('Review').click();
    await expect.element(button('Send…')).toHaveFocus();
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(held);
    expect(held.defaultPrevented).toBe(true);
  });
});

describe('an order that the register does not tell of', () => {
  test('is carried out without an id: it says so and asks for the import', async () => {
    open(
      remittanceAnswers([
        remittanceOrder({ state: 'accepted', recordId: null, submissionId: 'S-2' }),
      ]),
      'S-2',
    );
    await expect
      .element(page.getByText(/The bank carried it out; its id is not known here/))
      .toBeVisible();
    await button('Import by id').last().click();
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
        'submissions.sendAgain': () => ok({ ...order, state: 'accepted', recordId: '0b3f-11' }),
      },
      'S-3',
    );
    await button('Send again, same reference').click();
    const detail = page.getByRole('complementary', { name: 'Remittance' });
    await expect.element(detail.getByRole('heading', { name: 'Grace Wanjiru' })).toBeVisible();
  });
});

test('an import that the bank does not know shows the bank’s words', async () => {
  open({
    'remittances.import': () =>
      fail('bank.refused', 'c-9', { bank: { status: 404, message: 'Remittance x is not known' } }),
  });
  await expect.element(page.getByText('Grace Wanjiru')).toBeVisible();
  await userEvent.keyboard('i');
  await expect.element(field('The bank’s id')).toHaveFocus();
  await userEvent.keyboard('x{Enter}');
  await expect.element(page.getByText('Remittance x is not known')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field('The bank’s id')).not.toBeInTheDocument();
});

test('a new one in which nothing was typed is left without a trace', async () => {
  open();
  await expect.element(page.getByText('Grace Wanjiru')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(page.getByLabelText('Account', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('New remittance')).toBeEnabled();
  await expect.element(page.getByRole('grid', { name: 'Remittances' })).toHaveFocus();
});

test('an empty register says what will be here; a refresh asks the bank', async () => {
  open({ 'remittances.list': () => ok({ rows: [], open: [] }) });
  await expect.element(page.getByText('No remittances yet')).toBeVisible();
  await userEvent.keyboard('r');
  await expect
    .poll(() => bridge.asked.filter(({ route }) => route === 'remittances.refresh'))
    .toHaveLength(1);
});
