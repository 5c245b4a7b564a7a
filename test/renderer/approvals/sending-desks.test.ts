import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';

import ApprovalsView from '../../../renderer/features/approvals/ApprovalsView.svelte';
import { appError } from '../../../shared/errors.ts';
import type { SendingDeskView, SendingView } from '../../../shared/ipc/approvals.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { button, lacks, openDesk, press, requested, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import {
  approvalAnswers,
  approved,
  requestRow,
  reviewAs,
  sendingDesk,
} from './approval-records.ts';

beforeEach(wideWindow);

const ben = { person: 'Ben Osei', at: '2026-11-24T08:02:00.000Z', n: 4_051 };
const sendingOf = (desk: Partial<SendingDeskView>, toSend = 0): SendingView => ({
  ...{ day: '2026-11-24', toSend },
  desks: [{ ...sendingDesk, ...desk }],
});
const isOpen = { isOpen: true, canOpen: false, openedBy: [...sendingDesk.openedBy, ben] };

function open(sending: SendingView | null, more: Answers = {}, requests = [approved]): void {
  const shared = openDesk(
    approvalAnswers(
      requests,
      {
        'approvals.openSending': () => ok({ ...sendingDesk, ...isOpen }),
        'approvals.sendApproved': () => ok({ sent: 3, stop: null, left: 0 }),
        ...more,
      },
      { sending },
    ),
  );
  void render(WithShared, { shared, view: ApprovalsView });
}

test('a sending desk shows who opened it, and one key opens it', async () => {
  open(sendingOf({}));
  await sees('Olga Lindqvist', /opened by Ada Merlin.*one more person opens it/, 'Closed');
  await press('d');
  await expect.poll(() => requested('approvals.openSending')).toEqual([{ login: 'nostro_office' }]);
});

test('on another desk nothing is paid, by no key', async () => {
  open(sendingOf(isOpen));
  await sees('Open today', 'An open sending desk sends it.');
  await lacks(button('Pay'));
  await press('p');
  await press('n');
  expect(requested('approvals.send')).toEqual([]);
  expect(requested('approvals.sendApproved')).toEqual([]);
});

test('an open sending desk sends what is approved, and a stop says where, why and what was not tried', async () => {
  const error = { ...appError('bank.busy', 'c-9'), message: 'The bank asks for a pause.' };
  const stop = { request: approved.request, reference: 'PAY-2', error };
  open(sendingOf({ ...isOpen, isOwn: true }, 3), {
    'approvals.sendApproved': () => ok({ sent: 1, stop, left: 1 }),
  });
  await sees(button(/^Send 3 approved/));
  await press('n');
  await sees(
    '1 sent. Stopped at PAY-2: The bank asks for a pause. 1 behind it were not tried. Open it, then send the rest.',
  );
  expect(requested('approvals.sendApproved')).toHaveLength(1);
});

test('a team without sending desks sees nothing of them', async () => {
  open(null);
  await sees(button('Pay'));
  await lacks('Sending desk of');
});

test('a payee that waits for a release is released by a key once all marks are open', async () => {
  const held = requestRow('5', {
    ...{ part: 'mine', canApprove: false, mayApprove: [], needs: [] },
    held: { why: 'Its payee waits for a release.', canRelease: true },
  });
  open(
    null,
    {
      'approvals.review': () => ok(reviewAs(held)),
      'approvals.releasePayee': () => ok({ ...held, held: null, part: 'approved' }),
    },
    [held],
  );
  await sees('Its payee waits for a release.', button('Release payee…'));
  await lacks(button('Approve…'));
  await press('a');
  await press('l');
  await expect.poll(() => requested('approvals.releasePayee')).toHaveLength(1);
  expect(requested('approvals.approve')).toEqual([]);
});
