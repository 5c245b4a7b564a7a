import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ApprovalsView from '../../../renderer/features/approvals/ApprovalsView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import { quoteRecord } from '../conversions/conversion-records.ts';
import { paymentView } from '../payments/payment-records.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import {
  bridge,
  button,
  countKeys,
  field,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import {
  accountMark,
  allRequests,
  approvalAnswers,
  approved,
  changeReview,
  conversion,
  invoiceOfMine,
  mine,
  others,
  payeeChange,
  refused,
  requestRow,
  reviewAs,
} from './approval-records.ts';

beforeEach(wideWindow);

function open(answers: Answers = approvalAnswers()) {
  const shared = openDesk(answers);
  void render(WithShared, { shared, view: ApprovalsView });
  return shared;
}

const chidis = { person: 'Chidi Adeyemi', at: '2026-11-24T09:20:00.000Z', n: 4_070 };
const grid = () => page.getByRole('grid', { name: 'Requests' });

test('parts stand in their order, and the first of mine is read anew from the bank', async () => {
  open();
  await sees(
    '1 for you · 1 for others · 1 approved, to be sent',
    page.getByRole('columnheader', { name: /^Read by you from the bank/ }),
  );
  const rows = grid().getByRole('row').elements();
  expect(
    rows.map((row) => /For me|For others|Approved, to be sent/.exec(row.textContent)?.[0]),
  ).toEqual(['For me', undefined, 'For others', undefined, 'Approved, to be sent', undefined]);
  expect(requested('approvals.review')).toEqual([{ request: mine.request }]);
});

test('the invoice of a payment stands under its reading, and is opened from there', async () => {
  const { fileName, invoiceId } = invoiceOfMine;
  open(
    approvalAnswers(allRequests, {
      'invoices.save': () => ok({ saved: true, fileName, isOpened: true }),
    }),
  );
  await sees(fileName);
  await button('Open…').click();
  expect(requested('invoices.save')).toEqual([{ invoiceId, open: true }]);
});

test('what is new or differs is opened before the key approves; then it is one key and a yes outside the window', async () => {
  open();
  await sees(/^The bank has other details of this payee/, '0 of 3 marked opened');
  await press('a');
  expect(requested('approvals.approve')).toEqual([]);
  await press('   ');
  await expect.element(button('Approve…')).toBeEnabled();
  await press('a');
  expect(requested('approvals.approve')).toEqual([
    {
      ...{ request: mine.request, opened: [0, 1, 2] },
      review: '0d8b7a52-61c2-4c6a-9a53-d8a1c6f0b7e1',
    },
  ]);
});

test('one request without a mark needs one key here', async () => {
  open(approvalAnswers([mine], { 'approvals.review': () => ok(reviewAs(mine)) }));
  await expect.element(button('Approve…')).toBeEnabled();
  await press('a');
  expect(requested('approvals.approve')).toHaveLength(1);
});

test('a refusal is a key and words; without words nothing is asked', async () => {
  open();
  await sees(button('Refuse…'));
  await press('r');
  await sees(field('Your words to Ben Osei'));
  await press('{Enter}');
  await sees('Enter why you refuse it.');
  await field('Your words to Ben Osei').fill('not our order');
  await press('{Enter}');
  await expect
    .poll(() => requested('approvals.refuse'))
    .toEqual([{ request: mine.request, words: 'not our order' }]);
});

test('what was approved is sent by one key, as it was read now and shown for a moment', async () => {
  open(approvalAnswers([approved]));
  await sees(button('Pay'), page.getByRole('columnheader', { name: /^Read by you/ }));
  await press('p');
  expect(requested('approvals.send')).toEqual([]);
  await expect.element(button('Pay')).toBeEnabled();
  await press('p');
  await expect.poll(() => requested('approvals.send')).toHaveLength(1);
  expect(requested('approvals.send')[0]).toMatchObject({ request: approved.request, opened: [] });
});

test('an approval that the own reading voids is not sent', async () => {
  const voided = { ...approved, part: 'others', discounted: ['Chidi: details changed.'] } as const;
  open(
    approvalAnswers([approved], {
      'approvals.review': () => ok(reviewAs(voided, [accountMark])),
    }),
  );
  await sees('Does not count: Chidi: details changed.');
  await press(' p');
  await lacks(button('Pay'));
  expect(requested('approvals.send')).toEqual([]);
});

