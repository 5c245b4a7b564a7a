import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import BeneficiariesView from '../../../renderer/features/beneficiaries/BeneficiariesView.svelte';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { beneficiaryAnswers, detailOf, submissionView } from './beneficiary-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  sees,
  wideWindow,
  holdEnter,
} from '../support/view.ts';

function open(answers: Answers = {}, entityId: string | undefined = 'B-1') {
  const shared = openDesk({ ...beneficiaryAnswers(), ...answers });
  const show = () => render(WithShared, { shared, view: BeneficiariesView, params: { entityId } });
  return { show, shown: show() };
}

const sent = () => requested('beneficiaries.update');

async function changeCity(): Promise<void> {
  await button('Edit').click();
  await page.getByRole('textbox', { name: 'City' }).first().fill('Abuja');
  await button('Review 1 change').click();
}

beforeEach(wideWindow);

test('the list shortens account numbers, the detail shows them whole', async () => {
  open();
  await sees('··6712', button('Copy account number'));
  await expect.poll(() => document.querySelector('aside .groups')?.textContent).toBe('0123456712');
});

test('what the details were before is shown as a change with its time', async () => {
  open();
  await sees(page.getByRole('heading', { name: 'Earlier details' }), '0123450001');
});

test('searching asks the local copy while typing', async () => {
  open();
  await page.getByRole('searchbox').fill('kenya');
  await sees('Oduya Foods');
  await lacks(page.getByRole('gridcell', { name: 'Marula GmbH' }));
  expect(requested('beneficiaries.refresh')).toHaveLength(0);
});

describe('a change', () => {
  test('is shown again, only what differs, with the environment, and sent once', async () => {
    open();
    await changeCity();
    await sees(page.getByRole('row', { name: 'City Lagos Abuja' }), 'SANDBOX');
    expect(sent()).toHaveLength(0);
    await button('Send change').click();
    await sees(button('Edit'));
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
    await sees('must be an e-mail address');
    await lacks(button('Send change'));
  });

  test('that the bank refuses keeps the entries, shows its words and may be sent as another', async () => {
    const error = appError('bank.refused', 'c-77', {
      fields: { city: 'is not served' },
      bank: { status: 400, message: 'We do not pay to Abuja' },
    });
    open({ 'beneficiaries.update': () => ok(submissionView('refused', error)) });
    await changeCity();
    await button('Send change').click();
    await sees('We do not pay to Abuja');
    await expect.element(page.getByRole('textbox', { name: 'City' }).first()).toHaveValue('Abuja');
    await sees(page.getByText('is not served').last());
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
    await sees('0198f3a2c1d47e5f8a90b1c2d3e4f506');
    await lacks(button('Send change'));
    await button('Close').click();
    await expect.element(button('Edit')).toBeDisabled();
    expect(sent()).toHaveLength(1);
  });

  test('offline stays a draft, and the button says why', async () => {
    open({ 'desk.state': () => ok({ ...sandboxDesk, online: false }) });
    await changeCity();
    await expect.element(button('Send change')).toBeDisabled();
    await sees(/stays a draft/);
    await button('Back').click();
    await button('Save as draft').click();
    await sees(page.getByText('draft', { exact: true }));
    await button('Resume draft').click();
    await expect.element(page.getByRole('textbox', { name: 'City' }).first()).toHaveValue('Abuja');
  });

  test('is still there after another view', async () => {
    const { show, shown } = open();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'City' }).first().fill('Abuja');
    await (await shown).unmount();
    await show();
    await sees(page.getByText('draft', { exact: true }));
    await button('Resume draft').click();
    await expect.element(page.getByRole('textbox', { name: 'City' }).first()).toHaveValue('Abuja');
    expect(sent()).toHaveLength(0);
  });

  test('opened and left without any input is no draft', async () => {
    const { show, shown } = open();
    await button('Edit').click();
    await sees(button('Review'));
    await (await shown).unmount();
    await show();
    await sees(button('Edit'));
  });

  test('is left from its field by Escape, with what was typed or with nothing', async () => {
    open();
    await button('Edit').click();
    const change = page.getByRole('complementary', { name: 'Change of payee' });
    await expect.element(change.getByRole('textbox').first()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid', { name: 'Payees' })).toHaveFocus();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'City' }).first().fill('Abuja');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid', { name: 'Payees' })).toHaveFocus();
    await sees(page.getByText('draft', { exact: true }));
  });

  test('is not sent by an Enter that is held down', async () => {
    open();
    await changeCity();
    await expect.element(button('Send change')).toHaveFocus();
    holdEnter();
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
    await sees(/changed since this draft began/);
  });
});
