import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';

import type { TradeRecord } from '../../../sandbox/conversions/state.ts';
import type { Fault } from '../../../sandbox/server/faults/faults.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { operating, type Answered, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import {
  advance,
  booked,
  client,
  euroAccount,
  expectPayment,
  ordersAtBank,
  lock,
  pay,
  quoteOf,
  remit,
} from './order-forms.ts';

let caller: Caller;
eachTestItsCaller(200, (opened) => {
  caller = opened;
});

const trouble = (operation: OperationName, fault: Fault, match = {}): Promise<Answered> =>
  caller.call('PUT', '/sandbox/faults', { rules: [{ operation, match, fault }] });

const found = async (): Promise<number> => {
  const { transfers } = await caller.ask<{ transfers: { totalItems: number } }>(
    'GET',
    `${client}/transfers?reference=PAY-1`,
  );
  return transfers.totalItems;
};

type Kind = 'transfers' | 'trades' | 'remittances' | 'receivables';
const orders: [OperationName, Kind, () => Promise<Answered>][] = [
  ['createSingleTransfer', 'transfers', () => pay(caller)],
  ['lockRate', 'trades', async () => lock(caller, await quoteOf(caller).then(quoteIdOnly))],
  ['initiateRemittance', 'remittances', () => remit(caller)],
  ['createReceivable', 'receivables', () => expectPayment(caller)],
];
const quoteIdOnly = ({ quoteId }: { quoteId: string }) => ({ quoteId });

describe.each(orders)('trouble with %s', (operation, kind, send) => {
  const countOrders = async () => (await ordersAtBank(caller, kind)).length;

  it.each([
    { kind: 'status', status: 502, body: 'html' },
    { kind: 'status', status: 409 },
    { kind: 'busy' },
    { kind: 'redirect', location: 'http://127.0.0.1:9/trap' },
  ] satisfies Fault[])('by $kind $status books nothing', async (fault) => {
    await trouble(operation, fault);
    expect((await send()).status).toBeGreaterThan(300);
    expect(await countOrders()).toBe(0);
  });

  it.each([
    [{ kind: 'reset' }, 0],
    [{ kind: 'cut-after-commit' }, 1],
    [{ kind: 'cut-body' }, 1],
  ] satisfies [Fault, number][])('by $kind gives no answer', async (fault, orderCount) => {
    await trouble(operation, fault);
    await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(await countOrders()).toBe(orderCount);
  });

  it('by content-type books and answers as something else', async () => {
    await trouble(operation, { kind: 'content-type', value: 'text/html' });
    const { status, headers } = await send();
    expect([status, headers['content-type']]).toEqual([200, 'text/html']);
    expect(await countOrders()).toBe(1);
  });

  it('by wrong-echo books what was ordered and answers another amount', async () => {
    const truthful = await send();
    await trouble(operation, { kind: 'wrong-echo' });
    const unitsIn = ({ text }: Answered) =>
      toUnits(/"(?:amount|buyAmount)":([\d.]+)/.exec(text)?.[1] ?? '');
    expect(unitsIn(await send()) - unitsIn(truthful)).toBe(toUnits('0.01'));
    const [first, second] = await ordersAtBank<{ amount?: string; buyAmount?: string }>(
      caller,
      kind,
    );
    expect(second?.amount).toBe(first?.amount);
    expect(second?.buyAmount).toBe(first?.buyAmount);
  });

  it('by late-booking takes the order, and lets it be seen later', async () => {
    await trouble(operation, { kind: 'late-booking', ms: 400 });
    expect((await send()).status).toBe(200);
    const [hidden] = await ordersAtBank<{ isBooked: boolean }>(caller, kind);
    expect(hidden?.isBooked).toBe(false);
    await advance(caller, 400);
    const [seen] = await ordersAtBank<{ isBooked: boolean }>(caller, kind);
    expect(seen?.isBooked).toBe(true);
  });
});

describe('a poor price', () => {
  const fault = { kind: 'poor-price', basisPoints: 300 } as const;
  const rateIn = ({ rate }: { readonly rate: string | number }): number => Number(rate);

  it('is quoted under the market, and traded as it was quoted', async () => {
    const fair = await quoteOf(caller);
    await trouble('getQuote', fault);
    const poor = await quoteOf(caller);
    expect(rateIn(poor) / rateIn(fair)).toBeCloseTo(0.97, 6);
    await lock(caller, quoteIdOnly(poor));
    const [trade] = await ordersAtBank<TradeRecord>(caller, 'trades');
    expect(trade && rateIn(trade)).toBe(rateIn(poor));
  });

  it('is traded under its quote, and buys as much less', async () => {
    await trouble('lockRate', fault);
    const quote = await quoteOf(caller);
    await lock(caller, quoteIdOnly(quote));
    const [trade] = await ordersAtBank<TradeRecord>(caller, 'trades');
    expect((trade ? rateIn(trade) : 0) / rateIn(quote)).toBeCloseTo(0.97, 6);
    expect(Number(trade?.buyAmount) / quote.buyAmount).toBeCloseTo(0.97, 3);
  });
});

