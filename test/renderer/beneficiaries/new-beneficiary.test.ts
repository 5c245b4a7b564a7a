import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import BeneficiariesView from '../../../renderer/features/beneficiaries/BeneficiariesView.svelte';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { beneficiaryAnswers } from './beneficiary-records.ts';
import {
  block,
  creation,
  lookAlike,
  payeeAnswers,
  payeeCheck,
  quarantine,
} from './payee-records.ts';
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
} from '../support/view.ts';

function open(answers: Answers = {}, entityId?: string) {
  const shared = openDesk({ ...beneficiaryAnswers(), ...payeeAnswers(), ...answers });
  const params = entityId === undefined ? {} : { entityId };
  const show = () => render(WithShared, { shared, view: BeneficiariesView, params });
  return { shared, show, shown: show() };
}

/** What Ctrl+V does with bank details on the clipboard. */
function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

async function pasted(answers: Answers = {}) {
  const opened = open(answers);
  await sees('Oduya Foods');
  await press('n');
  await expect.element(field('Bank details as you got them')).toHaveFocus();
  paste(block);
  await expect.element(field('IBAN *')).toHaveValue('DE89370400440532013000');
  return opened;
}

beforeEach(wideWindow);

describe('a pasted block', () => {
  test('becomes a payee by n, Ctrl+V, Enter, Enter; it is selected, and paying it is one key away', async () => {
    const { shared } = await pasted();
    await expect.element(button('Review')).toHaveFocus();
    await press('{Enter}');
    await expect.element(button('Create payee')).toHaveFocus();
    await sees('SANDBOX', 'DE89 3704 0044 0532 0130 00');
    await press('{Enter}');
    await sees(page.getByRole('heading', { name: 'Marula GmbH' }));
    expect(requested('beneficiaries.create')).toMatchObject([
      {
        reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        payee: { name: 'Marula GmbH', accountName: 'Marula GmbH', country: 'DEU' },
      },
    ]);
    await sees(button('Pay'));
    await press('p');
    expect(shared.router.place).toMatchObject({
      view: 'payments',
      params: { beneficiaryId: 'B-3' },
    });
  });

  test('shows what was not understood and which bank was found', async () => {
    await pasted();
    await sees(page.getByText('see invoice 2231', { exact: true }), 'Commerzbank, Frankfurt');
    await sees(field('Bank').first());
  });

  test('goes to the first field that stands in the way', async () => {
    await pasted({
      'beneficiaries.check': () =>
        ok(payeeCheck({ problems: { currencyIso3Code: 'is required' }, fills: {} })),
    });
    await expect.element(field('Currency *')).toHaveFocus();
    await press('{Enter}');
    await sees('is required');
    await lacks(button('Create payee'));
  });

  test('that looks like a saved payee is shown beside it, and Enter alone does not create it', async () => {
    await pasted({
      'beneficiaries.check': () =>
        ok(
          payeeCheck({
            lookAlikes: [lookAlike],
            nameCheck: {
              state: 'differs',
              nameAtBank: 'Someone',
              words: 'Another name: the account belongs to Someone.',
            },
          }),
        ),
    });
    await sees(lookAlike.words, 'DE02 1203 0000 0000 2020 51');
    await sees(page.getByText('Another name', { exact: true }));
    await button('Review').click();
    await sees(button('Create payee'));
    await expect.element(button('Create payee')).not.toHaveFocus();
  });
});

test('what the desk filled in is removed when it no longer follows', async () => {
  await pasted();
  await expect.element(field('Account name *')).toHaveValue('Marula GmbH');
  bridge.answer('beneficiaries.check', () =>
    ok(payeeCheck({ fills: { accountName: 'Marula AG' }, bank: null })),
  );
  await field('Name *').first().fill('Marula AG');
  await press('{Tab}');
  await expect.element(field('Account name *')).toHaveValue('Marula AG');
  await expect.element(field('Country *')).toHaveValue('');
});

test('a refusal of the bank keeps the entries, shows its words and may be sent as another', async () => {
  const error = appError('bank.refused', 'c-7', {
    fields: { accountNumber: 'is blocked' },
    bank: { status: 422, message: 'We do not pay there' },
  });
  await pasted({ 'beneficiaries.create': () => ok(creation({ state: 'refused', error })) });
  await button('Review').click();
  await button('Create payee').click();
  await sees('We do not pay there', page.getByText('is blocked').last());
  await expect.element(field('IBAN *')).toHaveValue('DE89370400440532013000');
  await button('Review').click();
  await button('Create payee').click();
  await expect.poll(() => requested('beneficiaries.create')).toHaveLength(2);
  const [first, second] = requested('beneficiaries.create') as { reference: string }[];
  expect(second?.reference).not.toBe(first?.reference);
});

test('without an answer it is not a draft any more; it is looked up, and shown when the bank has it', async () => {
  const unknown = creation({ state: 'unknown', error: appError('outcome.unknown', 'c-8') });
  await pasted({
    'beneficiaries.create': () => ok(unknown),
    'submissions.lookUp': () => ok(creation({ recordId: 'B-3' })),
  });
  bridge.answer('submissions.list', () => ok({ rows: [unknown] }));
  await button('Review').click();
  await button('Create payee').click();
  await sees(button('Look it up now'), button('Show'), button('New payee'));
  bridge.answer('submissions.list', () => ok({ rows: [] }));
  await button('Look it up now').click();
  await sees(page.getByRole('heading', { name: 'Marula GmbH' }));
  expect(requested('beneficiaries.create')).toHaveLength(1);
});

test('a draft survives another view, and offline it cannot be sent', async () => {
  const { show, shown } = await pasted();
  await (await shown).unmount();
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, online: false }));
  bridge.announce('desk.changed', { ...sandboxDesk, online: false });
  await show();
  await button('Resume draft').click();
  await expect.element(field('IBAN *')).toHaveValue('DE89370400440532013000');
  await expect.element(button('Review')).toBeDisabled();
  await sees(/stays a draft/);
});

describe('changed bank details', () => {
  test('are shown old and new, and let go in two keys', async () => {
    open({ 'beneficiaries.quarantine': () => ok({ rows: [quarantine] }) }, 'B-3');
    await sees('Bank details changed since the last payment', 'DE02 1203 0000 0000 2020 51');
    await sees(page.getByText('changed', { exact: true }));
    await press('c');
    await sees(button('Yes, I have checked them'));
    bridge.answer('beneficiaries.quarantine', () => ok({ rows: [] }));
    await button('Yes, I have checked them').click();
    await expect
      .poll(() => requested('beneficiaries.release'))
      .toEqual([{ entityId: 'B-3', fingerprint: quarantine.fingerprint }]);
    await lacks('Bank details changed since the last payment');
  });

  test('that changed once more meanwhile stay, and the reason is shown', async () => {
    open(
      {
        'beneficiaries.quarantine': () => ok({ rows: [quarantine] }),
        'beneficiaries.release': () => ({ ok: false, error: appError('payee.changed', 'c-9') }),
      },
      'B-3',
    );
    await button('I have checked these details').click();
    await button('Yes, I have checked them').click();
    await sees(/changed since the review/);
  });
});

test('a new one in which nothing was typed is left from its field by Escape', async () => {
  open();
  await sees('Oduya Foods');
  await press('n');
  await field('Name *').click();
  await press('{Escape}');
  await sees(button('New payee'));
  await expect.element(page.getByRole('grid', { name: 'Payees' })).toHaveFocus();
});
