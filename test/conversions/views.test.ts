import { describe, expect, test } from 'vitest';

import { listAccounts, type CachedAccount } from '../../electron/nouns/accounts/tables.ts';
import { moneyRecordById } from '../../electron/engines/store/records/money-lists.ts';
import { understand } from '../../electron/engines/find/understand.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { tradeReads } from '../../electron/nouns/conversions/find.ts';
import { tradeList } from '../../electron/nouns/conversions/tables.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { bookedLegs } from '../../electron/nouns/conversions/booked-legs.ts';
import { lockGiven } from '../../electron/nouns/conversions/conversions.ts';
import {
  readQuestion,
  type QuoteRequest,
  type QuoteQuestion,
} from '../../electron/nouns/conversions/quote-question.ts';
import { quoteView } from '../../electron/nouns/conversions/quote-view.ts';
import { agreedQuote } from '../../electron/nouns/conversions/trade-figures.ts';
import { lockResult, tradeDetail, tradeRow } from '../../electron/nouns/conversions/trade-views.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import type { Quote, RateLock, Trade } from '../../shared/bank/conversions.ts';
import { fail } from '../../shared/errors.ts';
import type { InFlight } from '../../shared/ipc/submissions.ts';
import { add, negate } from '../../shared/money/money.ts';
import { ok } from '../../shared/result.ts';
import { entry, fetchRange, openCopy, range } from '../support/stores/store.ts';
import { eur, lockOf, quoteOf, tradeOf, usd } from './deals.ts';
import { intentOf } from '../support/desks/paying-desk.ts';
import {
  accountOf,
  beginning,
  context,
  openLoneDesk,
  valueOf,
} from '../support/desks/lone-desk.ts';

const reportedAt = '2026-11-20T15:00:00.000Z';
const earlier = '2026-11-20T14:00:00.000Z';

const accountIn = (accountId: string, currencyIso3Code: string, availableBalance: string) =>
  accountOf({ accountId, currencyIso3Code, availableBalance, accountName: '' });

describe('a question for a price', () => {
  /** Accounts in dollars, euros and yen, and two more: in dollars, and of a currency that is not known. */
  function ask(question: Partial<QuoteQuestion>) {
    const { writer, reader } = openCopy();
    for (const [account, currency] of [
      ['usd', 'USD'],
      ['eur', 'EUR'],
      ['jpy', 'JPY'],
      ['usd-2', 'USD'],
      ['untold', null],
    ] as const)
      writer.ensureAccount(account, currency);
    return readQuestion(reader, {
      sellAccountNumber: 'usd',
      buyAccountNumber: 'eur',
      ...question,
    });
  }

  test('is asked in the currencies of its accounts, with the one amount that was typed', () => {
    const sold = ask({ sellAmount: ' 1,234.5 ' });
    expect(sold).toMatchObject({
      ok: true,
      value: { sellAccount: { accountNumber: 'usd' }, buyAccount: { accountNumber: 'eur' } },
    });
    expect(sold.ok && sold.value.query).toEqual({
      sellCurrency: 'USD',
      buyCurrency: 'EUR',
      sellAmount: '1234.50',
    });
    const bought = ask({ buyAccountNumber: 'jpy', buyAmount: '500' });
    expect(bought.ok && bought.value.query).toEqual({
      sellCurrency: 'USD',
      buyCurrency: 'JPY',
      buyAmount: '500',
    });
  });

  const unknown = 'is not an account whose currency is known here';
  test.each<[string, Partial<QuoteQuestion>, Record<string, string>]>([
    ['from nowhere', { sellAccountNumber: '404' }, { sellAccountNumber: unknown }],
    ['to nowhere', { buyAccountNumber: '404' }, { buyAccountNumber: unknown }],
    [
      'from a currency that is not known',
      { sellAccountNumber: 'untold' },
      { sellAccountNumber: unknown },
    ],
    [
      'to a currency that is not known',
      { buyAccountNumber: 'untold' },
      { buyAccountNumber: unknown },
    ],
    [
      'into the same currency',
      { buyAccountNumber: 'usd-2', sellAmount: '1' },
      { buyAccountNumber: 'must be in another currency than what is sold' },
    ],
    [
      'with both amounts',
      { sellAmount: '1', buyAmount: '1' },
      { buyAmount: 'must be left out when the amount sold is given' },
    ],
    ['without an amount', {}, { sellAmount: 'enter an amount' }],
    ['of nought', { sellAmount: '0' }, { sellAmount: 'must be above zero' }],
    [
      'of half a yen',
      { buyAccountNumber: 'jpy', buyAmount: '1.5' },
      { buyAmount: 'JPY has no decimals' },
    ],
  ])('%s is refused at its field', (_, question, problems) => {
    expect(ask(question)).toEqual({ ok: false, error: problems });
  });
});

