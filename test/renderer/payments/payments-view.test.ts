import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import { PaymentDraft } from '../../../renderer/features/payments/payment-draft.svelte.ts';
import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import { lookAs } from '../../../renderer/ui/appearance.ts';
import { plainAppearance } from '../../../shared/ipc/desk/appearance.ts';
import type { ViewParams } from '../../../renderer/state/router.svelte.ts';
import { appError, fail } from '../../../shared/errors.ts';
import { money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { restingSync, sandboxDesk } from '../support/desk-records.ts';
import { draftStore } from '../support/draft-store.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { inFlightRecord } from '../support/submission-records.ts';
import {
  payees,
  paymentAnswers,
  paymentRow,
  paymentView,
  reviewOf,
  transferRow,
  unknownError,
} from './payment-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
  holdEnter,
} from '../support/view.ts';

let shared: Shared;

async function open(answers: Answers = {}, params: ViewParams['payments'] = {}) {
  shared = openDesk({ ...paymentAnswers(), ...answers });
  const show = () => render(WithShared, { shared, view: PaymentsView, params });
  const shown = await show();
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  return { show, shown };
}

const inCommas = {
  ...sandboxDesk,
  appearance: { ...plainAppearance, numbers: 'comma' as const },
};
const sent = () => requested('payments.send');
const amountField = () => page.getByRole('textbox', { name: 'Amount' });

async function typePayment(amount = '250'): Promise<void> {
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}');
  await expect.element(amountField()).toHaveFocus();
  await press(amount);
}

async function reviewPayment(amount = '250'): Promise<void> {
  await typePayment(amount);
  await press('{Enter}');
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
}

async function confirmPayment(): Promise<void> {
  await expect.element(button(/^Send…/)).toHaveFocus();
  await press('{Enter}');
  await expect.element(button('Pay')).toHaveFocus();
  await press('{Enter}');
}

beforeEach(wideWindow);

test('a payment that was begun is gone on with in a window that is opened later', async () => {
  const store = draftStore();
  const { shown } = await open(store.answers);
  await shared.drafts.belongTo('sandbox');
  await typePayment('6,030.81');
  await expect.poll(() => [...store.texts.values()].join('')).toContain('6,030.81');
  await shown.unmount();

  await open(store.answers);
  await shared.drafts.belongTo('sandbox');
  await button(/^Resume draft/).click();
  await expect.element(amountField()).toHaveValue('6,030.81');
  const form = page.getByRole('complementary', { name: 'New payment' });
  await sees(form.getByText(/Sable Trading/).first());
  await page.getByRole('button', { name: /^Discard/ }).click();
  await expect.poll(() => store.texts.size).toBe(0);
});

test('a payment leads to the entries under its reference, and says so where none is booked', async () => {
  const entry = {
    id: 'E-7',
    direction: 'debit',
    transactionType: 'transfer',
    amount: { amount: '250.00', currency: 'USD' },
    transactionDate: '2026-11-20T09:13:00.000Z',
  } as const;
  const answers: Answers = {
    ...paymentAnswers([paymentRow('PAY-1', 'accepted'), paymentRow('PAY-2', 'accepted')]),
    'statements.underReference': ({ reference }) =>
      ok({
        rows: reference === 'PAY-1' ? [entry] : [],
        hasMore: false,
        asOf: '2026-11-20T09:41:00.000Z',
      }),
  };
  const { shown } = await open(answers, { reference: 'PAY-2' });
  await sees(page.getByText(/Nothing booked/));
  await shown.unmount();
  await open(answers, { reference: 'PAY-1' });
  await page.getByRole('button', { name: /transfer.*250\.00/ }).click();
  expect(shared.router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: '30026712', entryId: 'E-7' },
  });
});