test('each key does one thing, and its cap stands where it acts', async () => {
  const { keys } = open();
  await sees('0 of 3 marked opened');
  const [group] = keys.groups.filter(({ title }) => title === 'Approvals');
  const bound = group?.bindings.map(({ key }) => key) ?? [];
  expect(bound.toSorted()).toEqual([...new Set(bound)].toSorted());
  await press(' ');
  await sees('1 of 3 marked opened');
  await press('u');
  await sees('0 of 3 marked opened');
});

test('an own request can be taken back and not refused, and no one here can approve it', async () => {
  open(approvalAnswers([others]));
  await sees(button('Take back…'), 'Chidi Adeyemi can approve now.');
  await press('r');
  await lacks(field('Your words to Ada Merlin'));
  await press('t');
  await sees(/^Take back 184,000/);
  await button('Take back').last().click();
  await expect.poll(() => requested('approvals.withdraw')).toHaveLength(1);
});

test('somebody who signs meanwhile has it read anew, and its marks are open again', async () => {
  open();
  await sees('0 of 3 marked opened');
  await press('  ');
  await sees('2 of 3 marked opened');
  const signed = { ...mine, signatures: [...mine.signatures, chidis] };
  bridge.answer('approvals.view', () =>
    ok({ isUsed: true, problem: null, requests: [signed, others], sending: null }),
  );
  bridge.answer('approvals.review', () => ok(reviewAs(signed, [accountMark])));
  bridge.announce('store.changed', { topic: 'team' });
  await sees('0 of 1 marked opened');
});

test('offline the list is read, and nothing is approved', async () => {
  open({ ...approvalAnswers(), 'desk.state': () => ok({ ...sandboxDesk, online: false }) });
  await sees('Offline. Sign in to read it from the bank.');
  await expect.element(button('Approve…')).toBeDisabled();
  await press('a');
  expect(requested('approvals.review')).toEqual([]);
  expect(requested('approvals.approve')).toEqual([]);
});

test('a record that cannot be read shows what was read last, and why', async () => {
  const problem = appError('team.unreachable', 'c-1');
  open(approvalAnswers(allRequests, {}, { problem }));
  await sees(problem.title, grid().getByRole('row', { name: /Copperline Cables SA/ }));
});

test('a refused step stays with its reason; what a person declined is none', async () => {
  open(
    approvalAnswers([mine], {
      'approvals.review': () => ok(reviewAs(mine)),
      'approvals.approve': () => fail('declined', 'c-1'),
    }),
  );
  await expect.element(button('Approve…')).toBeEnabled();
  await press('a');
  await lacks('Not confirmed');
  bridge.answer('approvals.approve', () => fail('team.refused', 'c-2'));
  await press('a');
  await sees('The team’s record refused this');
});

test('ended requests say by whom and with which words; an empty list says so', async () => {
  open(approvalAnswers([refused]));
  await sees('Nothing waits for an approval');
  await press('e');
  await sees('refused by Ada Merlin', '“not our order” Ada Merlin');
  await lacks(button('Refuse…'));
});

test('a change of a payee shows what it replaces, and a difference is opened before the key approves', async () => {
  const facts = [{ label: 'Account number', value: '0417164300', now: '0099887766' }];
  const marks = [
    {
      place: 'warning' as const,
      message: 'The bank has something else in its place now than Ben Osei read.',
    },
  ];
  open(
    approvalAnswers([payeeChange], {
      'approvals.review': () => ok(changeReview(payeeChange, facts, marks)),
    }),
  );
  await sees(/^Change of payee PAYEE-17/, '0417164300', 'now 0099887766', '0 of 1 marked opened');
  await press('a');
  expect(requested('approvals.approve')).toEqual([]);
  await press(' ');
  await press('a');
  expect(requested('approvals.approve')).toMatchObject([
    { request: payeeChange.request, opened: [0] },
  ]);
});

test('a conversion is shown with its worst rate, and approved by one key', async () => {
  const facts = [{ label: 'Worst rate', value: '1.0800', now: null }];
  open(
    approvalAnswers([conversion], {
      'approvals.review': () => ok(changeReview(conversion, facts)),
    }),
  );
  await sees(/^Conversion FX-2041/, '1.0800');
  await expect.element(button('Approve…')).toBeEnabled();
  await press('a');
  expect(requested('approvals.approve')).toHaveLength(1);
});

