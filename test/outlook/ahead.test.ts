import { expect, test } from 'vitest';

import { unitsAhead } from '../../electron/nouns/outlook/ahead.ts';
import { closedDays } from '../../electron/nouns/outlook/closed-days.ts';
import type { KnownLine, OutlookQuestion } from '../../electron/nouns/outlook/lines.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { run } from '../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { dateOfDayNumber, dayNumber, type IsoDate } from '../../shared/calendar/calendar.ts';
import { accountNumber, asOf, closing, entry, key, openCopy } from '../support/stores/store.ts';

const today = dayNumber('2026-11-20');
const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'];

/** A debit on that day of each of the months from `since` on. */
const monthly = (day: string, given: Partial<IncomingEntry>, since = 0): IncomingEntry[] =>
  months
    .slice(since)
    .map((month): IsoDate => `2026-${month}-${day}`)
    .filter((date) => dayNumber(date) <= today)
    .map((date, ordinal) =>
      entry(`${date} ${given.narration ?? ''}`, {
        ...{ day: dayNumber(date), ordinal, direction: 'debit', amountE4: 2_143_000_000n },
        ...given,
      }),
    );

type Fetched = { readonly from: IsoDate; readonly to: IsoDate };

const wholeYear: readonly Fetched[] = [{ from: '2026-01-01', to: '2026-11-20' }];

/** A local copy with these entries, as sync fetches them, and the question that reads it. */
function openAhead(
  entries: readonly IncomingEntry[],
  periods: readonly Fetched[] = wholeYear,
  given: Partial<OutlookQuestion> = {},
) {
  const { file, writer, reader } = openCopy();
  for (const period of periods) {
    const [from, to] = [dayNumber(period.from), dayNumber(period.to)];
    const within = entries.filter(({ day }) => day >= from && day <= to);
    const { rangeId } = writer.beginRange({ accountNumber, from, to });
    writer.savePage({
      rangeId,
      cursor: '{"page":0}',
      entries: within,
      unreadable: [],
      seenAt: asOf,
    });
    const days = Array.from({ length: to - from + 1 }, (_, at) => ({
      ...{ day: from + at, state: 'proven' as const, openingE4: null, closingE4: null },
      ...{ broken: null, entries: within.filter(({ day }) => day === from + at).length },
    }));
    writer.finishRange({ rangeId, asOf, days, withdraw: true });
  }
  const question: OutlookQuestion = {
    ...{ accountNumber, currency: 'USD', today, places: {}, known: [] },
    closed: closedDays('USD', today, { ownDays: [] }),
    statusWords: { failed: [], rejected: [], done: [] },
    ...given,
  };
  return { file, reading: unitsAhead(reader, question) };
}

const ahead = (...given: Parameters<typeof openAhead>) => toTheEnd(openAhead(...given).reading);

test('what was debited each month is listed with its reason, how it has held, and its last entry', () => {
  const { lines, history, isShort } = ahead(monthly('23', { narration: 'VAT 2026/10' }));
  expect(lines).toEqual([
    {
      ...{ day: '2026-11-23', units: -2_143_000_000n, name: 'VAT 2026/10' },
      reason: 'monthly, 23rd',
      record: 'on time 7 of 7, same amount',
      source: { kind: 'recurring', entryId: '2026-10-23 VAT 2026/10' },
    },
  ]);
  expect({ history, isShort }).toEqual({
    history: { from: '2026-01-01', to: '2026-11-20' },
    isShort: false,
  });
});

test('what falls on a weekend moves as it has moved before; what never fell on one stays on its day and says so', () => {
  const reasons = (entries: readonly IncomingEntry[]) =>
    ahead(entries).lines.map(({ day, reason }) => [day, reason]);
  // Of these days the 28th of November alone is a Saturday.
  expect(reasons(monthly('28', { narration: 'Rent' }, 7))).toEqual([
    ['2026-11-28', 'monthly, 28th, a Saturday for the first time'],
  ]);
  const moved = monthly('28', { narration: 'Rent' }).map((one) => {
    // Put off to the Monday: the 28th of February, March and June.
    const days: Readonly<Record<string, number>> = {
      ...{ '2026-02-28': 2, '2026-03-28': 2, '2026-06-28': 1 },
    };
    return { ...one, day: one.day + (days[one.id.slice(0, 10)] ?? 0) };
  });
  expect(reasons(moved)).toEqual([['2026-11-30', 'monthly, 28th or after a weekend']]);
  expect(reasons(monthly('28', { narration: 'Rent' }))).toEqual([['2026-11-28', 'monthly, 28th']]);
});

