import { expect, test } from 'vitest';

import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import type { Money } from '../../shared/money/money.ts';
import { inverseOf } from '../../shared/money/rate.ts';
import { newReference } from '../../shared/reference.ts';
import { dollars, euros, openConversionDesk, pair } from './conversions-desk.ts';

const sum = (a: Money, b: Money): string => fromUnits(toUnits(a.amount) + toUnits(b.amount), 2);
const less = (a: Money | null, b: Money): string =>
  fromUnits(toUnits(a!.amount) - toUnits(b.amount), 2);

test('a price shows both amounts, the rate both ways, the fee and both balances before and after', async () => {
  const desk = await openConversionDesk();
  const quote = await desk.get('conversions.quote', { ...pair, sellAmount: '1,234.5' });
  expect(quote.sell).toEqual({ amount: '1234.50', currency: 'USD' });
  expect(quote.fee).toEqual({ amount: '1.23', currency: 'USD' });
  expect(quote.debitTotal).toEqual({ amount: '1235.73', currency: 'USD' });
  expect(quote.buy.currency).toBe('EUR');
  expect(quote.inverse).toBe(inverseOf(quote.rate));
  expect(quote.sellBalance.after?.amount).toBe(less(quote.sellBalance.before, quote.debitTotal));
  expect(quote.buyBalance.after?.amount).toBe(sum(quote.buyBalance.before!, quote.buy));
  expect(quote.coversIt).toBe(true);
  expect(quote.balancesAsOf).not.toBeNull();
  const bought = await desk.get('conversions.quote', { ...pair, buyAmount: '500' });
  expect(bought.buy).toEqual({ amount: '500.00', currency: 'EUR' });
});

test('what cannot be an amount is refused at its field, and the bank is not asked', async () => {
  const desk = await openConversionDesk();
  for (const sellAmount of [
    '0',
    '-5',
    '0.001',
    '1e3',
    '１００',
    '1.234,50',
    '10000000000000000',
    'NaN',
  ]) {
    const error = await desk.refused('conversions.quote', { ...pair, sellAmount });
    expect(error.code).toBe('input.invalid');
    expect(error.fields).toHaveProperty('sellAmount');
  }
  const yen = { sellAccountNumber: dollars, buyAccountNumber: '7060012589' };
  expect((await desk.refused('conversions.quote', { ...yen, buyAmount: '1.5' })).fields).toEqual({
    buyAmount: 'JPY has no decimals',
  });
  for (const wrong of [
    { ...pair, buyAccountNumber: '2010044888' },
    { ...pair, buyAccountNumber: '404' },
    { ...pair, sellAccountNumber: '404' },
    pair,
  ])
    await desk.refused('conversions.quote', { ...wrong, sellAmount: undefined });
  await desk.refused('conversions.quote', { ...pair, sellAmount: '1', buyAmount: '1' });
  expect(await desk.calls('getQuote')).toBe(0);
});

test('a deal matches quote, lock, trade and booked legs to the last digit once the statements are read', async () => {
  const desk = await openConversionDesk();
  const quote = await desk.get('conversions.quote', { ...pair, sellAmount: '1000' });
  const reference = newReference();
  const { submission, tradeId, status, expiresAt, buyAmount } = await desk.get('conversions.lock', {
    reference,
    quoteId: quote.quoteId,
  });
  expect(submission).toMatchObject({
    state: 'accepted',
    subject: `trade:${reference}`,
    recordId: tradeId,
    about: {
      title: 'Sell 1,000.00 USD for EUR',
      amount: { amount: '1000.00', currency: 'USD' },
      quote: { sell: quote.sell, buy: quote.buy, rate: quote.rate, fee: quote.fee },
    },
  });
  expect({ status, buyAmount }).toEqual({ status: 'locked', buyAmount: quote.buy.amount });
  expect(expiresAt).not.toBeNull();

  const open = await desk.get('conversions.get', { tradeId: tradeId! });
  expect(open).toMatchObject({ status: 'settled', sell: quote.sell, buy: quote.buy });
  expect(open.match.state).toBe('open');
  expect(open.match.findings).toEqual([
    `The sale and the fee are not booked in the local copy yet: a sync of ${dollars} brings it.`,
    `The purchase is not booked in the local copy yet: a sync of ${euros} brings it.`,
  ]);

  await desk.sync();
  const { match, legs } = await desk.get('conversions.get', { tradeId: tradeId! });
  expect(match.state).toBe('matched');
  expect(match.findings).toEqual([]);
  const { sell, buy, fee, rate } = quote;
  expect(match.columns.map(({ source, ...figures }) => ({ ...figures, record: null }))).toEqual([
    ...Array.from({ length: 3 }, () => ({ sell, buy, fee, rate, record: null })),
    { sell, buy, fee, rate: null, record: null },
  ]);
  expect(legs.map(({ leg, accountNumber }) => [leg, accountNumber])).toEqual([
    ['sold', dollars],
    ['fee', dollars],
    ['bought', euros],
  ]);
});