test('the file of a requested document is opened by a key where this desk has it, and not offered elsewhere', async () => {
  const document = requestRow('8', {
    ...{ operation: 'uploadSubclientDocuments', kind: 'Document', reference: 'DOC-8' },
    ...{ about: 'passport “scan.pdf” of Copperline', amount: null },
  });
  const facts = [{ label: 'SHA-256', value: 'c'.repeat(64), now: null }];
  const readAs = (itemId: string | null) => () =>
    ok({ ...changeReview(document, facts), document: { itemId } });
  const { notices } = open(
    approvalAnswers([document], {
      'approvals.review': readAs('file-8'),
      'documents.save': () => ok({ saved: true, fileName: 'scan.pdf', isOpened: true }),
    }),
  );
  await sees('Open document…');
  await press('v');
  await expect.poll(() => requested('documents.save')).toEqual([{ itemId: 'file-8', open: true }]);
  await expect.poll(() => notices.last?.text).toBe('Saved as scan.pdf. It was opened.');
  bridge.answer('approvals.review', readAs(null));
  await press('u');
  await lacks('Open document…');
  await press('v');
  expect(requested('documents.save')).toHaveLength(1);
});

const approvedConversion = { ...conversion, part: 'approved', isOwn: true } as const;
const traded = paymentView('accepted', { reference: 'FX-2041' });

/** An approved conversion whose price the bank gives. */
const conversionAnswers = (quote = quoteRecord(), more: Answers = {}): Answers =>
  approvalAnswers([approvedConversion], {
    'approvals.review': () => ok(changeReview(approvedConversion, [])),
    'approvals.price': () => ok(quote),
    'approvals.trade': () => ok(traded),
    ...more,
  });

/** The key acts once the reading was shown for a moment. */
async function askPrice(): Promise<void> {
  await expect.element(button('Get quote…')).toBeEnabled();
  await press('p');
}

test('an approved conversion is priced by one key, and traded by the next once its price was read', async () => {
  open(conversionAnswers());
  const keys = countKeys();
  await askPrice();
  await sees('Trade at this rate?', '1 USD = 0.8641206 EUR', /valid for \d+ s more/);
  await sees('Approved: to USD at 1.0800 or better, the fee included.');
  expect(requested('approvals.trade')).toEqual([]);
  await press('{Enter}');
  await expect
    .poll(() => requested('approvals.trade'))
    .toEqual([{ request: conversion.request, quoteId: 'Q-1' }]);
  expect(keys()).toBe(2);
  await lacks('Trade at this rate?');
  expect(requested('approvals.send')).toEqual([]);
  expect(requested('approvals.price')).toHaveLength(1);
});

test('a price that is over is not traded, whatever ended it', async () => {
  open(conversionAnswers(quoteRecord({ remainingMs: 900 })));
  await askPrice();
  await sees(/Quote expired\.\s+Its time ran out\. Nothing was traded\./);
  await lacks('Trade at this rate?');
  bridge.answer('approvals.price', () => ok(quoteRecord()));
  await askPrice();
  await sees('Trade at this rate?');
  bridge.announce('clock.jumped', { at: '2026-11-20T09:45:00.000Z' });
  await sees(/Paused: sleep or clock change\. Nothing was traded/);
  await lacks('Trade at this rate?');
  await press('{Enter}');
  expect(requested('approvals.trade')).toEqual([]);
});

test('a price that is declined is dropped; one that the bank let expire meanwhile says that nothing was traded', async () => {
  open(conversionAnswers(quoteRecord(), { 'approvals.trade': () => fail('quote.expired', 'c-1') }));
  await askPrice();
  await button('Cancel').click();
  await lacks('Trade at this rate?', 'Quote expired.');
  await askPrice();
  await press('{Enter}');
  await sees(/^Nothing was traded\./);
  await lacks('Trade at this rate?');
  expect(requested('approvals.trade')).toHaveLength(1);
});

test('a price that is worse than the limit is not offered', async () => {
  const message = 'Its rate is worse than the worst that was approved.';
  open(
    conversionAnswers(quoteRecord(), {
      'approvals.price': () => fail('quote.worse', 'c-1', { message }),
    }),
  );
  await askPrice();
  await sees(`${message} Nothing was traded, and the request stands. Get another quote later.`);
  await lacks('Trade at this rate?');
});
