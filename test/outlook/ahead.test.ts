import { expect, test } from 'vitest';

import { readerMethods } from '../../electron/desk/open-bank/reader-methods.ts';
import type { OutlookQuestion } from '../../electron/nouns/outlook/lines.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { dayNumber, type IsoDate } from '../../shared/calendar/calendar.ts';
import { accountNumber, asOf, entry, openCopy } from '../support/store.ts';

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

async function ahead(
  entries: readonly IncomingEntry[],
  periods: readonly Fetched[] = [{ from: '2026-01-01', to: '2026-11-20' }],
  given: Partial<OutlookQuestion> = {},
) {
  const { writer, reader } = openCopy();
  for (const period of periods) {
    const [from, to] = [dayNumber(period.from), dayNumber(period.to)];
    const within = entries.filter(({ day }) => day >= from && day <= to);
    const { rangeId } = writer.beginRange({ accountNumber, from, to });
    writer.savePage({ rangeId, cursor: '{"page":0}', entries: within, aside: [], seenAt: asOf });
    const days = Array.from({ length: to - from + 1 }, (_, at) => ({
      ...{ day: from + at, state: 'proven' as const, openingE4: null, closingE4: null },
      ...{ broken: null, entries: within.filter(({ day }) => day === from + at).length },
    }));
    writer.finishRange({ rangeId, asOf, days, withdraw: true });
  }
  const question: OutlookQuestion = {
    ...{ accountNumber, currency: 'USD', today, places: {}, known: [], inFlight: [] },
    statusWords: { failed: [], rejected: [], done: [] },
    ...given,
  };
  return answeredHere(readerMethods(reader).reads).ask('outlook', [question]);
}

test('what was debited each month is told with its reason, how it has held, and the entry that it was last', async () => {
  const { lines, history, isShort } = await ahead(monthly('23', { narration: 'VAT 2026/10' }));
  expect(lines).toEqual([
    {
      ...{ day: '2026-11-23', units: -2_143_000_000n, name: 'VAT 2026/10' },
      reason: 'debited on the 23rd each month',
      record: '7 of 7 came within a day, amount the same',
      source: { kind: 'recurring', entryId: '2026-10-23 VAT 2026/10' },
    },
  ]);
  expect({ history, isShort }).toEqual({
    history: { from: '2026-01-01', to: '2026-11-20' },
    isShort: false,
  });
});

test('what falls on a weekend moves as it has moved before; where it never met one it keeps its day and says so', async () => {
  const reasons = async (entries: readonly IncomingEntry[]) =>
    (await ahead(entries)).lines.map(({ day, reason }) => [day, reason]);
  // Of these days the 28th of November alone is a Saturday.
  expect(await reasons(monthly('28', { narration: 'Rent' }, 7))).toEqual([
    ['2026-11-28', 'debited on the 28th each month, a Saturday for the first time'],
  ]);
  const moved = monthly('28', { narration: 'Rent' }).map((one) => {
    // Put off to the Monday: the 28th of February, March and June.
    const days: Readonly<Record<string, number>> = {
      ...{ '2026-02-28': 2, '2026-03-28': 2, '2026-06-28': 1 },
    };
    return { ...one, day: one.day + (days[one.id.slice(0, 10)] ?? 0) };
  });
  expect(await reasons(moved)).toEqual([
    ['2026-11-30', 'debited on the 28th or after a weekend each month'],
  ]);
  expect(await reasons(monthly('28', { narration: 'Rent' }))).toEqual([
    ['2026-11-28', 'debited on the 28th each month'],
  ]);
});

test('two counterparties that the bank names are two, whatever the words beside them', async () => {
  const named = (payee: string) => ({ narration: 'Invoice 7', also: JSON.stringify({ payee }) });
  const entries = [...monthly('23', named('Tern')), ...monthly('25', named('Sable'))];
  const { lines } = await ahead(entries, undefined, { places: { counterparty: '/payee' } });
  expect(lines.map(({ day, name }) => [day, name])).toEqual([
    ['2026-11-23', 'Tern'],
    ['2026-11-25', 'Sable'],
  ]);
});

test('behind a hole in the statement nothing is looked at, so that what was not fetched counts as no miss', async () => {
  const entries = monthly('23', { narration: 'VAT' });
  const { lines, history, isShort } = await ahead(entries, [
    { from: '2026-01-01', to: '2026-08-31' },
    { from: '2026-10-01', to: '2026-11-20' },
  ]);
  expect(lines).toEqual([]);
  expect({ history, isShort }).toEqual({
    history: { from: '2026-10-01', to: '2026-11-20' },
    isShort: true,
  });
});

test('what was due after the last day that was fetched has not failed to come', async () => {
  const entries = monthly('05', { narration: 'Rent' });
  const stale = [{ from: '2026-01-01', to: '2026-11-03' }] as const;
  const { lines } = await ahead(entries, stale);
  expect(lines.map(({ day, reason }) => [day, reason])).toEqual([
    ['2026-11-20', 'debited on the 5th each month, and has not come yet'],
  ]);
});