describe('what a price would do', () => {
  const fundsOf = ({ available, availableAsOf }: CachedAccount, inFlight: InFlight | null) => ({
    ...{ balance: available, asOf: availableAsOf, inFlight },
    after: available && (inFlight ? add(available, negate(inFlight.amount)) : available),
  });
  const priced = (asked: QuoteRequest, quote: Quote, inFlight: InFlight | null = null) =>
    quoteView(asked, quote, {
      selling: fundsOf(asked.sellAccount, inFlight),
      buying: fundsOf(asked.buyAccount, null),
    });
  const accounts = (sells: string | null, buys: string | null, asOf = [reportedAt, reportedAt]) => {
    const { writer, reader } = openCopy();
    writer.ensureAccount('s', 'USD');
    writer.ensureAccount('b', 'EUR');
    if (sells !== null) writer.saveAccounts([accountIn('s', 'USD', sells)], asOf[0]!);
    if (buys !== null) writer.saveAccounts([accountIn('b', 'EUR', buys)], asOf[1]!);
    const listed = listAccounts(reader);
    const [sellAccount, buyAccount] = ['s', 'b'].map((number) =>
      listed.find(({ accountNumber }) => accountNumber === number),
    ) as [CachedAccount, CachedAccount];
    const query = { sellCurrency: 'USD', buyCurrency: 'EUR', sellAmount: '1000.00' };
    return { sellAccount, buyAccount, query };
  };

  test('is shown with both balances before and after, and the rate both ways', () => {
    expect(priced(accounts('1500', '10'), quoteOf({ rate: '0.8' }))).toEqual({
      quoteId: 'Q-1',
      sellAccountNumber: 's',
      buyAccountNumber: 'b',
      sell: usd('1000.00'),
      buy: eur('864.12'),
      rate: '0.8',
      inverse: '1.25',
      fee: usd('1.00'),
      debitTotal: usd('1001.00'),
      inFlight: null,
      sellBalance: { before: usd('1500.00'), after: usd('499.00') },
      buyBalance: { before: eur('10.00'), after: eur('874.12') },
      balancesAsOf: reportedAt,
      coversIt: true,
      expiresAt: '2026-11-20T15:30:30.000Z',
    });
  });

  test('takes what is in flight off the selling account before and after, which differ by what leaves', () => {
    const inFlight = { amount: usd('500.00'), sent: [] };
    expect(priced(accounts('1500', '10'), quoteOf({ rate: '0.8' }), inFlight)).toMatchObject({
      inFlight,
      sellBalance: { before: usd('1000.00'), after: usd('-1.00') },
      coversIt: false,
    });
  });

  test.each([
    ['1001.00', '1.00', true],
    ['1000.99', '1.00', false],
    ['1000.00', null, true],
    ['999.99', null, false],
  ])('an account of %s with a fee of %s covers it: %s', (available, fee, coversIt) => {
    expect(priced(accounts(available, '0'), quoteOf({ fee })).coversIt).toBe(coversIt);
  });

  test('of balances that were never given nothing is guessed', () => {
    expect(priced(accounts(null, null), quoteOf())).toMatchObject({
      sellBalance: { before: null, after: null },
      buyBalance: { before: null, after: null },
      coversIt: null,
      balancesAsOf: null,
    });
    expect(priced(accounts('1', null), quoteOf()).balancesAsOf).toBeNull();
    expect(priced(accounts(null, '1'), quoteOf()).balancesAsOf).toBeNull();
  });

  test.each([[[earlier, reportedAt]], [[reportedAt, earlier]]])(
    'balances of %s are as old as the older one',
    (asOf) => {
      expect(priced(accounts('1', '1', asOf), quoteOf()).balancesAsOf).toBe(earlier);
    },
  );
});

