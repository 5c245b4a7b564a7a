import { expect, test } from 'vitest';

import {
  closesWithin,
  daysToClose,
  lastClosedDay,
  linesOver,
  linesUntil,
  obstacleIn,
  openDaysUntil,
  openPartsOf,
  runningOf,
} from '../../electron/nouns/closes/covered.ts';
import { daysIn } from '../../electron/nouns/closes/periods.ts';
import { append, lastAct, type ActKind } from '../../electron/nouns/closes/tables.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import { daysOf } from '../../shared/calendar/calendar.ts';
import { beginning, openLoneDesk } from '../support/desks/lone-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

const journalOf = (): Journal => openLoneDesk().parts.journal;

/** Writes acts down, each `close 2026-11-20`, or with another first day `close 2026-11-18 2026-11-20`. */
function act(journal: Journal, ...acts: readonly string[]): void {
  for (const one of acts) {
    const [kind = '', first = '', period = first] = one.split(' ');
    const { from, to } = daysIn(period);
    append(
      journal,
      {
        ...{ act: kind as ActKind, period, from: first === period ? from : first, to },
        ...{ at: beginning, actor: actorNamed('Ada Merlin'), document: {} },
      },
      { after: lastAct(journal).n },
    );
  }
}

function acted(...acts: readonly string[]): Journal {
  const journal = journalOf();
  act(journal, ...acts);
  return journal;
}

test('a day is closed with the days behind the close before it, up to ten, and alone where that is further back', () => {
  const days = (...acts: readonly string[]) => daysToClose(acted(...acts), '2026-11-20').from;
  expect(days()).toBe('2026-11-20');
  expect(days('close 2026-11-19')).toBe('2026-11-20');
  expect(days('close 2026-11-12', 'close 2026-11-17')).toBe('2026-11-18');
  expect(days('close 2026-11-10')).toBe('2026-11-11');
  expect(days('close 2026-11-09')).toBe('2026-11-20');
  expect(days('close 2026-11-17', 'close 2026-11-18', 'reopen 2026-11-18')).toBe('2026-11-18');
  expect(days('close 2026-11-19', 'close 2026-11-20', 'close 2026-11-21')).toBe('2026-11-20');
  expect(days('close 2026-11')).toBe('2026-11-20');
  expect(daysToClose(acted('close 2026-10-31'), '2026-11')).toEqual(daysIn('2026-11'));
});

test('a day that was closed with a later one is not closed by itself, once that is open again it is', () => {
  const journal = acted('close 2026-11-11 2026-11-20');
  const why = (day: string) => obstacleIn(journal, day, '2026-11-30');
  const together = (day: string) => `${day} Nov 2026 is closed together with 20 Nov 2026.`;
  expect(why('2026-11-10')).toBeNull();
  expect(why('2026-11-11')).toBe(together('11'));
  expect(why('2026-11-19')).toBe(together('19'));
  expect(why('2026-11-20')).toBeNull();
  expect(why('2026-11-21')).toBeNull();
  act(journal, 'reopen 2026-11-11 2026-11-20');
  expect(why('2026-11-19')).toBeNull();
});

test('a month is closed though its first day was closed with one behind it', () => {
  expect(obstacleIn(acted('close 2026-10-30 2026-11-03'), '2026-11', '2026-12-01')).toBeNull();
});

test('a day that was reopened is closed before the days behind it, and keeps no month open', () => {
  const journal = acted('close 2026-11-17', 'close 2026-11-18', 'reopen 2026-11-18');
  const why = (period: string) => obstacleIn(journal, period, '2026-12-01');
  expect(why('2026-11-20')).toBe('18 Nov 2026 was reopened: close it first, then 20 Nov 2026.');
  expect(why('2026-11-18')).toBeNull();
  expect(why('2026-11')).toBeNull();
  act(journal, 'close 2026-11-18');
  expect(why('2026-11-20')).toBeNull();
});