test('what moves off weekends moves off holidays; what stays on its day says which holiday it is', () => {
  const reasons = (entries: readonly IncomingEntry[], given: Partial<OutlookQuestion> = {}) =>
    ahead(entries, undefined, given).lines.map(({ day, reason }) => [day, reason]);
  const moved = (days: Readonly<Record<string, number>>) =>
    monthly('26', { narration: 'Rent' }).map((one) => ({
      ...one,
      day: one.day + (days[one.id.slice(0, 10)] ?? 0),
    }));
  // Thanksgiving is the 26th of November.
  expect(reasons(monthly('26', { narration: 'Rent' }))).toEqual([
    ['2026-11-26', 'monthly, 26th, on Thanksgiving Day'],
  ]);
  const later = moved({ '2026-04-26': 1, '2026-07-26': 1, '2026-09-26': 2 });
  expect(reasons(later)).toEqual([['2026-11-27', 'monthly, 26th or after a weekend']]);
  const earlier = moved({ '2026-04-26': -2, '2026-07-26': -2, '2026-09-26': -1 });
  expect(reasons(earlier)).toEqual([['2026-11-25', 'monthly, 26th or before a weekend']]);
  const weekends = { closed: closedDays('EUR', today, { ownDays: [] }) };
  expect(reasons(later, weekends)).toEqual([['2026-11-26', 'monthly, 26th or after a weekend']]);
});

test('two counterparties that the bank names are two, whatever the words beside them', () => {
  const named = (payee: string) => ({ narration: 'Invoice 7', extras: JSON.stringify({ payee }) });
  const entries = [...monthly('23', named('Tern')), ...monthly('25', named('Sable'))];
  const { lines } = ahead(entries, undefined, { places: { counterparty: '/payee' } });
  expect(lines.map(({ day, name }) => [day, name])).toEqual([
    ['2026-11-23', 'Tern'],
    ['2026-11-25', 'Sable'],
  ]);
});

test('behind a hole in the statement nothing is looked at, so that what was not fetched counts as no miss', () => {
  const entries = monthly('23', { narration: 'VAT' });
  const { lines, history, isShort } = ahead(entries, [
    { from: '2026-01-01', to: '2026-08-31' },
    { from: '2026-10-01', to: '2026-11-20' },
  ]);
  expect(lines).toEqual([]);
  expect({ history, isShort }).toEqual({
    history: { from: '2026-10-01', to: '2026-11-20' },
    isShort: true,
  });
});

test('what was due after the last day that was fetched has not failed to come', () => {
  const entries = monthly('05', { narration: 'Rent' });
  const stale = [{ from: '2026-01-01', to: '2026-11-03' }] as const;
  const { lines } = ahead(entries, stale);
  expect(lines.map(({ day, reason }) => [day, reason])).toEqual([
    ['2026-11-20', 'monthly, 5th, not booked yet'],
  ]);
});

test('what was credited each month is expected as a credit, and what has no amount as no debit', () => {
  const reasonOf = (given: Partial<IncomingEntry>) =>
    ahead(monthly('23', { narration: 'Rent', ...given })).lines.map(({ units, reason }) => [
      units,
      reason,
    ]);
  expect(reasonOf({ direction: 'credit' })).toEqual([[2_143_000_000n, 'monthly, 23rd']]);
  expect(reasonOf({ amountE4: 0n })).toEqual([[0n, 'monthly, 23rd']]);
});

test('what is known and comes again is one line, known, with how it has held', () => {
  const known = (given: Partial<KnownLine>): KnownLine => ({
    ...{ id: 'file f-1', day: today + 3, units: -2_143_000_000n, name: 'vat.csv' },
    ...{ reason: 'payment file', record: 'as 2 before it' },
    source: { kind: 'payment-file', batchId: 'f-1' },
    ...given,
  });
  const other = known({ id: 'receivable R', units: 5n, source: { kind: 'receivable', id: 'R' } });
  const entries = monthly('23', { narration: 'VAT' });
  const line = {
    ...{ day: '2026-11-23', units: -2_143_000_000n, name: 'vat.csv', reason: 'payment file' },
    source: { kind: 'payment-file', batchId: 'f-1' },
  };
  expect(ahead(entries, wholeYear, { known: [known({}), other] }).lines).toEqual([
    { ...line, record: 'on time 7 of 7, same amount' },
    { ...line, units: 5n, record: 'as 2 before it', source: other.source },
  ]);
});

test.each([
  [91, true],
  [92, false],
])('a history of %d days behind its last is short: %s', (days, isShort) => {
  const from = dateOfDayNumber(today - days);
  expect(ahead([], [{ from, to: '2026-11-20' }])).toMatchObject({ isShort, history: { from } });
});

test('what comes again names no entry where the last one was removed meanwhile', () => {
  const { file, reading } = openAhead(monthly('23', { narration: 'VAT' }));
  // Ten days have an entry; all of them are read then.
  for (let day = 0; day < 10; day += 1) expect(reading.next().done).toBe(false);
  run(closing(openCacheConnection(file, key)), 'DELETE FROM entry');
  expect(toTheEnd(reading).lines).toMatchObject([
    { name: 'VAT', source: { kind: 'recurring', entryId: null } },
  ]);
});
