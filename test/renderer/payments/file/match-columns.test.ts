import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import WithShared from '../../support/WithShared.svelte';
import { workingDesk } from '../../support/desk-records.ts';
import { asked, button, lacks, openDesk, press, sees, wideWindow } from '../../support/view.ts';
import { askingColumns } from './batch-records.ts';

async function drop(): Promise<void> {
  const shared = openDesk({ ...workingDesk(), ...askingColumns() });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  const zone = page.getByRole('group', { name: /Drop a payment file/ });
  await sees(zone);
  const transfer = new DataTransfer();
  transfer.items.add(new File(['x'], 'lauf.csv'));
  zone.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  await sees(page.getByRole('heading', { name: 'What do the columns of lauf.csv mean?' }));
}

const column = (name: string) => page.getByRole('combobox', { name, exact: true });
const check = () => button('Check the payments');

beforeEach(wideWindow);

test('a file in other words is shown with its guesses, and says in a sentence what is missing', async () => {
  await drop();
  await expect.element(column('Empfänger')).toHaveValue('beneficiary');
  await sees('Choose the column of the amounts.', 'names of saved payees', 'Oduya Foods');
  await expect.element(check()).toBeDisabled();
  await column('Soll').selectOptions('Amount');
  await sees('Say what stands before the decimals of the amounts.');
  await sees('No amount tells whether its point or comma stands before decimals.');
  await expect.element(check()).toBeDisabled();
  await column('Before the decimals stands').selectOptions('A comma: 1.234,50');
  await expect.element(check()).toBeEnabled();
});

test('one field has one column, and decimals that are told need no word', async () => {
  await drop();
  await column('Soll').selectOptions('Amount');
  await column('Haben').selectOptions('Amount');
  await expect.element(column('Soll')).toHaveValue('');
  await expect.element(column('Before the decimals stands')).toHaveValue('comma');
  await column('Empfänger').selectOptions('Not used');
  await sees('Choose a column that names the payees: by name, account or id.');
});

test('what was matched is checked by one key and told as it was said', async () => {
  await drop();
  await column('Haben').selectOptions('Amount');
  (document.activeElement as HTMLElement).blur();
  await press('{Enter}');
  await sees(button('Send 1 payment'));
  expect(asked('paymentFiles.add').at(-1)).toMatchObject({
    fileName: 'lauf.csv',
    match: {
      columns: { beneficiary: 0, amount: 2, narration: 3 },
      decimals: 'comma',
      firstLine: 3,
      remember: true,
    },
  });
});

test('another first line keeps what was said, and a file that is not taken is gone', async () => {
  await drop();
  await column('Haben').selectOptions('Amount');
  await column('The payments begin on').selectOptions('2');
  await expect.poll(() => asked('paymentFiles.columns').at(-1)).toMatchObject({ firstLine: 2 });
  await expect.element(column('Haben')).toHaveValue('amount');
  await button('Do not take the file').click();
  await lacks('What do the columns of lauf.csv mean?');
});
