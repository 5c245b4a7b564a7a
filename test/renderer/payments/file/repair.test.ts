import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import { appError } from '../../../../shared/errors.ts';
import type {
  LineToRepair,
  PaymentFileLine,
} from '../../../../shared/ipc/changes/payment-files.ts';
import { ok } from '../../../../shared/result.ts';
import WithShared from '../../support/WithShared.svelte';
import { workingDesk } from '../../support/desk-records.ts';
import type { Answers } from '../../support/fake-bridge.ts';
import { actorNamed } from '../../../support/desks/actors.ts';
import { batchAnswers, batchRecord, lineRecord, offerRecord } from './batch-records.ts';
import {
  bridge,
  button,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../../support/view.ts';

const at = '2026-11-20T09:41:00.000Z';

const misnamed = lineRecord(6, {
  state: 'invalid',
  beneficiaryId: '',
  payeeName: 'Clearwel Audit GmbH',
  reference: 'RUN-11-08',
  problems: { beneficiary: 'No saved payee is called “Clearwel Audit GmbH”.' },
});
const unreadable = lineRecord(13, {
  state: 'invalid',
  amount: null,
  amountText: '1.250,5x',
  reference: 'RUN-11-14',
  problems: {
    amount: 'The amount “1.250,5x” cannot be read: “x” is no part of an amount.',
  },
});
const dollars = lineRecord(21, {
  state: 'invalid',
  reference: 'RUN-11-22',
  amount: { amount: '4637.11', currency: 'USD' },
  problems: { currency: 'Operating EUR cannot pay USD: it is kept in EUR.' },
});

const clearwell = {
  entityId: 'B-CL',
  name: 'Clearwell Audit LLP',
  accountNumber: 'GB29NWBK60161331926819',
  hasLinesAccount: true,
  payments: 11,
  lastPaidAt: '2026-11-03T09:00:00.000Z',
  sameAmountAt: '2026-11-03T09:00:00.000Z',
};
const clearway = {
  ...clearwell,
  entityId: 'B-CW',
  name: 'Clearway Auditing Ltd',
  accountNumber: 'GB11LOYD30963400000417',
  payments: 0,
  lastPaidAt: null,
  sameAmountAt: null,
};

const offers: LineToRepair[] = [
  offerRecord(misnamed, { payees: [clearwell, clearway], likelyPayee: 'B-CL' }),
  offerRecord(unreadable, {
    lastPaid: { at: '2026-10-27T09:00:00.000Z', amount: { amount: '1250.50', currency: 'USD' } },
  }),
  offerRecord(dollars, {
    accounts: [{ accountNumber: '30026799', accountName: 'Operating USD', currency: 'USD' }],
    likelyAccount: '30026799',
  }),
];

/** A file of thirty payments, three of which are wrong, at a desk that takes repairs as the real one does. */
function thirty(given: { offers?: LineToRepair[] } = {}): Answers {
  const wrong = new Set([misnamed, unreadable, dollars].map(({ line }) => line));
  let open = given.offers ?? offers;
  let lines: readonly PaymentFileLine[] = Array.from({ length: 30 }, (_, n) => {
    const line = lineRecord(n);
    return wrong.has(line.line)
      ? ([misnamed, unreadable, dollars].find((one) => one.line === line.line) ?? line)
      : line;
  });
  const answers = batchAnswers(lines);
  return {
    ...answers,
    'paymentFiles.get': () => ok(batchRecord(lines)),
    'paymentFiles.list': () => ok({ rows: [batchRecord(lines)] }),
    'paymentFiles.repairs': () => ok({ total: open.length, rows: open }),
    'paymentFiles.lines': ({ index, limit }) =>
      ok({ index, total: lines.length, rows: lines.slice(index, index + limit) }),
    'paymentFiles.repair': ({ line, repair }) => {
      open = open.filter((offer) => offer.line.line !== line);
      lines = lines.map((one) =>
        one.line === line
          ? {
              ...lineRecord(one.line - 2),
              payeeName: repair.kind === 'payee' ? 'Clearwell Audit LLP' : one.payeeName,
              repairs: [
                {
                  field: 'payee',
                  was: 'Clearwel Audit GmbH',
                  to: 'B-CL',
                  actor: actorNamed('Ada Merlin'),
                  at,
                },
              ],
            }
          : one,
      );
      return ok(batchRecord(lines));
    },
  };
}

async function open(answers: Answers = thirty()) {
  const shared = openDesk({ ...workingDesk(), ...answers });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees(page.getByRole('region', { name: 'To repair' }));
  return shared;
}

const line = (number: number) => page.getByRole('form', { name: `Line ${String(number)}` });
const repairs = () =>
  requested('paymentFiles.repair').map(({ line, repair }) => ({ line, repair }));

beforeEach(wideWindow);

test('an Enter ahead of the repairs takes the first of them, and never opens the review', async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const shared = openDesk({
    ...workingDesk(),
    ...thirty(),
    'paymentFiles.repairs': async () => {
      await promise;
      return ok({ total: offers.length, rows: offers });
    },
  });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees(page.getByRole('group', { name: 'Lines shown' }));
  await press('{Enter}');
  await lacks(page.getByRole('dialog'));
  expect(repairs()).toEqual([]);
  resolve(null);
  await expect
    .poll(repairs)
    .toEqual([{ line: misnamed.line, repair: { kind: 'payee', entityId: 'B-CL' } }]);
  await lacks(page.getByRole('dialog'));
});

