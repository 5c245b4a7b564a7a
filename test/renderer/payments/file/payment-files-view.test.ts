import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import type { ViewParams } from '../../../../renderer/state/router.svelte.ts';
import { appError } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import WithShared from '../../support/WithShared.svelte';
import { sandboxDesk, workingDesk } from '../../support/desk-records.ts';
import type { Answers } from '../../support/fake-bridge.ts';
import { submissionRecord } from '../../support/submission-records.ts';
import { batchAnswers, batchRecord, dropped, lineRecord } from './batch-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../../support/view.ts';

async function open(answers: Answers = batchAnswers(), params: ViewParams['payment-files'] = {}) {
  const shared = openDesk({ ...workingDesk(), ...answers });
  await render(WithShared, { shared, view: PaymentFilesView, params });
  return shared;
}

const dialog = () => page.getByRole('dialog');
const row = (name: string | RegExp) => page.getByRole('row', { name });
const started = () => requested('paymentFiles.start');

/** Drops a file on the zone, as a hand does. */
async function drop(
  name: string,
  text = 'payee,amount',
  zone = page.getByRole('group', { name: /Drop a payment file/ }),
): Promise<void> {
  await sees(zone);
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  zone.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
}

beforeEach(wideWindow);

test('nothing dropped yet says what a file looks like, and gives its heading line', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator.clipboard, 'writeText', {
    configurable: true,
    value: (text: string) => Promise.resolve(copied.push(text)),
  });
  await open({ ...batchAnswers(), 'paymentFiles.list': () => ok({ rows: [] }) });
  await sees('No payment files yet');
  await button('Copy column headings').click();
  await expect.poll(() => copied[0]).toMatch(/^account,payee id,.*amount,currency/);
});

test('a line that a person is led to is selected and in view, and the keys go on from it', async () => {
  const { line } = dropped[70]!;
  await open(batchAnswers(), { batchId: 'batch-1', line });
  const lineRow = (number: number) => row(new RegExp(`^${String(number)} `));
  await expect.element(lineRow(line)).toHaveAttribute('aria-selected', 'true');
  await press('j');
  await expect.element(lineRow(line + 1)).toHaveAttribute('aria-selected', 'true');
});

test('a dropped file is checked, and takes drop and two keys to send', async () => {
  const lines = [lineRecord(0), lineRecord(1)];
  await open({ ...batchAnswers(lines), 'paymentFiles.list': () => ok({ rows: [] }) });
  await drop('payroll.csv');
  await expect.element(button('Review 2 payments')).toBeEnabled();
  expect(requested('paymentFiles.add')[0]).toMatchObject({ fileName: 'payroll.csv' });
  await press('{Enter}');
  await sees(dialog().getByText('144,059.50 USD', { exact: true }), dialog().getByText('SANDBOX'));
  expect(started()).toHaveLength(0);
  await expect.element(dialog().getByRole('button', { name: /Send/ })).toHaveFocus();
  await press('{Enter}');
  await expect.poll(started).toEqual([{ batchId: 'batch-1', acknowledged: [], seal: 'seal-1' }]);
  await sees(button('Stop'));
});

test('the evidence of all sent lines is written into a folder', async () => {
  const shared = await open({
    ...batchAnswers([lineRecord(0, { state: 'accepted' })], { state: 'done' }),
    'evidence.saveRun': () =>
      ok({
        ...{ saved: true, folderName: 'evidence-2026-11-20', payments: 1, files: 1 },
        ...{ notReadable: [], digest: 'ab'.repeat(32) },
      }),
  });
  await button('More for this file').click();
  await button('Evidence of all sent lines…').click();
  await expect
    .poll(() => shared.notices.last?.text)
    .toBe('Saved evidence-2026-11-20: 1 payment, 1 invoice.');
  expect(requested('evidence.saveRun')).toEqual([{ batchId: 'batch-1' }]);
});

test('L leads to the line that looks like another payment', async () => {
  await open(batchAnswers(dropped, { toConfirm: [{ kind: 'duplicate', lines: 1 }] }));
  await expect.element(button('Review 116 payments')).toBeEnabled();
  await press('l');
  await sees('The same amount to Oduya Foods stands in line 14 too.');
});

test('a file with a warning takes drop and three keys: nothing goes while it is not ticked', async () => {
  await open(batchAnswers(dropped, { toConfirm: [{ kind: 'duplicate', lines: 1 }] }));
  await expect.element(button('Review 116 payments')).toBeEnabled();
  await press('s');
  await expect.element(page.getByRole('checkbox')).toHaveFocus();
  await dialog().getByRole('button', { name: /Send/ }).click();
  await sees(/Confirm the marked points/);
  expect(started()).toHaveLength(0);
  await page.getByRole('checkbox').click();
  await press('{Enter}');
  await expect
    .poll(started)
    .toEqual([{ batchId: 'batch-1', acknowledged: ['duplicate'], seal: 'seal-1' }]);
});

test('a file that is not accepted says why, and the other files stay', async () => {
  await open({
    ...batchAnswers(),
    'paymentFiles.add': () => ({
      ok: false,
      error: appError('input.invalid', 'c-1', {
        message: 'page.csv: it has no column called amount.',
      }),
    }),
  });
  await drop('page.csv', '', button('Add file…'));
  await sees(/it has no column called amount/, button('Review 116 payments'));
});