test('several payments are summed by currency and exported in one act, and Escape deselects them', async () => {
  const rows = ['PAY-1', 'PAY-2', 'PAY-3'].map((reference) => paymentRow(reference, 'accepted'));
  await open({
    ...paymentAnswers(rows),
    'payments.export': () => ok({ saved: true, fileName: 'PAYMENTS.csv' }),
  });
  await sees(page.getByRole('row', { name: /Sable Trading/ }).first());
  (page.getByRole('grid', { name: 'Payments' }).element() as HTMLElement).focus();
  await press('{ArrowDown}x');
  await expect.poll(() => requested('payments.export')).toEqual([{ references: ['PAY-1'] }]);
  await press('{Shift>}{ArrowDown}{/Shift}');
  const pane = page.getByRole('complementary', { name: 'Selected payments' });
  await sees(pane.getByText('2 payments'), pane.getByRole('row', { name: /USD 500\.00/ }));
  await press('x');
  await expect.poll(() => shared.notices.last?.text).toBe('Saved as PAYMENTS.csv.');
  expect(requested('payments.export').at(-1)).toEqual({ references: ['PAY-1', 'PAY-2'] });
  await press('{Control>}a{/Control}');
  await sees(pane.getByText('3 payments'));
  await press('{Escape}');
  await lacks(pane);
  await sees(page.getByRole('complementary', { name: 'Payment' }));
});

test('the evidence of one payment, and of several, is written into a folder, and its digest can be copied', async () => {
  const rows = ['PAY-1', 'PAY-2'].map((reference) => paymentRow(reference, 'accepted'));
  const copied: string[] = [];
  Object.defineProperty(navigator.clipboard, 'writeText', {
    configurable: true,
    value: (text: string) => Promise.resolve(copied.push(text)),
  });
  const written = {
    folderName: 'evidence-2026-11-20',
    payments: 2,
    files: 3,
    digest: 'ab'.repeat(32),
  };
  const lost = { name: 'a.pdf', sha256: '', reference: 'PAY-1', reason: 'gone' };
  await open({
    ...paymentAnswers(rows),
    'evidence.save': ({ references }) =>
      ok({ saved: true, ...written, notReadable: references.length === 1 ? [] : [lost] }),
  });
  await sees(page.getByRole('row', { name: /Sable Trading/ }).first());
  (page.getByRole('grid', { name: 'Payments' }).element() as HTMLElement).focus();
  await press('{ArrowDown}');
  await button('More: papers and evidence').click();
  await button('Evidence with its invoices…').click();
  await expect
    .poll(() => shared.notices.last?.text)
    .toBe('Saved evidence-2026-11-20: 2 payments, 3 invoices.');
  shared.notices.follow(shared.notices.last!);
  await expect.poll(() => copied).toEqual([written.digest]);
  (page.getByRole('grid', { name: 'Payments' }).element() as HTMLElement).focus();
  await press('{Shift>}{ArrowDown}{/Shift}');
  await button('Evidence…').click();
  await expect.poll(() => shared.notices.last?.text).toContain('cannot read it any more: a.pdf.');
  expect(requested('evidence.save')).toEqual([
    { references: ['PAY-1'] },
    { references: ['PAY-1', 'PAY-2'] },
  ]);
});

test('evidence that cannot be written says why, and keeps the selection', async () => {
  const rows = ['PAY-1', 'PAY-2'].map((reference) => paymentRow(reference, 'accepted'));
  await open({ ...paymentAnswers(rows), 'evidence.save': () => fail('file.unwritable', 'c-1') });
  await sees(page.getByRole('row', { name: /Sable Trading/ }).first());
  (page.getByRole('grid', { name: 'Payments' }).element() as HTMLElement).focus();
  await press('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  await button('Evidence…').click();
  const pane = page.getByRole('complementary', { name: 'Selected payments' });
  await sees(pane.getByText('2 payments'), pane.getByRole('alert'));
});

test('paying one takes five keys beyond typing, and the new payment is shown', async () => {
  await open();
  await reviewPayment();
  expect(sent()).toHaveLength(0);
  await confirmPayment();
  await sees(page.getByRole('row', { name: /Sable Trading.*processing/ }));
  await sees(page.getByRole('complementary', { name: 'Payment' }));
  expect(sent()).toMatchObject([
    {
      accountNumber: '30026712',
      beneficiaryId: 'B-2',
      amount: '250',
      currency: 'USD',
      payeeFingerprint: 'f'.repeat(64),
      acknowledged: [],
    },
  ]);
});

test('paying again takes three keys and restates everything', async () => {
  await open(paymentAnswers([paymentRow('R-1', 'accepted')]), { reference: 'R-1' });
  await sees(button('Pay again'));
  await press('a');
  await expect.element(button(/^Send…/)).toHaveFocus();
  await sees('62001234567');
  await confirmPayment();
  await expect.poll(sent).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    beneficiaryId: 'B-2',
    amount: '250.00',
    narration: 'Invoice 7',
  });
  expect(sent()[0]?.reference).not.toBe('R-1');
});