test('a leg that is booked by a cent too much differs, and the sentence says by which', async () => {
  const desk = await openConversionDesk();
  const quote = await desk.get('conversions.quote', { ...pair, sellAmount: '10' });
  const deal = { reference: newReference(), quoteId: quote.quoteId };
  const tradeId = (await desk.get('conversions.lock', deal)).tradeId!;
  await desk.sync();
  const { legs } = await desk.get('conversions.get', { tradeId });
  await desk.rewrite({ account: dollars, id: legs[0]!.entryId, amount: '10.01' });
  await desk.sync();
  const { match } = await desk.get('conversions.get', { tradeId });
  expect(match.state).toBe('differs');
  expect(match.findings).toEqual(['Sold: the statement says 10.01 USD, the quote says 10.00 USD.']);
});

test('fifty calls of one deal are one call to the bank and one trade', async () => {
  const desk = await openConversionDesk();
  await desk.setIdempotency('none');
  const { quoteId } = await desk.get('conversions.quote', { ...pair, sellAmount: '75' });
  const deal = { reference: newReference(), quoteId };
  const results = await Promise.all(
    Array.from({ length: 50 }, () => desk.get('conversions.lock', deal)),
  );
  expect(new Set(results.map(({ submission }) => submission.submissionId)).size).toBe(1);
  expect(await desk.calls('lockRate')).toBe(1);
  expect(await desk.trades()).toHaveLength(1);
  expect((await desk.get('conversions.lock', deal)).submission.state).toBe('accepted');
  const other = { ...deal, reference: newReference() };
  expect((await desk.refused('conversions.lock', other)).code).toBe('quote.expired');
  expect(await desk.calls('lockRate')).toBe(1);
});

test.each(['none', 'reference', 'header'])(
  'a lock without an answer is unknown, then found by its reference and booked once (idempotency: %s)',
  async (mode) => {
    const desk = await openConversionDesk();
    await desk.setIdempotency(mode);
    await desk.faults([{ operation: 'lockRate', fault: { kind: 'cut-after-commit' } }]);
    const quote = await desk.get('conversions.quote', { ...pair, sellAmount: '200' });
    const deal = { reference: newReference(), quoteId: quote.quoteId };
    const { submission, tradeId } = await desk.get('conversions.lock', deal);
    expect(submission).toMatchObject({ state: 'unknown', mayRepeat: false });
    expect(tradeId).toBeNull();
    const { submissionId } = submission;
    const found = await desk.get('submissions.lookUp', { submissionId });
    expect(found.state).toBe('accepted');
    expect(await desk.trades()).toHaveLength(1);
    await desk.sync();
    const { match, settledAt } = await desk.get('conversions.get', { tradeId: found.recordId! });
    expect(match.state).toBe('matched');
    expect(match.findings).toEqual([expect.stringMatching(/^No answer to the lock came/)]);
    expect(settledAt).not.toBeNull();
    expect(await desk.calls('lockRate')).toBe(1);
  },
);

test('an answer of another amount is no answer: it is looked up', async () => {
  const desk = await openConversionDesk();
  await desk.faults([{ operation: 'lockRate', fault: { kind: 'wrong-echo' } }]);
  const { quoteId } = await desk.get('conversions.quote', { ...pair, sellAmount: '300' });
  const deal = { reference: newReference(), quoteId };
  const { submission } = await desk.get('conversions.lock', deal);
  expect(submission.state).toBe('unknown');
  expect(submission.error?.message).toMatch(/the bank’s answer says .* the quote says/);
  const { submissionId } = submission;
  expect((await desk.get('submissions.lookUp', { submissionId })).state).toBe('accepted');
  expect(await desk.trades()).toHaveLength(1);
});

test('a deal that the account does not cover waits, and the match stays open with the bank’s words', async () => {
  const desk = await openConversionDesk();
  const quote = await desk.get('conversions.quote', {
    sellAccountNumber: euros,
    buyAccountNumber: dollars,
    sellAmount: '8,999,999.99',
  });
  expect(quote.coversIt).toBe(false);
  const deal = { reference: newReference(), quoteId: quote.quoteId };
  const tradeId = (await desk.get('conversions.lock', deal)).tradeId!;
  expect((await desk.get('conversions.get', { tradeId })).match).toMatchObject({
    state: 'open',
    findings: ['The bank has not settled the trade. Its status is “awaiting_funds”.'],
  });
  await desk.advanceBank(61_000);
  const { status, reason, match } = await desk.get('conversions.get', { tradeId });
  expect(status).toBe('expired');
  expect(match.findings[0]).toContain(reason);
});

test('trades made elsewhere are listed after a refresh and read offline as of their time', async () => {
  const desk = await openConversionDesk();
  const { quoteId } = await desk.get('conversions.quote', { ...pair, sellAmount: '40' });
  await desk.get('conversions.lock', { reference: newReference(), quoteId });
  expect((await desk.get('conversions.list', {})).asOf).toBeNull();
  expect(await desk.get('conversions.refresh', {})).toEqual({ count: 1 });
  const { rows, asOf } = await desk.get('conversions.list', {});
  expect(asOf).not.toBeNull();
  expect(rows).toMatchObject([{ status: 'settled', sell: { amount: '40.00' } }]);
  await desk.session.open().signOut({ correlationId: 'test' });
  const detail = await desk.get('conversions.get', { tradeId: rows[0]!.tradeId });
  expect(detail.sellAccountNumber).toBe(dollars);
  expect(await desk.calls('getTrade')).toBe(0);
});
