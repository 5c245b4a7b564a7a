import { describe, expect, test } from 'vitest';

import { listEvents } from '../../electron/engines/store/records/bank-events.ts';
import {
  findMoneyRecords,
  moneyRecordById,
} from '../../electron/engines/store/records/money-lists.ts';
import { tradeList } from '../../electron/nouns/conversions/tables.ts';
import { asOfTopic } from '../../electron/engines/store/records/topics.ts';
import { listSubmissions } from '../../electron/engines/submissions/journal/submission-table.ts';
import {
  askQuote,
  lockGiven,
  lockQuote,
  type ConversionParts,
} from '../../electron/nouns/conversions/conversions.ts';
import { refreshTrade, refreshTrades } from '../../electron/nouns/conversions/refresh.ts';
import type { QuoteQuestion } from '../../electron/nouns/conversions/quote-question.ts';
import { QuoteBook } from '../../electron/nouns/conversions/quotes.ts';
import type { Submission } from '../../electron/engines/submissions/journal/submission-table.ts';
import type { OperationOutput } from '../../shared/bank/catalogue.ts';
import type { Quote, Trade } from '../../shared/bank/conversions.ts';
import type { SubmissionState } from '../../shared/ipc/submissions.ts';
import { fail, type Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { lockOf, quoteOf, tradeOf, usd } from './deals.ts';
import { limits } from '../../shared/limits.ts';
import { withClaims } from '../../electron/engines/submissions/claims.ts';
import { fakeClaims } from '../support/desks/fake-claims.ts';
import { context, openLoneDesk, valueOf } from '../support/desks/lone-desk.ts';
import { aboutOf } from '../support/about.ts';

/** A desk with an account in dollars and one in euros, at a bank that gives the price `Q-1` for half a minute. */
function openDesk(quoted: Partial<Quote> = {}) {
  const desk = openLoneDesk(
    {},
    {
      getQuote: () => {
        const expiresAt = new Date(desk.parts.clock.now() + 30_000).toISOString();
        return ok({ message: '', quote: quoteOf({ expiresAt, ...quoted }) });
      },
      lockRate: ({ body }) =>
        ok({ message: '', lock: lockOf({ reference: body.reference, quoteId: body.quoteId }) }),
    },
  );
  desk.cache.ensureAccount('1', 'USD');
  desk.cache.ensureAccount('2', 'EUR');
  const { clock } = desk.parts;
  const parts: ConversionParts = {
    ...desk.parts,
    quotes: new QuoteBook({
      clocks: { wall: clock, monotonicNow: () => clock.monotonicMs() },
      bankOffsetMs: () => desk.bank.clockAheadMs,
      onJump: () => undefined,
    }),
  };
  const pair = { sellAccountNumber: '1', buyAccountNumber: '2' };
  return {
    ...desk,
    parts,
    ask: (question: Partial<QuoteQuestion> = { sellAmount: '1000' }) =>
      askQuote(parts, { ...pair, ...question }, context),
    lock: (quoteId = 'Q-1', reference = 'R-1') => lockQuote(parts, { reference, quoteId }, context),
    give: (quoteId = 'Q-1', reference = 'R-1') =>
      lockGiven(parts, { body: { ...pair, quoteId, reference } }, context),
  };
}

describe('a price', () => {
  test('is asked for as it was typed, and shown with the time that is left of it', async () => {
    const { ask, bank } = openDesk();
    expect(await ask()).toMatchObject({
      ok: true,
      value: {
        quoteId: 'Q-1',
        debitTotal: usd('1001.00'),
        remainingMs: 28_000,
        clockOffsetMs: null,
      },
    });
    expect(bank.calls).toEqual([
      {
        name: 'getQuote',
        input: { query: { sellCurrency: 'USD', buyCurrency: 'EUR', sellAmount: '1000.00' } },
      },
    ]);
    expect(await ask({ buyAmount: '864.12' })).toMatchObject({ ok: true });
  });

  test('is not asked for where the question is wrong, which is reported by its field', async () => {
    const { ask, bank } = openDesk();
    expect(await ask({ sellAmount: '0' })).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', fields: { sellAmount: 'must be above zero' } },
    });
    expect(bank.calls).toEqual([]);
  });

  test('that the bank refuses is none, and the refusal is shown', async () => {
    const { ask, bank, lock } = openDesk();
    valueOf(await ask());
    bank.answers.getQuote = () => fail('bank.refused', 'test');
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'bank.refused' } });
    expect(await lock()).toMatchObject({ ok: false, error: { code: 'quote.expired' } });
  });

  test.each<[string, Partial<Quote>, string]>([
    ['another currency sold', { sellCurrency: 'GBP' }, 'The bank’s price is of GBP for EUR.'],
    ['another currency bought', { buyCurrency: 'GBP' }, 'The bank’s price is of USD for GBP.'],
    [
      'another amount',
      { sellAmount: '999.99' },
      'Sold: the bank’s price says 999.99 USD, the question says 1,000.00 USD.',
    ],
  ])('of %s than was asked is none', async (_, quoted, message) => {
    const { ask, lock } = openDesk(quoted);
    expect(await ask()).toMatchObject({
      ok: false,
      error: {
        code: 'bank.unexpected',
        operation: 'getQuote',
        message: expect.stringContaining(message) as string,
      },
    });
    expect(await lock()).toMatchObject({ ok: false, error: { code: 'quote.expired' } });
  });

  test('of another amount bought than was asked is none', async () => {
    expect(await openDesk().ask({ buyAmount: '864.13' })).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining(
          'Bought: the bank’s price says 864.12 EUR, the question says 864.13 EUR.',
        ) as string,
      },
    });
  });
});

