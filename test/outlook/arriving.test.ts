import { describe, expect, test } from 'vitest';

import { limits } from '../../shared/limits.ts';
import { eur, usd } from '../conversions/deals.ts';
import { beginning, debitOf, firstDay, paying, readStatement } from '../support/desks/lone-desk.ts';
import {
  arrivingOn,
  creditOf,
  earlier,
  euros,
  later,
  linesAhead,
  openTradeDesk,
  questionsOf,
  saveDeals,
  writeDeal,
} from './trade-desk.ts';

describe('the bought side of a trade', () => {
  test('is on its way to its account, apart from what leaves, until it is booked', async () => {
    const lone = openTradeDesk();
    expect(await arrivingOn(lone)).toEqual({ rows: [], elsewhere: [] });
    saveDeals(lone, { tradeId: 'T-1', reference: 'R-1' });
    saveDeals(lone, { tradeId: 'T-2', reference: 'R-2', status: 'awaiting_funds' });
    expect(await arrivingOn(lone)).toMatchObject({
      elsewhere: [],
      rows: [
        {
          accountNumber: euros,
          amount: eur('1728.24'),
          lines: [
            {
              ...{ kind: 'trade', tradeId: 'T-1', sent: null, status: 'to-settle' },
              ...{ amount: eur('864.12'), sold: usd('1000.00'), dealtAt: earlier },
            },
            { tradeId: 'T-2', status: 'waits-for-funds' },
          ],
        },
      ],
    });
  });

  test('that came to nothing is none, nor one that is through by the bank’s own word', async () => {
    const lone = openTradeDesk();
    lone.bank.words = { failed: ['nixed'], rejected: [], done: ['through'] };
    const over = ['failed', 'CANCELLED', 'expired', 'returned', 'nixed', 'through'];
    saveDeals(
      lone,
      ...over.map((status, at) => ({ tradeId: `T-${String(at)}`, reference: status, status })),
    );
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('that the bank has settled is on its way until the balance here is newer, synced or not', async () => {
    const lone = openTradeDesk();
    const settled = { status: 'settled', tradeId: 'T-1', reference: 'R-1' };
    saveDeals(lone, { ...settled, settledAt: later });
    expect(await arrivingOn(lone)).toMatchObject({
      rows: [{ amount: eur('864.12'), lines: [{ status: 'settled' }] }],
    });
    saveDeals(lone, { ...settled, settledAt: earlier });
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('ends with its entry, though the list of trades was not read since', async () => {
    const lone = openTradeDesk();
    saveDeals(lone, {
      tradeId: 'T-1',
      reference: 'R-1',
      buyAccountNumber: paying,
      buyCurrency: 'USD',
    });
    expect((await arrivingOn(lone)).rows).toHaveLength(1);
    readStatement(lone, [creditOf('E-1', 'R-1', 8_641_200n)]);
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('is listed once: by the bank’s record of it, else by what was sent; a missing answer is shown as such', async () => {
    const lone = openTradeDesk();
    writeDeal(lone, 'R-1', { state: 'accepted', recordId: 'T-1' });
    writeDeal(lone, 'R-2', { state: 'unknown' });
    writeDeal(lone, 'R-3', { state: 'refused' });
    const { rows } = await arrivingOn(lone);
    expect(rows).toMatchObject([
      {
        amount: eur('1728.24'),
        lines: [
          { status: 'to-settle', tradeId: null, sent: { reference: 'R-1', recordId: 'T-1' } },
          { status: 'unanswered', tradeId: null, sent: { reference: 'R-2' } },
        ],
      },
    ]);
    saveDeals(lone, { tradeId: 'T-1', reference: 'R-1' }, { tradeId: 'T-2', reference: 'R-2' });
    expect(await arrivingOn(lone)).toMatchObject({
      elsewhere: [],
      rows: [
        {
          amount: eur('1728.24'),
          lines: [
            { tradeId: 'T-1', status: 'to-settle', sent: { reference: 'R-1' } },
            { tradeId: 'T-2', status: 'to-settle', sent: { reference: 'R-2' } },
          ],
        },
      ],
    });
  });

  test('is not counted on after a week, unless its outcome is unknown', async () => {
    const lone = openTradeDesk();
    writeDeal(lone, 'R-1', { state: 'accepted' });
    writeDeal(lone, 'R-2', { state: 'unknown' });
    saveDeals(lone, { tradeId: 'T-9', reference: 'R-9' });
    expect((await arrivingOn(lone)).rows[0]?.lines).toHaveLength(3);
    lone.passes(limits.inFlightMs + 24 * 3_600_000);
    expect((await arrivingOn(lone)).rows).toMatchObject([
      { lines: [{ sent: { reference: 'R-2' } }] },
    ]);
  });

  test('is compared with the balance that is shown: the statement’s where the bank names none, and none before any', async () => {
    const lone = openTradeDesk();
    lone.cache.ensureAccount('7', 'EUR');
    const settled = { status: 'settled', buyAccountNumber: '7', settledAt: earlier };
    saveDeals(lone, { ...settled, tradeId: 'T-1', reference: 'R-1' });
    expect((await arrivingOn(lone)).rows).toMatchObject([{ lines: [{ status: 'settled' }] }]);
    const start = { accountNumber: '7', from: firstDay, to: firstDay };
    const { rangeId } = lone.cache.beginRange(start);
    lone.cache.finishRange({ rangeId, asOf: beginning, days: [], withdraw: true });
    expect((await arrivingOn(lone)).rows).toEqual([]);
    saveDeals(lone, { ...settled, tradeId: 'T-1', reference: 'R-1', settledAt: beginning });
    expect((await arrivingOn(lone)).rows).toEqual([]);
    saveDeals(lone, { ...settled, tradeId: 'T-1', reference: 'R-1', settledAt: later });
    expect((await arrivingOn(lone)).rows).toHaveLength(1);
  });

  test('that has settled on an account that is not here is none, as it is where it was settled and returned', async () => {
    const lone = openTradeDesk();
    const settled = { status: 'settled', settledAt: later };
    saveDeals(lone, { ...settled, tradeId: 'T-1', reference: 'R-1', buyAccountNumber: '404' });
    saveDeals(lone, { ...settled, tradeId: 'T-2', reference: 'R-2', status: 'returned' });
    expect(await arrivingOn(lone)).toEqual({ rows: [], elsewhere: [] });
  });

  test('is not booked by its sold leg, nor by a debit of the account that it comes to', async () => {
    const lone = openTradeDesk();
    const own = { sellAccountNumber: paying, buyAccountNumber: paying, buyCurrency: 'USD' };
    saveDeals(lone, { ...own, tradeId: 'T-1', reference: 'R-1' });
    writeDeal(lone, 'R-2', { state: 'accepted' });
    readStatement(lone, [
      debitOf('E-1', { customReference: 'R-1' }),
      debitOf('E-2', { customReference: 'R-2' }),
    ]);
    expect((await arrivingOn(lone)).rows.flatMap(({ lines }) => lines)).toMatchObject([
      { tradeId: 'T-1' },
      { tradeId: null, sent: { reference: 'R-2' } },
    ]);
  });

  test('as it was sent ends with its entry too, though the bank has no record of it', async () => {
    const lone = openTradeDesk();
    writeDeal(lone, 'R-1', { state: 'accepted' });
    expect((await arrivingOn(lone)).rows).toHaveLength(1);
    const booked = { ...creditOf('E-1', 'R-1', 8_641_200n), currency: 'EUR' };
    const { rangeId } = lone.cache.beginRange({
      ...{ accountNumber: euros, from: firstDay, to: firstDay },
    });
    const page = { cursor: '{}', entries: [booked], unreadable: [], seenAt: beginning };
    lone.cache.savePage({ rangeId, ...page });
    lone.cache.finishRange({ rangeId, asOf: beginning, days: [], withdraw: true });
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('names what was sent for it, found by the bank’s id or by the reference, and nothing else', async () => {
    const lone = openTradeDesk();
    writeDeal(lone, 'R-1', { state: 'accepted', recordId: 'T-1' });
    writeDeal(lone, 'R-2', { state: 'accepted' });
    saveDeals(
      lone,
      { tradeId: 'T-1', reference: 'BANK-1' },
      { tradeId: 'T-2', reference: 'R-2' },
      { tradeId: 'T-3', reference: 'R-3' },
    );
    expect((await arrivingOn(lone)).rows[0]?.lines).toMatchObject([
      { tradeId: 'T-1', sent: { reference: 'R-1' } },
      { tradeId: 'T-2', sent: { reference: 'R-2' } },
      { tradeId: 'T-3', sent: null },
    ]);
  });

  test('is on its way for seven days, the seventh included', async () => {
    const lone = openTradeDesk();
    saveDeals(lone, { tradeId: 'T-7', reference: 'R-7', createdAt: '2026-11-13T00:00:00.000Z' });
    saveDeals(lone, { tradeId: 'T-8', reference: 'R-8', createdAt: '2026-11-12T23:59:59.999Z' });
    expect((await arrivingOn(lone)).rows[0]?.lines).toMatchObject([{ tradeId: 'T-7' }]);
  });

  test('is known by the bank alone where what was sent names no price or cannot be read', async () => {
    const lone = openTradeDesk();
    writeDeal(lone, 'R-1', { state: 'accepted', recordId: 'T-1', hasQuote: false });
    writeDeal(lone, 'R-2', { state: 'unknown', payload: '{}' });
    expect(await arrivingOn(lone)).toEqual({ rows: [], elsewhere: [] });
    saveDeals(lone, { tradeId: 'T-1', reference: 'R-1' });
    expect((await arrivingOn(lone)).rows).toMatchObject([
      { amount: eur('864.12'), lines: [{ tradeId: 'T-1', sent: null }] },
    ]);
  });

  test('is read after what a person looks at', async () => {
    const lone = openTradeDesk();
    saveDeals(lone, { tradeId: 'T-1', reference: 'R-1' });
    const asked: unknown[] = [];
    const answered = questionsOf(lone);
    const questions: ReturnType<typeof questionsOf> = {
      ask: (name, input, asking) => {
        asked.push([name, asking]);
        return answered.ask(name, input, asking);
      },
    };
    expect((await arrivingOn(lone, questions)).rows).toHaveLength(1);
    expect(asked).toEqual([['arrivingTrades', { urgency: 'soon' }]]);
  });
});

describe('the outlook', () => {
  test('has what is bought until the balance is newer than its settlement, as the position has', async () => {
    const lone = openTradeDesk();
    const settled = { tradeId: 'T-1', reference: 'R-1', status: 'settled' };
    saveDeals(lone, { ...settled, settledAt: later });
    expect(await linesAhead(lone, euros, 'EUR')).toMatchObject([
      { units: 8_641_200n, source: { kind: 'trade', tradeId: 'T-1' } },
    ]);
    saveDeals(lone, { ...settled, settledAt: earlier });
    expect(await linesAhead(lone, euros, 'EUR')).toEqual([]);
  });

  test('has a trade on the account that it brings money to, today, with its reason, until it is booked', async () => {
    const lone = openTradeDesk();
    saveDeals(lone, { tradeId: 'T-1', reference: 'R-1' });
    expect(await linesAhead(lone, euros, 'EUR')).toEqual([
      {
        ...{ day: '2026-11-20', units: 8_641_200n, name: 'Bought for 1,000.00 USD' },
        ...{ reason: 'trade to settle', record: '' },
        source: { kind: 'trade', tradeId: 'T-1' },
      },
    ]);
    expect(await linesAhead(lone, paying, 'USD')).toEqual([]);
    const back = { buyAccountNumber: paying, buyCurrency: 'USD', sellAccountNumber: euros };
    saveDeals(lone, { ...back, tradeId: 'T-2', reference: 'R-2' });
    expect(await linesAhead(lone, paying, 'USD')).toHaveLength(1);
    readStatement(lone, [creditOf('E-1', 'R-2', 8_641_200n)]);
    expect(await linesAhead(lone, paying, 'USD')).toEqual([]);
  });

  test('has no trade that was dealt more than seven days ago', async () => {
    const lone = openTradeDesk();
    saveDeals(lone, { tradeId: 'T-7', reference: 'R-7', createdAt: '2026-11-13T00:00:00.000Z' });
    saveDeals(lone, { tradeId: 'T-8', reference: 'R-8', createdAt: '2026-11-12T23:59:59.999Z' });
    expect(await linesAhead(lone, euros, 'EUR')).toMatchObject([{ source: { tradeId: 'T-7' } }]);
  });
});
