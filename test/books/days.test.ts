import { describe, expect, test } from 'vitest';

import { dayIn, dayOrderOf } from '../../electron/nouns/books/ledger/days.ts';
import type { DayOrder } from '../../shared/ipc/review/books.ts';

describe('a day of a ledger', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['2026.11.20', '2026-11-20'],
    ['20261120', '2026-11-20'],
    [' 2026-11-20 ', '2026-11-20'],
    ['2026-11-20T09:41:00Z', '2026-11-20'],
    ['2026-11-20 09:41', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['1.2.2026', '2026-02-01'],
    ['20.11.2026 09:41', '2026-11-20'],
  ])('%s is the same in either order', (text, day) => {
    expect([dayIn(text, 'day-first'), dayIn(text, 'month-first')]).toEqual([day, day]);
  });

  test.each([
    ['04/05/2026', '2026-05-04', '2026-04-05'],
    ['4-5-2026', '2026-05-04', '2026-04-05'],
    ['4/5/26', '2026-05-04', '2026-04-05'],
    ['20/11/2026', '2026-11-20', null],
    ['11/20/2026', null, '2026-11-20'],
  ])('%s depends on it', (text, dayFirst, monthFirst) => {
    expect([dayIn(text, 'day-first'), dayIn(text, 'month-first')]).toEqual([dayFirst, monthFirst]);
  });

  test.each([
    '',
    'soon',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '20.13.2026',
    '30.02.2026',
    '20.11.202',
    '20.11.6',
    '20.11.20266',
    '200.11.2026',
    '20.111.2026',
    'x20.11.2026',
    '20.11.2026x',
    'x2026-11-20',
    '2026-11-20x',
    '2026-1-2',
    '12026-11-20',
    '2026 11 20',
    '20.11',
    '202611201',
  ])('“%s” is none', (text) => {
    expect([dayIn(text, 'day-first'), dayIn(text, 'month-first')]).toEqual([null, null]);
  });
});

describe('which part of its days is the day', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' };
  const order = (
    texts: readonly string[],
    period: typeof november | null = november,
    said?: DayOrder,
  ) => {
    const found = dayOrderOf(texts, period, said);
    return found.ok ? found.value : `${found.error.missing ?? ''}: ${found.error.message}`;
  };
  const undecided = 'days: its days may be read with the day or the month first: say which.';

  test('is what a person says', () => {
    expect(order(['20/11/2026'], november, 'month-first')).toBe('month-first');
    expect(order(['11/20/2026'], november, 'day-first')).toBe('day-first');
  });

  test('makes no difference where all days are the same in either order', () => {
    expect(order(['2026-11-20', '05/05/2026', '20.11.2026'], null)).toBe('day-first');
    expect(order([], null)).toBe('day-first');
  });

  test('is known by the order that alone reads all of them', () => {
    expect(order(['04/05/2026', '20/11/2026'], null)).toBe('day-first');
    expect(order(['04/05/2026', '11/20/2026'], null)).toBe('month-first');
  });

  test('is known whatever else stands in the column', () => {
    expect(order(['04/05/2026', '20/11/2026', 'soon', ''], null)).toBe('day-first');
    expect(order(['04/05/2026', '11/20/2026', 'soon', ''], null)).toBe('month-first');
  });

  test('is asked where each order alone reads some of them', () => {
    expect(order(['20/11/2026', '11/21/2026'])).toMatch(
      /^days: some of its days can be read only with the day first, others only with the month/,
    );
  });

  test('is asked where no period is known, and neither order reads more of them', () => {
    expect(order(['04/05/2026'], null)).toBe(undecided);
  });

  test('is known where it puts more than four times as many near the period', () => {
    const near = (count: number) => Array.from({ length: count }, () => '04/11/2026');
    const other = (count: number) => Array.from({ length: count }, () => '11/05/2026');
    expect(order(near(1))).toBe('day-first');
    expect(order(other(1))).toBe('month-first');
    expect(order([...near(5), ...other(1)])).toBe('day-first');
    expect(order([...near(4), ...other(1)])).toBe(undecided);
    expect(order([...near(1), ...other(4)])).toBe(undecided);
    expect(order([...near(1), ...other(5)])).toBe('month-first');
    expect(order(['04/05/2026'])).toBe(undecided);
  });

  test.each([
    ['07/12/2026', 'day-first'],
    ['08/12/2026', undecided],
    ['12/07/2026', 'month-first'],
    ['12/08/2026', undecided],
  ])('seven days around the period are near it, and %s is %s', (text, found) => {
    expect(order([text])).toBe(found);
  });

  test.each([
    ['08/10/2026', '2026-10-15', 'day-first'],
    ['07/10/2026', '2026-10-15', undecided],
    ['10/08/2026', '2026-10-15', 'month-first'],
    ['10/07/2026', '2026-10-15', undecided],
  ])('and before it: %s before a period from %s', (text, from, found) => {
    expect(order([text], { from, to: '2026-10-31' })).toBe(found);
  });
});
