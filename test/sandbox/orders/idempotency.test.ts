import { describe, expect, it } from 'vitest';

import { type Answered, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import {
  booked,
  client,
  expectPayment,
  ordersAtBank,
  lock,
  pay,
  quoteOf,
  refusalOf,
  remit,
} from './order-forms.ts';

let caller: Caller;
eachTestItsCaller(200, (opened) => {
  caller = opened;
});

type Mode = 'none' | 'reference' | 'header';
const setMode = (mode: Mode) => caller.call('PUT', '/sandbox/idempotency', { mode });
const key = (text: string) => ({ 'idempotency-key': text });

const payee = {
  name: 'Ada Eze',
  accountName: 'Ada Eze',
  accountNumber: '0123456789',
  country: 'NGA',
  currencyIso3Code: 'NGN',
};
const create = (fields: object, headers: Record<string, string>): Promise<Answered> =>
  caller.call('POST', `/platform${client}/beneficiaries`, { ...payee, ...fields }, headers);

type Send = (fields: Record<string, unknown>, headers: Record<string, string>) => Promise<Answered>;

/** Every kind of order with what may be changed about it. */
const orders: [string, 'transfers' | 'trades' | 'remittances' | 'receivables', () => Send][] = [
  ['transfer', 'transfers', () => (fields, headers) => pay(caller, fields, headers)],
  ['remittance', 'remittances', () => (fields, headers) => remit(caller, fields, headers)],
  ['receivable', 'receivables', () => (fields, headers) => expectPayment(caller, fields, headers)],
];

describe('a bank', () => {
  it('knows a repeated request by its header unless it is set otherwise', async () => {
    const { text } = await caller.call('GET', '/sandbox/idempotency');
    expect(JSON.parse(text)).toEqual({ mode: 'header' });
    expect((await setMode('reference')).text).toBe('{"mode":"reference"}');
    expect((await setMode('often' as Mode)).status).toBe(400);
  });
});

describe.each(orders)('a %s that is sent twice', (_, kind, sender) => {
  const twice = async (headers: Record<string, string>) => {
    const send = sender();
    const first = await send({ reference: 'TWICE' }, headers);
    await caller.call('POST', '/sandbox/clock/advance', { ms: 60_000 });
    return [first, await send({ reference: 'TWICE' }, headers)] as const;
  };

  it('is carried out twice by a bank without idempotency', async () => {
    await setMode('none');
    const [first, second] = await twice(key('one'));
    expect(second.status).toBe(200);
    expect(second.text).not.toBe(first.text);
    expect(await ordersAtBank(caller, kind)).toHaveLength(2);
  });

  it.each([
    ['reference', {}],
    ['header', key('one')],
  ] as const)(
    'is carried out once by a bank that goes by %s, and answered alike',
    async (mode, headers) => {
      await setMode(mode);
      const [first, second] = await twice(headers);
      expect(second).toMatchObject({ status: 200, text: first.text });
      expect(await ordersAtBank(caller, kind)).toHaveLength(1);
    },
  );

  it.each([
    ['reference', {}],
    ['header', key('one')],
  ] as const)('with another amount is refused by a bank that goes by %s', async (mode, headers) => {
    await setMode(mode);
    const send = sender();
    await send({ amount: 10 }, headers);
    const refused = await send({ amount: 11 }, headers);
    expect(refusalOf(refused)).toEqual([422, 'idempotency_mismatch']);
    expect(await ordersAtBank(caller, kind)).toHaveLength(1);
  });
});

describe('a lock that is sent twice', () => {
  it.each([
    ['reference', {}],
    ['header', key('one')],
  ] as const)('by %s is answered alike, even when its quote is gone', async (mode, headers) => {
    await setMode(mode);
    const { quoteId } = await quoteOf(caller);
    const first = await lock(caller, { quoteId }, headers);
    await caller.call('POST', '/sandbox/clock/advance', { ms: 3_600_000 });
    await caller.signIn();
    const second = await lock(caller, { quoteId }, headers);
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(await booked(caller, 'FX-1')).toHaveLength(2);
  });

  it('without idempotency meets a quote that is used', async () => {
    await setMode('none');
    const { quoteId } = await quoteOf(caller);
    await lock(caller, { quoteId });
    expect(refusalOf(await lock(caller, { quoteId }))).toEqual([422, 'quote_used']);
  });
});

describe('a repeated request', () => {
  it('is answered though the first answer never arrived', async () => {
    const beneficiaryId = 'beneficiary-cut';
    const send = () => pay(caller, { beneficiaryId }, key('cut'));
    await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(await ordersAtBank(caller)).toHaveLength(1);
  });

  it('with another key is another order, whatever its reference, where the header counts', async () => {
    await pay(caller, {}, key('one'));
    await pay(caller, {}, key('two'));
    await pay(caller);
    expect(await ordersAtBank(caller)).toHaveLength(3);
  });

  it('is carried out when the first was refused', async () => {
    await setMode('reference');
    expect((await pay(caller, { beneficiaryId: 'nobody' })).status).toBe(404);
    expect((await pay(caller)).status).toBe(200);
  });

  it('counts by operation: a transfer and a receivable may share a reference', async () => {
    await setMode('reference');
    expect((await pay(caller, { reference: 'SAME' })).status).toBe(200);
    expect((await expectPayment(caller, { reference: 'SAME' })).status).toBe(200);
  });

  it('of a change without a reference is known by its header', async () => {
    const first = await create({}, key('payee'));
    expect(await create({}, key('payee'))).toMatchObject({ status: 200, text: first.text });
    expect(refusalOf(await create({ name: 'Other' }, key('payee')))).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    const other = await create({}, key('other'));
    expect(other.text).not.toBe(first.text);
  });

  it('never brings back a token', async () => {
    const path = '/platform/auth-service/api/v1/token';
    const body = { username: 'desk@nostro.example', password: 'sandbox' };
    const first = await caller.call('POST', path, body, key('token'));
    expect((await caller.call('POST', path, body, key('token'))).text).not.toBe(first.text);
    expect((await caller.call('GET', '/sandbox/snapshot')).text).not.toContain('accessToken');
  });
});
