import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import { createShared } from '../../../../renderer/state/context.ts';
import { fail } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import WithShared from '../../support/WithShared.svelte';
import { workingDesk } from '../../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../../support/fake-bridge.ts';
import { batchAnswers, batchRecord, lineRecord } from './batch-records.ts';

let bridge: FakeBridge;

const why =
  'The bank has a payment like this one of 2026-11-20 09:41 UTC under the reference 0198f3a2, which the record of what was sent had lost. Release the line if it is another one, or leave it out.';
const held = lineRecord(0, {
  state: 'invalid',
  warnings: [{ kind: 'maybe-at-bank', weight: 'blocks', message: why }],
});
const lines = [held, lineRecord(1)];

async function open(): Promise<void> {
  bridge = installBridge({ ...workingDesk(), ...batchAnswers(lines) });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  shared.accounts.start();
  window.addEventListener('keydown', shared.keys.onkeydown);
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await expect.element(page.getByRole('row', { name: /^2 held/ })).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const yes = (name: string) => dialog.getByRole('button', { name, exact: true });
const asked = (route: string) =>
  bridge.asked.filter((question) => question.route === route).map(({ input }) => input);

beforeEach(async () => {
  await page.viewport(1024, 700);
});

test('a held line says why, and is released with a name, after it is restated in full', async () => {
  await open();
  await userEvent.keyboard('j');
  await button('Release…').click();
  for (const words of ['SANDBOX', '1,200.50 USD', 'Kestrel Logistics Ltd'])
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/30026712/)).toBeVisible();
  await expect.element(dialog.getByText(why)).toBeVisible();
  await yes('Release the line').click();
  await expect.element(dialog.getByText('say your name')).toBeVisible();
  expect(asked('paymentFiles.release')).toEqual([]);

  bridge.answer('paymentFiles.release', () => ok(batchRecord([lineRecord(0), lineRecord(1)])));
  await dialog.getByLabelText('Your name').fill(' Ines Frei ');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => asked('paymentFiles.release'))
    .toEqual([{ batchId: 'batch-1', line: 2, by: 'Ines Frei' }]);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked('paymentFiles.start')).toEqual([]);
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
    .poll(() => asked('paymentFiles.release'))
    .toEqual([{ batchId: 'batch-1', line: null, by: 'Ines Frei' }]);
  await expect.element(dialog.getByText(/Sending is closed/)).toBeVisible();
});

test('a line that nobody confirmed is not shown as plainly accepted', async () => {
  const sent = [
    lineRecord(0, { state: 'accepted', confirmed: false, transferId: 'T-1' }),
    lineRecord(1, { state: 'accepted', confirmed: true, transferId: 'T-2' }),
  ];
  bridge = installBridge({ ...workingDesk(), ...batchAnswers(sent, { state: 'done' }) });
  const shared = createShared();
  shared.live.start();
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await expect.element(page.getByRole('row', { name: /^2 not confirmed/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^3 accepted/ })).toBeVisible();
});