test('a day, a month and a year can be closed once they are over', () => {
  const journal = journalOf();
  const why = (period: string, today: string) => obstacleIn(journal, period, today);
  const from = (period: string, day: string) =>
    `${period} is not over: it can be closed from ${day}, 00:00 UTC.`;
  expect(why('2026-11-20', '2026-11-19')).toBe(from('20 Nov 2026', '21 Nov 2026'));
  expect(why('2026-11-20', '2026-11-20')).toBe(from('20 Nov 2026', '21 Nov 2026'));
  expect(why('2026-11-20', '2026-11-21')).toBeNull();
  expect(why('2026-11', '2026-11-30')).toBe(from('Nov 2026', '1 Dec 2026'));
  expect(why('2026-11', '2026-12-01')).toBeNull();
  expect(why('2026', '2026-12-31')).toBe(from('2026', '1 Jan 2027'));
  expect(why('2026', '2027-01-01')).toBeNull();
});

test('a month misses the days that no close has: one of the next month may have its last ones', () => {
  const journal = acted(
    ...['close 2026-11-01', 'close 2026-11-02 2026-11-05', 'close 2026-11-06'],
    ...['reopen 2026-11-06', 'close 2026-11-28 2026-12-02'],
  );
  expect(openPartsOf(journal, '2026-11', '2028-01-01')).toEqual(
    daysOf({ from: '2026-11-06', to: '2026-11-27' }),
  );
  act(journal, 'close 2026-11-06 2026-11-27');
  expect(openPartsOf(journal, '2026-11', '2028-01-01')).toEqual([]);
  expect(openPartsOf(journal, '2026-11-10', '2028-01-01')).toEqual([]);
  expect(openPartsOf(journal, '2026-12', '2028-01-01')[0]).toBe('2026-12-03');
});

test('a year misses the months that are not closed, whatever days are', () => {
  const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
  const journal = acted(...months.map((month) => `close 2026-${month}`), 'reopen 2026-04');
  expect(openPartsOf(journal, '2026', '2028-01-01')).toEqual(['2026-04']);
  act(journal, 'close 2026-04-01 2026-04-10');
  expect(openPartsOf(journal, '2026', '2028-01-01')).toEqual(['2026-04']);
  expect(openPartsOf(journal, '2027', '2028-01-01')).toHaveLength(12);
});

test('the closes of a month are those of its days, those of a year of its months', () => {
  const journal = acted(
    ...['close 2026-10-31', 'close 2026-11-01', 'close 2026-11-30', 'close 2026-12-01'],
    ...['close 2026-11-15', 'reopen 2026-11-15', 'close 2025-12', 'close 2026-01', 'close 2026-12'],
    ...['close 2027-01', 'close 2026'],
  );
  const periods = (period: string) => closesWithin(journal, period).map((one) => one.period);
  expect(periods('2026-11')).toEqual(['2026-11-01', '2026-11-30']);
  expect(periods('2026')).toEqual(['2026-01', '2026-12']);
});

const lines = (journal: Journal, until: string, count: number) =>
  linesUntil(journal, until, count).map(({ period, state }) => `${period} ${state}`);

test('days are listed up to one, without weekends on which nothing was done', () => {
  const journal = acted('close 2026-11-14 2026-11-16', 'close 2026-11-07', 'reopen 2026-11-07');
  expect(lines(journal, '2026-11-22', 3)).toEqual([
    ...['2026-11-19 open', '2026-11-20 open', '2026-11-22 open'],
  ]);
  expect(lines(journal, '2026-11-17', 9)).toEqual([
    ...['2026-11-06 open', '2026-11-07 reopened', '2026-11-09 open', '2026-11-10 open'],
    ...['2026-11-11 open', '2026-11-12 open', '2026-11-13 open', '2026-11-16 closed'],
    '2026-11-17 open',
  ]);
});

