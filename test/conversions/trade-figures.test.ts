import { expect, test } from 'vitest';

import {
  agreedQuote,
  disagreements,
  figuresOf,
  type Figures,
} from '../../electron/nouns/conversions/trade-figures.ts';
import { eur, quoteOf, usd } from './deals.ts';

const stated: Figures = {
  sell: usd('1000.00'),
  buy: eur('864.12'),
  rate: '0.86412',
  fee: usd('1.00'),
};
const silent: Figures = { sell: null, buy: null, rate: null, fee: null };

const against = (other: Partial<Figures>): string[] =>
  disagreements(['the trade', stated], ['the quote', { ...stated, ...other }]);

test('figures are given in the currency they are in, with every digit of it; the fee in what is sold', () => {
  expect(figuresOf(quoteOf({ sellAmount: '1000', fee: '1.5' }))).toEqual({
    sell: usd('1000.00'),
    buy: eur('864.12'),
    rate: '0.86412',
    fee: usd('1.50'),
  });
});

test.each([null, undefined])(
  'a fee that is given as %s is not known, and does not count as zero',
  (fee) => {
    expect(figuresOf(quoteOf({ fee })).fee).toBeNull();
  },
);

test('what a person agrees to is the price, its number and until when it is good', () => {
  expect(agreedQuote(quoteOf())).toEqual({
    ...stated,
    quoteId: 'Q-1',
    expiresAt: '2026-11-20T15:30:30.000Z',
  });
});

test('sources that state the same disagree in nothing, and one that states nothing contradicts no other', () => {
  expect(against({})).toEqual([]);
  expect(disagreements(['the trade', stated], ['the quote', silent])).toEqual([]);
  expect(disagreements(['the trade', silent], ['the quote', stated])).toEqual([]);
});

test.each<[string, Partial<Figures>]>([
  ['Sold: the trade says 1,000.00 USD, the quote says 1,000.01 USD.', { sell: usd('1000.01') }],
  ['Sold: the trade says 1,000.00 USD, the quote says 1,000.00 EUR.', { sell: eur('1000.00') }],
  ['Bought: the trade says 864.12 EUR, the quote says 864.11 EUR.', { buy: eur('864.11') }],
  ['Rate: the trade says 0.86412, the quote says 0.86413.', { rate: '0.86413' }],
  ['Rate: the trade says 0.86412, the quote says 0.086412.', { rate: '0.086412' }],
  ['Fee: the trade says 1.00 USD, the quote says 0.00 USD.', { fee: usd('0.00') }],
])('%s', (sentence, other) => {
  expect(against(other)).toEqual([sentence]);
});

test('everything that differs is listed, in the order of a deal', () => {
  const other = { sell: usd('1.00'), buy: eur('2.00'), rate: '2', fee: usd('3.00') };
  expect(against(other).map((sentence) => sentence.split(':')[0])).toEqual([
    'Sold',
    'Bought',
    'Rate',
    'Fee',
  ]);
});

test.each([
  ['0.8641', '0.864100'],
  ['1', '1.000'],
  ['1.5', '1.50'],
  ['100', '100.0'],
])('the rates %s and %s are one', (a, b) => {
  const rates = (one: string, other: string): string[] =>
    disagreements(
      ['the trade', { ...silent, rate: one }],
      ['the quote', { ...silent, rate: other }],
    );
  expect(rates(a, b)).toEqual([]);
  expect(rates(b, a)).toEqual([]);
});

test.each([
  ['100', '1'],
  ['100', '10'],
  ['0.8605', '0.865'],
  ['1.5', '15'],
  ['10.01', '10.1'],
])('the rates %s and %s are two', (a, b) => {
  expect(
    disagreements(['the trade', { ...silent, rate: a }], ['the quote', { ...silent, rate: b }]),
  ).toEqual([`Rate: the trade says ${a}, the quote says ${b}.`]);
});

test('amounts are one however many noughts are written, and differ in the last digit', () => {
  expect(against({ sell: usd('1000') })).toEqual([]);
  expect(against({ sell: usd('1000.0001') })).toHaveLength(1);
});
