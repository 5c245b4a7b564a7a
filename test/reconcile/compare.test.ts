import { describe, expect, test } from 'vitest';

import {
  accountOf,
  dayOfGroup,
  differenceOf,
  hasFailed,
  mainRowOf,
  timesListed,
  type Comparison,
} from '../../electron/nouns/reconcile/compare.ts';
import type { BankRow } from '../../electron/nouns/reconcile/bank-row.ts';
import type { JournalPayment } from '../../electron/engines/submissions/journal/journal-payments.ts';
import { compared, debit, group, listed, own } from './rows.ts';

/** Where each of both sides ends up, by its reference or id. */
function places(payments: readonly JournalPayment[], rows: readonly BankRow[]) {
  const of = compared(payments, rows);
  const pairs = (pick: Comparison['agreeing']) => pick.map((pair) => pair.own.reference);
  const all = {
    agreeing: pairs(of.agreeing),
    different: pairs(of.different),
    corrected: pairs(of.corrected),
    foundBefore: pairs(of.foundBefore),
    lacking: of.lacking.map(({ reference }) => reference),
    notShown: of.notShown.map(({ reference }) => reference),
    unexplained: of.unexplained.map(({ id }) => id),
  };
  return Object.fromEntries(Object.entries(all).filter(([, found]) => found.length > 0));
}

describe('a reference that the bank shows', () => {
  test('once in its list and once in its statement is one payment', () => {
    expect(timesListed(group([listed()], [debit()]))).toBeNull();
  });

  test('two times in either is reported as twice', () => {
    const twice = 'The bank shows it 2 times.';
    expect(timesListed(group([listed(), listed({ id: 'T-2' })]))).toBe(twice);
    expect(timesListed(group([listed()], [debit(), debit({ id: 'E-2' })]))).toBe(twice);
    expect(timesListed(group([], [debit(), debit({ id: 'E-2' })]))).toBe(twice);
    expect(differenceOf({ own: own(), group: group([listed(), listed()]) })).toBe(twice);
  });

  test('again as failed, or with its fee, is no second payment', () => {
    const failed = listed({ id: 'T-0', hasFailed: true });
    const fee = debit({ id: 'E-2', isFee: true });
    expect(timesListed(group([failed, listed()], [debit(), fee]))).toBeNull();
  });

  test('as both legs of a trade is one deal', () => {
    const trade = listed({ source: 'trades', id: 'D-1' });
    expect(timesListed(group([trade], [debit(), debit({ id: 'E-2' })]))).toBeNull();
  });
});

describe('the row that counts', () => {
  const failed = listed({ id: 'T-0', hasFailed: true });
  const fee = debit({ id: 'E-0', isFee: true, amount: '1.00' });

  test('is one of the list that did not fail, else one that did, else a debit that is no fee', () => {
    const idOf = (...of: Parameters<typeof group>) => mainRowOf(group(...of)).id;
    expect(idOf([failed, listed()], [debit()])).toBe('T-1');
    expect(idOf([failed], [debit()])).toBe('T-0');
    expect(idOf([], [fee, debit()])).toBe('E-1');
    expect(idOf([], [fee])).toBe('E-0');
    expect(() => idOf([])).toThrow('a group has a row at least');
  });

  test('leaves to its booking what the list does not state: account and day', () => {
    const bare = listed({ accountNumber: '', day: null });
    const booked = debit({ accountNumber: '7', day: '2026-11-19' });
    expect([accountOf(group([bare], [booked])), dayOfGroup(group([bare], [booked]))]).toEqual([
      '7',
      '2026-11-19',
    ]);
    expect([accountOf(group([bare])), dayOfGroup(group([bare]))]).toEqual(['', null]);
    expect(accountOf(group([listed()], [booked]))).toBe('1');
    expect(dayOfGroup(group([listed()], [booked]))).toBe('2026-11-20');
  });

  test('has failed where the bank lists it, and every listing failed', () => {
    expect(hasFailed(group([failed]))).toBe(true);
    expect(hasFailed(group([failed, listed()]))).toBe(false);
    expect(hasFailed(group([], [debit()]))).toBe(false);
  });
});

