import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import { fail } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import WithShared from '../../support/WithShared.svelte';
import { workingDesk } from '../../support/desk-records.ts';
import { batchAnswers, batchRecord, lineRecord } from './batch-records.ts';
import { requested, bridge, button, lacks, openDesk, sees } from '../../support/view.ts';

const why =
  'The bank has a payment like this one of 2026-11-20 09:41 UTC under the reference 0198f3a2, which the sent log had lost. Release the line if it is another one, or leave it out.';
const held = lineRecord(0, {
  state: 'invalid',
  warnings: [{ kind: 'maybe-at-bank', weight: 'blocks', message: why }],
});
const lines = [held, lineRecord(1)];

async function open(): Promise<void> {
  const shared = openDesk({ ...workingDesk(), ...batchAnswers(lines) });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees(page.getByRole('row', { name: /^2 .* held$/ }));
}

const dialog = page.getByRole('dialog');
const yes = (name: string) => dialog.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.viewport(1024, 700);
});

test('a held line says why, and is released with a name, after it is restated in full', async () => {
  await open();
  await userEvent.keyboard('j');
  await button('Release…').click();
  for (const words of ['SANDBOX', '1,200.50 USD', 'Kestrel Logistics Ltd'])
    await sees(dialog.getByText(words, { exact: true }));
  await sees(dialog.getByText(/30026712/), dialog.getByText(why));
  await yes('Release the line').click();
  await sees(dialog.getByText('enter your name'));
  expect(requested('paymentFiles.release')).toEqual([]);

  bridge.answer('paymentFiles.release', () => ok(batchRecord([lineRecord(0), lineRecord(1)])));
  await dialog.getByLabelText('Your name').fill(' Ines Frei ');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => requested('paymentFiles.release'))
    .toEqual([{ batchId: 'batch-1', line: 2, by: 'Ines Frei' }]);
  await lacks(dialog);
  expect(requested('paymentFiles.start')).toEqual([]);
});

test('every line that is held for such a reason is released at once, and a refusal stays in the dialog', async () => {
  await open();
  await userEvent.keyboard('j');
  await button('Release…').click();
  await dialog.getByLabelText('Your name').fill('Ines Frei');
  await dialog.getByRole('checkbox').click();
  bridge.answer('paymentFiles.release', () => fail('journal.missing', 'test'));
  await yes('Release them all').click();
  await expect
    .poll(() => requested('paymentFiles.release'))
    .toEqual([{ batchId: 'batch-1', line: null, by: 'Ines Frei' }]);
  await sees(dialog.getByText(/Sending paused/));
});

test('a line that no one has confirmed is not shown as plainly accepted', async () => {
  const sent = [
    lineRecord(0, { state: 'accepted', confirmed: false, transferId: 'T-1' }),
    lineRecord(1, { state: 'accepted', confirmed: true, transferId: 'T-2' }),
  ];
  const shared = openDesk({ ...workingDesk(), ...batchAnswers(sent, { state: 'done' }) });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees(page.getByRole('row', { name: /^2 .* not confirmed$/ }));
  await sees(page.getByRole('row', { name: /^3 .* accepted$/ }));
});