describe('a transfer that is booked late', () => {
  it('is in no list, no statement and no balance until then', async () => {
    await trouble('createSingleTransfer', { kind: 'late-booking', ms: 31_000 });
    const balances = async () =>
      (await caller.call('GET', `/platform${client}/accounts/by?accountNumber=${operating}`)).text;
    const before = await balances();
    expect(JSON.parse((await pay(caller)).text)).toMatchObject({
      transfer: { reference: 'PAY-1', status: 'processing' },
    });
    await advance(caller, 30_999);
    expect(await found()).toBe(0);
    expect(await booked(caller, 'PAY-1')).toEqual([]);
    expect(await balances()).toBe(before);
    await advance(caller, 1);
    expect(await found()).toBe(1);
    expect(await booked(caller, 'PAY-1')).toEqual(['-100.25 transfer', '-2.5 fee']);
    expect(await balances()).not.toBe(before);
  });

  it('is completed two minutes after its booking', async () => {
    await trouble('createSingleTransfer', { kind: 'late-booking', ms: 60_000 });
    await pay(caller);
    await advance(caller, 3 * 60_000);
    expect(await ordersAtBank(caller)).toMatchObject([
      { status: 'completed', settledAt: '2026-11-20T15:33:00.000Z' },
    ]);
  });

  it('is known when it is sent again meanwhile', async () => {
    await caller.call('PUT', '/sandbox/idempotency', { mode: 'reference' });
    await trouble('createSingleTransfer', { kind: 'late-booking', ms: 5_000 });
    const first = await pay(caller);
    expect(await pay(caller)).toMatchObject({ status: 200, text: first.text });
    await advance(caller, 5_000);
    expect(await found()).toBe(1);
  });
});

describe('a trade that is booked late', () => {
  it('is not there until then, and settles both legs together', async () => {
    await trouble('lockRate', { kind: 'late-booking', ms: 2_000 });
    const { quoteId } = await quoteOf(caller);
    const { lock: locked } = JSON.parse((await lock(caller, { quoteId })).text) as {
      lock: { tradeId: string };
    };
    const path = `/platform${client}/conversions/trades/${locked.tradeId}`;
    expect((await caller.call('GET', path)).status).toBe(404);
    await advance(caller, 2_000);
    expect((await caller.call('GET', path)).status).toBe(200);
    expect(await ordersAtBank<TradeRecord>(caller, 'trades')).toMatchObject([
      { status: 'settled' },
    ]);
    expect(await booked(caller, 'FX-1')).toHaveLength(2);
    expect(await booked(caller, 'FX-1', euroAccount)).toHaveLength(1);
  });
});

describe('a transfer that is never answered', () => {
  it.each([
    ['never-answer', 0],
    ['never-answer-after-commit', 1],
  ] as const)('by %s is booked %i times', async (kind, count) => {
    await trouble('createSingleTransfer', { kind });
    const call = request(`${caller.sandbox.baseUrl}/platform${client}/transfers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body: `{"accountNumber":"${operating}","beneficiaryId":"beneficiary-accepted","amount":5,"currency":"USD","reference":"PAY-1"}`,
      dispatcher: new Agent({ headersTimeout: 200 }),
    });
    await expect(call).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
    expect(await ordersAtBank(caller)).toHaveLength(count);
  });
});

describe('a fault rule for orders', () => {
  it.each([
    ['createSingleTransfer', 'beneficiary-failed'],
    ['createSingleTransfer', 'PAY-1'],
    ['lockRate', operating],
    ['lockRate', euroAccount],
    ['initiateRemittance', '0110045678'],
  ] as const)('of %s finds %s in the body', async (operation, subject) => {
    await trouble(operation, { kind: 'status', status: 503 }, { subject });
    const send = orders.find(([name]) => name === operation)?.[2];
    const answer =
      operation === 'createSingleTransfer'
        ? await pay(caller, { beneficiaryId: 'beneficiary-failed' })
        : await send?.();
    expect(answer?.status).toBe(503);
    const other = await pay(caller, { reference: 'OTHER' });
    expect(other.status).toBe(200);
  });

  it('finds its quote', async () => {
    const { quoteId } = await quoteOf(caller);
    await trouble('lockRate', { kind: 'status', status: 503 }, { subject: quoteId });
    expect((await lock(caller, { quoteId })).status).toBe(503);
    const other = await quoteOf(caller);
    expect((await lock(caller, { quoteId: other.quoteId })).status).toBe(200);
  });
});