describe('the lines', () => {
  test('stand as the file has them, with their problems in words', async () => {
    await open();
    await sees(row(/^5 Savanna Packaging Co .*1\.234,50 problem$/));
    await press('jjjj');
    await sees(page.getByText(/^The amount “1\.234,50” cannot be paid: use a point/).last());
    await sees(row(/^11 .* to confirm$/));
  });

  test('are filtered by what became of them, each filter with its count', async () => {
    await open();
    await sees(button('Problems 3'));
    await button('Problems 3').click();
    await sees(row(/^8 Zephyr Trading .* problem$/));
    await lacks(row(/^2 .* ready$/));
    expect(requested('paymentFiles.lines').at(-1)).toMatchObject({ only: 'problems', index: 0 });
    await button('Sent 0').click();
    await sees('No such lines');
  });

  test('one is left out and included again by one key', async () => {
    await open();
    await sees(row(/^2 .* ready$/));
    await press('jx');
    await expect
      .poll(() => requested('paymentFiles.skip'))
      .toEqual([{ batchId: 'batch-1', lines: [2], skipped: true }]);
    await press('{Control>}z{/Control}');
    await expect
      .poll(() => requested('paymentFiles.undoSkip'))
      .toEqual([{ batchId: 'batch-1', act: 5 }]);
  });

  test('several are left out by one key, with their sum before it, and come back by one Ctrl Z', async () => {
    const shared = await open();
    await sees(row(/^2 .* ready$/));
    const grid = page.getByRole('grid', { name: 'Lines of the file' });
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    const pane = page.getByRole('complementary', { name: 'Selected lines' });
    await sees(pane.getByRole('status').getByText('3 lines'), pane.getByText('Line 2'));
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await press('x');
    await expect
      .poll(() => requested('paymentFiles.skip'))
      .toEqual([{ batchId: 'batch-1', lines: [2, 3, 4], skipped: true }]);
    await expect.poll(() => shared.notices.last?.text).toBe('Left out: 3 lines.');
    await press('{Control>}z{/Control}');
    await expect.poll(() => shared.notices.last?.text).toBe('Undone: Left out: 1 line.');
    await press('{Escape}');
    await lacks(pane);
    await sees(page.getByRole('complementary', { name: 'Ready payments' }));
  });

  test('keep their places while they are sent, and change their states', async () => {
    const lines = dropped.map((line) => ({ ...line }));
    await open(batchAnswers(lines, { state: 'sending' }));
    await button(/Open/).click();
    await sees(row(/^2 .* ready$/));
    const before = row(/^2 .* ready$/)
      .element()
      .getBoundingClientRect().top;
    bridge.announce(
      'submission.changed',
      submissionRecord({ reference: lines[0]!.reference, state: 'accepted', recordId: 'T-1' }),
    );
    const counts = batchRecord(
      lines.map((line, at) => (at === 0 ? { ...line, state: 'accepted' as const } : line)),
    );
    bridge.announce('batch.progressed', { ...counts, state: 'sending' });
    await sees(row(/^2 .* accepted$/));
    expect(
      row(/^2 .* accepted$/)
        .element()
        .getBoundingClientRect().top,
    ).toBe(before);
    await sees(button('Sent 1'), page.getByRole('progressbar', { name: 'Payments sent' }));
  });
});

describe('sending', () => {
  test('is stopped by one key, behind the line under way', async () => {
    await open(batchAnswers(dropped, { state: 'sending' }));
    await sees(button('Stop'));
    await press('.');
    await expect.poll(() => requested('paymentFiles.stop')).toEqual([{ batchId: 'batch-1' }]);
    await expect.element(button('Stopping…')).toBeDisabled();
    bridge.announce('batch.progressed', batchRecord(dropped, { state: 'stopped' }));
    await expect.element(button('Resume 116 payments')).toBeEnabled();
  });

  test('that stopped by itself says why and is resumed', async () => {
    const stopReason = 'Line 42: No connection to bank.example. The request was not sent.';
    await open(batchAnswers(dropped, { state: 'stopped', stopReason }));
    await sees(/No connection to bank.example/);
    await button('Resume 116 payments').click();
    await sees(dialog().getByText('Send 116 payments?'));
  });

  test('waits while the bank cannot be reached, which is shown once; the lines stay readable', async () => {
    await open({
      ...batchAnswers(),
      'desk.state': () => ok({ ...sandboxDesk, online: false }),
    });
    await expect.element(button('Review 116 payments')).toBeDisabled();
    await sees(/The bank cannot be reached: the file waits/, row(/^2 .* ready$/));
  });

  test('that the desk refuses shows why, and nothing is lost', async () => {
    await open({
      ...batchAnswers(),
      'paymentFiles.start': () => ({ ok: false, error: appError('session.expired', 'c-9') }),
    });
    await button('Review 116 payments').click();
    await dialog().getByRole('button', { name: /Send/ }).click();
    await sees('The session has ended');
    await expect.element(button('Review 116 payments')).toBeEnabled();
  });
});

test('the result is saved, and a file of which nothing was sent can be removed', async () => {
  await open();
  await sees(button('Save result'));
  await press('e');
  await expect.poll(() => requested('paymentFiles.saveResult')).toHaveLength(1);
  await button('Remove file').click();
  await sees('No payment files yet');
});