describe('what both sides know under one reference', () => {
  const difference = (mine: Partial<JournalPayment>, row: Partial<BankRow> = {}) =>
    differenceOf({ own: own(mine), group: group([listed(row)]) });

  test.each<[string, Partial<JournalPayment>, Partial<BankRow>]>([
    ['in every figure', {}, {}],
    ['in its amount, with other zeros', { amount: '100' }, { amount: '100.0000' }],
    ['where the bank states no account', {}, { accountNumber: '' }],
    ['where the journal states no account', { accountNumber: '' }, {}],
    ['where the bank states no currency', {}, { currency: '' }],
    ['where the journal states no currency', { currency: '' }, {}],
    ['where the bank states no amount', {}, { amount: null }],
    ['where the journal has no amount', { amount: null }, {}],
    ['and is a trade, whose statement shows both legs', { operation: 'lockRate' }, { amount: '5' }],
    ['as refused and as failed', { state: 'refused' }, { hasFailed: true, status: 'R7' }],
  ])('agrees %s', (_words, mine, row) => {
    expect(difference(mine, row)).toBeNull();
  });

  test.each<[string, Partial<JournalPayment>, Partial<BankRow>]>([
    ['The bank has 100.01 USD, the journal 100.00 USD.', {}, { amount: '100.01' }],
    ['The bank has 100.00 EUR, the journal 100.00 USD.', {}, { currency: 'EUR' }],
    ['The bank has it from 2, the journal from 1.', {}, { accountNumber: '2' }],
    [
      'The bank lists it as R7, the journal has it as accepted.',
      {},
      { hasFailed: true, status: 'R7' },
    ],
  ])('differs: %s', (words, mine, row) => {
    expect(difference(mine, row)).toBe(words);
    expect(places([own(mine)], [listed(row)])).toEqual({ different: ['R-1'] });
  });

  test('is known in another case and with other marks', () => {
    expect(places([own({ reference: 'INV-a 1' })], [listed({ reference: 'inv-A 1' })])).toEqual({
      agreeing: ['INV-a 1'],
    });
  });

  test.each<[JournalPayment['state'], object]>([
    ['accepted', { agreeing: ['R-1'] }],
    ['unknown', { agreeing: ['R-1'] }],
    ['sending', { agreeing: ['R-1'] }],
    ['not-sent', { corrected: ['R-1'] }],
    ['not-found', { corrected: ['R-1'] }],
    ['refused', { corrected: ['R-1'] }],
  ])('and the journal has as %s', (state, where) => {
    expect(places([own({ state })], [listed()])).toEqual(where);
  });

  test('is not corrected where the bank itself lists it as failed', () => {
    for (const state of ['not-sent', 'not-found', 'refused'] as const)
      expect(places([own({ state })], [listed({ hasFailed: true })])).toEqual({});
  });

  test('is no news where the journal has it from the bank', () => {
    expect(places([own({ origin: 'found' })], [listed({ amount: '1.00' })])).toEqual({
      foundBefore: ['R-1'],
    });
  });
});

describe('what one side lacks', () => {
  test.each<[string, Partial<BankRow>, object]>([
    ['on the first day of the period', { day: '2026-11-16' }, { lacking: ['R-1'] }],
    ['without a day', { day: null }, { lacking: ['R-1'] }],
    ['before the period', { day: '2026-11-15' }, {}],
  ])('the journal lacks what the bank has %s', (_words, row, where) => {
    expect(places([], [listed(row)])).toEqual(where);
  });

  test.each<[string, Partial<JournalPayment>, object]>([
    ['accepted', {}, { notShown: ['R-1'] }],
    ['without an answer', { state: 'unknown' }, { notShown: ['R-1'] }],
    ['on its way', { state: 'sending' }, { notShown: ['R-1'] }],
    ['refused', { state: 'refused' }, {}],
    ['not sent', { state: 'not-sent' }, {}],
    ['found at the bank before', { origin: 'found' }, {}],
    ['of the first day', { createdAt: '2026-11-16T00:00:00.000Z' }, { notShown: ['R-1'] }],
    ['of the day before the period', { createdAt: '2026-11-15T23:59:59.999Z' }, {}],
  ])('the bank does not show what is %s', (_words, mine, where) => {
    expect(places([own(mine)], [])).toEqual(where);
  });
});

