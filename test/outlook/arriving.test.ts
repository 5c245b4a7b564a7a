import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { readerMethods } from '../../electron/desk/open-bank/reader-methods.ts';
import { registerRecord } from '../../electron/nouns/orders/tables.ts';
import { arriving } from '../../electron/nouns/outlook/arriving.ts';
import { knownLines } from '../../electron/nouns/outlook/known-lines.ts';
import { saveMatch } from '../../electron/nouns/orders/receivables/matches-table.ts';
import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import {
  createSubmission,
  settleSubmission,
  type Settlement,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { Receivable } from '../../shared/bank/receivables.ts';
import { dayNumber } from '../../shared/calendar/calendar.ts';
import { limits } from '../../shared/limits.ts';
import { money } from '../../shared/money/money.ts';
import { eur, tradeOf, usd } from '../conversions/deals.ts';
import {
  accountOf,
  beginning,
  debitOf,
  firstDay,
  openLoneDesk,
  paying,
  readStatement,
  type LoneDesk,
} from '../support/lone-desk.ts';

const euros = '30026713';
/** After the balances were told, which is at the beginning. */
const later = '2026-11-20T10:05:00.000Z';
const earlier = '2026-11-20T09:55:00.000Z';

/** A desk with a dollar and a euro account, both told of at the beginning. */
function desk(): LoneDesk {
  const lone = openLoneDesk();
  lone.cache.saveAccounts(
    [accountOf(), accountOf({ accountId: euros, currencyIso3Code: 'EUR' })],
    beginning,
  );
  return lone;
}

const tell = ({ parts, reader }: LoneDesk) =>
  arriving({
    ...{ changes: parts, clock: parts.clock },
    copy: { ...parts, reader, questions: answeredHere(readerMethods(reader).reads) },
  });

/** A thousand dollars sold for euros, as the bank tells it; nothing of it is booked. */
const dealt = (lone: LoneDesk, ...given: Partial<Trade>[]): void =>
  lone.cache.saveTrades(
    given.map((one) =>
      tradeOf({
        ...{ status: 'processing', settledAt: null, createdAt: earlier },
        ...{ sellAccountNumber: paying, buyAccountNumber: euros },
        ...one,
      }),
    ),
    beginning,
    { complete: true },
  );

/** The same as it was sent from here. */
function sent(
  { parts: { journal, clock } }: LoneDesk,
  reference: string,
  { state, recordId = null }: { state?: Settlement['state']; recordId?: string | null } = {},
): void {
  const body = { quoteId: `Q-${reference}`, reference };
  const payload = JSON.stringify({
    body: { ...body, sellAccountNumber: paying, buyAccountNumber: euros },
  });
  const quote = {
    ...{ quoteId: body.quoteId, rate: '0.86412', fee: usd('1.00'), expiresAt: later },
    ...{ sell: usd('1000.00'), buy: eur('864.12') },
  };
  const { submission } = createSubmission(
    journal,
    {
      ...{ reference, operation: 'lockRate', subject: `trade:${reference}`, payload },
      ...{ payloadHash: createHash('sha256').update(payload).digest('hex'), likeness: null },
      about: {
        ...{ title: 'Sell 1,000.00 USD for EUR', amount: quote.sell, accountNumber: paying },
        ...{ counterparty: null, counterpartyId: null, quote },
      },
    },
    { at: new Date(clock.now()).toISOString(), correlationId: 'test', clocks: clock.moment() },
  );
  if (state !== undefined)
    settleSubmission(journal, submission.submissionId, {
      ...{ state, at: beginning, recordId },
    });
}

/** A hundred dollars due on the first day. */
function expects({ parts: { journal } }: LoneDesk, id: string, given: Partial<Receivable>): void {
  registerRecord(
    journal,
    'receivable',
    {
      ...{ id, reference: `INV-${id}`, status: 'open', reason: '', accountNumber: paying },
      ...{ amount: '100.00', currency: 'USD', paidAmount: null, payerName: 'Harmattan Foods' },
      ...{ payerEmail: '', description: '', dueDate: '2026-11-20', fundingDetails: null },
      ...{ createdAt: '2026-11-01T09:00:00.000Z', paidAt: null },
      ...given,
    },
    { origin: 'made', asOf: beginning },
  );
}

const credit = (id: string, reference: string, amountE4: bigint) =>
  debitOf(id, { direction: 'credit', customReference: reference, amountE4, narration: reference });

describe('the bought side of a trade', () => {
  test('is on its way to its account, told apart from what leaves, until it is booked', async () => {
    const lone = desk();
    expect(await tell(lone)).toEqual({ rows: [], elsewhere: [] });
    dealt(lone, { tradeId: 'T-1', reference: 'R-1' });
    dealt(lone, { tradeId: 'T-2', reference: 'R-2', status: 'awaiting_funds' });
    expect(await tell(lone)).toMatchObject({
      elsewhere: [],
      rows: [
        {
          accountNumber: euros,
          amount: eur('1728.24'),
          lines: [
            {
              ...{ kind: 'trade', tradeId: 'T-1', sent: null, standing: 'to-settle' },
              ...{ amount: eur('864.12'), sold: usd('1000.00'), dealtAt: earlier },
            },
            { tradeId: 'T-2', standing: 'waits-for-funds' },
          ],
        },
      ],
    });
  });

  test('that came to nothing is none, nor one that is through by the bank’s own word', async () => {
    const lone = desk();
    lone.bank.words = { failed: ['nixed'], rejected: [], done: ['through'] };
    const over = ['failed', 'CANCELLED', 'expired', 'returned', 'nixed', 'through'];
    dealt(
      lone,
      ...over.map((status, at) => ({ tradeId: `T-${String(at)}`, reference: status, status })),
    );
    expect((await tell(lone)).rows).toEqual([]);
  });

  test('that the bank has settled is on its way until the balance here is newer, synced or not', async () => {
    const lone = desk();
    const settled = { status: 'settled', tradeId: 'T-1', reference: 'R-1' };
    dealt(lone, { ...settled, settledAt: later });
    expect(await tell(lone)).toMatchObject({
      rows: [{ amount: eur('864.12'), lines: [{ standing: 'settled' }] }],
    });
    dealt(lone, { ...settled, settledAt: earlier });
    expect((await tell(lone)).rows).toEqual([]);
  });

  test('ends with its entry, though the list of trades was not read since', async () => {
    const lone = desk();
    dealt(lone, { tradeId: 'T-1', reference: 'R-1', buyAccountNumber: paying, buyCurrency: 'USD' });
    expect((await tell(lone)).rows).toHaveLength(1);
    readStatement(lone, [credit('E-1', 'R-1', 8_641_200n)]);
    expect((await tell(lone)).rows).toEqual([]);
  });

  test('is told once: by the bank’s record of it, else by what was sent, with no answer said as such', async () => {
    const lone = desk();
    sent(lone, 'R-1', { state: 'accepted', recordId: 'T-1' });
    sent(lone, 'R-2', { state: 'unknown' });
    sent(lone, 'R-3', { state: 'refused' });
    const { rows } = await tell(lone);
    expect(rows).toMatchObject([
      {
        amount: eur('1728.24'),
        lines: [
          { standing: 'to-settle', tradeId: null, sent: { reference: 'R-1', recordId: 'T-1' } },
          { standing: 'unanswered', tradeId: null, sent: { reference: 'R-2' } },
        ],
      },
    ]);
    dealt(lone, { tradeId: 'T-1', reference: 'R-1' }, { tradeId: 'T-2', reference: 'R-2' });
    expect(await tell(lone)).toMatchObject({
      rows: [
        {
          amount: eur('1728.24'),
          lines: [
            { tradeId: 'T-1', standing: 'to-settle', sent: { reference: 'R-1' } },
            { tradeId: 'T-2', standing: 'to-settle', sent: { reference: 'R-2' } },
          ],
        },
      ],
    });
  });

  test('is not counted on after a week, unless nobody knows what came of it', async () => {
    const lone = desk();
    sent(lone, 'R-1', { state: 'accepted' });
    sent(lone, 'R-2', { state: 'unknown' });
    dealt(lone, { tradeId: 'T-9', reference: 'R-9' });
    expect((await tell(lone)).rows[0]?.lines).toHaveLength(3);
    lone.passes(limits.inFlightMs + 24 * 3_600_000);
    expect((await tell(lone)).rows).toMatchObject([{ lines: [{ sent: { reference: 'R-2' } }] }]);
  });

  test('is compared with the balance that is shown: the statement’s where the bank names none, and none before any', async () => {
    const lone = desk();
    lone.cache.ensureAccount('7', 'EUR');
    const settled = { status: 'settled', buyAccountNumber: '7', settledAt: earlier };
    dealt(lone, { ...settled, tradeId: 'T-1', reference: 'R-1' });
    expect((await tell(lone)).rows).toMatchObject([{ lines: [{ standing: 'settled' }] }]);
    const start = { accountNumber: '7', from: firstDay, to: firstDay };
    const { rangeId } = lone.cache.beginRange(start);
    lone.cache.finishRange({ rangeId, asOf: beginning, days: [], withdraw: true });
    expect((await tell(lone)).rows).toEqual([]);
    dealt(lone, { ...settled, tradeId: 'T-1', reference: 'R-1', settledAt: beginning });
    expect((await tell(lone)).rows).toEqual([]);
    dealt(lone, { ...settled, tradeId: 'T-1', reference: 'R-1', settledAt: later });
    expect((await tell(lone)).rows).toHaveLength(1);
  });

  test('that has settled on an account that is not here is none, as it is where it was settled and returned', async () => {
    const lone = desk();
    const settled = { status: 'settled', settledAt: later };
    dealt(lone, { ...settled, tradeId: 'T-1', reference: 'R-1', buyAccountNumber: '404' });
    dealt(lone, { ...settled, tradeId: 'T-2', reference: 'R-2', status: 'returned' });
    expect(await tell(lone)).toEqual({ rows: [], elsewhere: [] });
  });

  test('is not booked by its sold leg, nor by a debit of the account that it comes to', async () => {
    const lone = desk();
    const own = { sellAccountNumber: paying, buyAccountNumber: paying, buyCurrency: 'USD' };
    dealt(lone, { ...own, tradeId: 'T-1', reference: 'R-1' });
    sent(lone, 'R-2', { state: 'accepted' });
    readStatement(lone, [
      debitOf('E-1', { customReference: 'R-1' }),
      debitOf('E-2', { customReference: 'R-2' }),
    ]);
    expect((await tell(lone)).rows.flatMap(({ lines }) => lines)).toMatchObject([
      { tradeId: 'T-1' },
      { tradeId: null, sent: { reference: 'R-2' } },
    ]);
  });

  test('as it was sent ends with its entry too, though the bank has no record of it', async () => {
    const lone = desk();
    sent(lone, 'R-1', { state: 'accepted' });
    expect((await tell(lone)).rows).toHaveLength(1);
    const booked = { ...credit('E-1', 'R-1', 8_641_200n), currency: 'EUR' };
    const { rangeId } = lone.cache.beginRange({
      ...{ accountNumber: euros, from: firstDay, to: firstDay },
    });
    const page = { cursor: '{}', entries: [booked], aside: [], seenAt: beginning };
    lone.cache.savePage({ rangeId, ...page });
    lone.cache.finishRange({ rangeId, asOf: beginning, days: [], withdraw: true });
    expect((await tell(lone)).rows).toEqual([]);
  });

  test('names what was sent for it, found by the bank’s id or by the reference, and nothing else', async () => {
    const lone = desk();
    sent(lone, 'R-1', { state: 'accepted', recordId: 'T-1' });
    sent(lone, 'R-2', { state: 'accepted' });
    dealt(
      lone,
      { tradeId: 'T-1', reference: 'BANK-1' },
      { tradeId: 'T-2', reference: 'R-2' },
      { tradeId: 'T-3', reference: 'R-3' },
    );
    expect((await tell(lone)).rows[0]?.lines).toMatchObject([
      { tradeId: 'T-1', sent: { reference: 'R-1' } },
      { tradeId: 'T-2', sent: { reference: 'R-2' } },
      { tradeId: 'T-3', sent: null },
    ]);
  });

  test('is on its way for seven days, the seventh included', async () => {
    const lone = desk();
    dealt(lone, { tradeId: 'T-7', reference: 'R-7', createdAt: '2026-11-13T00:00:00.000Z' });
    dealt(lone, { tradeId: 'T-8', reference: 'R-8', createdAt: '2026-11-12T23:59:59.999Z' });
    expect((await tell(lone)).rows[0]?.lines).toMatchObject([{ tradeId: 'T-7' }]);
  });
});

describe('a receivable', () => {
  test('that is due, or was within two weeks, is on its way; one of tomorrow or of long ago is not', async () => {
    const lone = desk();
    expects(lone, 'TODAY', {});
    expects(lone, 'LATE', { dueDate: '2026-11-06', amount: '0.01' });
    expects(lone, 'TOMORROW', { dueDate: '2026-11-21' });
    expects(lone, 'LONG-AGO', { dueDate: '2026-11-05' });
    expects(lone, 'UNDATED', { dueDate: null });
    expect(await tell(lone)).toMatchObject({
      rows: [
        {
          accountNumber: paying,
          amount: usd('100.01'),
          lines: [
            { id: 'LATE', due: '2026-11-06' },
            { id: 'TODAY', due: '2026-11-20' },
          ],
        },
      ],
    });
  });

  test('that was paid in part is on its way with what is left, to the last digit, and says so', async () => {
    const lone = desk();
    lone.cache.saveAccounts([accountOf({ accountId: '7', currencyIso3Code: 'KWD' })], beginning);
    expects(lone, 'R', {
      ...{ accountNumber: '7', currency: '', amount: '99999999999999.999', paidAmount: '0.001' },
    });
    expect((await tell(lone)).rows).toMatchObject([
      {
        amount: { amount: '99999999999999.998', currency: 'KWD' },
        lines: [
          {
            paid: {
              part: money('0.001', 'KWD'),
              whole: money('99999999999999.999', 'KWD'),
            },
          },
        ],
      },
    ]);
  });

  test('is not counted twice: what of it is booked under its reference is taken off, told by the bank or not', async () => {
    const lone = desk();
    expects(lone, 'PART', { paidAmount: '40.00' });
    expects(lone, 'WHOLE', {});
    readStatement(lone, [
      credit('E-1', 'INV-PART', 900_000n),
      credit('E-2', 'INV-WHOLE', 1_000_000n),
    ]);
    expect((await tell(lone)).rows).toMatchObject([
      {
        amount: usd('10.00'),
        lines: [{ id: 'PART', paid: { part: usd('90.00'), whole: usd('100.00') } }],
      },
    ]);
  });

  test('that a credit with its payer’s name may have paid says so; a person’s word ends it', async () => {
    const lone = desk();
    expects(lone, 'R', {});
    const entry = { ...credit('E-1', '', 1_000_000n), narration: 'From Harmattan Foods Ltd' };
    readStatement(lone, [entry]);
    const [line] = (await tell(lone)).rows[0]?.lines ?? [];
    expect(line).toMatchObject({
      amount: usd('100.00'),
      mayBePaid: 'The amount is the same, and Harmattan Foods is named in the narration.',
    });
    saveMatch(lone.parts.journal, 'R', {
      ...{ accountNumber: paying, entryId: 'E-1', day: '2026-11-20', amount: usd('100.00') },
      ...{ narration: '', customReference: '', strength: 'likely', reason: '' },
      ...{ matchedAt: later, matchedBy: 'Ada' },
    });
    expect((await tell(lone)).rows).toEqual([]);
  });

  test('that is over is none, and one that tells no amount is named and added to nothing', async () => {
    const lone = desk();
    expects(lone, 'PAID', { paidAt: earlier });
    for (const status of ['paid', 'cancelled', 'EXPIRED', 'rejected'])
      expects(lone, status, { status });
    expects(lone, 'BLANK', { amount: null });
    expect((await tell(lone)).rows).toMatchObject([
      { amount: usd('0.00'), lines: [{ id: 'BLANK', amount: null }] },
    ]);
  });

  test('in a currency that its account does not have, or to an account that is not here, stands elsewhere', async () => {
    const lone = desk();
    expects(lone, 'FRANCS', { currency: 'CHF' });
    expects(lone, 'NOBODYS', { accountNumber: '404', currency: '' });
    const { rows, elsewhere } = await tell(lone);
    expect(rows).toEqual([]);
    expect(elsewhere).toMatchObject([
      { id: 'FRANCS', accountNumber: paying, amount: money('100.00', 'CHF') },
      { id: 'NOBODYS', accountNumber: '404', amount: null },
    ]);
  });
});

describe('the outlook', () => {
  const today = dayNumber('2026-11-20');
  const ahead = async ({ parts, reader }: LoneDesk, accountNumber: string, currency: string) => {
    const of = { accountNumber, currency, today };
    const known = await knownLines({ ...parts, reader }, { ...of, inFlight: null }, noWords);
    const question = { ...of, known, places: {}, inFlight: [], statusWords: noWords };
    const answer = answeredHere(readerMethods(reader).reads).ask('outlook', [question]);
    return (await answer).lines;
  };

  test('has what is left of a receivable that was booked in part, and what a credit may have paid says so', async () => {
    const lone = desk();
    expects(lone, 'PART', {});
    expects(lone, 'NAMED', { amount: '7.00', payerName: 'Oduya' });
    const named = { ...credit('E-2', '', 70_000n), narration: 'From Oduya' };
    readStatement(lone, [credit('E-1', 'INV-PART', 900_000n), named]);
    expect(await ahead(lone, paying, 'USD')).toMatchObject([
      { units: 70_000n, reason: 'due 20 Nov, may have come already' },
      { units: 100_000n, reason: 'due 20 Nov' },
    ]);
  });

  test('has what is bought until the balance is newer than its settlement, as the position has', async () => {
    const lone = desk();
    const settled = { tradeId: 'T-1', reference: 'R-1', status: 'settled' };
    dealt(lone, { ...settled, settledAt: later });
    expect(await ahead(lone, euros, 'EUR')).toMatchObject([
      { units: 8_641_200n, source: { kind: 'trade', tradeId: 'T-1' } },
    ]);
    dealt(lone, { ...settled, settledAt: earlier });
    expect(await ahead(lone, euros, 'EUR')).toEqual([]);
  });

  test('has a trade on the account that it brings money to, today, with its reason, until it is booked', async () => {
    const lone = desk();
    dealt(lone, { tradeId: 'T-1', reference: 'R-1' });
    expect(await ahead(lone, euros, 'EUR')).toEqual([
      {
        ...{ day: '2026-11-20', units: 8_641_200n, name: 'Bought for 1,000.00 USD' },
        ...{ reason: 'trade to settle', record: '' },
        source: { kind: 'trade', tradeId: 'T-1' },
      },
    ]);
    expect(await ahead(lone, paying, 'USD')).toEqual([]);
    const back = { buyAccountNumber: paying, buyCurrency: 'USD', sellAccountNumber: euros };
    dealt(lone, { ...back, tradeId: 'T-2', reference: 'R-2' });
    expect(await ahead(lone, paying, 'USD')).toHaveLength(1);
    readStatement(lone, [credit('E-1', 'R-2', 8_641_200n)]);
    expect(await ahead(lone, paying, 'USD')).toEqual([]);
  });

  test('has no trade that was dealt more than seven days ago', async () => {
    const lone = desk();
    dealt(lone, { tradeId: 'T-7', reference: 'R-7', createdAt: '2026-11-13T00:00:00.000Z' });
    dealt(lone, { tradeId: 'T-8', reference: 'R-8', createdAt: '2026-11-12T23:59:59.999Z' });
    expect(await ahead(lone, euros, 'EUR')).toMatchObject([{ source: { tradeId: 'T-7' } }]);
  });
});
