import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ExceptionsView from '../../../renderer/features/exceptions/ExceptionsView.svelte';
import { exactSince, sinceWords } from '../../../renderer/features/exceptions/exception-labels.ts';
import { showTimesOf } from '../../../renderer/ui/text/dates.ts';
import { appError, fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  contradicted,
  detailOf,
  everyGroup,
  exceptionAnswers,
  exceptionItem,
  listedName,
  outside,
  unanswered,
} from './exception-records.ts';
import { requested, bridge, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

const returned = exceptionItem();
const failed = exceptionItem({
  exceptionId: 'failed:transfer-T-8:failed',
  kind: 'failed',
  title: 'Transfer to Marula GmbH',
  status: 'failed',
  since: '2026-11-19T09:00:00.000Z',
  place: { view: 'payments', reference: 'ref-failed' },
});

async function open(items: readonly ExceptionItem[] = everyGroup, answers: Answers = {}) {
  const shared = openDesk({ ...exceptionAnswers(items), ...answers });
  onTestFinished(shared.exceptions.start());
  shared.router.go('exceptions');
  await render(WithShared, { shared, view: ExceptionsView, params: {} });
  return shared;
}

const pane = page.getByRole('complementary');
const dialog = page.getByRole('dialog');
const lines = (): string[] =>
  page
    .getByRole('row')
    .elements()
    .map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim());

/** The desk's list is another one now. */
function becomes(items: readonly ExceptionItem[]): void {
  bridge.answer('exceptions.list', () => ok({ items }));
  bridge.announce('store.changed', { topic: 'transfers' });
}

beforeEach(wideWindow);

test('exceptions are grouped by how much they need a person, the first one open', async () => {
  await open();
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  expect(lines().filter((line) => /^\D+ \d$/.test(line))).toEqual([
    'Needs you now 4',
    'To check 3',
    'Looking up 1',
    'Not executed 1',
    'Documents that expire 1',
  ]);
  await sees('9 need a person · 1 document expires', page.getByRole('grid').getByText(/^412,900/));
});

test('the bank’s own word is shown as it is sent', async () => {
  await open([{ ...returned, status: 'RETURNED_BY_BENEFICIARY_BANK' }]);
  await sees(pane.getByText('RETURNED_BY_BENEFICIARY_BANK'));
});

test('the keys step over headings, and Enter goes to the place', async () => {
  const { router } = await open();
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  await userEvent.keyboard('jjjj');
  await sees(pane.getByRole('heading', { name: /stopped half way/ }));
  await userEvent.keyboard('k');
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
  await userEvent.keyboard('jjj');
  await userEvent.keyboard('{Enter}');
  expect(router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: '30027781', from: '2026-10-03', to: '2026-10-09' },
  });
  router.back();
  expect(router.place).toMatchObject({
    view: 'exceptions',
    params: { exceptionId: 'red-day:30027781' },
  });
});

test('a payment file’s place is its own view', async () => {
  const stopped = everyGroup.filter(({ kind }) => kind === 'stopped-batch');
  const { router } = await open(stopped);
  await button(/Resume file/).click();
  expect(router.place).toMatchObject({ view: 'payment-files', params: { batchId: 'F-1' } });
});

test('closed sending is an exception, and Enter leads to where it is opened', async () => {
  const closed = exceptionItem({
    exceptionId: 'sending-closed:missing:2026-11-20T09:00:00.000Z',
    kind: 'sending-closed',
    title: 'Nothing can be sent',
    detail: 'The sent log is missing.',
    status: null,
    amount: null,
    next: 'Reconcile with the bank',
    place: { view: 'reconcile' },
    mayClose: false,
  });
  const { router } = await open([closed]);
  await sees(button(/Reconcile with the bank/));
  await userEvent.keyboard('{Enter}');
  expect(router.view).toBe('reconcile');
});

test('what has no answer is looked up at a key, with everything that was done about it', async () => {
  await open([unanswered]);
  await sees(pane.getByText('Settled by Ada Desk: The desk at Example Bank, ticket 4411'));
  bridge.answer('submissions.lookUp', () => ok(detailOf(unanswered)));
  await userEvent.keyboard('l');
  await expect.poll(() => requested('submissions.lookUp')).toEqual([{ submissionId: 'S-20411' }]);
  expect(button(/Send again/).elements()).toHaveLength(0);
  expect(button(/Dismiss/).elements()).toHaveLength(0);
});

