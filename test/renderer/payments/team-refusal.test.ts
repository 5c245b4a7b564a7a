import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import { appError, type ErrorCode } from '../../../shared/errors.ts';
import type { TeamStatus } from '../../../shared/ipc/team.ts';
import { ok } from '../../../shared/result.ts';
import { currentStatus } from '../team/team-records.ts';
import WithShared from '../support/WithShared.svelte';
import {
  bridge,
  button,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import { paymentAnswers, paymentRow } from './payment-records.ts';

let status: TeamStatus;

/** A payment in the list that the team stopped before it left. */
async function open(code: ErrorCode, message?: string): Promise<void> {
  const error = appError(code, 'c-1', message === undefined ? {} : { message });
  const row = paymentRow('INV-1', 'not-sent', null, error);
  const shared = openDesk({
    ...paymentAnswers([row]),
    'payments.get': () => ok(row),
    'payments.refresh': () => ok({ fetched: true }) as never,
    'team.status': () => ok({ status }),
  });
  void render(WithShared, { shared, view: PaymentsView, params: { reference: 'INV-1' } });
  await sees(appError(code, 'c-1').title);
}

const announce = (state: TeamStatus['state']): void => {
  status = { ...currentStatus, state };
  bridge.announce('store.changed', { topic: 'team' });
};

beforeEach(async () => {
  status = currentStatus;
  await wideWindow();
});

test('a payment waits while the team is away, and one key asks to send it when it is back', async () => {
  status = { ...currentStatus, state: 'unreachable' };
  await open('team.unreachable');
  await sees(button('Open the team'));
  await press('e');
  await lacks(/^Send .* again\?$/);
  announce('current');
  await sees(/^The team is back\./, button('Send again…'));
  await press('e');
  await sees(/^Send .* again\?$/);
  expect(requested('submissions.sendAgain')).toEqual([]);
});

test('what a colleague sent is not offered to be sent, whatever the team says: its outcome is fetched', async () => {
  await open('team.taken', 'Ben Osei sent it at 09:31.');
  await sees(/Ben Osei sent it at 09:31/, button('Fetch its outcome'));
  await lacks(button(/Send again/));
  await press('e');
  await lacks(/^Send .* again\?$/);
});

test('one that looks like a colleague’s is reviewed as a payment of its own', async () => {
  await open('team.twin', 'Ben Osei sent INV-9 at 09:31, which looks the same.');
  await sees(button('Review as a payment of its own'));
  await lacks(button(/Send again/));
});