test('an entry’s payment and a payee open the form with what is known of them', async () => {
  await open(paymentAnswers([paymentRow('R-1', 'accepted')]), { again: 'R-1' });
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
  await open({}, { beneficiaryId: 'B-3' });
  await sees('Sandpiper Foods');
  await expect.element(amountField().last()).toHaveFocus();
});

test('the review shows payee, fee, what leaves the account and what is left, with the environment', async () => {
  await open();
  await reviewPayment();
  for (const text of ['SANDBOX', '62001234567', 'First National Bank', 'Leaves the account'])
    await sees(page.getByText(text, { exact: true }));
  await sees(page.getByRole('row', { name: /Leaves the account 252\.50/ }));
  await sees(page.getByRole('row', { name: /Available after 841,759\.39/ }));
  await press('{Enter}');
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByRole('heading', { name: 'Pay 250.00 USD?' }));
  for (const text of ['SANDBOX', 'Sable Trading (Pty)', '62001234567'])
    await sees(dialog.getByText(text, { exact: true }));
});

test('an account to pay from shows what is left behind what is in flight', async () => {
  const after = money('8418918.90', 'USD');
  const row = { accountNumber: '30026712', inFlight: inFlightRecord, after };
  await open({ 'accounts.inFlight': () => ok({ rows: [row], currencies: [], crossed: [] }) });
  await press('n');
  await sees(page.getByRole('combobox', { name: 'Payee' }));
  const paying = page.getByLabelText('From account');
  await expect.element(paying).toMatchTextContent(/Operating ··6712 · 8,418,918\.90 USD/);
});

test('the second look follows the money: what is left, and what must be confirmed anew', async () => {
  const funds = (after: string) => ({
    ...{ balance: money('842011.89', 'USD'), asOf: '2026-11-20T09:50:00.000Z' },
    ...{ inFlight: inFlightRecord, after: money(after, 'USD') },
  });
  await open({ 'accounts.funds': () => ok(funds('840811.89')) });
  await reviewPayment();
  await sees(page.getByRole('row', { name: 'Available after 841,759.39 USD' }));
  bridge.announce('store.changed', { topic: 'trades' });
  await sees(page.getByRole('row', { name: 'Available after 840,559.39 USD' }));
  await sees(
    page.getByRole('row', { name: 'In flight 2 sent, not in this balance −1,200.00 USD' }),
  );
  expect(requested('accounts.funds')).toEqual([{ accountNumber: '30026712', currency: 'USD' }]);
  expect(requested('payments.review')).toHaveLength(1);

  await press('{Enter}');
  await sees(page.getByRole('dialog').getByRole('heading', { name: 'Pay 250.00 USD?' }));
  const message = 'Balance too low.';
  const insufficient = { kind: 'insufficient', weight: 'confirm', message } as const;
  bridge.answer('accounts.funds', () => ok(funds('252.49')));
  bridge.answer('payments.review', (entered) =>
    ok({
      ...reviewOf(entered, [insufficient]),
      balance: { before: money('842011.89', 'USD'), after: money('-0.01', 'USD') },
    }),
  );
  bridge.announce('sync.progressed', restingSync);
  await sees(message, page.getByRole('row', { name: 'Available after −0.01 USD' }));
  await lacks(page.getByRole('dialog'));
  expect(requested('payments.review')).toHaveLength(2);
  expect(sent()).toEqual([]);
});

