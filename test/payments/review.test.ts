import { expect, test } from 'vitest';

import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import { fullDay } from '../../shared/calendar/day-labels.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { newReference } from '../../shared/reference.ts';
import {
  approve,
  openFundedDesk,
  openPayingDesk,
  payment,
} from '../support/desks/transfers-desk.ts';

test('a payment is reviewed with its payee, fee, debit total and balance, and nothing is sent', async () => {
  const desk = await openFundedDesk();
  const review = await desk.get('payments.review', payment(desk, { amount: '1,000' }));
  expect(review).toMatchObject({
    accountNumber: desk.usd,
    beneficiaryId: 'beneficiary-accepted',
    amount: { amount: '1000.00', currency: 'USD' },
    narration: 'Invoice 7',
    payeeIsCurrent: true,
    payee: { name: expect.stringContaining('accepted') as string, currency: 'USD' },
    warnings: [],
  });
  expect(review.payee.accountNumber).not.toBe('');
  expect(review.payeeFingerprint).toHaveLength(64);
  expect(review.fee?.currency).toBe('USD');
  const units = (amount: string | undefined): bigint => toUnits(amount ?? '');
  expect(units(review.debitTotal.amount)).toBe(units('1000') + units(review.fee?.amount));
  expect(units(review.balance.after?.amount)).toBe(
    units(review.balance.before?.amount) - units(review.debitTotal.amount),
  );
  expect(review.balanceAsOf).not.toBeNull();
  expect(await desk.posts()).toBe(0);
});

test('an amount that could be meant otherwise is refused at its field, and nothing is sent [P17]', async () => {
  const desk = await openFundedDesk();
  const amounts = [
    '0',
    '0.00',
    '-5',
    '0.001',
    '1e3',
    '１００',
    '1.000,50',
    '10000000000000000',
    'NaN',
  ];
  for (const amount of amounts) {
    const entered = payment(desk, { amount });
    const review = await desk.refused('payments.review', entered);
    expect(review, amount).toMatchObject({
      code: 'input.invalid',
      fields: { amount: expect.any(String) as string },
    });
    const send = { ...entered, payeeFingerprint: '0'.repeat(64), acknowledged: [], twins: [] };
    expect(await desk.refused('payments.send', send), amount).toMatchObject({
      code: 'input.invalid',
    });
  }
  expect(await desk.posts()).toBe(0);
});

test('an account in another currency does not pay: it is converted first', async () => {
  const desk = await openFundedDesk();
  const entered = payment(desk, { currency: 'EUR' });
  expect((await desk.refused('payments.review', entered)).fields).toHaveProperty('currency');
});

test('a payee in another currency, and an account that does not cover it, must be confirmed', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const payee = rows.find(({ currencyIso3Code }) => !['USD', ''].includes(currencyIso3Code))!;
  const entered = payment(desk, { beneficiaryId: payee.entityId, amount: '99999999999' });
  const review = await desk.get('payments.review', entered);
  const toConfirm = review.warnings.filter(({ weight }) => weight === 'confirm');
  expect(toConfirm.map(({ kind }) => kind)).toEqual(['insufficient', 'currency']);
  const error = await desk.refused('payments.send', {
    ...entered,
    payeeFingerprint: review.payeeFingerprint,
    acknowledged: ['currency'],
    twins: [],
  });
  expect(error).toMatchObject({ code: 'confirmation.required', fields: {} });
  expect(Object.keys(error.fields ?? {})).toEqual(['insufficient']);
  expect(await desk.posts()).toBe(0);
});

test('the same payment within a day must be confirmed, from the journal and from the bank’s list', async () => {
  const desk = await openFundedDesk();
  await desk.get('payments.send', await approve(desk, payment(desk)));
  const again = payment(desk, { amount: '10.00' });
  const review = await desk.get('payments.review', again);
  expect(review.warnings).toMatchObject([{ kind: 'duplicate', weight: 'confirm' }]);
  expect(
    await desk.refused('payments.send', {
      ...again,
      payeeFingerprint: review.payeeFingerprint,
      acknowledged: [],
      twins: [],
    }),
  ).toMatchObject({ code: 'confirmation.required' });
  expect(await desk.posts()).toBe(1);
  await desk.get('payments.send', await approve(desk, again));
  expect(await desk.posts()).toBe(2);
  const other = await desk.get('payments.review', payment(desk, { amount: '11' }));
  expect(other.warnings).toEqual([]);
});

test('a payee whose bank details changed since the last payment waits until they are released', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const beneficiaryId = rows.find(({ currencyIso3Code }) => currencyIso3Code === 'USD')!.entityId;
  const first = await desk.get(
    'payments.send',
    await approve(desk, payment(desk, { beneficiaryId })),
  );
  expect(first.state).toBe('accepted');
  await desk.get('beneficiaries.update', {
    reference: newReference(),
    entityId: beneficiaryId,
    change: { accountNumber: '5550001112' },
  });
  const entered = payment(desk, { beneficiaryId, amount: '12' });
  const review = await desk.get('payments.review', entered);
  expect(review.warnings).toMatchObject([{ kind: 'quarantine', weight: 'blocks' }]);
  expect(
    await desk.refused('payments.send', {
      ...entered,
      payeeFingerprint: review.payeeFingerprint,
      acknowledged: ['quarantine'],
      twins: [],
    }),
  ).toMatchObject({ code: 'confirmation.required' });
  expect(await desk.posts()).toBe(1);
});

