import { expect, test } from 'vitest';

import {
  chooseReportingCurrency,
  deleteManualRate,
  saveRates,
  listRates,
  reportingCurrency,
  type StoredRate,
} from '../../electron/nouns/rates/tables.ts';
import { beginning, openLoneDesk } from '../support/desks/lone-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

const rate = (given: Partial<StoredRate> = {}): StoredRate => ({
  ...{ base: 'EUR', counter: 'USD', source: 'file', name: 'a.csv', rate: '1.08' },
  at: '2026-11-20',
  ...given,
});

test('of a pair and a kind of source the newest rate is there, and of one day the one that came last', () => {
  const { journal } = openLoneDesk().parts;
  expect(listRates(journal)).toEqual([]);
  const ours = [rate(), rate({ source: 'hand' }), rate({ counter: 'GBP' })];
  saveRates(journal, ours, beginning);
  saveRates(journal, [rate({ rate: '1.01', at: '2026-11-19' })], beginning);
  expect(listRates(journal)).toEqual(expect.arrayContaining(ours));
  saveRates(journal, [rate({ rate: '1.09', name: 'b.csv' })], beginning);
  expect(listRates(journal)).toContainEqual(rate({ rate: '1.09', name: 'b.csv' }));
  expect(listRates(journal)).toHaveLength(3);
});

test('a rate by hand is forgotten alone', () => {
  const { journal } = openLoneDesk().parts;
  saveRates(
    journal,
    [rate(), rate({ source: 'hand' }), rate({ source: 'hand', base: 'GBP' })],
    beginning,
  );
  deleteManualRate(journal, { base: 'EUR', counter: 'USD' }, beginning);
  expect(
    listRates(journal)
      .map(({ base, source }) => `${base} ${source}`)
      .toSorted(),
  ).toEqual(['EUR file', 'GBP hand']);
});

test('there is one reporting currency, the one that was chosen last, or none', () => {
  const { journal } = openLoneDesk().parts;
  expect(reportingCurrency(journal)).toBeNull();
  for (const currency of ['USD', 'EUR'])
    chooseReportingCurrency(journal, currency, { at: beginning, actor: actorNamed('Ada Merlin') });
  expect(reportingCurrency(journal)).toBe('EUR');
});