describe('a debit whose reference was cut', () => {
  const long = 'SALARY-2026-11-0000017';
  const cut = debit({ reference: long.slice(0, 16) });

  test('belongs to the one listed payment that it fits in full', () => {
    const of = compared([own({ reference: long })], [listed({ reference: long }), cut]);
    expect(of.agreeing.map((pair) => pair.group.debits.map(({ id }) => id))).toEqual([['E-1']]);
    expect(of.lacking).toEqual([]);
  });

  test('belongs to the one payment of the journal that it fits, where none is listed', () => {
    expect(places([own({ reference: long })], [cut])).toEqual({ agreeing: [long] });
  });

  test.each<[string, Partial<BankRow>]>([
    ['amount', { amount: '99.99' }],
    ['currency', { currency: 'EUR' }],
    ['account', { accountNumber: '2' }],
  ])('belongs to none of another %s', (_what, given) => {
    const other = { ...cut, ...given };
    expect(places([own({ reference: long })], [other])).toEqual({
      ...{ lacking: [other.reference], notShown: [long] },
    });
    const rows = [listed({ reference: long }), other];
    expect(places([own({ reference: long })], rows)).toEqual({
      ...{ agreeing: [long], lacking: [other.reference] },
    });
  });

  test.each<[string, Partial<BankRow>, Partial<JournalPayment>]>([
    ['amount at the bank', { amount: null }, {}],
    ['amount here', {}, { amount: null }],
  ])('belongs to none without an %s', (_what, row, mine) => {
    const of = places([own({ reference: long, ...mine })], [{ ...cut, ...row }]);
    expect(of).toEqual({ lacking: [cut.reference], notShown: [long] });
  });

  test('fits one of which account and currency are not stated', () => {
    const bare = { reference: long, accountNumber: '', currency: '' };
    expect(places([own(bare)], [cut])).toEqual({ agreeing: [long] });
  });

  test('belongs to none where it fits two', () => {
    const [one, two] = [long, `${long.slice(0, -1)}8`];
    const both = [own({ reference: one }), own({ reference: two })];
    expect(places(both, [cut])).toEqual({ lacking: [cut.reference], notShown: [one, two] });
    const rows = [listed({ reference: one }), listed({ reference: two, id: 'T-2' }), cut];
    expect(places(both, rows)).toEqual({ agreeing: [one, two], lacking: [cut.reference] });
  });

  test('belongs to no listed payment of another reference, whatever its amount', () => {
    const other = listed({ reference: 'SALARY-2026-12-0000017' });
    expect(places([], [other, cut])).toEqual({ lacking: [other.reference, cut.reference] });
  });

  test('belongs to the payment of which one listing fits it', () => {
    const failed = listed({ reference: long, id: 'T-0', amount: '1.00', hasFailed: true });
    expect(places([own({ reference: long })], [failed, listed({ reference: long }), cut])).toEqual({
      agreeing: [long],
    });
  });

  test('belongs to none where it fits a payment that is not listed, and two that are', () => {
    const [one, two, three] = [long, `${long.slice(0, -1)}8`, `${long.slice(0, -1)}9`];
    const rows = [listed({ reference: one }), listed({ reference: two, id: 'T-2' }), cut];
    const all = [one, two, three].map((reference) => own({ reference }));
    expect(places(all, rows)).toEqual({
      ...{ agreeing: [one, two], lacking: [cut.reference], notShown: [three] },
    });
  });

  test('belongs to no payment that is shown under its whole reference', () => {
    const rows = [debit({ reference: long, id: 'E-0' }), cut];
    expect(places([own({ reference: long })], rows)).toEqual({
      ...{ agreeing: [long], lacking: [cut.reference] },
    });
  });
});

describe('a debit without a reference', () => {
  const bare = (given: Partial<BankRow> = {}) => debit({ reference: '', ...given });
  const unexplained = (rows: readonly BankRow[]) => places([own()], rows)['unexplained'] ?? [];

  test.each<[string, Partial<BankRow>, Partial<BankRow>]>([
    ['of the same day', {}, {}],
    ['three days later', {}, { day: '2026-11-23' }],
    ['with the fee in it', { fee: '1.50' }, { amount: '101.50' }],
    ['with a fee that is booked apart', { fee: '1.50' }, {}],
    ['where the list states no account', { accountNumber: '' }, {}],
    ['where the list states no currency', { currency: '' }, {}],
    ['where the list states no day', { day: null }, { day: '2026-11-01' }],
  ])('is explained by a listed payment %s', (_words, row, booked) => {
    expect(unexplained([listed(row), bare(booked)])).toEqual([]);
  });

  test.each<[string, Partial<BankRow>, Partial<BankRow>]>([
    ['the day before it', {}, { day: '2026-11-19' }],
    ['four days later', {}, { day: '2026-11-24' }],
    ['of another amount', {}, { amount: '100.01' }],
    ['of its amount less the fee', { fee: '1.50' }, { amount: '98.50' }],
    ['of another account', {}, { accountNumber: '2' }],
    ['of another currency', {}, { currency: 'EUR' }],
    ['that failed', { hasFailed: true }, {}],
    ['without an amount', { amount: null }, {}],
    ['where it states no amount itself', {}, { amount: null }],
    ['where it states no day itself', {}, { day: null }],
  ])('is not explained by a listed payment %s', (_words, row, booked) => {
    expect(unexplained([listed(row), bare(booked)])).toEqual(['E-1']);
  });

  test('is explained once, and not by a payment that has its booking', () => {
    expect(unexplained([listed(), bare(), bare({ id: 'E-2' })])).toEqual(['E-2']);
    expect(unexplained([listed(), debit(), bare({ id: 'E-2' })])).toEqual(['E-2']);
  });

  test('that is a fee needs no explanation, nor does a listed payment without a reference', () => {
    expect(unexplained([bare({ isFee: true })])).toEqual([]);
    expect(places([], [listed({ reference: '' })])).toEqual({});
  });
});
