import { describe, expect, it } from 'vitest';

import { balanceOf, ledgerAccount } from '../../../sandbox/ledger/ledger.ts';
import type { RateLock, Trade } from '../../../shared/bank/conversions.ts';
import { parseExact, JsonNumber } from '../../../shared/json/exact-json.ts';
import { fromUnits } from '../../../shared/money/decimal.ts';
import { atRate } from '../../../shared/money/rate.ts';
import { operating, startAt, type Answered, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import {
  advance,
  askQuote,
  booked,
  client,
  euroAccount,
  inflow,
  lock,
  quoteOf,
  refusalOf,
} from './order-forms.ts';

let caller: Caller;
eachTestItsCaller(300, (opened) => {
  caller = opened;
});

const second = 1_000;
const lockIn = ({ text }: Answered): RateLock => (JSON.parse(text) as { lock: RateLock }).lock;

/** A record of an answer with its numbers as the bank wrote them. */
function exactly({ text }: Answered, name: string): Record<string, string> {
  const answer = parseExact(text) as Record<string, Record<string, unknown>>;
  const fields = Object.entries(answer[name] ?? {}).map(([field, value]) => [
    field,
    value instanceof JsonNumber ? value.source : value,
  ]);
  return Object.fromEntries(fields) as Record<string, string>;
}

async function tradeOf(id: string): Promise<Trade> {
  await caller.signIn();
  const path = `${client}/conversions/trades/${id}`;
  return (await caller.ask<{ trade: Trade }>('GET', path)).trade;
}

describe('a quote', () => {
  it('prices what is sold, with its fee, for half a minute', async () => {
    const quote = exactly(await askQuote(caller, { sellAmount: '1234.5' }), 'quote');
    const { rate = '' } = quote;
    expect(quote).toMatchObject({
      sellCurrency: 'USD',
      buyCurrency: 'EUR',
      sellAmount: '1234.50',
      buyAmount: atRate('1234.5', rate, 'EUR'),
      fee: '1.23',
      createdAt: startAt,
      expiresAt: '2026-11-20T15:30:30.000Z',
    });
  });

  it('prices what is bought', async () => {
    const fields = { sellCurrency: 'JPY', buyCurrency: 'USD', buyAmount: '1000' };
    const quote = exactly(await askQuote(caller, fields), 'quote');
    expect(quote['buyAmount']).toBe('1000.00');
    expect(quote['sellAmount']).toMatch(/^15\d{4}$/);
    expect(quote['fee']).toMatch(/^15\d$/);
    const worth = Number(atRate(quote['sellAmount'] ?? '', quote['rate'] ?? '', 'USD'));
    expect(Math.abs(worth - 1000)).toBeLessThan(0.01);
  });

  it('moves with the clock and has an id of its own', async () => {
    const quotes = [await quoteOf(caller)];
    for (let count = 0; count < 5; count += 1) {
      await advance(caller, second);
      quotes.push(await quoteOf(caller));
    }
    expect(new Set(quotes.map(({ quoteId }) => quoteId)).size).toBe(6);
    const rates = quotes.map((quote) => (quote as unknown as { rate: number }).rate);
    for (const [index, rate] of rates.slice(1).entries()) expect(rate).not.toBe(rates[index]);
  });

  it.each([
    [{}, [400, 'sellAmount']],
    [{ sellAmount: '1', buyAmount: '1' }, [400, 'buyAmount']],
    [{ sellAmount: '0' }, [400, 'sellAmount']],
    [{ sellAmount: '1e3' }, [400, 'sellAmount']],
    [{ sellAmount: '１００' }, [400, 'sellAmount']],
    [{ sellAmount: '1.001' }, [400, 'sellAmount']],
    [{ buyAmount: '1.5', buyCurrency: 'JPY' }, [400, 'buyAmount']],
    [{ sellAmount: '0.01', sellCurrency: 'NGN' }, [400, 'sellAmount']],
    [{ buyAmount: '0.01', buyCurrency: 'NGN' }, [400, 'buyAmount']],
    [{ sellAmount: '1', buyCurrency: 'USD' }, [400, 'buyCurrency']],
    [{ sellAmount: '1', buyCurrency: 'CHF' }, [400, 'buyCurrency']],
    [{ sellAmount: '10000000.01' }, [422, 'limit_exceeded']],
    [{ buyAmount: '99999999999999' }, [422, 'limit_exceeded']],
  ])('with %j is refused', async (fields: Record<string, string>, refusal) => {
    expect(refusalOf(await askQuote(caller, fields))).toEqual(refusal);
  });
});

describe('a locked quote', () => {
  it('is the deal: its trade is settled at once, to the last digit of the quote', async () => {
    const given = exactly(await askQuote(caller, { sellAmount: '1000' }), 'quote');
    const { quoteId, sellAmount, buyAmount, rate, fee } = given;
    const answer = await lock(caller, { quoteId });
    const locked = exactly(answer, 'lock');
    const same = { quoteId, sellAmount, buyAmount, rate, fee, reference: 'FX-1' };
    expect(locked).toMatchObject({
      ...same,
      status: 'locked',
      expiresAt: '2026-11-20T15:31:00.000Z',
    });
    const path = `/platform${client}/conversions/trades/${locked['tradeId'] ?? ''}`;
    expect(exactly(await caller.call('GET', path), 'trade')).toMatchObject({
      ...same,
      lockId: locked['lockId'],
      status: 'settled',
      sellAccountNumber: operating,
      buyAccountNumber: euroAccount,
      settledAt: startAt,
    });
    expect(await booked(caller, 'FX-1')).toEqual(['-1000 trade', '-1 fee']);
    expect(await booked(caller, 'FX-1', euroAccount)).toEqual([`+${Number(buyAmount)} trade`]);
  });

  it('is locked once', async () => {
    const { quoteId } = await quoteOf(caller);
    expect((await lock(caller, { quoteId })).status).toBe(200);
    expect(refusalOf(await lock(caller, { quoteId, reference: 'FX-2' }))).toEqual([
      422,
      'quote_used',
    ]);
  });

  it('must not be older than half a minute', async () => {
    const [one, other] = [await quoteOf(caller), await quoteOf(caller)];
    await advance(caller, 30 * second - 1);
    expect((await lock(caller, { quoteId: one.quoteId })).status).toBe(200);
    await advance(caller, 1);
    expect(refusalOf(await lock(caller, { quoteId: other.quoteId }))).toEqual([
      422,
      'quote_expired',
    ]);
    expect(refusalOf(await lock(caller, { quoteId: 'none' }))).toEqual([422, 'quote_expired']);
    expect(await booked(caller, 'FX-1')).toHaveLength(2);
  });

  it('is forgotten in the end, so that quotes do not pile up', async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      await quoteOf(caller);
      await advance(caller, 60 * second);
      await caller.signIn();
    }
    expect(caller.sandbox.bank.quotes.size).toBeLessThan(15);
  });

  it.each([
    [{ sellAccountNumber: euroAccount }, [400, 'sellAccountNumber']],
    [{ buyAccountNumber: operating }, [400, 'buyAccountNumber']],
    [{ buyAccountNumber: '1' }, [404, 'not_found']],
    [{ reference: '' }, [400, 'reference']],
  ])('with %j is refused, and stays good', async (fields, refusal) => {
    const { quoteId } = await quoteOf(caller);
    expect(refusalOf(await lock(caller, { quoteId, ...fields }))).toEqual(refusal);
    expect((await lock(caller, { quoteId })).status).toBe(200);
  });
});