test('what may be at the bank stands beside ours, and the next step is a person’s', async () => {
  const row = {
    source: 'statement',
    recordId: 'E-77120',
    reference: '',
    amount: '412902.05',
    currency: 'USD',
    accountNumber: '30026712',
    counterparty: '',
    at: '2026-11-20T09:13:00.000Z',
    narration: 'Kestrel, ref. 0198f3a2c1d47e5f',
    why: 'Its reference or its narration is like ours, and the amount differs.',
  } as const;
  await open([unanswered], {
    'submissions.get': () => ok(detailOf(unanswered, { resembling: [row] })),
  });
  const beside = pane.getByRole('group', { name: 'What we sent, and what the bank has' });
  await sees(beside.getByText(row.why));
  expect(
    beside
      .getByRole('row')
      .elements()
      .map((line) => [...line.children].map(({ textContent }) => textContent.trim())),
  ).toEqual([
    ['', 'We sent', 'Its statement has'],
    ['Amount', '412,900.55 USD', '412,902.05 USD'],
    ['Reference', '0198f3a2c1d47e5f8a90b1c2d3e4f506', 'not given'],
    ['Account', '30026712', '30026712'],
    ['Payee', 'Kestrel Logistics Ltd', 'not given'],
    ['Time', '20 Nov 2026, 09:12:00 UTC', '20 Nov 2026, 09:13:00 UTC'],
    ['Narration', row.narration],
    ['Identifier', 'E-77120'],
  ]);
  await sees(pane.getByText(/Compare both and ask the bank/));
  expect(pane.getByText(/may it be sent again/).elements()).toHaveLength(0);
  const [next] = pane.getByRole('button').filter({ hasNotText: /Copy/ }).elements();
  expect(next?.textContent).toContain('Record the bank’s answer…');
});

test('sending again restates amount, payee, bank and reference, and sends only when confirmed', async () => {
  const absent = everyGroup.filter(({ kind }) => kind === 'not-found');
  await open(absent);
  bridge.answer('submissions.reviewAgain', () => ok({ warnings: [] }));
  await expect.element(button(/Send again…/)).toBeEnabled();
  await userEvent.keyboard('a');
  for (const words of ['SANDBOX', '250.00 USD', 'Grace Wanjiru', '0123456712', 'same reference'])
    await sees(dialog.getByText(words, { exact: true }).first());
  await sees(dialog.getByText('0198f3a2c1d47e5f8a90b1c2d3e4f506'));
  await userEvent.keyboard('{Escape}');
  await lacks(dialog);
  expect(requested('submissions.sendAgain')).toEqual([]);
  await userEvent.keyboard('a');
  bridge.answer('submissions.sendAgain', () => ok(detailOf(absent[0]!, { state: 'accepted' })));
  await dialog.getByRole('button', { name: 'Send 250.00 USD again' }).click();
  await expect
    .poll(() => requested('submissions.sendAgain'))
    .toEqual([{ submissionId: 'S-20388', acknowledged: [], twins: [] }]);
});