test('what was confirmed stays confirmed while its sentence is the same', async () => {
  const message = 'The same was paid today.';
  const duplicate = { kind: 'duplicate', weight: 'confirm', message } as const;
  const funds = { balance: money('1.00', 'USD'), asOf: null, inFlight: null };
  await open({
    'payments.review': (entered) => ok(reviewOf(entered, [duplicate])),
    'accounts.funds': () => ok({ ...funds, after: money('1.00', 'USD') }),
  });
  await reviewPayment();
  const box = page.getByRole('checkbox');
  await box.click();
  const insufficient = {
    kind: 'insufficient',
    weight: 'confirm',
    message: 'Not covered.',
  } as const;
  bridge.answer('payments.review', (entered) => ok(reviewOf(entered, [duplicate, insufficient])));
  bridge.announce('sync.progressed', restingSync);
  await sees('Not covered.');
  await expect.element(box.nth(0)).toBeChecked();
  await expect.element(box.nth(1)).not.toBeChecked();
});

test('what is in flight stands between what is available now and after, and its count leads to each', async () => {
  await open({
    ...paymentAnswers([paymentRow('R-1', 'unknown', null)]),
    'payments.review': (entered) => ok({ ...reviewOf(entered), inFlight: inFlightRecord }),
  });
  await reviewPayment();
  const count = button('2 sent, not in this balance');
  await sees(
    page.getByRole('row', { name: 'In flight 2 sent, not in this balance −1,200.00 USD' }),
  );
  await expect.element(count).toHaveAttribute('aria-expanded', 'false');
  await count.click();
  const each = page.getByRole('list', { name: 'In flight' }).getByRole('listitem');
  await expect.element(each.nth(0)).toMatchTextContent(/Kestrel Logistics.*accepted.*950\.00 USD/);
  await expect.element(each.nth(1)).toMatchTextContent(/Sable Trading.*no answer.*250\.00 USD/);
  expect(each.elements()).toHaveLength(2);
  await button('Open Transfer to Sable Trading (Pty)').click();
  expect(shared.router.place).toMatchObject({ view: 'payments', params: { reference: 'R-1' } });
});

