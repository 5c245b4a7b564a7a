import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import BeneficiariesView from '../../../renderer/features/beneficiaries/BeneficiariesView.svelte';
import { createShared } from '../../../renderer/state/context.ts';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import { installBridge, type Answers, type FakeBridge } from '../support/fake-bridge.ts';
import { beneficiaryAnswers, detailOf, submissionView } from './beneficiary-records.ts';

let bridge: FakeBridge;

function open(answers: Answers = {}, entityId: string | undefined = 'B-1') {
  bridge = installBridge({
    'desk.state': () => ok(sandboxDesk),
    ...beneficiaryAnswers(),
    ...answers,
  });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  const show = () => render(WithShared, { shared, view: BeneficiariesView, params: { entityId } });
  return { show, shown: show() };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const asked = (route: string) => bridge.asked.filter((question) => question.route === route);
const sent = () => asked('beneficiaries.update').map(({ input }) => input);

async function changeCity(): Promise<void> {
  await button('Edit').click();
  await page.getByRole('textbox', { name: 'City' }).first().fill('Abuja');
  await button('Review 1 change').click();
}

beforeEach(async () => {
  await page.viewport(1440, 900);
});

test('the list shortens account numbers, the detail shows them whole', async () => {
  open();
  await expect.element(page.getByText('··6712')).toBeVisible();
  await expect.element(page.getByLabelText('Copy account number')).toBeVisible();
  await expect.poll(() => document.querySelector('aside .groups')?.textContent).toBe('0123456712');
});

test('what the details were before is told as a change with its time', async () => {
  open();
  await expect.element(page.getByRole('heading', { name: 'Earlier details' })).toBeVisible();
  await expect.element(page.getByText('0123450001')).toBeVisible();
});

test('searching asks the local copy while typing', async () => {
  open();
  await page.getByRole('searchbox').fill('kenya');
  await expect.element(page.getByText('Oduya Foods')).toBeVisible();
  await expect.element(page.getByRole('gridcell', { name: 'Marula GmbH' })).not.toBeInTheDocument();
  expect(asked('beneficiaries.refresh')).toHaveLength(0);
});

describe('a change', () => {
  test('is shown again, only what differs, with the environment, and sent once', async () => {
    open();
    await changeCity();
    await expect.element(page.getByRole('row', { name: 'City Lagos Abuja' })).toBeVisible();
    await expect.element(page.getByText('SANDBOX')).toBeVisible();
    expect(sent()).toHaveLength(0);
    await button('Send change').click();
    await expect.element(button('Edit')).toBeVisible();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({
      entityId: 'B-1',
      change: { city: 'Abuja', postCode: '101241' },
    });
  });

  test('takes three keys beyond typing', async () => {
    open();
    await button('Edit').click();
    await userEvent.keyboard(' and Sons{Enter}');
    await expect.element(button('Send change')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toHaveLength(1);
  });

  test('with a mistake is not reviewed; the field says why', async () => {
    open();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('kestrel');
    await button('Review 1 change').click();
    await expect.element(page.getByText('must be an e-mail address')).toBeVisible();
    await expect.element(button('Send change')).not.toBeInTheDocument();
  });

  test('that the bank refuses keeps the entries, shows its words and may be sent as another', async () => {
    const error = appError('bank.refused', 'c-77', {
      fields: { city: 'is not served' },
      bank: { status: 400, message: 'We do not pay to Abuja' },
    });
    open({ 'beneficiaries.update': () => ok(submissionView('refused', error)) });
    await changeCity();
    await button('Send change').click();
    await expect.element(page.getByText('We do not pay to Abuja')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'City' }).first()).toHaveValue('Abuja');
    await expect.element(page.getByText('is not served').last()).toBeVisible();
    await button('Review 1 change').click();
    await button('Send change').click();
    await expect.poll(sent).toHaveLength(2);
    const [first, second] = sent() as { reference: string }[];
    expect(second?.reference).not.toBe(first?.reference);
  });

  test('without an answer closes the form for sending and shows the open submission', async () => {
    const view = submissionView('unknown', appError('outcome.unknown', 'c-78'));
    open({ 'beneficiaries.update': () => ok(view) });
    await changeCity();
    bridge.answer('beneficiaries.get', ({ entityId }) => {
      const detail = detailOf(entityId, { openSubmission: view });
      return detail ? ok(detail) : { ok: false, error: appError('internal', 'c') };
    });
    await button('Send change').click();
    await expect.element(page.getByText('0198f3a2c1d47e5f8a90b1c2d3e4f506')).toBeVisible();
    await expect.element(button('Send change')).not.toBeInTheDocument();
    await button('Close').click();
    await expect.element(button('Edit')).toBeDisabled();
    expect(sent()).toHaveLength(1);
  });

  test('offline stays a draft, and the button says why', async () => {
    open({ 'desk.state': () => ok({ ...sandboxDesk, online: false }) });
    await changeCity();
    await expect.element(button('Send change')).toBeDisabled();
    await expect.element(page.getByText(/stays a draft/)).toBeVisible();
    await button('Back').click();
    await button('Keep as a draft').click();
    await expect.element(page.getByText('draft', { exact: true })).toBeVisible();
    await button('Go on with the draft').click();
    await expect.element(page.getByRole('textbox', { name: 'City' }).first()).toHaveValue('Abuja');
  });

  test('is still there after another view', async () => {
    const { show, shown } = open();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'City' }).first().fill('Abuja');
    await (await shown).unmount();
    await show();
    await expect.element(page.getByText('draft', { exact: true })).toBeVisible();
    await button('Go on with the draft').click();
    await expect.element(page.getByRole('textbox', { name: 'City' }).first()).toHaveValue('Abuja');
    expect(sent()).toHaveLength(0);
  });

  test('opened and left without a word is no draft', async () => {
    const { show, shown } = open();
    await button('Edit').click();
    await expect.element(button('Review')).toBeVisible();
    await (await shown).unmount();
    await show();
    await expect.element(button('Edit')).toBeVisible();
  });

  test('is left from its field by Escape, with what was typed or with nothing', async () => {
    open();
    await button('Edit').click();
    const change = page.getByRole('complementary', { name: 'Change of a beneficiary' });
    await expect.element(change.getByRole('textbox').first()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid', { name: 'Beneficiaries' })).toHaveFocus();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'City' }).first().fill('Abuja');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid', { name: 'Beneficiaries' })).toHaveFocus();
    await expect.element(page.getByText('draft', { exact: true })).toBeVisible();
  });

  test('is not sent by an Enter that is held down', async () => {
    open();
    await changeCity();
    await expect.element(button('Send change')).toHaveFocus();
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(held);
    expect(held.defaultPrevented).toBe(true);
  });

  test('of details that moved at the bank meanwhile is not sent', async () => {
    open();
    await changeCity();
    bridge.answer('beneficiaries.get', ({ entityId }) => {
      const detail = detailOf(entityId);
      return detail
        ? ok({ ...detail, beneficiary: { ...detail.beneficiary, accountNumber: '999' } })
        : { ok: false, error: appError('internal', 'c') };
    });
    bridge.announce('store.changed', { topic: 'beneficiaries' });
    await expect.element(button('Send change')).toBeDisabled();
    await expect.element(page.getByText(/changed since this draft began/)).toBeVisible();
  });
});