describe('sending again what looks like another payment', () => {
  const duplicate = (...references: string[]): PaymentWarning => ({
    kind: 'duplicate',
    weight: 'confirm',
    message: `The same amount to the same payee was sent: ${references.join()}.`,
    twins: references.map((name) => ({ name, id: `T-${name}` })),
  });
  const yes = () => dialog.getByRole('button', { name: 'Send 250.00 USD again' });
  const box = () => dialog.getByRole('checkbox', { name: 'Pay again on purpose' });

  async function ask(answer: () => Outcome<{ warnings: readonly PaymentWarning[] }>) {
    const absent = everyGroup.filter(({ kind }) => kind === 'not-found');
    await open(absent);
    bridge.answer('submissions.reviewAgain', answer);
    bridge.answer('submissions.sendAgain', () => ok(detailOf(absent[0]!, { state: 'accepted' })));
    await expect.element(button(/Send again…/)).toBeEnabled();
    await userEvent.keyboard('a');
  }

  test('names that one, and waits for the person’s confirmation', async () => {
    await ask(() => ok({ warnings: [duplicate('LEDGER-5')] }));
    await sees(dialog.getByText(/was sent: LEDGER-5\./));
    await expect.element(yes()).toBeDisabled();
    await box().click();
    await yes().click();
    await expect
      .poll(() => requested('submissions.sendAgain'))
      .toEqual([{ submissionId: 'S-20388', acknowledged: ['duplicate'], twins: ['LEDGER-5'] }]);
    await lacks(dialog);
  });

  test('asks anew where another one came while the person looked', async () => {
    await ask(() => ok({ warnings: [duplicate('LEDGER-5')] }));
    await box().click();
    bridge.answer('submissions.sendAgain', () => fail('confirmation.required', 'test'));
    bridge.answer('submissions.reviewAgain', () =>
      ok({ warnings: [duplicate('LEDGER-5', 'LEDGER-6')] }),
    );
    await yes().click();
    await sees(dialog.getByText(/was sent: LEDGER-5,LEDGER-6\./));
    await expect.element(box()).not.toBeChecked();
    await expect.element(yes()).toBeDisabled();
  });

  test('cannot be confirmed while the desk could not look', async () => {
    await ask(() => fail('session.required', 'test'));
    await sees(dialog.getByText(appError('session.required', 'test').title));
    await expect.element(yes()).toBeDisabled();
    expect(requested('submissions.sendAgain')).toEqual([]);
  });
});

test('sending again to a payee that the bank does not return waits for the person’s confirmation', async () => {
  const absent = everyGroup.filter(({ kind }) => kind === 'not-found');
  await open(absent);
  bridge.answer('submissions.reviewAgain', () => ok({ warnings: [] }));
  await expect.element(button(/Send again…/)).toBeEnabled();
  await userEvent.keyboard('a');
  bridge.answer('submissions.sendAgain', () =>
    fail('payee.unread', 'test', { fields: { 'payee-unread': 'It was last paid at noon.' } }),
  );
  await dialog.getByRole('button', { name: 'Send 250.00 USD again' }).click();
  await sees(dialog.getByText('It was last paid at noon.'));
  await dialog.getByRole('checkbox', { name: 'I checked these bank details myself' }).click();
  bridge.answer('submissions.sendAgain', () => ok(detailOf(absent[0]!, { state: 'accepted' })));
  await dialog.getByRole('button', { name: 'Send 250.00 USD again' }).click();
  await expect
    .poll(() => requested('submissions.sendAgain').at(-1))
    .toEqual({ submissionId: 'S-20388', acknowledged: ['payee-unread'], twins: [] });
  await lacks(dialog);
});

test('what the bank said is saved only with an answer and a note; what was typed outlives a cancel', async () => {
  await open([unanswered]);
  await expect.element(button(/Record the bank’s answer/)).toBeEnabled();
  await userEvent.keyboard('t');
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await sees(dialog.getByText('Choose one.'));
  await dialog.getByLabelText('Source and time').fill('Jonas at the bank, 09:40');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(requested('submissions.settle')).toEqual([]);
  await userEvent.keyboard('t');
  await expect
    .element(dialog.getByLabelText('Source and time'))
    .toHaveValue('Jonas at the bank, 09:40');
  await dialog.getByLabelText(/The bank does not have it/).click();
  bridge.answer('submissions.settle', () => ok(detailOf(unanswered, { state: 'not-found' })));
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect
    .poll(() => requested('submissions.settle'))
    .toEqual([{ submissionId: 'S-20411', as: 'not-found', note: 'Jonas at the bank, 09:40' }]);
  await lacks(dialog);
});

