import { expect, test } from 'vitest';

import {
  chooseReportingCurrency,
  forgetRateByHand,
  keepRates,
  keptRates,
  reportingCurrency,
  type KeptRate,
} from '../../electron/nouns/rates/tables.ts';
import { beginning, openLoneDesk } from '../support/lone-desk.ts';

const rate = (given: Partial<KeptRate> = {}): KeptRate => ({
  ...{ base: 'EUR', counter: 'USD', source: 'file', name: 'a.csv', rate: '1.08' },
  at: '2026-11-20',
  ...given,
});

test('of a pair and a kind of source the newest rate is there, and of one day the one that came last', () => {
  const { journal } = openLoneDesk().parts;
  expect(keptRates(journal)).toEqual([]);
  const ours = [rate(), rate({ source: 'hand' }), rate({ counter: 'GBP' })];
  keepRates(journal, ours);
  keepRates(journal, [rate({ rate: '1.01', at: '2026-11-19' })]);
  expect(keptRates(journal)).toEqual(expect.arrayContaining(ours));
  keepRates(journal, [rate({ rate: '1.09', name: 'b.csv' })]);
  expect(keptRates(journal)).toContainEqual(rate({ rate: '1.09', name: 'b.csv' }));
  expect(keptRates(journal)).toHaveLength(3);
});

test('a rate by hand is forgotten alone', () => {
  const { journal } = openLoneDesk().parts;
  keepRates(journal, [rate(), rate({ source: 'hand' }), rate({ source: 'hand', base: 'GBP' })]);
  forgetRateByHand(journal, 'EUR', 'USD');
  expect(
    keptRates(journal)
      .map(({ base, source }) => `${base} ${source}`)
      .toSorted(),
  ).toEqual(['EUR file', 'GBP hand']);
});

test('there is one reporting currency, the one that was chosen last, or none', () => {
  const { journal } = openLoneDesk().parts;
  expect(reportingCurrency(journal)).toBeNull();
  for (const currency of ['USD', 'EUR'])
    chooseReportingCurrency(journal, currency, { at: beginning, by: 'Ada Merlin' });
  expect(reportingCurrency(journal)).toBe('EUR');
});
