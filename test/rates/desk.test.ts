import { expect, test } from 'vitest';

import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { approve, openFundedDesk, payment } from '../support/desks/transfers-desk.ts';

const give = (text: string, fileName = 'rates.csv') => ({
  fileName,
  bytes: new TextEncoder().encode(text),
});

test('no total is given before a currency is chosen, and then one of what has a rate, with its source and day', async () => {
  const desk = await openFundedDesk();
  expect(await desk.get('rates.total', {})).toMatchObject({ reporting: null, total: null });
  await desk.get('rates.save', { reporting: 'USD', byHand: [{ currency: 'EUR', rate: '1.08' }] });
  const byHand = await desk.get('rates.total', {});
  expect(byHand.rates).toMatchObject([{ currency: 'EUR', rate: '1.08', source: 'hand' }]);
  expect(byHand.leftOut.map(({ currency }) => currency)).toContain('GBP');
  expect(byHand.leftOut.every(({ why, currency }) => why === 'no-rate' && currency !== 'EUR')).toBe(
    true,
  );

  const bank = 'Date, USD, JPY, GBP, \n20 November 2026, 1.0850, 163.2, 0.8601, \n';
  expect(await desk.get('rates.give', give(bank, 'eurofxref.csv'))).toEqual({
    count: 3,
    at: '2026-11-20',
  });
  const given = await desk.get('rates.total', {});
  expect(given.rates.find(({ currency }) => currency === 'GBP')).toMatchObject({
    rate: '1.261481223114',
    source: 'file',
    name: 'eurofxref.csv',
    at: '2026-11-20',
  });
  expect(given.leftOut.map(({ currency }) => currency)).not.toContain('GBP');
  // An older file does not take a newer one's place.
  await desk.get('rates.give', give('Date,GBP\n19 November 2026,0.9\n', 'old.csv'));
  const after = await desk.get('rates.total', {});
  expect(after.rates.find(({ currency }) => currency === 'GBP')?.name).toBe('eurofxref.csv');

  await desk.get('rates.save', { reporting: 'USD', byHand: [{ currency: 'EUR', rate: '' }] });
  const without = await desk.get('rates.total', {});
  expect(without.rates.find(({ currency }) => currency === 'EUR')?.source).toBe('file');
});

test('the total is what is left after money in flight, as the accounts show it', async () => {
  const desk = await openFundedDesk();
  await desk.get('rates.save', { reporting: 'USD', byHand: [] });
  const unitsOf = async () => toUnits((await desk.get('rates.total', {})).total?.amount ?? '');
  const before = await unitsOf();
  await desk.get('payments.send', await approve(desk, payment(desk, { amount: '10' })));
  const { rows } = await desk.get('accounts.inFlight', {});
  expect(rows).toMatchObject([
    { accountNumber: desk.usd, inFlight: { amount: { currency: 'USD' } } },
  ]);
  const left = toUnits(rows[0]?.inFlight.amount.amount ?? '');
  expect(left).toBeGreaterThanOrEqual(toUnits('10'));
  expect(fromUnits(await unitsOf())).toBe(fromUnits(before - left));
});

test('a quote of this bank is a rate with its time', async () => {
  const desk = await openFundedDesk();
  await desk.get('rates.save', { reporting: 'USD', byHand: [] });
  const { currencies } = await desk.get('accounts.position', {});
  const eur = currencies.find(({ currency }) => currency === 'EUR')?.accounts[0];
  const quote = await desk.get('conversions.quote', {
    sellAccountNumber: eur?.accountNumber ?? '',
    buyAccountNumber: desk.usd,
    sellAmount: '100',
  });
  // Zeros at the end of the bank's text say nothing, and are not shown.
  const rate = quote.rate.replace(/\.?0+$/, '');
  expect((await desk.get('rates.total', {})).rates).toMatchObject([
    { currency: 'EUR', rate, source: 'bank' },
  ]);
});

test.each([
  ['currency,rate\nEUR,1.08\n', 'it has no column “date”'],
  ['currency,rate,date\nEUR,1.08,04/05/2026\n', 'line 2 has no day: “04/05/2026”'],
  ['currency,rate,date\nEUR,0,2026-11-20\n', 'line 2 has no rate: “0”'],
  ['currency,rate,date\nEUR,1e2,2026-11-20\n', 'line 2 has no rate: “1e2”'],
  ['currency,rate,date\nXQX,1.08,2026-11-20\n', 'line 2 names no currency'],
  ['Date,USD\nyesterday,1.08\n', 'line 2 has no day: “yesterday”'],
  ['', ''],
])('a file that is no file of rates changes nothing and shows why: %j', async (text, why) => {
  const desk = await openFundedDesk();
  await desk.get('rates.save', { reporting: 'USD', byHand: [] });
  const { code, message } = await desk.refused('rates.give', give(text));
  expect([code === 'file.unreadable' || code === 'file.empty', message.includes(why)]).toEqual([
    true,
    true,
  ]);
  expect((await desk.get('rates.total', {})).rates).toEqual([]);
});

test('columns of one’s own: what one unit is in the reporting currency, or of a base that is named', async () => {
  const desk = await openFundedDesk();
  await desk.get('rates.save', { reporting: 'USD', byHand: [] });
  await desk.get(
    'rates.give',
    give('currency;rate;date;base\nEUR;1.08;2026-11-20;\nJPY;150;2026-11-20;USD\n'),
  );
  expect((await desk.get('rates.total', {})).rates).toMatchObject([
    { currency: 'EUR', rate: '1.08' },
    { currency: 'JPY', rate: '0.006666666667' },
  ]);
});