/** The statements of the two accounts of a trade, `1` in dollars and `2` in euros. */
function statements(sold: Parameters<typeof entry>[1][], bought: Parameters<typeof entry>[1][]) {
  const copy = openCopy();
  for (const [accountNumber, currency, given] of [
    ['1', 'USD', sold],
    ['2', 'EUR', bought],
  ] as const) {
    copy.writer.ensureAccount(accountNumber, currency);
    const entries = given.map((one, ordinal) =>
      entry(`${accountNumber}-${String(ordinal)}`, {
        currency,
        ordinal,
        customReference: 'R-1',
        ...one,
      }),
    );
    fetchRange(copy.writer, [entries], { start: { ...range(), accountNumber } });
  }
  return copy;
}

describe('the legs of a trade', () => {
  test('are the debits of one account and the credits of the other under its reference', () => {
    const { reader } = statements(
      [
        { direction: 'debit', amountE4: 10_000_000n },
        { direction: 'debit', amountE4: -10_000n, transactionType: 'fee' },
        { direction: 'credit', amountE4: 70_000n },
        { direction: 'debit', customReference: 'R-11' },
      ],
      [
        { amountE4: 8_641_200n, transactionType: 'fee' },
        { direction: 'debit', amountE4: 5n },
      ],
    );
    const legs = bookedLegs(reader, tradeOf());
    expect(legs.map(({ leg, accountNumber, amount }) => [leg, accountNumber, amount])).toEqual([
      ['sold', '1', usd('1000.00')],
      ['fee', '1', usd('1.00')],
      ['bought', '2', eur('864.12')],
    ]);
    expect(legs[0]).toMatchObject({ entryId: '1-0', bookedAt: '2024-10-04T10:00:00.000Z' });
  });

  test('a trade without a reference has none, though entries without one stand there', () => {
    const nameless = { direction: 'debit', customReference: '' } as const;
    const { reader } = statements([nameless], [{ customReference: '' }]);
    expect(bookedLegs(reader, tradeOf({ reference: '' }))).toEqual([]);
  });
});

describe('a search among trades', () => {
  function find(typed: string, limit = 10) {
    const { writer, reader } = openCopy();
    const gbp = { sellCurrency: 'GBP', sellAmount: '50.00', status: 'locked', reference: '' };
    const accounts = { sellAccountNumber: '3333', buyAccountNumber: '4444' };
    const older = { createdAt: '2026-11-18T09:00:00.000Z' };
    writer.saveTrades(
      [
        tradeOf({ sellAccountNumber: '1111', buyAccountNumber: '2222' }),
        tradeOf({ tradeId: 'T-2', buyAmount: '57.00', ...gbp, ...accounts, ...older }),
      ],
      ...[reportedAt, { complete: true }],
    );
    const terms = understand(typed, {
      ...{ today: '2026-11-20', accountNumbers: ['1111', '2222', '3333', '4444'] },
      currencies: ['USD', 'EUR', 'GBP'],
    });
    return toTheEnd(tradeReads(reader).findTrades({ terms, limit }));
  }

  test.each([
    ['t-2', ['T-2']],
    ['r-1', ['T-1']],
    ['ref:R-1', ['T-1']],
    ['settled', ['T-1']],
    ['trade', ['T-1', 'T-2']],
    ['convert', ['T-1', 'T-2']],
    ['1000', ['T-1']],
    ['57.00', ['T-2']],
    ['gbp', ['T-2']],
    ['eur', ['T-1', 'T-2']],
    ['2026-11-18', ['T-2']],
    ['account:1111', ['T-1']],
    ['account:4444', ['T-2']],
    ['settled gbp', []],
    ['nothing', []],
  ])('for “%s” finds %j', (typed, ids) => {
    expect(find(typed).map(({ id }) => id)).toEqual(ids);
  });

  test('shows what was sold for what, under the reference or else the number', () => {
    const [first, second] = find('trade');
    expect(first).toEqual({
      ...{ id: 'T-1', within: null, day: '2026-11-20', lead: '', text: 'R-1 for 864.12 EUR' },
      ...{ aside: 'settled', amount: usd('1000.00'), direction: 'debit' },
    });
    expect(second).toMatchObject({ text: 'T-2 for 57.00 EUR', aside: 'locked' });
    expect(find('trade', 1)).toEqual([first]);
  });
});