describe('a trade that its account does not cover', () => {
  const held = () => balanceOf(ledgerAccount(caller.sandbox.bank.ledger, operating));

  /** Sells all that the account holds, so that the fee is missing. */
  async function sellAll(): Promise<RateLock> {
    const { quoteId } = await quoteOf(caller, { sellAmount: fromUnits(held(), 2) });
    return lockIn(await lock(caller, { quoteId }));
  }

  it('waits for funds, and is settled as soon as they come', async () => {
    const { tradeId } = await sellAll();
    expect(await tradeOf(tradeId)).toMatchObject({ status: 'awaiting_funds', settledAt: null });
    expect(await booked(caller, 'FX-1')).toEqual([]);
    await advance(caller, 10 * second);
    await inflow(caller, { amount: 100_000 });
    expect(await tradeOf(tradeId)).toMatchObject({
      status: 'settled',
      settledAt: '2026-11-20T15:30:10.000Z',
    });
    expect(await booked(caller, 'FX-1')).toHaveLength(2);
    expect(await booked(caller, 'FX-1', euroAccount)).toHaveLength(1);
  });

  it('expires with its lock, and then no funds help', async () => {
    const { tradeId } = await sellAll();
    await advance(caller, 60 * second - 1);
    expect((await tradeOf(tradeId)).status).toBe('awaiting_funds');
    await advance(caller, 1);
    await inflow(caller, { amount: 100_000 });
    const expired = await tradeOf(tradeId);
    expect(expired).toMatchObject({ status: 'expired', settledAt: null });
    expect(expired.reason).not.toBe('');
    expect(await booked(caller, 'FX-1')).toEqual([]);
  });
});

describe('trades', () => {
  it('are listed newest first and found by reference', async () => {
    for (const reference of ['A', 'B', 'C']) {
      const { quoteId } = await quoteOf(caller);
      await lock(caller, { quoteId, reference });
    }
    const references = async (query: string) => {
      const path = `${client}/conversions/trades${query}`;
      const { trades } = await caller.ask<{ trades: { data: Trade[] } }>('GET', path);
      return trades.data.map(({ reference }) => reference).join('');
    };
    expect(await references('')).toBe('CBA');
    expect(await references('?reference=B')).toBe('B');
    expect(await references('?reference=none')).toBe('');
    expect(await references('?pageSize=2&pageNumber=2')).toBe('A');
    const none = await caller.call('GET', `/platform${client}/conversions/trades/none`);
    expect(none.status).toBe(404);
  });
});