test('an amount that could be meant otherwise is refused at its field, and nothing is asked', async () => {
  await open();
  await typePayment('1e3');
  for (const amount of ['0', '-5', '0.001', '1e3', '１００', '1.000,50', '10000000000000000']) {
    await amountField().fill(amount);
    await press('{Enter}');
    await expect.element(amountField()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(amountField()).toHaveAccessibleDescription(/.+/);
  }
  expect(requested('payments.review')).toHaveLength(0);
  expect(sent()).toHaveLength(0);
});

test('an amount is typed with a person’s own marks, goes to the bank plain, and with another’s marks not at all [P17]', async () => {
  lookAs({ ...plainAppearance, numbers: 'comma' });
  onTestFinished(() => lookAs(plainAppearance));
  await open({ 'desk.state': () => ok(inCommas) });
  await typePayment('1.234,56');
  await expect.element(amountField()).toHaveValue('1.234,56');
  for (const amount of ['1,234.56', '1234.56', '1,234', '1.5', "1'234,56", '1 234,56']) {
    await amountField().fill(amount);
    await press('{Enter}');
    await expect.element(amountField()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(amountField()).toHaveValue(amount);
  }
  await expect
    .element(amountField())
    .toHaveAccessibleDescription(/a comma( before the decimals)?, and points between thousands/);
  expect(requested('payments.review')).toHaveLength(0);
  await amountField().fill('1.234,56');
  await press('{Enter}');
  await sees(page.getByRole('heading', { name: 'Check before sending' }));
  // Plain, with or without commas between thousands: the main process reads it once more.
  const plain = expect.stringMatching(/^1,?234\.56$/) as string;
  expect(requested('payments.review').at(-1)).toMatchObject({ amount: plain });
  await confirmPayment();
  expect(sent()[0]).toMatchObject({ amount: plain });
});

test('a draft that was typed in one number format is the same amount in another', async () => {
  const store = draftStore();
  const { shown } = await open(store.answers);
  await shared.drafts.belongTo('sandbox');
  await typePayment('6,030.81');
  await expect.poll(() => [...store.texts.values()].join('')).toContain('6,030.81');
  await shown.unmount();
  onTestFinished(() => lookAs(plainAppearance));
  await open({ ...store.answers, 'desk.state': () => ok(inCommas) });
  await shared.drafts.belongTo('sandbox');
  await button(/^Resume draft/).click();
  await expect.element(amountField()).toHaveValue('6.030,81');
});

test('what the main process finds wrong stands at its field', async () => {
  await open({
    'payments.review': () => fail('input.invalid', 'c-3', { fields: { amount: 'is too much' } }),
  });
  await typePayment();
  await press('{Enter}');
  await expect.element(amountField()).toHaveAccessibleDescription('is too much');
});

test('Enter and a click, and two clicks, are one payment', async () => {
  let answer: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (answer = resolve));
  await open({
    'payments.send': async ({ reference }) => {
      await waits;
      return ok(paymentView('accepted', { reference }));
    },
  });
  await reviewPayment();
  await press('{Enter}');
  await expect.element(button('Pay')).toHaveFocus();
  const pay = button('Pay').element() as HTMLButtonElement;
  pay.click();
  pay.click();
  pay.form?.requestSubmit();
  await press('{Enter}');
  answer();
  await lacks(page.getByRole('heading', { name: 'Check before sending' }));
  expect(sent()).toHaveLength(1);
});

test('a key held down does not run through the steps', async () => {
  await open();
  await reviewPayment();
  const send = button(/^Send…/).element();
  holdEnter(send);
});

describe('a warning', () => {
  const twins = [{ name: 'INV-1', id: 'S-1' }];
  const duplicate = {
    kind: 'duplicate',
    weight: 'confirm',
    message: 'Sent at 09:00.',
    twins,
  } as const;

  test('that must be confirmed keeps the payment until its box is ticked', async () => {
    await open({ 'payments.review': (entered) => ok(reviewOf(entered, [duplicate])) });
    await reviewPayment();
    await sees('Sent at 09:00.');
    await expect.element(button(/^Send…/)).toBeDisabled();
    await expect.element(page.getByRole('checkbox')).toHaveFocus();
    await press(' {Enter}');
    await button('Pay').click();
    await expect.poll(sent).toHaveLength(1);
    expect(sent()[0]).toMatchObject({ acknowledged: ['duplicate'], twins: ['INV-1'] });
  });

  test('that blocks cannot be confirmed, and leads to the payee', async () => {
    const quarantine = { kind: 'quarantine', weight: 'blocks', message: 'Changed.' } as const;
    await open({ 'payments.review': (entered) => ok(reviewOf(entered, [quarantine])) });
    await reviewPayment();
    await expect.element(button(/^Send…/)).toBeDisabled();
    await lacks(page.getByRole('checkbox'));
    await button('Open payee').click();
    expect(shared.router.place).toMatchObject({
      view: 'beneficiaries',
      params: { entityId: 'B-2' },
    });
  });
});

describe('what came of it', () => {
  test('refused: the bank’s words are shown, the entries stay, and the next one is another', async () => {
    const error = appError('bank.refused', 'c-4', {
      bank: { status: 422, message: 'Compliance does not release it' },
    });
    await open({
      'payments.send': ({ reference }) => ok(paymentView('refused', { reference, error })),
    });
    await reviewPayment();
    await confirmPayment();
    await sees('Compliance does not release it');
    await expect.element(amountField()).toHaveValue('250');
    await press('{Enter}');
    await confirmPayment();
    await expect.poll(sent).toHaveLength(2);
    expect(sent()[1]?.reference).not.toBe(sent()[0]?.reference);
  });

  test('not sent: the very same goes under its own reference, something else under another', async () => {
    const error = appError('bank.busy', 'c-5', { message: 'It asks to wait 30 seconds.' });
    await open({
      'payments.send': ({ reference }) => ok(paymentView('not-sent', { reference, error })),
      'submissions.sendAgain': () => ok(paymentView('not-sent', { error })),
    });
    await reviewPayment();
    await confirmPayment();
    await sees(/wait 30 seconds/);
    await press('{Enter}');
    await confirmPayment();
    await expect.poll(() => requested('submissions.sendAgain')).toHaveLength(1);
    expect(sent()).toHaveLength(1);
    await sees(amountField());
    await amountField().fill('260');
    await press('{Enter}');
    await confirmPayment();
    await expect.poll(sent).toHaveLength(2);
    expect(sent()[1]?.reference).not.toBe(sent()[0]?.reference);
  });

  test('unknown: the form is closed, the draft gone, and the open payment is shown', async () => {
    await open();
    bridge.answer('payments.send', ({ reference }) => {
      const row = paymentRow(reference, 'unknown', null, unknownError);
      bridge.answer('payments.list', () => ok({ rows: [row], asOf: null }));
      bridge.answer('payments.get', () => ok(row));
      return ok(row.submission!);
    });
    await reviewPayment();
    await confirmPayment();
    await sees(button('Look it up now'));
    await lacks(button(/^Send/));
    await sees(button('New payment'));
    expect(sent()).toHaveLength(1);
  });

  test('a failure after it may have left is an open payment, not a form to send again', async () => {
    await open({ 'payments.send': () => fail('outcome.unknown', 'c-6') });
    await reviewPayment();
    const row = paymentRow('R-9', 'sending', null);
    bridge.answer('payments.get', () => ok(row));
    bridge.answer('payments.list', () => ok({ rows: [row], asOf: null }));
    await confirmPayment();
    await sees(page.getByRole('complementary', { name: 'Payment' }), button('New payment'));
  });

  test('a payee that changed is reported, nothing was sent, and the entries stay', async () => {
    await open({ 'payments.send': () => fail('payee.changed', 'c-7') });
    await reviewPayment();
    await confirmPayment();
    await sees(/changed since the review/);
    await expect.element(amountField()).toHaveValue('250');
  });
});

test('what was typed outlives the view, and Escape steps back without losing it', async () => {
  const { show, shown } = await open();
  await reviewPayment();
  await press('{Escape}');
  await expect.element(amountField()).toHaveValue('250');
  await shown.unmount();
  await show();
  await button('Resume draft').click();
  await expect.element(amountField()).toHaveValue('250');
  await button('Discard').click();
  await sees(button('New payment'));
});

test('offline a payment stays a draft and says so, and the list reads on', async () => {
  await open({
    ...paymentAnswers([paymentRow('R-1', 'accepted')]),
    'desk.state': () => ok({ ...sandboxDesk, online: false }),
  });
  await reviewPayment();
  await expect.element(button(/^Send…/)).toBeDisabled();
  await sees(/stays a draft/, page.getByRole('row', { name: /Sable Trading/ }));
});

test('the bank’s status stands word for word, and more than one transfer is an alarm', async () => {
  const twice = {
    ...paymentRow('R-2', 'accepted', { status: 'HELD_FOR_REVIEW' }),
    others: [transferRow({ id: 'T-other', reference: 'R-2' })],
  };
  await open(paymentAnswers([twice]), { reference: 'R-2' });
  await sees(page.getByText('HELD_FOR_REVIEW').first());
  await sees(page.getByRole('alert').getByText(/has 2 transfers under this reference/), 'T-other');
});

test('what never left is sent again only after it is restated', async () => {
  const row = paymentRow('R-3', 'not-sent', null, appError('bank.busy', 'c-8'));
  await open(
    {
      ...paymentAnswers([row]),
      'submissions.reviewAgain': () => ok({ warnings: [] }),
      'submissions.sendAgain': () => ok(paymentView('accepted')),
    },
    { reference: 'R-3' },
  );
  await button(/^Send again/).click();
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByText(/250\.00 USD/).first());
  expect(requested('submissions.sendAgain')).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Send 250.00 USD again' }).click();
  await expect.poll(() => requested('submissions.sendAgain')).toHaveLength(1);
});

test('a draft whose account is gone opens as it was left, and takes no other account by itself', async () => {
  shared = openDesk(paymentAnswers());
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  const paying = { accounts: shared.accounts, lastUsed: () => '30026712', required: () => [] };
  const left = { beneficiary: payees[1]!, amount: '250.00', narration: 'INV-77' };
  const draft = new PaymentDraft(paying, { ...left, accountNumber: '99999999' });
  shared.drafts.keep('payment', 'new', draft);
  await render(WithShared, { shared, view: PaymentsView, params: { draft: 'new' } });
  await expect.element(amountField()).toHaveValue('250.00');
  await draft.review();
  await sees('choose the account that pays');
  expect(requested('payments.review')).toEqual([]);
});