test('a listed day is closed, reopened, or closed together with one that comes later than the list', () => {
  const journal = acted('close 2026-11-17', 'close 2026-11-18', 'reopen 2026-11-18');
  act(journal, 'close 2026-11-19 2026-11-23');
  expect(linesUntil(journal, '2026-11-20', 4)).toEqual([
    { period: '2026-11-17', state: 'closed', closedAt: beginning, n: 1 },
    { period: '2026-11-18', state: 'reopened', closedAt: null, n: null },
    { period: '2026-11-19', state: 'within', closedAt: null, n: null },
    { period: '2026-11-20', state: 'within', closedAt: null, n: null },
  ]);
  act(journal, 'reopen 2026-11-19 2026-11-23');
  expect(lines(journal, '2026-11-20', 2)).toEqual(['2026-11-19 open', '2026-11-20 open']);
});

test('a day behind a weekend is listed as it was closed', () => {
  expect(lines(acted('close 2026-11-20'), '2026-11-23', 2)).toEqual([
    ...['2026-11-20 closed', '2026-11-23 open'],
  ]);
});

test('as many days are listed as were asked for, and as many months', () => {
  const journal = acted('close 2026-10', 'close 2026-11-29');
  for (const until of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
    for (const count of [1, 2, 5, 10, 31]) {
      const found = linesUntil(journal, until, count);
      expect(found).toHaveLength(count);
      expect(found.at(-1)?.period).toBe(until);
    }
  expect(lines(journal, '2026-11', 4)).toEqual([
    '2026-08 open',
    '2026-09 open',
    '2026-10 closed',
    '2026-11 open',
  ]);
  expect(lines(journal, '2027', 2)).toEqual(['2026 open', '2027 open']);
});

test('days and months to come are none of a month or a year that is not over', () => {
  const journal = acted('close 2026-11-02', 'close 2026-11-03', 'close 2026-10');
  expect(openPartsOf(journal, '2026-11', '2026-11-05')).toEqual(['2026-11-01', '2026-11-04']);
  expect(openPartsOf(journal, '2026-11', '2026-11-01')).toEqual([]);
  expect(openPartsOf(journal, '2026', '2026-11-30')).toHaveLength(9);
  expect(runningOf(journal, 'month', '2026-11-05')).toEqual({
    ...{ period: '2026-11', closed: 2, over: 4 },
  });
  expect(runningOf(journal, 'month', '2026-11-01')).toBeNull();
  expect(runningOf(journal, 'year', '2026-11-30')).toEqual({
    ...{ period: '2026', closed: 1, over: 10 },
  });
  expect(runningOf(journal, 'day', '2026-11-05')).toBeNull();
});

test('what is listed is over; a day that was closed by a clock ahead stays in the list', () => {
  const listed = (journal: Journal, until: string | null, today = '2026-11-20') =>
    linesOver(journal, 'day', { until, today, count: 3 }).map(({ period }) => period);
  expect(listed(journalOf(), null)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  expect(listed(journalOf(), '2026-12-24')).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  expect(listed(journalOf(), '2026-11-17')).toEqual(['2026-11-13', '2026-11-16', '2026-11-17']);
  expect(listed(acted('close 2026-11-24'), null).at(-1)).toBe('2026-11-24');
  expect(listed(acted('close 2026-11-24'), null)).not.toContain('2026-11-23');
  expect(listed(acted('close 2026-11-20 2026-11-24'), null)).toEqual([
    ...['2026-11-20', '2026-11-23', '2026-11-24'],
  ]);
  const months = linesOver(journalOf(), 'month', { until: null, today: '2026-11-30', count: 2 });
  expect(months.map(({ period }) => period)).toEqual(['2026-09', '2026-10']);
});

/** Each as `day`, or `from day` where it takes days before it in. */
const openDays = (journal: Journal, until: string): string[] =>
  openDaysUntil(journal, until).map(({ period, from }) =>
    from === period ? period.slice(5) : `${from.slice(5)} ${period.slice(5)}`,
  );

test('open days begin behind the first close, each working day by itself and a weekend with the day behind it', () => {
  expect(openDays(acted('close 2026-11-17'), '2026-11-24')).toEqual([
    ...['11-18', '11-19', '11-20', '11-21 11-23', '11-24'],
  ]);
  expect(openDays(acted('close 2026-11-19'), '2026-11-22')).toEqual(['11-20', '11-21 11-22']);
  expect(openDays(acted('close 2026-11-24'), '2026-11-24')).toEqual([]);
  expect(openDays(acted('close 2026-11-25'), '2026-11-24')).toEqual([]);
  expect(openDays(acted('close 2026-11-21 2026-11-23'), '2026-11-23')).toEqual([]);
});

test('where nothing was closed they begin with the month, and no day of it is left out', () => {
  expect(openDays(journalOf(), '2026-11-03')).toEqual(['11-01', '11-02', '11-03']);
  expect(openDays(journalOf(), '2026-08-04')).toEqual(['08-01', '08-02 08-03', '08-04']);
  expect(openDays(acted('close 2026-08-14'), '2026-11-02')).toEqual(['11-01', '11-02']);
});

test('where nothing was closed no day counts that the local copy does not have', () => {
  const days = (journal: Journal, fetched: string | null) =>
    openDaysUntil(journal, '2026-11-12', () => fetched).map(({ period }) => period.slice(8));
  expect(days(journalOf(), '2026-11-11')).toEqual(['11', '12']);
  expect(days(journalOf(), null)[0]).toBe('01');
  expect(days(acted('close 2026-11-06'), '2026-11-11')[0]).toBe('09');
});

test('a gap and a reopened day are open days, and each is closed with what its close would include', () => {
  const gap = acted('close 2026-11-10', 'close 2026-11-13', 'close 2026-11-16', 'close 2026-11-18');
  expect(openDays(gap, '2026-11-19')).toEqual([
    ...['11-11', '11-12', '11-14 11-15', '11-17', '11-19'],
  ]);
  const reopened = acted('close 2026-11-13', 'close 2026-11-14 2026-11-16', 'close 2026-11-17');
  act(reopened, 'reopen 2026-11-14 2026-11-16');
  expect(openDays(reopened, '2026-11-18')).toEqual(['11-14 11-16', '11-18']);
  const first = acted('close 2026-11-05', 'reopen 2026-11-05', 'close 2026-11-09');
  expect(openDays(first, '2026-11-10')).toEqual(['11-05', '11-06', '11-07 11-08', '11-10']);
});

test('open days are those that their closes include, one behind the other, however the record stands', () => {
  const records: readonly (readonly string[])[] = [
    [],
    ['close 2026-11-02', 'close 2026-11-10'],
    ['close 2026-10-31', 'reopen 2026-10-31', 'close 2026-11-06'],
    ['close 2026-10-20'],
    ['close 2026-11-07', 'close 2026-11-09', 'reopen 2026-11-07'],
    ['close 2026-11-14', 'reopen 2026-11-14'],
  ];
  for (const record of records)
    for (const until of daysOf({ from: '2026-11-12', to: '2026-11-30' })) {
      const journal = acted(...record);
      for (const day of openDaysUntil(journal, until)) {
        expect(daysToClose(journal, day.period)).toEqual({ from: day.from, to: day.to });
        expect(obstacleIn(journal, day.period, '2026-12-01')).toBeNull();
        act(journal, `close ${day.from} ${day.period}`);
      }
      expect(openDaysUntil(journal, until)).toEqual([]);
    }
});

test('the last closed day is the newest one of a close that stands, of the last 400 days', () => {
  const last = (...acts: readonly string[]) => lastClosedDay(acted(...acts), '2026-11-24');
  expect(last()).toBeNull();
  expect(last('close 2026-11-17', 'close 2026-11-20')).toBe('2026-11-20');
  expect(last('close 2026-11-17', 'close 2026-11-20', 'reopen 2026-11-20')).toBe('2026-11-17');
  expect(last('close 2026-11-17', 'close 2026-11-25')).toBe('2026-11-17');
  expect(last('close 2025-10-20')).toBe('2025-10-20');
  expect(last('close 2025-10-19')).toBeNull();
});