test('a payment outside the record is marked as known with a reason, never dismissed, and the mark is taken back', async () => {
  await open([outside, failed], {
    'exceptions.markKnown': ({ text }) => ok({ isMarked: text !== '' }),
  });
  await sees(pane.getByText(/Ben Ade marked it as known/));
  expect(lines()[1]).toContain('Outside the record');
  await lacks(pane.getByRole('button', { name: 'Dismiss' }));
  await userEvent.keyboard('x');
  expect(requested('exceptions.close')).toEqual([]);

  await userEvent.keyboard('m');
  await sees(dialog.getByText('Paid outside the team’s record: Harmattan Foods'));
  expect((await axe.run(document.querySelector('dialog')!)).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Mark as known' }).click();
  await sees(dialog.getByText('Enter who made it, and how you know.'));
  await dialog.getByLabelText('Why it is in order').fill('  I have seen the slip ');
  bridge.answer('exceptions.list', () => ok({ items: [failed] }));
  await dialog.getByRole('button', { name: 'Mark as known' }).click();
  await sees(pane.getByRole('heading', { name: /Marula GmbH/ }));
  await lacks(dialog);
  const { exceptionId } = outside;
  expect(requested('exceptions.markKnown')).toEqual([
    { exceptionId, text: 'I have seen the slip' },
  ]);

  bridge.answer('exceptions.list', () => ok({ items: [outside, failed] }));
  await userEvent.keyboard('{Control>}z{/Control}');
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  expect(requested('exceptions.markKnown').at(-1)).toEqual({ exceptionId, text: '' });
});

test('a mark that cannot be saved keeps what was typed', async () => {
  await open([outside], {
    'exceptions.markKnown': () => fail('store.full', 'c-1'),
  });
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  await pane.getByRole('button', { name: 'Mark as known…' }).click();
  await dialog.getByLabelText('Why it is in order').fill('seen');
  await dialog.getByRole('button', { name: 'Mark as known' }).click();
  await sees(pane.getByText(/disk/));
  await userEvent.keyboard('m');
  await expect.element(dialog.getByLabelText('Why it is in order')).toHaveValue('seen');
});

test('what is dismissed leaves, and the next one is open', async () => {
  await open([returned, failed]);
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
  bridge.answer('exceptions.list', () => ok({ items: [failed] }));
  await userEvent.keyboard('x');
  await sees(pane.getByRole('heading', { name: /Marula GmbH/ }));
  expect(requested('exceptions.close')).toEqual([{ exceptionIds: [returned.exceptionId] }]);
  await lacks('Transfer to Oduya Foods');
});

test('what was dismissed by mistake is taken back by Ctrl Z, and is looked at again', async () => {
  await open([returned, failed], {
    'exceptions.putBack': () => ok({ changed: 1, skipped: [] }),
  });
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
  bridge.answer('exceptions.list', () => ok({ items: [failed] }));
  await userEvent.keyboard('x');
  await sees(pane.getByRole('heading', { name: /Marula GmbH/ }));
  bridge.answer('exceptions.list', () => ok({ items: [returned, failed] }));
  await userEvent.keyboard('{Control>}z{/Control}');
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
  expect(requested('exceptions.putBack')).toEqual([{ act: 3 }]);
});

test('several are dismissed in one act, over headings, and come back by one Ctrl Z; what is not over stays', async () => {
  const { notices } = await open(everyGroup, {
    'exceptions.putBack': () => ok({ changed: 2, skipped: [] }),
  });
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  const closable = everyGroup.filter(({ mayClose }) => mayClose);
  await page.getByRole('grid').getByText('Transfer to Harmattan Foods Ltd').click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await sees(pane.getByText(`${String(everyGroup.length)} exceptions`), pane.getByText('EUR'));
  await sees(pane.getByText(/cannot be dismissed: not over yet/));
  await userEvent.keyboard('l');
  expect(requested('submissions.lookUp')).toEqual([]);
  bridge.answer('exceptions.list', () =>
    ok({ items: everyGroup.filter((item) => !closable.includes(item)) }),
  );
  await userEvent.keyboard('x');
  await expect
    .poll(() => requested('exceptions.close'))
    .toEqual([{ exceptionIds: closable.map(({ exceptionId }) => exceptionId) }]);
  await expect
    .poll(() => notices.last?.text)
    .toBe(`Dismissed: ${String(closable.length)} exceptions.`);
  bridge.answer('exceptions.list', () => ok({ items: everyGroup }));
  await userEvent.keyboard('{Control>}z{/Control}');
  await sees(page.getByRole('grid').getByText('Transfer to Acme Payroll'));
  expect(requested('exceptions.putBack')).toEqual([{ act: 3 }]);
});

test('a stretch by Shift goes over a heading, and Escape drops the selection', async () => {
  await open();
  await page.getByRole('grid').getByText('Transfer to Oduya Foods').click();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await sees(pane.getByText('2 exceptions'));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await sees(pane.getByRole('heading', { name: /payroll-november/ }));
});

test('a refusal to dismiss is shown, and nothing leaves', async () => {
  await open([returned], { 'exceptions.close': () => fail('input.invalid', 'c-1') });
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
  await userEvent.keyboard('x');
  await sees(pane.getByText('Check what was entered'));
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
});

test('what arrives is announced and moves nothing; what is over stays where it was, dimmed', async () => {
  await open([unanswered, returned]);
  await sees(pane.getByRole('heading', { name: /Kestrel/ }));
  const before = lines();
  bridge.answer('submissions.get', () => ok(detailOf(unanswered, { state: 'accepted' })));
  becomes([failed, returned]);
  await sees(button(/1 new/));
  expect(lines()).toHaveLength(before.length);
  await sees(page.getByRole('grid').getByText('Settled'));
  await sees(pane.getByText(/It is resolved and leaves/));
  await userEvent.keyboard('u');
  await sees(page.getByText('Transfer to Marula GmbH').first());
  await lacks('Transfer to Kestrel Logistics Ltd', button(/new/));
});

test('what waited long enough is announced as new, and a submission stays the same one however it stands', async () => {
  await open([{ ...unanswered, urgency: 'watch' }, returned]);
  await sees(pane.getByRole('heading', { name: /Kestrel/ }));
  becomes([
    { ...unanswered, exceptionId: 'not-found:S-20411', kind: 'not-found', detail: 'It is gone.' },
    returned,
  ]);
  await sees(button(/1 new/), pane.getByText('It is gone.'));
});

test('without the line, what asks the bank is dimmed and the reason is shown', async () => {
  await open([unanswered], { 'desk.state': () => ok({ ...sandboxDesk, online: false }) });
  await expect.element(button(/Look it up now/)).toBeDisabled();
  await sees(pane.getByText(/Sign in to look it up/));
  await userEvent.keyboard('l');
  expect(requested('submissions.lookUp')).toEqual([]);
});

test('with nothing to do, the view says what would be here', async () => {
  await open([]);
  await sees(page.getByRole('heading', { name: 'Nothing needs you' }));
  becomes([returned]);
  await sees(pane.getByRole('heading', { name: /Oduya Foods/ }));
});

test('documents that have expired need a person: the view does not say beside them that nothing does', async () => {
  const expired = Array.from({ length: 8 }, (_, index) =>
    exceptionItem({
      exceptionId: `expiring-document:C-1/D-${String(index)}:expired`,
      kind: 'expired-document',
      urgency: 'check',
      title: 'Proof of address of Kestrel',
      status: null,
    }),
  );
  await open(expired);
  await sees('8 need a person', page.getByText('To check'));
  await lacks(/Nothing needs you/);
});

test('a list that cannot be read says why', async () => {
  await open([], { 'exceptions.list': () => fail('store.damaged', 'c-1') });
  await sees('The local copy is damaged');
});

test.each([
  [1440, 900],
  [1024, 700],
])('list and pane stand beside each other at %i x %i', async (width, height) => {
  await page.viewport(width, height);
  await open();
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  const list = page.getByRole('grid').element().getBoundingClientRect();
  const side = pane.element().getBoundingClientRect();
  expect(side.left).toBeGreaterThan(list.right);
  expect(side.right).toBeLessThanOrEqual(width);
  const amounts = page
    .getByRole('grid')
    .getByText(/^12,000,000/)
    .element();
  expect(amounts.getBoundingClientRect().right).toBeLessThanOrEqual(list.right);
});

test('the list of exceptions has no fault that axe can find', async () => {
  await open();
  await sees(pane.getByRole('heading', { name: /Harmattan Foods/ }));
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual(
    [],
  );
});

test.each([
  ['2026-11-20T09:44:30.000Z', 'since 09:44 · under 1 min'],
  ['2026-11-20T09:43:40.000Z', 'since 09:43 · under 1 min'],
  ['2026-11-20T09:32:00.000Z', 'since 09:32 · 12 min'],
  ['2026-11-20T06:30:00.000Z', 'since 06:30 · 3 h'],
  ['2026-11-19T20:44:00.000Z', 'since 19 Nov · 13 h'],
  ['2026-11-18T09:00:00.000Z', 'since 18 Nov · 2 days'],
  ['2025-11-18T09:00:00.000Z', 'since 18 Nov 2025 · 367 days'],
])('an age is shown with its moment: since %s is “%s”', (since, words) => {
  expect(sinceWords(since, Date.parse('2026-11-20T09:44:00.000Z'))).toBe(words);
});

test.each([
  ['America/New_York', '2026-11-05', 'since 5 Nov · 15 days', '5 Nov 2026'],
  ['Asia/Tokyo', '2026-11-05', 'since 5 Nov · 15 days', '5 Nov 2026'],
  ['UTC', '2026-11-05T00:00:00.000Z', 'since 5 Nov · 15 days', '5 Nov 2026, 00:00:00 UTC'],
])('a day without a time stays that day in every zone: %s', (zone, since, words, exact) => {
  showTimesOf(zone);
  onTestFinished(() => showTimesOf('UTC'));
  expect(sinceWords(since, Date.parse('2026-11-20T09:44:00.000Z'))).toBe(words);
  expect(exactSince(since)).toBe(exact);
});

test('the list is filtered by what kind of need it is, each with its count, and comes back filtered', async () => {
  const { router } = await open();
  await sees('9 need a person · 1 document expires');
  await button('Balances differ 1').click();
  expect(lines()).toHaveLength(2);
  await sees(pane.getByRole('heading', { name: /Treasury EUR/ }));
  expect(router.place.params).toEqual({
    exceptionId: 'red-day:30027781',
    group: 'unbalanced',
  });
  await button('Expired documents 0').click();
  await sees('Nothing of this kind needs you');
  await button('All 10').click();
  await expect.poll(() => lines().length).toBe(15);
});

test('the system learns how many exceptions need a person and how many are new, without those that are still ahead', async () => {
  const ahead = exceptionItem({ exceptionId: 'expiring:1', urgency: 'ahead' });
  const shared = await open([returned, ahead]);
  await expect.poll(() => requested('desk.needs').at(-1)).toEqual({ needing: 1, fresh: 0 });
  bridge.answer('exceptions.list', () => ok({ items: [failed, ahead] }));
  await shared.exceptions.refresh();
  expect(requested('desk.needs').at(-1)).toEqual({ needing: 1, fresh: 1 });
  await shared.exceptions.refresh();
  expect(requested('desk.needs').at(-1)).toEqual({ needing: 1, fresh: 0 });
  const count = requested('desk.needs').length;
  bridge.answer('exceptions.list', () => fail('store.readonly', 'c-1'));
  await shared.exceptions.refresh();
  expect(requested('desk.needs')).toHaveLength(count);
});

test('a long title stays whole on two lines, in the height of its line', async () => {
  await page.viewport(1024, 700);
  const title = 'Bank details of Ostfriesische Getreidehandelsgesellschaft GmbH changed';
  await open([exceptionItem({ title, detail: 'Account number and bank. '.repeat(6) })]);
  const shown = page.getByTitle(title);
  await expect.element(shown).toHaveTextContent(title);
  const line = shown.element().closest('[role=row]')!;
  const detail = page.getByTitle(/^Account number and bank/).element();
  await expect
    .poll(() => detail.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(line.getBoundingClientRect().bottom);
  expect(detail.textContent).toContain('…');
});

test('two answers of the bank to one order lead to what the log of the team has of it', async () => {
  const { router } = await open([contradicted]);
  await sees(
    pane.getByText('Outcomes differ'),
    pane.getByText(/^It refused it to the desk of Ben Osei .* Ask the bank how often it has it\.$/),
  );
  await button('Open the log').click();
  expect(router.place).toMatchObject({
    view: 'team-log',
    params: { search: '"INV-2026-45790"' },
  });
});

test('a name on a list shows score and edition, and one key opens its match', async () => {
  const { router } = await open([listedName]);
  await sees(
    pane.getByText('Name on a list'),
    pane.getByText(/list of 6 Nov 2026, TLi\.001\), 93 of 100: .* 2 scheduled payments wait/),
  );
  await expect.element(button('Dismiss')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(router.place).toMatchObject({ view: 'screening', params: { matchId: 'm-1' } });
});