describe('a deal', () => {
  test('is sent once with the price, both accounts and the reference, and shows what was agreed', async () => {
    const { ask, lock, bank, asked } = openDesk();
    valueOf(await ask());
    const dealt = await lock();
    expect(dealt).toMatchObject({
      ok: true,
      value: {
        reference: 'R-1',
        operation: 'lockRate',
        subject: 'trade:R-1',
        state: 'accepted',
        about: {
          title: 'Sell 1,000.00 USD for EUR',
          amount: usd('1000.00'),
          accountNumber: '1',
          quote: { quoteId: 'Q-1', fee: usd('1.00') },
        },
      },
    });
    expect(bank.calls.at(-1)).toEqual({
      name: 'lockRate',
      input: {
        body: { quoteId: 'Q-1', sellAccountNumber: '1', buyAccountNumber: '2', reference: 'R-1' },
      },
    });
    expect(await lock()).toEqual(dealt);
    expect(asked('lockRate')).toBe(1);
  });

  test('is shown again after the session has ended, and is not made of another price', async () => {
    const { ask, lock, bank, asked } = openDesk();
    valueOf(await ask());
    valueOf(await lock());
    bank.signedInAt = null;
    expect(await lock()).toMatchObject({ ok: true, value: { state: 'accepted' } });
    expect(await lock('Q-2')).toMatchObject({ ok: false, error: { code: 'session.required' } });
    bank.signedInAt = 'later';
    expect(await lock('Q-2')).toMatchObject({ ok: false, error: { code: 'quote.expired' } });
    expect(asked('lockRate')).toBe(1);
  });

  test.each([
    ['a deal of somebody else’s price', 'UPDATE submission SET operation = operation'],
    ['a deal of the first days, without words', 'UPDATE submission SET about = NULL'],
  ])('is none under the reference of %s', async (_, change) => {
    const { give, lock, parts, asked } = openDesk();
    valueOf(await give());
    parts.journal.connection.prepare(change).run();
    expect(await lock()).toMatchObject({ ok: false, error: { code: 'quote.expired' } });
    expect(asked('lockRate')).toBe(1);
  });

  test.each(['invented', 'Q-1'])(
    'of a price that was never given, or in an earlier session, is not sent: %s',
    async (quoteId) => {
      const { ask, lock, bank, parts } = openDesk();
      valueOf(await ask());
      bank.signedInAt = '2026-11-20T09:00:00.000Z';
      expect(await lock(quoteId)).toMatchObject({
        ok: false,
        error: { code: 'quote.expired', operation: 'lockRate' },
      });
      expect(listSubmissions(parts.journal)).toEqual([]);
    },
  );

  test('whose price ran out while it was written down is not sent', async () => {
    const { ask, lock, asked, continuity, parts, passes } = openDesk();
    valueOf(await ask());
    continuity.witness = () => {
      passes(28_000);
      return Promise.resolve(ok(null));
    };
    expect(await lock()).toMatchObject({
      ok: true,
      value: { state: 'not-sent', error: { code: 'quote.expired', operation: 'lockRate' } },
    });
    expect(asked('lockRate')).toBe(0);
    expect(listSubmissions(parts.journal)).toHaveLength(1);
  });

  /** The bank's answer to a deal that took so long to leave. */
  async function dealtAfter(
    ms: number,
    answer: Outcome<OperationOutput<'lockRate'>>,
  ): Promise<Submission> {
    const { ask, lock, bank, passes } = openDesk();
    valueOf(await ask());
    bank.answers.lockRate = (_input, { mayLeave, ...sent }) => {
      expect(sent).toMatchObject({ correlationId: 'test', idempotencyKey: 'R-1' });
      expect(mayLeave?.()).toBe(true);
      passes(ms);
      expect(mayLeave?.()).toBe(ms < 28_000);
      return answer;
    };
    return valueOf(await lock());
  }
  const cancelled = fail('cancelled', 'test');

  test('whose price ran out before the first byte left is not sent, and says so', async () => {
    expect(await dealtAfter(28_000, cancelled)).toMatchObject({
      state: 'not-sent',
      error: { code: 'quote.expired', operation: 'lockRate' },
    });
    expect(await dealtAfter(27_999, cancelled)).toMatchObject({ error: { code: 'cancelled' } });
  });

  test('does not leave a minute after the team granted it, though its price is still good', async () => {
    const { ask, bank, parts, passes } = openDesk({ expiresAt: '2026-11-20T11:00:00.000Z' });
    valueOf(await ask());
    const claims = fakeClaims();
    bank.answers.lockRate = (_input, { mayLeave }) => {
      expect(mayLeave?.()).toBe(true);
      passes(limits.claimHoldsMs + 1);
      expect(mayLeave?.()).toBe(false);
      return cancelled;
    };
    const deal = { reference: 'R-1', quoteId: 'Q-1' };
    expect(valueOf(await lockQuote(withClaims(parts, claims), deal, context))).toMatchObject({
      state: 'not-sent',
      error: { code: 'cancelled' },
    });
  });

  test('that left in time is what the bank says, however late it answers', async () => {
    const locked = ok({ message: '', lock: lockOf() });
    expect(await dealtAfter(60_000, locked)).toMatchObject({ state: 'accepted' });
    const lost = fail('outcome.unknown', 'test');
    expect(await dealtAfter(60_000, lost)).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.unknown' },
    });
  });

  test('that the journal refuses to take is refused with its reason', async () => {
    const { ask, lock, continuity } = openDesk();
    valueOf(await ask());
    continuity.allows = () => fail('journal.missing', 'test');
    expect(await lock()).toMatchObject({ ok: false, error: { code: 'journal.missing' } });
  });
});

