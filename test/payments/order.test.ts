import { describe, expect, test } from 'vitest';

import { askCost } from '../../electron/nouns/payments/fee.ts';
import { transferLikeness } from '../../electron/engines/submissions/intent/likeness.ts';
import { readOrder, type EnteredTransfer } from '../../electron/nouns/payments/order.ts';
import type { PaymentOrder } from '../../shared/bank/transfers.ts';
import { ok } from '../../shared/result.ts';
import { beginning, context, failed, openLoneDesk, paying } from '../support/desks/lone-desk.ts';

const entered: EnteredTransfer = {
  reference: 'R-1',
  accountNumber: paying,
  beneficiaryId: 'b-1',
  amount: '1,000',
  currency: 'USD',
  narration: '',
};

describe('a payment that was entered', () => {
  function openDesk(currency: string | null) {
    const desk = openLoneDesk();
    desk.cache.ensureAccount(paying, currency);
    return desk;
  }
  const read = (given: Partial<EnteredTransfer>, currency: string | null = 'USD') =>
    readOrder(openDesk(currency).reader, { ...entered, ...given }, context);

  test('becomes what is sent, with the amount in the currency’s digits', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        reference: 'R-1',
        accountNumber: paying,
        beneficiaryId: 'b-1',
        amount: '1000.00',
        currency: 'USD',
      },
    });
  });

  test('has its narration trimmed, of at most 140 characters, and none where it is blank', () => {
    expect(read({ narration: '  Invoice 7 ' })).toMatchObject({
      ok: true,
      value: { narration: 'Invoice 7' },
    });
    expect(read({ narration: ` ${'x'.repeat(140)} ` }).ok).toBe(true);
    expect(read({ narration: 'x'.repeat(141) })).toMatchObject({
      ok: false,
      error: {
        code: 'input.invalid',
        fields: { narration: expect.stringContaining('140') as string },
      },
    });
    const blank = read({ narration: '   ' });
    expect(blank.ok && 'narration' in blank.value).toBe(false);
  });

  test('is refused at its amount where that could be meant otherwise', () => {
    expect(read({ amount: '1.000,50' })).toMatchObject({
      ok: false,
      error: {
        code: 'input.invalid',
        correlationId: 'test',
        fields: { amount: expect.any(String) as string },
      },
    });
  });

  test('is refused at its currency where the account is in another one', () => {
    expect(read({}, 'EUR')).toMatchObject({
      ok: false,
      error: {
        code: 'input.invalid',
        fields: { currency: 'the account is kept in EUR: convert first' },
      },
    });
  });

  test('is taken where the account’s currency is not known here, or the account is not', () => {
    expect(read({}, null).ok).toBe(true);
    expect(readOrder(openLoneDesk().reader, entered, context).ok).toBe(true);
  });
});

test('payments are alike by payee, amount and currency, whatever else they say', () => {
  const order = { beneficiaryId: 'b-1', amount: '10.00', currency: 'USD' };
  const other = { ...order, reference: 'R-2', accountNumber: '2' };
  expect(transferLikeness(other)).toBe(transferLikeness(order));
  for (const change of [{ beneficiaryId: 'b-2' }, { amount: '10.01' }, { currency: 'EUR' }])
    expect(transferLikeness({ ...order, ...change })).not.toBe(transferLikeness(order));
});

describe('what a payment costs', () => {
  const order: PaymentOrder = {
    reference: 'R-1',
    accountNumber: paying,
    beneficiaryId: 'b-1',
    amount: '10.00',
    currency: 'USD',
  };
  const amount = { amount: '10.00', currency: 'USD' };
  const unknown = (words: string) => ({
    fee: null,
    debitTotal: amount,
    warnings: [
      { kind: 'fee-unknown', weight: 'notice', message: expect.stringContaining(words) as string },
    ],
  });
  const answeringFee = (fee: string, currency: string) => () => ok({ message: '', fee, currency });

  test('is the bank’s fee on top of its amount, asked for this very order', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getTransferFee = answeringFee('1.50', 'USD');
    expect(await askCost(desk.parts, order, context)).toEqual({
      fee: { amount: '1.50', currency: 'USD' },
      debitTotal: { amount: '11.50', currency: 'USD' },
      warnings: [],
    });
    const query = { accountNumber: paying, beneficiaryId: 'b-1', amount: '10.00', currency: 'USD' };
    expect(desk.bank.asked).toEqual([`getTransferFee ${JSON.stringify({ query })}`]);
  });

  test('is asked by the POST form where the bank has no other', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.postTransferFee = answeringFee('1.50', 'USD');
    const cost = await askCost(desk.parts, order, context);
    expect(cost.debitTotal).toEqual({ amount: '11.50', currency: 'USD' });
    const body = { accountNumber: paying, beneficiaryId: 'b-1', amount: '10.00', currency: 'USD' };
    expect(desk.bank.asked).toEqual([`postTransferFee ${JSON.stringify({ body })}`]);
  });

  test('is the amount alone where the fee is taken in another currency', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getTransferFee = answeringFee('900', 'NGN');
    expect(await askCost(desk.parts, order, context)).toEqual({
      fee: { amount: '900.00', currency: 'NGN' },
      debitTotal: amount,
      warnings: [],
    });
  });

  test('is not known, and said so, where the bank cannot be asked, fails, or names no currency', async () => {
    const desk = openLoneDesk();
    expect(await askCost(desk.parts, order, context)).toEqual(unknown('cannot be asked'));
    desk.bank.answers.getTransferFee = answeringFee('1.50', 'USD');
    desk.bank.signedInAt = null;
    expect(await askCost(desk.parts, order, context)).toEqual(unknown('not signed in'));
    expect(desk.bank.asked).toEqual([]);
    desk.bank.signedInAt = beginning;
    desk.bank.answers.getTransferFee = answeringFee('1.50', '');
    expect(await askCost(desk.parts, order, context)).toEqual(unknown('without a currency'));
    desk.bank.answers.getTransferFee = () => failed('bank.unavailable');
    expect(await askCost(desk.parts, order, context)).toEqual(unknown('internal error'));
  });

  test('is not known where the wait for it ended before the bank answered', async () => {
    const desk = openLoneDesk();
    const patience = new AbortController();
    desk.bank.answers.getTransferFee = () => {
      patience.abort();
      return failed('cancelled');
    };
    const waited = { ...context, signal: patience.signal };
    expect(await askCost(desk.parts, order, waited)).toEqual(unknown('did not answer in time'));
  });
});
