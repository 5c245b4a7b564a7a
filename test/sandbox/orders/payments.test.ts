import { beforeEach, describe, expect, it } from 'vitest';

import { balanceOf, ledgerAccount } from '../../../sandbox/ledger/ledger.ts';
import type { Transfer } from '../../../shared/bank/transfers.ts';
import { fromUnits } from '../../../shared/money/decimal.ts';
import { operating, startAt, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import { advance, booked, client, pay, refusalOf, today } from './order-forms.ts';

let caller: Caller;
eachTestItsCaller(300, (opened) => {
  caller = opened;
});

const minute = 60_000;
const day = 24 * 60 * minute;
const balance = () => balanceOf(ledgerAccount(caller.sandbox.bank.ledger, operating));

async function find(query: Record<string, string>): Promise<Transfer[]> {
  await caller.signIn();
  const path = `${client}/transfers?${String(new URLSearchParams(query))}`;
  return (await caller.ask<{ transfers: { data: Transfer[] } }>('GET', path)).transfers.data;
}
const only = async (): Promise<Transfer | undefined> => (await find({ reference: 'PAY-1' }))[0];

describe('a transfer', () => {
  it('is accepted at once, and its amount and fee leave the account under its reference', async () => {
    const before = balance();
    const { status, text } = await pay(caller, { narration: 'Invoice 7' });
    expect(status).toBe(200);
    expect(text).toContain('"amount":100.25,');
    expect(JSON.parse(text)).toMatchObject({
      transfer: {
        reference: 'PAY-1',
        status: 'processing',
        accountNumber: operating,
        beneficiaryId: 'beneficiary-accepted',
        beneficiaryName: 'Sandbox payee, accepted',
        currency: 'USD',
        fee: 2.5,
        narration: 'Invoice 7',
        createdAt: startAt,
        settledAt: null,
      },
    });
    expect(before - balance()).toBe(102_7500n);
    expect(await booked(caller, 'PAY-1')).toEqual(['-100.25 transfer', '-2.5 fee']);
  });

  it('is completed two minutes later and not before', async () => {
    await pay(caller);
    await advance(caller, 2 * minute - 1);
    expect(await only()).toMatchObject({ status: 'processing' });
    await advance(caller, 1);
    expect(await only()).toMatchObject({
      status: 'completed',
      settledAt: '2026-11-20T15:32:00.000Z',
    });
    expect(await booked(caller, 'PAY-1')).toHaveLength(2);
  });

  it('to a payee whose account is closed is completed, then comes back a day later without its fee', async () => {
    await pay(caller, { beneficiaryId: 'beneficiary-returned' });
    await advance(caller, 2 * minute);
    expect(await only()).toMatchObject({ status: 'completed', reason: '' });
    await advance(caller, day - 2 * minute);
    expect(await only()).toMatchObject({ status: 'returned', reason: 'Account closed' });
    expect(await booked(caller, 'PAY-1')).toEqual([
      '-100.25 transfer',
      '-2.5 fee',
      '+100.25 return',
    ]);
  });

  it('that fails comes back with its fee', async () => {
    const before = balance();
    await pay(caller, { beneficiaryId: 'beneficiary-failed' });
    await advance(caller, 2 * minute);
    const transfer = await only();
    expect(transfer).toMatchObject({ status: 'failed' });
    expect(transfer?.reason).not.toBe('');
    expect(balance()).toBe(before);
    expect(await booked(caller, 'PAY-1')).toEqual([
      '-100.25 transfer',
      '-2.5 fee',
      '+100.25 return',
      '+2.5 fee',
    ]);
  });

  it('is settled as of the instant it was due, whenever the bank is looked at', async () => {
    await pay(caller, { beneficiaryId: 'beneficiary-returned' });
    await advance(caller, 30 * day);
    await caller.signIn();
    const { statement } = await caller.statement({
      startDate: today,
      endDate: '2026-12-31',
      limit: '9',
    });
    expect(statement.data[0]).toMatchObject({
      transactionType: 'return',
      transactionDate: '2026-11-21T15:30:00.000Z',
    });
  });

  it.each([
    [{ amount: 0 }, [400, 'amount']],
    [{ amount: -1 }, [400, 'amount']],
    [{ amount: 0.001 }, [400, 'amount']],
    [{ amount: '5.00' }, [400, 'amount']],
    [{ currency: 'EUR' }, [400, 'currency']],
    [{ reference: 'has blanks' }, [400, 'reference']],
    [{ reference: 'x'.repeat(36) }, [400, 'reference']],
    [{ narration: 'x'.repeat(141) }, [400, 'narration']],
    [{ accountNumber: '1' }, [404, 'not_found']],
    [{ beneficiaryId: 'nobody' }, [404, 'not_found']],
    [{ amount: 10_000_000.01 }, [422, 'limit_exceeded']],
    [{ amount: 9_999_999 }, [422, 'insufficient_funds']],
    [{ beneficiaryId: 'beneficiary-blocked' }, [422, 'compliance_refused']],
  ])('with %j is refused, and nothing is booked', async (fields, refusal) => {
    const before = balance();
    expect(refusalOf(await pay(caller, fields))).toEqual(refusal);
    expect(balance()).toBe(before);
    expect(await find({})).toEqual([]);
  });

  it('may take the last cent, and not one more', async () => {
    const { ledger } = caller.sandbox.bank;
    const account = '5040061203';
    const held = balanceOf(ledgerAccount(ledger, account));
    const order = (units: bigint) =>
      `{"accountNumber":"${account}","beneficiaryId":"beneficiary-accepted","currency":"NGN","reference":"ALL","amount":${fromUnits(units, 2)}}`;
    const path = `/platform${client}/transfers`;
    const fee = 50_0000n;
    const refused = await caller.call('POST', path, order(held - fee + 100n));
    expect(refusalOf(refused)).toEqual([422, 'insufficient_funds']);
    expect(refused.text).toContain(`The account holds ${fromUnits(held, 2)} NGN`);
    expect((await caller.call('POST', path, order(held - fee))).status).toBe(200);
    expect(balanceOf(ledgerAccount(ledger, account))).toBe(0n);
  });

  it('names the limit when it is beyond it', async () => {
    const { text } = await pay(caller, { amount: 99_999_999 });
    expect(text).toContain('The limit for one order in USD is 10000000.00 USD');
  });
});

describe('transfers', () => {
  beforeEach(async () => {
    await pay(caller, { reference: 'A', amount: 1 });
    await pay(caller, { reference: 'B', beneficiaryId: 'beneficiary-failed' });
    await advance(caller, day);
    await caller.signIn();
    await pay(caller, { reference: 'A', amount: 2 });
    await pay(caller, {
      reference: 'C',
      accountNumber: euroAccountNumber,
      amount: 3,
      currency: 'EUR',
    });
  });
  const euroAccountNumber = '3020017345';
  const references = async (query: Record<string, string>) =>
    (await find(query)).map(({ reference }) => reference).join('');

  it('are found by reference, account, payee, status and day, newest first', async () => {
    expect(await references({})).toBe('CABA');
    expect(await references({ reference: 'A' })).toBe('AA');
    expect(await references({ reference: 'a' })).toBe('');
    expect(await references({ accountNumber: euroAccountNumber })).toBe('C');
    expect(await references({ beneficiaryId: 'beneficiary-failed' })).toBe('B');
    expect(await references({ status: 'completed' })).toBe('A');
    expect(await references({ status: 'processing', reference: 'A' })).toBe('A');
    expect(await references({ from: '2026-11-21' })).toBe('CA');
    expect(await references({ to: '2026-11-20' })).toBe('BA');
  });

  it('come in pages', async () => {
    expect(await references({ pageSize: '3', pageNumber: '2' })).toBe('A');
  });

  it('of a day that does not exist are refused', async () => {
    const { status, text } = await caller.call('GET', `/platform${client}/transfers?to=2026-02-30`);
    expect(refusalOf({ status, text, headers: {} })).toEqual([400, 'to']);
  });
});

describe('the fee of a transfer', () => {
  const asked = { accountNumber: operating, currency: 'USD' };
  const byGet = (fields: Record<string, string>) =>
    caller.call(
      'GET',
      `/platform${client}/transfers/fee?${String(new URLSearchParams({ ...asked, ...fields }))}`,
    );
  const byPost = (fields: Record<string, unknown>) =>
    caller.call('POST', `/platform${client}/transfers/fee`, { ...asked, ...fields });

  it('is the same asked by GET and by POST, with what leaves the account', async () => {
    const { status, text } = await byGet({
      amount: '12.5',
      beneficiaryId: 'beneficiary-silent',
    });
    expect(status).toBe(200);
    expect(text).toContain('"fee":2.50,"currency":"USD","total":15.00');
    expect((await byPost({ amount: 12.5 })).text).toBe(text);
  });

  it('is refused for what could not be paid', async () => {
    for (const amount of ['0', '-1', '1e3', '１００', '0.001', '12,5', ''])
      expect(refusalOf(await byGet({ amount }))).toEqual([400, 'amount']);
    expect(refusalOf(await byGet({ amount: '1', currency: 'EUR' }))).toEqual([400, 'currency']);
    expect(refusalOf(await byGet({ amount: '1', beneficiaryId: 'x' }))).toEqual([404, 'not_found']);
    expect(refusalOf(await byPost({ amount: 99_999_999 }))).toEqual([422, 'limit_exceeded']);
  });
});