test('three wrong lines of thirty are repaired, and the file is ready, with nine keys', async () => {
  await open();
  const keys = ['{Enter}', '1', '2', '5', '0', '.', '5', '{Enter}', '{Enter}'];
  expect(keys).toHaveLength(9);
  await press(keys[0]!);
  await expect.element(line(15).getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  for (const key of keys.slice(1, 8)) await press(key);
  await expect.element(button(/^Pay from Operating USD/)).toHaveFocus();
  await press(keys[8]!);
  await expect.element(button('Review 30 payments')).toHaveFocus();
  expect(repairs()).toEqual([
    { line: 8, repair: { kind: 'payee', entityId: 'B-CL' } },
    { line: 15, repair: { kind: 'amount', amount: '1250.5', currency: 'USD' } },
    { line: 23, repair: { kind: 'account', accountNumber: '30026799' } },
  ]);
  expect(requested('paymentFiles.start')).toEqual([]);
  await lacks(page.getByRole('region', { name: 'To repair' }));
});

test('the main action is the next repair, never the sending', async () => {
  await open();
  const main = () =>
    [...document.querySelectorAll('main button.main, button.main')].map((one) =>
      one.textContent.replace(/\s+/g, ' ').trim(),
    );
  await expect.poll(main).toEqual(['Use this payee Enter']);
  await sees('3 lines stay here until repaired or left out', button('Review 27 payments'));
});

test('a repaired line says what it was, on hover and in full below', async () => {
  await open();
  await press('{Enter}');
  const cell = page.getByRole('gridcell', { name: /Clearwell Audit LLP/ });
  await expect
    .element(cell)
    .toHaveAttribute('title', 'was: Clearwel Audit GmbH · Ada Merlin, 20 Nov 09:41');
  (document.activeElement as HTMLElement).blur();
  await press('jjjjjjj');
  await sees(/^Repaired, was: Clearwel Audit GmbH/);
  await button('Undo repair').click();
  await expect.poll(() => repairs().at(-1)).toEqual({ line: 8, repair: { kind: 'undo' } });
});

describe('a line with an unknown payee', () => {
  test('shows the nearest with their account and history', async () => {
    await open();
    await sees(
      'No saved payee is called “Clearwel Audit GmbH”.',
      'GB29 NWBK ··6819 · 11 payments, last 3 Nov',
      'GB11 LOYD ··0417 · never paid',
      /^same amount 3 Nov: /,
    );
    await expect.element(page.getByRole('radio', { name: /Clearwell Audit LLP/ })).toBeChecked();
  });

  test('has none chosen where nothing supports it: Enter takes none', async () => {
    await open(thirty({ offers: [offerRecord(misnamed, { payees: [clearwell, clearway] })] }));
    await expect.element(line(8).getByRole('button', { name: 'Use this payee' })).toBeDisabled();
    await press('{Enter}');
    expect(repairs()).toEqual([]);
    await page.getByRole('radio', { name: /Clearway/ }).click();
    await press('{Enter}');
    await expect.poll(repairs).toEqual([{ line: 8, repair: { kind: 'payee', entityId: 'B-CW' } }]);
  });

  test('warns of a payee whose account is not the one in the file', async () => {
    const other = { ...clearwell, hasLinesAccount: false };
    await open(thirty({ offers: [offerRecord(misnamed, { payees: [other] })] }));
    await sees('not the account in the file');
  });

  test('whose payee disappeared says so at the line, and offers anew', async () => {
    await open();
    bridge.answer('paymentFiles.repair', () => ({
      ok: false,
      error: appError('input.invalid', 'c-1', {
        message:
          'This payee is no longer among the saved payees. Choose another one. Nothing was changed.',
      }),
    }));
    bridge.answer('paymentFiles.repairs', () =>
      ok({ total: 1, rows: [offerRecord(misnamed, { payees: [clearway] })] }),
    );
    await press('{Enter}');
    await sees(line(8).getByRole('alert'));
    await lacks(page.getByRole('radio', { name: /Clearwell/ }));
  });
});

test('an amount that cannot be paid is refused at its field, before anything is asked of the desk', async () => {
  await open(thirty({ offers: [offers[1]!] }));
  await sees('Last paid: 1,250.50 USD on 27 Oct');
  await press('{Enter}');
  await expect.element(line(15).getByRole('textbox')).toHaveFocus();
  for (const [typed, why] of [
    ['1250.501', /USD has 2 decimals at most/],
    ['-5', /above zero/],
    ['0', /above zero/],
    ['1.250,5x', /only the digits/],
  ] as const) {
    await line(15).getByRole('textbox').fill(typed);
    await press('{Enter}');
    await sees(line(15).getByText(why));
  }
  expect(repairs()).toEqual([]);
});

test('a currency that the account cannot pay offers the account in it, the conversion, or another currency', async () => {
  const shared = await open(thirty({ offers: [offers[2]!] }));
  await button('Change currency…').click();
  await sees(button('Set currency'));
  await button('Change account…').click();
  await line(23)
    .getByRole('button', { name: /^Convert .* first…/ })
    .click();
  expect(shared.router.place).toMatchObject({
    view: 'conversions',
    params: { sell: dollars.accountNumber, buy: '30026799', buyAmount: '4637.11' },
  });
});

test('columns of unknown meaning are confirmed before the file can go', async () => {
  const proposed = [
    { at: 4, heading: 'Our ref', examples: ['RUN-11-02', 'RUN-11-03'], field: 'reference' },
    { at: 5, heading: 'Details', examples: ['Invoice 88001'], field: 'narration' },
  ];
  const proposedFields = [
    { name: 'reference', label: 'Reference' },
    { name: 'narration', label: 'Narration' },
  ];
  const lines = [lineRecord(0), lineRecord(1)];
  const shared = openDesk({
    ...workingDesk(),
    ...batchAnswers(lines, { proposed, proposedFields }),
    'paymentFiles.confirmColumns': () => ok(batchRecord(lines)),
  });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees('2 columns to confirm before it can be sent', 'RUN-11-02, …');
  await expect.element(button('Review 2 payments')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Details' }).selectOptions('Not used');
  (document.activeElement as HTMLElement).blur();
  await press('{Enter}');
  await expect
    .poll(() => requested('paymentFiles.confirmColumns'))
    .toEqual([
      {
        batchId: 'batch-1',
        columns: [
          { at: 4, field: 'reference' },
          { at: 5, field: null },
        ],
      },
    ]);
  await expect.element(button('Review 2 payments')).toBeEnabled();
  expect(requested('paymentFiles.start')).toEqual([]);
});

test('is sound to a screen reader', async () => {
  await open();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