test('bank details that change between review and sending stop the payment [P16]', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const beneficiaryId = rows.find(({ currencyIso3Code }) => currencyIso3Code === 'USD')!.entityId;
  const approved = await approve(desk, payment(desk, { beneficiaryId }));
  await desk.get('beneficiaries.update', {
    reference: newReference(),
    entityId: beneficiaryId,
    change: { accountNumber: '5550001113' },
  });
  expect(await desk.refused('payments.send', approved)).toMatchObject({ code: 'payee.changed' });
  expect(await desk.posts()).toBe(0);
  expect(
    (await desk.get('submissions.list', { limit: 9 })).rows.map(({ operation }) => operation),
  ).toEqual(['updateBeneficiary']);
});

test('a payee that the bank does not know is refused in the bank’s words; one that was never read is not in the copy', async () => {
  const desk = await openPayingDesk();
  const entered = payment({ ...desk, usd: '30026712' }, { beneficiaryId: 'nobody' });
  expect(await desk.refused('payments.review', entered)).toMatchObject({
    code: 'bank.refused',
    bank: { status: 404 },
  });
  await desk.get('session.signOut', {});
  expect(await desk.refused('payments.review', entered)).toMatchObject({
    code: 'offline.not-cached',
  });
});

test('signed out, a payment is reviewed by the local copy and cannot be sent', async () => {
  const desk = await openFundedDesk();
  const entered = payment(desk);
  await desk.get('payments.review', entered);
  await desk.get('session.signOut', {});
  const review = await desk.get('payments.review', entered);
  expect(review).toMatchObject({ payeeIsCurrent: false, fee: null });
  expect(review.warnings).toMatchObject([{ kind: 'fee-unknown', weight: 'notice' }]);
  expect(
    await desk.refused('payments.send', {
      ...entered,
      payeeFingerprint: review.payeeFingerprint,
      acknowledged: [],
      twins: [],
    }),
  ).toMatchObject({ code: 'session.required' });
  expect(await desk.posts()).toBe(0);
});

test('a fee that the bank does not give is reported, and does not stand in the way', async () => {
  const desk = await openFundedDesk();
  await desk.bank('PUT', 'faults', {
    rules: [{ operation: 'getTransferFee', fault: { kind: 'status', status: 404 } }],
  });
  const entered = payment(desk, { reference: newReference() });
  const review = await desk.get('payments.review', entered);
  expect(review).toMatchObject({ fee: null, debitTotal: { amount: '10.00' } });
  expect(review.warnings).toMatchObject([{ kind: 'fee-unknown', weight: 'notice' }]);
  expect(await desk.get('payments.send', await approve(desk, entered))).toMatchObject({
    state: 'accepted',
  });
});

test('a bank that never returns its fee or its payments does not hold up the review, which says so', async () => {
  const desk = await openFundedDesk();
  await desk.bank('PUT', 'faults', {
    rules: ['getTransferFee', 'findTransfers'].map((operation) => ({
      operation,
      fault: { kind: 'never-answer' },
    })),
  });
  const { warnings } = await desk.get('payments.review', payment(desk));
  expect(warnings).toMatchObject([
    { kind: 'twins-unread', weight: 'confirm' },
    { kind: 'fee-unknown', weight: 'notice', message: expect.stringMatching(/in time/) as string },
  ]);
}, 60_000);

test('a payment like a scheduled one says so, with its day and reference, and stops nothing', async () => {
  const desk = await openFundedDesk();
  const rent = payment(desk, { amount: '10.00' });
  const { payeeFingerprint } = await desk.get('payments.review', rent);
  const due = addDays(todayAt(Date.now()), 9);
  const { day } = await desk.get('due.schedule', {
    ...rent,
    payeeFingerprint,
    due,
  });
  const entered = payment(desk, { amount: '10' });
  const review = await desk.get('payments.review', entered);
  expect(review.warnings).toMatchObject([{ kind: 'scheduled-twin', weight: 'notice' }]);
  expect(review.warnings[0]?.message).toContain(rent.reference);
  expect(review.warnings[0]?.message).toContain(fullDay(day, 'named'));
  expect((await desk.get('payments.review', payment(desk, { amount: '11' }))).warnings).toEqual([]);
  // The scheduled payment is no twin of itself.
  expect((await desk.get('due.review', { reference: rent.reference })).review.warnings).toEqual([]);
  await desk.get('due.withdraw', { reference: rent.reference });
  expect((await desk.get('payments.review', entered)).warnings).toEqual([]);
});
