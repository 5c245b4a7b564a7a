import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { appError, fail } from '../../../shared/errors.ts';
import type { SubmissionState, SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { paymentAnswers, paymentRow, paymentView } from './payment-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';

let shared: Shared;
/** What the bank answers in the end. */
let answer: (outcome: Outcome<SubmissionView>) => void;
let unmount: () => void;

const dialog = () => page.getByRole('dialog');
const notices = () => shared.notices.list.map(({ text }) => text);
const reference = () => requested('payments.send')[0]?.reference ?? '';

/** What the main process writes down and announces of the payment. */
function announce(state: SubmissionState): SubmissionView {
  const row = paymentRow(reference(), state, null);
  bridge.answer('payments.list', () => ok({ rows: [row], asOf: null }));
  bridge.answer('payments.get', () => ok(row));
  bridge.announce('submission.changed', row.submission!);
  return row.submission!;
}

/** Pays, and the bank does not answer. */
async function pay(): Promise<void> {
  const outcome = Promise.withResolvers<Outcome<SubmissionView>>();
  answer = outcome.resolve;
  shared = openDesk({
    ...paymentAnswers(),
    'payments.send': () => outcome.promise,
    'drafts.keep': () => ok({ saved: true }),
    'drafts.forget': () => ok({ forgotten: true }),
  });
  const shown = await render(WithShared, { shared, view: PaymentsView, params: {} });
  unmount = () => void shown.unmount();
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}250{Enter}');
  await expect.element(button(/^Send…/)).toHaveFocus();
  await press('{Enter}');
  await expect.element(button('Pay')).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => requested('payments.send')).toHaveLength(1);
}

beforeEach(wideWindow);
afterEach(() => {
  vi.useRealTimers();
  window.onkeydown = null;
});

test('while a bank is silent, what is known is shown by the second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await pay();
  await sees(dialog().getByText(/nothing was sent yet/));
  announce('sending');
  await sees(dialog().getByText(/^Recorded here/), dialog().getByText('09:41:07'));
  await sees(dialog().getByText(/^Sent, waiting for the bank’s answer/));
  await vi.advanceTimersByTimeAsync(12_000);
  await sees(dialog().getByText('12 s', { exact: true }));
  await vi.advanceTimersByTimeAsync(8_000);
  await sees(dialog().getByText('20 s', { exact: true }), dialog().getByText(/^The bank is slow/));
});

test('the focus stays in it, and no key acts on the view behind', async () => {
  await pay();
  await expect.element(button('Continue in background')).toHaveFocus();
  await press('n');
  (document.activeElement as HTMLElement).blur();
  await press('nar');
  await sees(dialog());
  expect(requested('payments.refresh')).toHaveLength(0);
  expect(requested('payments.send')).toHaveLength(1);
});

test('it can be left, goes on, and its outcome is announced wherever the person is', async () => {
  await pay();
  announce('sending');
  await sees(dialog().getByText(/^Recorded here/));
  await press('{Escape}');
  await lacks(dialog());
  await sees(page.getByRole('row', { name: /Sable Trading.*on its way/ }));
  await expect.element(button('Pay again')).toBeVisible();
  unmount();
  shared.router.go('settings');
  answer(ok(announce('accepted')));
  await expect
    .poll(notices)
    .toEqual(['Sent: 250.00 USD to Sable Trading (Pty), accepted by the bank.']);
  expect(shared.router.place.view).toBe('settings');
  shared.notices.follow(shared.notices.last!);
  expect(shared.router.place).toMatchObject({
    view: 'payments',
    params: { reference: reference() },
  });
  expect(requested('payments.send')).toHaveLength(1);
});

test('left before it was written down, a failure is announced with its reason, and leads back to the form', async () => {
  await pay();
  await button('Continue in background').click();
  await lacks(dialog());
  answer(fail('payee.changed', 'c-1'));
  await expect.poll(notices).toHaveLength(1);
  expect(notices()[0]).toMatch(
    /^Not sent: 250\.00 USD to Sable Trading \(Pty\)\. .*changed since the review/,
  );
  shared.notices.follow(shared.notices.last!);
  const { params } = shared.router.place;
  await render(WithShared, { shared, view: PaymentsView, params });
  await expect.element(page.getByRole('textbox', { name: 'Amount' }).last()).toHaveValue('250');
});

test('opened again while the bank is silent it shows how it stands, and is not sent again', async () => {
  await pay();
  announce('sending');
  await sees(dialog().getByText(/^Recorded here/));
  await press('{Escape}');
  await lacks(dialog());
  await button('Resume draft').click();
  await sees(dialog().getByText(/^Sent, waiting for the bank’s answer/));
  await lacks(button('Pay'));
  answer(ok(announce('unknown')));
  await lacks(dialog());
  await expect
    .poll(() => notices()[0])
    .toMatch(/^No answer to 250\.00 USD to Sable Trading \(Pty\): it may have gone/);
  bridge.announce('submission.changed', paymentView('unknown', { reference: reference() }));
  announce('accepted');
  await expect.poll(notices).toHaveLength(2);
  expect(notices()[1]).toBe('Sent: 250.00 USD to Sable Trading (Pty), accepted by the bank.');
});

test('what was open before this window is announced too once it is settled; a line of a file is not', async () => {
  shared = openDesk({
    ...paymentAnswers(),
    'submissions.list': () => ok({ rows: [paymentView('unknown', { reference: 'old' })] }),
  });
  await expect.poll(() => requested('submissions.list')).toHaveLength(1);
  const error = appError('bank.refused', 'c-2');
  for (const state of ['sending', 'accepted'] as const)
    bridge.announce('submission.changed', paymentView(state, { reference: 'line-1' }));
  bridge.announce('submission.changed', paymentView('refused', { reference: 'old', error }));
  await expect
    .poll(notices)
    .toEqual(['The bank refused 250.00 USD to Sable Trading (Pty): nothing was moved.']);
});
