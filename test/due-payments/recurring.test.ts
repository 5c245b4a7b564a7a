import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { withdrawPayment } from '../../electron/nouns/due-payments/change.ts';
import { prepareRecurring } from '../../electron/nouns/due-payments/recurring/prepare.ts';
import {
  saveSeries,
  whyFull,
  type PaymentSeries,
} from '../../electron/nouns/due-payments/recurring/series-table.ts';
import { scheduledPayments } from '../../electron/nouns/due-payments/tables.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { closing, key, temporaryFolder } from '../support/stores/store.ts';

const context = { correlationId: 'test' };
const stamp = { actor: actorNamed('Ada'), at: '2026-11-24T09:00:00.000Z' };

const rent: PaymentSeries = {
  ...{ seriesId: '5f0c1f0e-6a34-4f9d-8f6e-2f9d0b3f6a11', name: 'Rent', payee: 'Quayside Estates' },
  order: { accountNumber: '9988776655', beneficiaryId: 'b-7', amount: '5000.00', currency: 'EUR' },
  ...{ rhythm: { every: 'month', day: 1 }, from: '2026-11-01', until: null, isEnded: false },
  ...stamp,
};

function openDesk(series: PaymentSeries | null = rent) {
  const file = join(temporaryFolder(), 'journal.db');
  const journal = closing(openJournal(file, key, { program: 'a test' }));
  if (series) saveSeries(journal, series, stamp.at);
  return {
    journal,
    prepare: (today: string) =>
      prepareRecurring(
        journal,
        {
          ...{ days: { first: today, last: today }, now: `${today}T09:00:00.000Z` },
          ...{ dueDay: (day) => ({ day, reason: null }), fingerprintOf: () => null },
        },
        context,
      ),
    days: () => scheduledPayments(journal, 100).map(({ day }) => day),
    references: () => scheduledPayments(journal, 100).map(({ order }) => order.reference),
  };
}

test('each payment is prepared once, some days ahead of its day', () => {
  const { prepare, days } = openDesk();
  expect([prepare('2026-11-24'), prepare('2026-11-24'), days()]).toEqual([1, 0, ['2026-12-01']]);
  expect([prepare('2026-12-24'), days()]).toEqual([1, ['2026-12-01', '2027-01-01']]);
});

test('two desks, and one that was restored, prepare the same payments', () => {
  const [one, other] = [openDesk(), openDesk()];
  one.prepare('2026-11-24');
  other.prepare('2026-11-30');
  expect(other.references()).toEqual(one.references());
});

test('one that was withdrawn is not prepared again', () => {
  const { prepare, journal, references, days } = openDesk();
  prepare('2026-11-24');
  const [reference = ''] = references();
  expect(withdrawPayment(journal, reference, { stamp, context }).ok).toBe(true);
  expect([prepare('2026-11-25'), days()]).toEqual([0, []]);
});

test('one whose day passed while no desk was open is prepared as overdue', () => {
  const { prepare, days } = openDesk();
  expect([prepare('2026-12-05'), days()]).toEqual([1, ['2026-12-01']]);
});

test('nothing is prepared behind its last day, nor once it was ended', () => {
  const { prepare } = openDesk({ ...rent, until: '2026-11-30' });
  expect(prepare('2026-11-24')).toBe(0);
  const ended = openDesk();
  saveSeries(ended.journal, { ...rent, isEnded: true }, stamp.at);
  // An older version of it that comes later, as from a colleague's desk, does not begin it again.
  saveSeries(ended.journal, rent, stamp.at);
  expect(ended.prepare('2026-11-24')).toBe(0);
});

test('one behind five hundred that ended is prepared', () => {
  const { prepare, journal, days } = openDesk(null);
  for (let at = 0; at < 500; at += 1)
    saveSeries(journal, { ...rent, seriesId: `old-${String(at)}`, isEnded: true }, stamp.at);
  saveSeries(journal, { ...rent, at: '2026-11-24T10:00:00.000Z' }, stamp.at);
  expect([prepare('2026-11-24'), days()]).toEqual([1, ['2026-12-01']]);
});

test('five hundred that go on are enough', () => {
  const { journal } = openDesk(null);
  const save = (at: number, isEnded: boolean): void => {
    saveSeries(journal, { ...rent, seriesId: `rent-${String(at)}`, isEnded }, stamp.at);
  };
  for (let at = 0; at < 500; at += 1) save(at, false);
  expect(whyFull(journal)).toMatch(/^500 recurring payments go on: end one first/);
  save(7, true);
  expect(whyFull(journal)).toBeNull();
});
