import { describe, expect, test } from 'vitest';

import { addOutgoing, outgoingCount } from '../../electron/engines/sharing/outgoing.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import { sharedOfRates } from '../../electron/nouns/rates/shared.ts';
import {
  chooseReportingCurrency,
  deleteManualRate,
  listRates,
  reportingCurrency,
  saveRates,
  type StoredRate,
} from '../../electron/nouns/rates/tables.ts';
import {
  at,
  expectAlike,
  joinedLater,
  oneOf,
  send,
  settle,
  sharedTeam,
  stamp,
} from '../support/team/shared-team.ts';

const pair = { base: 'EUR', counter: 'USD' };

const ofFile = (journal: Journal, rate: string, day = '2026-11-20', name = 'a.csv'): void => {
  saveRates(journal, [{ ...pair, source: 'file', name, rate, at: day }], at);
};

const byHand = (journal: Journal, rate: string, when = at): void => {
  saveRates(journal, [{ ...pair, source: 'hand', name: 'this desk', rate, at: when }], when);
};

const ratesOf = (journal: Journal): string[] =>
  listRates(journal)
    .map(({ source, rate, at: day }) => `${source} ${rate} ${day.slice(0, 10)}`)
    .toSorted();

describe('rates and the reporting currency', () => {
  test('a file’s rates and those by hand stand on the other desk, the latter under the person’s name', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRates);
    ofFile(ada.journal, '1.08');
    byHand(ada.journal, '1.10');
    chooseReportingCurrency(ada.journal, 'USD', stamp);
    await settle(ada, ben);
    expect(listRates(ben.journal)).toEqual([
      { ...pair, source: 'file', name: 'a.csv', rate: '1.08', at: '2026-11-20' },
      { ...pair, source: 'hand', name: 'Ada', rate: '1.10', at },
    ]);
    expect(reportingCurrency(ben.journal)).toBe('USD');
    deleteManualRate(ben.journal, pair, at);
    chooseReportingCurrency(ben.journal, 'EUR', stamp);
    await settle(ada, ben);
    expect(ratesOf(ada.journal)).toEqual(['file 1.08 2026-11-20']);
    expect(reportingCurrency(ada.journal)).toBe('EUR');
  });

  test('a day that has not come stays out, whatever time its author says', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRates);
    ofFile(ada.journal, '1.08');
    await settle(ada, ben);
    const hostile = { ...pair, rate: '9.99', day: '2998-12-31', name: 'x.csv' };
    addOutgoing(ada.journal, 'rate-of-file', [hostile], {
      ...{ at: '2999-01-01T00:00:00.000Z', by: null },
    });
    await settle(ada, ben);
    expect(ratesOf(ben.journal)).toEqual(['file 1.08 2026-11-20']);
    ofFile(ben.journal, '1.09', '2026-11-21');
    expect(ratesOf(ben.journal)).toEqual(['file 1.09 2026-11-21']);
  });

  test('what the bank quoted, what is known and what is unchanged is not shared', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRates);
    const quote: StoredRate = { ...pair, source: 'bank', name: 'Bank', rate: '1.07', at };
    saveRates(ada.journal, [quote], at);
    expect(outgoingCount(ada.journal)).toBe(0);
    ofFile(ada.journal, '1.08');
    ofFile(ada.journal, '1.08');
    ofFile(ada.journal, '1.01', '2026-11-19');
    expect(outgoingCount(ada.journal)).toBe(1);
    await settle(ada, ben);
    // Both desks watch the same folder.
    ofFile(ben.journal, '1.08');
    expect(outgoingCount(ben.journal)).toBe(0);
    chooseReportingCurrency(ben.journal, 'USD', stamp);
    chooseReportingCurrency(ben.journal, 'USD', stamp);
    expect(outgoingCount(ben.journal)).toBe(1);
  });

  test('of a file that has a pair on many days, only the newest is shared', async () => {
    const { ada } = await sharedTeam(sharedOfRates);
    const days = ['2026-11-17', '2026-11-18', '2026-11-19'];
    const name = 'a.csv';
    saveRates(
      ada.journal,
      days.map((day) => ({ ...pair, source: 'file', name, rate: '1.08', at: day })),
      at,
    );
    expect(outgoingCount(ada.journal)).toBe(1);
  });

  test('the newest day of a file’s rates stands, whichever reaches the record first', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRates);
    ben.line.isAway = true;
    ofFile(ben.journal, '1.07', '2026-11-19');
    ofFile(ada.journal, '1.08', '2026-11-20');
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    for (const { journal } of [ada, ben])
      expect(ratesOf(journal)).toEqual(['file 1.08 2026-11-20']);
  });

  test('a rate by hand that is numbered later stands, also where its desk’s clock is behind', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRates);
    ben.line.isAway = true;
    byHand(ben.journal, '1.2', '2026-11-19T00:00:00.000Z');
    byHand(ada.journal, '1.1', at);
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    for (const { journal } of [ada, ben]) expect(ratesOf(journal)).toEqual(['hand 1.2 2026-11-19']);
  });

  test('a desk that joins brings its own, and leaves what the team decided', async () => {
    const { ada, ben } = await joinedLater(
      sharedOfRates,
      (journal) => {
        byHand(journal, '1.1');
        ofFile(journal, '1.08', '2026-11-20');
        chooseReportingCurrency(journal, 'USD', stamp);
      },
      (journal) => {
        byHand(journal, '1.2');
        ofFile(journal, '1.09', '2026-11-21');
        chooseReportingCurrency(journal, 'EUR', stamp);
      },
    );
    for (const { journal } of [ada, ben]) {
      expect(ratesOf(journal)).toEqual(['file 1.09 2026-11-21', 'hand 1.1 2026-11-20']);
      expect(reportingCurrency(journal)).toBe('USD');
    }
  });

  const rate = { ...pair, rate: '1.08', day: '2026-11-20', name: 'a.csv' };
  test.for([
    ['rate-by-hand', { ...pair, rate: '0' }],
    ['rate-by-hand', { ...pair, rate: '1e3' }],
    ['rate-by-hand', { ...pair, rate: '-1' }],
    ['rate-by-hand', { ...pair, rate: 1 }],
    ['rate-by-hand', { ...pair, rate: '1', base: 'EURO' }],
    ['rate-of-file', { ...rate, day: '2026-02-30' }],
    ['rate-of-file', { ...rate, day: at }],
    ['rate-of-file', { ...rate, day: '2026-11-22' }],
    ['rate-of-file', { ...rate, name: '../a.csv' }],
    ['rate-of-file', { ...rate, rate: null }],
    ['rate-of-file', { ...rate, counter: '' }],
    ['reporting-currency', { currency: 'usd' }],
    ['reporting-currency', { currency: 'USD', more: true }],
  ] as const)('no broken item is applied: %j', async ([kind, item]) => {
    const { ada, ben } = await sharedTeam(sharedOfRates);
    await send(ada, kind, item);
    await settle(ada, ben);
    expect(ratesOf(ben.journal)).toEqual([]);
    expect(reportingCurrency(ben.journal)).toBeNull();
    ofFile(ada.journal, '1.08');
    await settle(ada, ben);
    expect(ratesOf(ben.journal)).toEqual(['file 1.08 2026-11-20']);
  });

  test.for([1, 2, 3, 4])('three desks end alike whatever the order: run %i', async (run) => {
    await expectAlike(run, sharedOfRates, {
      change: (journal, random, step) => {
        const act = Math.floor(random() * 4);
        const value = `1.${String(step + 1)}`;
        if (act === 0)
          ofFile(journal, value, oneOf(random, ['2026-11-19', '2026-11-20', '2026-11-21']));
        if (act === 1) byHand(journal, value, oneOf(random, [at, '2026-11-19T00:00:00.000Z']));
        if (act === 2) deleteManualRate(journal, pair, at);
        if (act === 3) chooseReportingCurrency(journal, oneOf(random, ['USD', 'EUR']), stamp);
      },
      stateOf: (journal) => [ratesOf(journal), reportingCurrency(journal)],
    });
  });
});