describe('the price of somebody else', () => {
  test('is dealt as it was given, and identified by its number', async () => {
    const { give, bank } = openDesk();
    expect(await give()).toMatchObject({
      ok: true,
      value: {
        answer: { lock: { tradeId: 'T-1' } },
        submission: {
          state: 'accepted',
          operation: 'lockRate',
          subject: 'trade:R-1',
          about: aboutOf('Lock Rate of Q-1', { accountNumber: '1' }),
        },
      },
    });
    expect(bank.calls).toHaveLength(1);
  });

  test('is reported and not dealt again under its reference', async () => {
    const { give, asked } = openDesk();
    valueOf(await give());
    expect(await give()).toMatchObject({ ok: true, value: { submission: { state: 'accepted' } } });
    expect(asked('lockRate')).toBe(1);
  });

  test.each<[SubmissionState, boolean]>([
    ['accepted', true],
    ['unknown', true],
    ['sending', true],
    ['refused', false],
    ['not-sent', false],
    ['not-found', false],
  ])('that is %s under one reference is over under another: %s', async (state, isOver) => {
    const { give, asked, parts } = openDesk();
    valueOf(await give());
    parts.journal.connection.prepare('UPDATE submission SET state = ?').run(state);
    const second = await give('Q-1', 'R-2');
    expect(asked('lockRate')).toBe(isOver ? 1 : 2);
    if (!isOver) expect(second).toMatchObject({ ok: true });
    else
      expect(second).toMatchObject({
        ok: false,
        error: {
          code: 'quote.expired',
          operation: 'lockRate',
          message: expect.stringContaining(
            'The price Q-1 was dealt already, under the reference R-1',
          ) as string,
        },
      });
  });

  test('that the window dealt is over too, and another price is not', async () => {
    const { ask, lock, give, asked } = openDesk();
    valueOf(await ask());
    valueOf(await lock());
    expect(await give('Q-1', 'R-2')).toMatchObject({ error: { code: 'quote.expired' } });
    expect(await give('Q-2', 'R-2')).toMatchObject({ ok: true });
    expect(asked('lockRate')).toBe(2);
  });
});

