import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ApprovalsView from '../../../renderer/features/approvals/ApprovalsView.svelte';
import type { RequestRow } from '../../../shared/ipc/approvals.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import {
  button,
  countKeys,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import {
  approvalAnswers,
  fileRow,
  linesAnswers,
  mine,
  requestRow,
  reviewAs,
} from './approval-records.ts';

beforeEach(wideWindow);

function open(requests: readonly RequestRow[], marked: number, more: Answers = {}): void {
  const answers = approvalAnswers(requests, { ...linesAnswers(requests, marked), ...more });
  void render(WithShared, { shared: openDesk(answers), view: ApprovalsView });
}

const file = fileRow('5', 500);
const alike = Array.from({ length: 20 }, (_, place) =>
  requestRow('6', {
    request: String(place + 10).repeat(32),
    reference: `PAY-${String(place)}`,
    amount: { amount: '76.50', currency: 'EUR' },
  }),
);

// The yes outside the page comes on top of each.
test('a file of 500 lines with two marks is approved with three keys', async () => {
  open([file], 2);
  await sees(/^500 payments, requested/, '0 of 2 marked opened');
  expect(requested('approvals.reviewLines')).toEqual([{ requests: [file.request] }]);
  expect(requested('approvals.review')).toEqual([]);
  await press('a');
  expect(requested('approvals.approveLines')).toEqual([]);
  const keys = countKeys();
  await press('  a');
  expect(keys()).toBe(3);
  await expect
    .poll(() => requested('approvals.approveLines'))
    .toEqual([{ review: '4f0c1f0e-6a34-4f9d-8f6e-2f9d0b3f6a11', opened: [0, 1], excluded: [] }]);
});

test('twenty alike requests are chosen and approved with 21 keys', async () => {
  open(alike, 0);
  await expect.element(button('Approve…')).toBeEnabled();
  const keys = countKeys();
  for (const key of alike.map(() => ' ')) await press(key);
  await sees('20 requests chosen');
  await expect.element(button('Approve 20…')).toBeEnabled();
  await press('a');
  expect(keys()).toBe(21);
  await expect.poll(() => requested('approvals.approveLines')).toHaveLength(1);
  // What is signed is the reading of all of them, and of no choice before.
  expect(requested('approvals.reviewLines').at(-1)).toEqual({
    requests: alike.map(({ request }) => request),
  });
});

test('what is chosen is read also where the cursor goes on to a request that is not', async () => {
  open([file, ...alike.slice(0, 3)], 0);
  await expect.element(button('Approve…')).toBeEnabled();
  for (const key of ['j', ' ', ' ']) await press(key);
  await sees('2 requests chosen');
  await expect.element(button('Approve 2…')).toBeEnabled();
  await press('{Escape}');
  await expect.element(button('Approve…')).toBeEnabled();
  expect(requested('approvals.approveLines')).toEqual([]);
});

test('one request with a mark takes two keys, a refusal two more and the words', async () => {
  const marked = { place: 'payee' as const, message: 'New payee.' };
  open([mine], 0, { 'approvals.review': () => ok(reviewAs(mine, [marked])) });
  await sees('0 of 1 marked opened');
  const keys = countKeys();
  for (const key of [' ', 'a']) await press(key);
  await expect.poll(() => requested('approvals.approve')).toHaveLength(1);
  expect(keys()).toBe(2);
  await press('r');
  await page.getByRole('textbox', { name: /Your words/ }).fill('not our order');
  await press('{Enter}');
  await expect.poll(() => requested('approvals.refuse')).toHaveLength(1);
  expect(keys()).toBe(4);
});

test('a marked payment that is taken out need not be opened, and is not approved', async () => {
  open([file], 2);
  await sees('0 of 2 marked opened');
  await press('x');
  await sees(/499 of 500 to approve/);
  await press(' ');
  await press('a');
  await expect
    .poll(() => requested('approvals.approveLines')[0])
    .toMatchObject({ opened: [1], excluded: [0] });
});

test('a file that is approved is paid from its own desk, and opened there', async () => {
  const many = { ...file.many, totals: [], sent: 0, excluded: 1, toSend: 499, batchId: null };
  open([{ ...file, part: 'approved', many }], 0);
  await sees('1 taken out · 499 approved, to be sent', 'Ben Osei sends it from the own desk.');
  expect(button('Pay').query()).toBeNull();
});

test('a reading that fails says why, and approves nothing', async () => {
  open([file], 2, { 'approvals.reviewLines': () => fail('network.unreachable', 'c-7') });
  await sees(page.getByRole('alert'));
  await press('a');
  expect(requested('approvals.approveLines')).toEqual([]);
});