describe('a trade', () => {
  /** A desk at which the price of `Q-1` was locked, with this answer; none where it is null. */
  async function locked(lock: Partial<RateLock> | null = {}) {
    const desk = openLoneDesk(
      {},
      {
        lockRate: () =>
          lock === null ? fail('outcome.unknown', 'test') : ok({ message: '', lock: lockOf(lock) }),
      },
    );
    const body = {
      quoteId: 'Q-1',
      sellAccountNumber: '1',
      buyAccountNumber: '2',
      reference: 'R-1',
    };
    const { submission } = valueOf(await lockGiven(desk.parts, { body }, context));
    const detail = (trade: Trade) =>
      tradeDetail(desk.parts, { record: trade, asOf: reportedAt, since: reportedAt });
    return { ...desk, submission, detail };
  }

  test('is listed by what it exchanges, and shown with all that is known of it', async () => {
    const { detail } = await locked();
    const trade = tradeOf({ reason: 'Manual', expiresAt: reportedAt });
    const row = {
      tradeId: 'T-1',
      reference: 'R-1',
      status: 'settled',
      sell: usd('1000.00'),
      buy: eur('864.12'),
      rate: '0.86412',
      createdAt: '2026-11-20T15:30:05.000Z',
      settledAt: '2026-11-20T15:30:06.000Z',
    };
    expect(tradeRow(trade)).toEqual(row);
    const { match, ...rest } = detail(trade);
    expect(rest).toEqual({
      ...row,
      reason: 'Manual',
      fee: usd('1.00'),
      sellAccountNumber: '1',
      buyAccountNumber: '2',
      expiresAt: reportedAt,
      asOf: reportedAt,
      legs: [],
      extras: null,
    });
    expect(match.columns.map(({ record }) => record)).toEqual([null, 'L-1', 'T-1', null]);
  });

  test('is held against what was agreed at this desk, where that is known', async () => {
    const { detail, parts } = await locked();
    const columnFor = (about: string | null) => {
      parts.journal.connection.prepare('UPDATE submission SET about = ?').run(about);
      return detail(tradeOf()).match.columns[0];
    };
    const unknownQuote = { source: 'quote', sell: null, record: null };
    expect(columnFor(JSON.stringify({ quote: agreedQuote(quoteOf()) }))).toMatchObject({
      sell: usd('1000.00'),
      record: 'Q-1',
    });
    expect(columnFor(null)).toMatchObject(unknownQuote);
    expect(detail(tradeOf({ reference: 'R-2' })).match.columns[0]).toMatchObject(unknownQuote);
  });

  test('of which the bank names no accounts is of those that were sent', async () => {
    const { detail } = await locked();
    const nameless = { sellAccountNumber: '', buyAccountNumber: '' };
    expect(detail(tradeOf(nameless))).toMatchObject({
      sellAccountNumber: '1',
      buyAccountNumber: '2',
    });
    expect(detail(tradeOf({ sellAccountNumber: '8', buyAccountNumber: '9' }))).toMatchObject({
      sellAccountNumber: '8',
      buyAccountNumber: '9',
    });
    expect(detail(tradeOf({ ...nameless, reference: 'R-2' }))).toMatchObject(nameless);
  });

  test('whose sending cannot be read back from the journal is shown all the same', async () => {
    const { detail, parts } = await locked();
    parts.journal.connection.prepare("UPDATE submission SET payload = '{'").run();
    const nameless = { sellAccountNumber: '', buyAccountNumber: '' };
    expect(detail(tradeOf(nameless))).toMatchObject(nameless);
  });

  test('under the reference of a payment is not that payment', async () => {
    const { parts, detail, bank } = await locked();
    bank.answers.createSingleTransfer = () => fail('bank.refused', 'test');
    valueOf(await submit(parts, intentOf('P-1'), context));
    const answer = JSON.stringify({ lock: lockOf() });
    parts.journal.connection.prepare('UPDATE submission SET answer = ?').run(answer);
    expect(detail(tradeOf({ reference: 'P-1', sellAccountNumber: '' }))).toMatchObject({
      sellAccountNumber: '',
      match: { columns: [{ record: null }, { record: null }, { record: 'T-1' }, { record: null }] },
    });
  });

  test('found by its reference, after an answer was lost, has no lock to show', async () => {
    const { detail, parts } = await locked(null);
    expect(detail(tradeOf()).match.columns[1]).toMatchObject({ source: 'lock', record: null });
    const answer = JSON.stringify({ message: '', lock: lockOf(), trade: tradeOf() });
    parts.journal.connection.prepare('UPDATE submission SET answer = ?').run(answer);
    expect(submissionByReference(parts.journal, 'R-1')?.answer).toBe(answer);
    expect(detail(tradeOf()).match.columns[1]).toMatchObject({ source: 'lock', record: null });
  });

  test('is open by what the statements in the local copy show', async () => {
    const { detail, cache } = await locked();
    cache.ensureAccount('1', 'USD');
    const sold = entry('E-1', {
      direction: 'debit',
      amountE4: 10_000_000n,
      customReference: 'R-1',
    });
    fetchRange(cache, [[sold]], { start: { ...range(), accountNumber: '1' } });
    const { legs, match } = detail(tradeOf({ settledAt: '2026-11-20T00:00:00.000Z' }));
    expect(legs).toMatchObject([{ leg: 'sold', entryId: 'E-1' }]);
    expect(match.findings).toContain('The fee is not in the statement of 1, which was read since.');
    expect(match.findings).toContain(
      'The purchase is not booked in the local copy yet: a sync of 2 brings it.',
    );
  });

  test('what came of a lock is shown with the time that the bank holds it, by the bank’s clock', async () => {
    const expiresAt = new Date(Date.parse(beginning) + 60_000).toISOString();
    const { submission, parts } = await locked({ expiresAt });
    const left = (offsetMs: number | null) => lockResult(submission, parts, offsetMs);
    expect(left(null)).toMatchObject({
      submission: { state: 'accepted', reference: 'R-1' },
      tradeId: 'T-1',
      status: 'locked',
      expiresAt,
      buyAmount: '864.12',
    });
    const now = parts.clock.now();
    expect(left(null).remainingMs).toBe(Date.parse(expiresAt) - now);
    expect(left(20_000).remainingMs).toBe(Date.parse(expiresAt) - now - 20_000);
    expect(left(90_000).remainingMs).toBe(0);
  });

  test('a lock that names no trade, and one without an answer, show what they know', async () => {
    const nameless = await locked({ tradeId: '' });
    expect(lockResult(nameless.submission, nameless.parts, null)).toMatchObject({
      tradeId: null,
      status: 'locked',
    });
    expect(moneyRecordById(nameless.parts.reader, tradeList, '')).toBeNull();
    const silent = await locked(null);
    expect(lockResult(silent.submission, silent.parts, null)).toMatchObject({
      submission: { state: 'unknown' },
      tradeId: null,
      status: null,
      expiresAt: null,
      remainingMs: null,
      buyAmount: null,
    });
  });
});