describe('trades', () => {
  const listed = (trades: readonly Trade[]) =>
    ok({
      message: '',
      trades: {
        data: [...trades],
        page: 1,
        pageSize: 200,
        totalItems: trades.length,
        totalPages: 1,
      },
    });

  test('are read to the list’s end, and taken over with its time', async () => {
    const { parts, bank } = openDesk();
    const trades = [tradeOf(), tradeOf({ tradeId: 'T-2' })];
    bank.answers.getAllTrades = () => listed(trades);
    expect(await refreshTrades(parts, context)).toEqual(ok({ count: 2 }));
    expect(bank.calls.map(({ input }) => input)).toEqual([
      { query: { pageNumber: '1', pageSize: '200' } },
    ]);
    expect(asOfTopic(parts.reader, 'trades')).toBe(new Date(parts.clock.now()).toISOString());
    expect(moneyRecordById(parts.reader, tradeList, 'T-2')?.record).toEqual(trades[1]);
  });

  test('are found by number, reference, status and currencies', async () => {
    const { parts, bank } = openDesk();
    bank.answers.getAllTrades = () => listed([tradeOf()]);
    valueOf(await refreshTrades(parts, context));
    const found = (search: string) =>
      findMoneyRecords(parts.reader, tradeList, { search, limit: 9 }).length;
    for (const search of ['t-1', 'r-1', 'settled', 'usd', 'eur', 'usd eur'])
      expect(found(search)).toBe(1);
    expect(found('gbp')).toBe(0);
  });

  test('note in the timeline what the bank made of them since', async () => {
    const { parts, bank } = openDesk();
    bank.answers.getAllTrades = () => listed([tradeOf({ status: 'locked' })]);
    valueOf(await refreshTrades(parts, context));
    bank.answers.getAllTrades = () => listed([tradeOf({ reason: 'Manual' })]);
    valueOf(await refreshTrades(parts, context));
    const { rows } = listEvents(parts.reader, { limit: 9, kinds: ['trade'] });
    const about = { subjectId: 'T-1', title: '1,000.00 USD for 864.12 EUR', accountNumber: '1' };
    expect(rows).toMatchObject([
      { ...about, change: 'changed', field: 'reason', before: null, after: 'Manual' },
      { ...about, change: 'changed', field: 'status', before: 'locked', after: 'settled' },
    ]);
  });

  test('stay as they were where the bank does not list them', async () => {
    const { parts, bank } = openDesk();
    bank.answers.getAllTrades = () => fail('bank.unavailable', 'test');
    expect(await refreshTrades(parts, context)).toMatchObject({
      ok: false,
      error: { code: 'bank.unavailable' },
    });
    expect(asOfTopic(parts.reader, 'trades')).toBeNull();
  });

  test('one is read by itself, and reported as changed when the bank reports it otherwise', async () => {
    const { parts, bank } = openDesk();
    let trade = tradeOf();
    bank.answers.getTrade = () => ok({ message: '', trade });
    expect(await refreshTrade(parts, 'T-1', context)).toEqual(ok({ changed: true }));
    expect(bank.calls.at(-1)?.input).toEqual({ path: { tradeId: 'T-1' } });
    expect(await refreshTrade(parts, 'T-1', context)).toEqual(ok({ changed: false }));
    trade = tradeOf({ status: 'expired' });
    expect(await refreshTrade(parts, 'T-1', context)).toEqual(ok({ changed: true }));
    expect(moneyRecordById(parts.reader, tradeList, 'T-1')?.record).toEqual(trade);
    expect(asOfTopic(parts.reader, 'trades')).toBeNull();
    bank.answers.getTrade = () => fail('bank.refused', 'test');
    expect(await refreshTrade(parts, 'T-1', context)).toMatchObject({
      error: { code: 'bank.refused' },
    });
  });
});
