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
import { beneficiaryAnswers } from './beneficiary-records.ts';
import {
  block,
  creation,
  lookAlike,
  payeeAnswers,
  payeeCheck,
  quarantine,
} from './payee-records.ts';

let bridge: FakeBridge;

function open(answers: Answers = {}, entityId?: string) {
  bridge = installBridge({
    'desk.state': () => ok(sandboxDesk),
    ...beneficiaryAnswers(),
    ...payeeAnswers(),
    ...answers,
  });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  window.addEventListener('keydown', shared.keys.onkeydown);
  const params = entityId === undefined ? {} : { entityId };
  const show = () => render(WithShared, { shared, view: BeneficiariesView, params });
  return { shared, show, shown: show() };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name });
const sent = (route: string) =>
  bridge.asked.filter((question) => question.route === route).map(({ input }) => input);

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
  await expect.element(page.getByText('Oduya Foods')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(field('Bank details as you got them')).toHaveFocus();
  paste(block);
  await expect.element(field('IBAN *')).toHaveValue('DE89370400440532013000');
  return opened;
}

beforeEach(async () => {
  await page.viewport(1440, 900);
});

describe('a pasted block', () => {
  test('becomes a payee by n, Ctrl+V, Enter, Enter; it is selected, and paying it is one key away', async () => {
    const { shared } = await pasted();
    await expect.element(button('Review')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Create beneficiary')).toHaveFocus();
    await expect.element(page.getByText('SANDBOX')).toBeVisible();
    await expect.element(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Marula GmbH' })).toBeVisible();
    expect(sent('beneficiaries.create')).toMatchObject([
      {
        reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        payee: { name: 'Marula GmbH', accountName: 'Marula GmbH', country: 'DEU' },
      },
    ]);
    await expect.element(button('Pay')).toBeVisible();
    await userEvent.keyboard('p');
    expect(shared.router.place).toMatchObject({
      view: 'payments',
      params: { beneficiaryId: 'B-3' },
    });
  });

  test('shows what was not understood and which bank was found', async () => {
    await pasted();
    await expect.element(page.getByText('see invoice 2231', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Commerzbank, Frankfurt')).toBeVisible();
    await expect.element(field('Bank').first()).toBeVisible();
  });

  test('goes to the first field that stands in the way', async () => {
    await pasted({
      'beneficiaries.check': () =>
        ok(payeeCheck({ problems: { currencyIso3Code: 'is required' }, fills: {} })),
    });
    await expect.element(field('Currency *')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('is required')).toBeVisible();
    await expect.element(button('Create beneficiary')).not.toBeInTheDocument();
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
    await expect.element(page.getByText(lookAlike.words)).toBeVisible();
    await expect.element(page.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible();
    await expect.element(page.getByText('Another name', { exact: true })).toBeVisible();
    await button('Review').click();
    await expect.element(button('Create beneficiary')).toBeVisible();
    await expect.element(button('Create beneficiary')).not.toHaveFocus();
  });
});

test('what the desk filled in is taken back when it no longer follows', async () => {
  await pasted();
  await expect.element(field('Account name *')).toHaveValue('Marula GmbH');
  bridge.answer('beneficiaries.check', () =>
    ok(payeeCheck({ fills: { accountName: 'Marula AG' }, bank: null })),
  );
  await field('Name *').first().fill('Marula AG');
  await userEvent.keyboard('{Tab}');
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
  await button('Create beneficiary').click();
  await expect.element(page.getByText('We do not pay there')).toBeVisible();
  await expect.element(page.getByText('is blocked').last()).toBeVisible();
  await expect.element(field('IBAN *')).toHaveValue('DE89370400440532013000');
  await button('Review').click();
  await button('Create beneficiary').click();
  await expect.poll(() => sent('beneficiaries.create')).toHaveLength(2);
  const [first, second] = sent('beneficiaries.create') as { reference: string }[];
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
  await button('Create beneficiary').click();
  await expect.element(button('Look it up now')).toBeVisible();
  await expect.element(button('Look at it')).toBeVisible();
  await expect.element(button('New beneficiary')).toBeVisible();
  bridge.answer('submissions.list', () => ok({ rows: [] }));
  await button('Look it up now').click();
  await expect.element(page.getByRole('heading', { name: 'Marula GmbH' })).toBeVisible();
  expect(sent('beneficiaries.create')).toHaveLength(1);
});

test('a draft survives another view, and offline it cannot be sent', async () => {
  const { show, shown } = await pasted();
  await (await shown).unmount();
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, online: false }));
  bridge.announce('desk.changed', { ...sandboxDesk, online: false });
  await show();
  await button('Go on with the new one').click();
  await expect.element(field('IBAN *')).toHaveValue('DE89370400440532013000');
  await expect.element(button('Review')).toBeDisabled();
  await expect.element(page.getByText(/stays a draft/)).toBeVisible();
});

describe('changed bank details', () => {
  test('are shown old and new, and let go in two keys', async () => {
    open({ 'beneficiaries.quarantine': () => ok({ rows: [quarantine] }) }, 'B-3');
    await expect
      .element(page.getByText('Bank details changed since the last payment'))
      .toBeVisible();
    await expect.element(page.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible();
    await expect.element(page.getByText('changed', { exact: true })).toBeVisible();
    await userEvent.keyboard('c');
    await expect.element(button('Yes, I have checked them')).toBeVisible();
    bridge.answer('beneficiaries.quarantine', () => ok({ rows: [] }));
    await button('Yes, I have checked them').click();
    await expect
      .poll(() => sent('beneficiaries.release'))
      .toEqual([{ entityId: 'B-3', fingerprint: quarantine.fingerprint }]);
    await expect
      .element(page.getByText('Bank details changed since the last payment'))
      .not.toBeInTheDocument();
  });

  test('that changed once more meanwhile stay, and the reason is told', async () => {
    open(
      {
        'beneficiaries.quarantine': () => ok({ rows: [quarantine] }),
        'beneficiaries.release': () => ({ ok: false, error: appError('payee.changed', 'c-9') }),
      },
      'B-3',
    );
    await button('I have checked these details').click();
    await button('Yes, I have checked them').click();
    await expect.element(page.getByText(/not the ones that were reviewed/)).toBeVisible();
  });
});

test('a new one in which nothing was typed is left from its field by Escape', async () => {
  open();
  await expect.element(page.getByText('Oduya Foods')).toBeVisible();
  await userEvent.keyboard('n');
  await field('Name *').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('New beneficiary')).toBeVisible();
  await expect.element(page.getByRole('grid', { name: 'Beneficiaries' })).toHaveFocus();
});
