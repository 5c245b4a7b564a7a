import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import WithShared from '../../support/WithShared.svelte';
import { ok } from '../../../../shared/result.ts';
import { workingDesk } from '../../support/desk-records.ts';
import { requested, button, lacks, openDesk, press, sees, wideWindow } from '../../support/view.ts';
import { askingColumns, batchAnswers, lineRecord } from './batch-records.ts';

async function drop(): Promise<() => Promise<void>> {
  const shared = openDesk({ ...workingDesk(), ...askingColumns() });
  const shown = await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  const zone = page.getByRole('group', { name: /Drop a payment file/ });
  await sees(zone);
  const transfer = new DataTransfer();
  transfer.items.add(new File(['x'], 'lauf.csv'));
  zone.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  await sees(page.getByRole('heading', { name: 'What do the columns of lauf.csv mean?' }));
  return async () => {
    await shown.unmount();
    await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  };
}

const faults = async (): Promise<string[]> =>
  (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(
    ({ id }) => id,
  );

const column = (name: string) => page.getByRole('combobox', { name, exact: true });
const check = () => button('Check the payments');

beforeEach(wideWindow);

test('a file in other words is shown with its guesses, and says in a sentence what is missing', async () => {
  await drop();
  await expect.element(column('Empfänger')).toHaveValue('beneficiary');
  await sees('Choose the column of the amounts.', 'names of saved payees', 'Oduya Foods');
  await expect.element(check()).toBeDisabled();
  await column('Soll').selectOptions('Amount');
  await sees('Choose the decimal separator of the amounts.');
  await sees('No amount shows which decimal separator is used.');
  await expect.element(check()).toBeDisabled();
  await column('Decimal separator').selectOptions('Comma: 1.234,50');
  await expect.element(check()).toBeEnabled();
});

test('one field has one column, and a decimal separator that is certain needs no choice', async () => {
  await drop();
  await column('Soll').selectOptions('Amount');
  await column('Haben').selectOptions('Amount');
  await expect.element(column('Soll')).toHaveValue('');
  await expect.element(column('Decimal separator')).toHaveValue('comma');
  await column('Empfänger').selectOptions('Not used');
  await sees('Choose a column that names the payees: by name, account or id.');
});

test('what was matched is checked by one key and sent as it was chosen', async () => {
  await drop();
  await column('Haben').selectOptions('Amount');
  (document.activeElement as HTMLElement).blur();
  await press('{Enter}');
  await sees(button('Review 1 payment'));
  expect(requested('paymentFiles.match').at(-1)).toMatchObject({
    fileId: 'waits-1',
    match: {
      columns: { beneficiary: 0, amount: 2, narration: 3 },
      decimals: 'comma',
      firstLine: 3,
      remember: true,
    },
  });
});

test('another first line keeps what was chosen, and a file that is discarded is gone', async () => {
  await drop();
  await column('Haben').selectOptions('Amount');
  await column('The payments begin on').selectOptions('2');
  await expect.poll(() => requested('paymentFiles.lookAt').at(-1)).toMatchObject({ firstLine: 2 });
  await expect.element(column('Haben')).toHaveValue('amount');
  await button('Discard file').click();
  await lacks('What do the columns of lauf.csv mean?');
});

test('what was chosen for a file is there again when the view is left and opened again', async () => {
  const comeBack = await drop();
  await column('Soll').selectOptions('Amount');
  await column('Decimal separator').selectOptions('Point: 1,234.50');
  await column('The payments begin on').selectOptions('2');
  await page.getByRole('checkbox', { name: /Use for files with the same columns/ }).click();
  await expect
    .poll(() => requested('paymentFiles.saveDraft').at(-1))
    .toEqual({
      fileId: 'waits-1',
      draft: {
        fields: ['beneficiary', 'amount', '', 'narration'],
        decimals: 'point',
        firstLine: 2,
        remember: false,
      },
    });
  await comeBack();
  await sees(page.getByRole('heading', { name: 'What do the columns of lauf.csv mean?' }));
  await expect.element(column('Soll')).toHaveValue('amount');
  await expect.element(column('Decimal separator')).toHaveValue('point');
  await expect.element(column('The payments begin on')).toHaveValue('2');
  await expect.element(page.getByRole('checkbox', { name: /Use for files/ })).not.toBeChecked();
  await sees('Match its columns.');
  expect(await faults()).toEqual([]);
});

test('an account that the bank does not name so is asked about, and used only when a person confirms it', async () => {
  const written = 'DE89370400440532013000';
  const shared = openDesk({
    ...workingDesk(),
    ...batchAnswers([lineRecord(0, { state: 'invalid', accountNumber: written })], {
      unknownAccounts: [{ written, currency: 'USD', endingAlike: [] }],
    }),
    'accounts.nameAccount': () => ok({ saved: true }),
  });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees(/The file pays from/, /No own account has the same last digits/);
  expect(await faults()).toEqual([]);
  await expect.element(button('Always use this account')).toBeDisabled();
  expect(requested('accounts.nameAccount')).toEqual([]);
  const [, first] = [...column('It is our account').element().querySelectorAll('option')];
  await column('It is our account').selectOptions(first?.textContent.trim() ?? '');
  await button('Always use this account').click();
  await expect
    .poll(() => requested('accounts.nameAccount'))
    .toEqual([{ written, currency: 'USD', accountNumber: first?.value }]);
});
