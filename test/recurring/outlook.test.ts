import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dayNumber } from '../../shared/calendar/calendar.ts';
import type { Known, Movement } from '../../electron/engines/recurring/movement.ts';
import { outlookInPieces, type Ahead } from '../../electron/engines/recurring/outlook.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import {
  dueDays,
  missesMax,
  toleranceOf,
  type Rhythm,
} from '../../electron/engines/recurring/rhythm.ts';
import { stemsOf } from '../../electron/engines/recurring/stems.ts';
import { reasonOf, recordWords } from '../../electron/engines/recurring/narration-words.ts';
import { scoreForecast } from '../../tools/bench/forecast-score.ts';
import { generatedCash } from '../../tools/bench/cash-years.ts';

const today = dayNumber('2026-11-20');
let made = 0;

const booked = (day: number, units: bigint, name: string): Movement => {
  made += 1;
  return {
    key: made,
    day,
    units,
    name,
    stems: stemsOf(units, { counterparty: name, narration: '' }),
  };
};

type OutlookOptions = { known?: readonly Known[]; knownTo?: number };

const ahead = (
  movements: readonly Movement[],
  { known = [], knownTo = today }: OutlookOptions = {},
): Ahead[] => toTheEnd(outlookInPieces({ movements, known, today, knownTo, days: 14 }));

/** As many as are due in 400 days, the last of them `until`. */
const coming = (rhythm: Rhythm, units: bigint, until = today): Movement[] =>
  dueDays(rhythm, today - 400, until).map((day) => booked(day, units, 'Harcourt Estates'));

const monthly = (day: number): Rhythm => ({ every: 'month', day, month: 0, weekends: 'unmoved' });

const rhythms: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.record({
    every: fc.constantFrom('week' as const, 'other week' as const),
    from: fc.integer({ min: today - 20, max: today }),
  }),
  fc.record({
    every: fc.constantFrom('month' as const, 'quarter' as const),
    day: fc.integer({ min: 1, max: 31 }),
    month: fc.integer({ min: 0, max: 2 }),
    weekends: fc.constantFrom('unmoved' as const, 'before' as const, 'after' as const),
  }),
);

const wordsOf = (line: Ahead | undefined): string[] =>
  line?.from === 'recurring' ? [reasonOf(line.series.rhythm), recordWords(line.series.record)] : [];

describe('the outlook', () => {
  test('lists what was debited on the same day each month, with its reason and how it has held', () => {
    const [line, ...more] = ahead(coming(monthly(23), -2_143_000_000n));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ day: dayNumber('2026-11-23'), units: -2_143_000_000n });
    expect(wordsOf(line)).toEqual(['monthly, 23rd', 'on time 10 of 10, same amount']);
  });

  test('is not called after the month that was last', () => {
    const dues = dueDays(monthly(25), today - 400, today);
    const salaries = dues.map((day, at) =>
      booked(day, -900_000n, `Salaries ${String(at)} 3M plant`),
    );
    expect(ahead(salaries).map(({ name }) => name)).toEqual(['Salaries 3M plant']);
    // A name that is never the same is better than none.
    const rent = dues.map((day, at) => booked(day, -900_000n, at % 2 === 0 ? 'Rent' : 'RENT'));
    expect(['Rent', 'RENT']).toContain(ahead(rent)[0]?.name);
  });

  test('has no line without a rhythm that it came by at least three times', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 399 }),
            fc.integer({ min: -9, max: 9 }),
            fc.constantFrom('Vega', 'Nimbus', 'Tolka'),
          ),
          { maxLength: 80 },
        ),
        (drawn) => {
          const movements = drawn.map(([back, amount, name]) =>
            booked(today - back, BigInt(amount) * 10_000n, name),
          );
          for (const line of ahead(movements)) {
            if (line.from !== 'recurring') throw new Error('nothing is known');
            expect(line.series.occurrences.length).toBeGreaterThanOrEqual(3);
            expect(wordsOf(line).every((words) => words.length > 0)).toBe(true);
            expect(line.day).toBeGreaterThanOrEqual(today);
            expect(line.day).toBeLessThanOrEqual(today + 14);
          }
        },
      ),
    );
  });

  test('drops an entry that stopped, once it has missed as often as its rhythm allows', () => {
    fc.assert(
      fc.property(rhythms, (rhythm) => {
        const dues = dueDays(rhythm, today - 400, today - toleranceOf(rhythm) - 1);
        const last = dues.at(-1 - missesMax(rhythm)) ?? 0;
        expect(ahead(coming(rhythm, -50_000n, last))).toEqual([]);
      }),
    );
  });

  test('lists every due day ahead of an entry that still comes', () => {
    fc.assert(
      fc.property(rhythms, (rhythm) => {
        const movements = coming(rhythm, 50_000n);
        const days = ahead(movements).map(({ day }) => day);
        const due = dueDays(rhythm, today + 1, today + 14);
        // Of a rhythm by days of the month what weekends move may be read another way where no weekend has shown it: every
        // quarter on the 29th or the 30th are the same days in a year, and a Friday and a Monday in the next.
        expect(days.length).toBe(due.length);
        for (const [at, day] of days.entries())
          expect(Math.abs(day - (due[at] ?? 0))).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('lists what is known and comes again once, as what is known', () => {
    fc.assert(
      fc.property(
        rhythms,
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: -90, max: 90 }),
        (rhythm, early, thousandths) => {
          const movements = coming(rhythm, -10_000_000n);
          const before = ahead(movements);
          const first = before[0];
          if (first === undefined) return;
          const units = -10_000_000n - BigInt(thousandths) * 10_000n;
          const day = Math.min(today + 14, Math.max(today, first.day + early));
          const after = ahead(movements, { known: [{ id: 'one', day, units, name: 'file.csv' }] });
          expect(after.filter(({ from }) => from === 'known')).toHaveLength(1);
          expect(after).toHaveLength(before.length);
        },
      ),
    );
  });

  test('takes the payments of a file for what comes again of each of them', () => {
    const rent = coming(monthly(25), -90_000_000n);
    const lease = dueDays(monthly(26), today - 400, today).map((day) =>
      booked(day, -40_000_000n, 'Vega Leasing'),
    );
    const parts = [
      { name: 'Harcourt Estates', units: -90_000_000n },
      { name: 'Vega Leasing', units: -40_000_000n },
    ];
    const file = { id: 'file', day: today + 5, units: -130_000_000n, name: 'november.csv', parts };
    expect(ahead([...rent, ...lease])).toHaveLength(2);
    expect(ahead([...rent, ...lease], { known: [file] })).toMatchObject([{ known: file }]);
  });

  test('has what is known to be due and has not come, today', () => {
    const [line] = ahead([], { known: [{ id: 'late', day: today - 9, units: 5n, name: 'Late' }] });
    expect(line).toMatchObject({ known: { id: 'late' }, day: today });
  });

  test('lists what was due yesterday and has not come as late, on a working day', () => {
    const saturday = dayNumber('2026-11-21');
    const rhythm: Rhythm = { every: 'week', from: saturday - 1 };
    const movements = dueDays(rhythm, today - 100, today - 7).map((day) =>
      booked(day, -1n, 'Fuel'),
    );
    const lines = toTheEnd(
      outlookInPieces({ movements, known: [], today: saturday, knownTo: saturday, days: 3 }),
    );
    expect(lines).toMatchObject([{ day: saturday + 2, isLate: true }]);
  });

  test('takes a changed amount once it has come twice, and passes over one odd one', () => {
    const dues = dueDays(monthly(25), today - 400, today);
    const amounts = (last: readonly bigint[]): Movement[] =>
      dues.map((day, at) => booked(day, last[at - dues.length + last.length] ?? -100n, 'Tolka'));
    expect(ahead(amounts([-200n, -200n]))[0]?.units).toBe(-200n);
    expect(ahead(amounts([-5_000n, -100n, -100n]))[0]?.units).toBe(-100n);
  });

  test('predicts generated years better than last month again, and predicts little that never comes', () => {
    const seen = scoreForecast(generatedCash(5), { everyDays: 35 });
    expect(seen.ours * 2n).toBeLessThan(seen.lastMonth);
    expect(seen.strange * 20).toBeLessThan(seen.lines);
    expect(seen.predicted * 10).toBeGreaterThan(seen.came * 9);
  });
});

test('a stem has no numbers, months and references, and separates in from out', () => {
  const of = (narration: string, units = -1n): readonly string[] => stemsOf(units, { narration });
  expect(of('PAYROLL 2026-11 DUBLIN')).toEqual(of('payroll Dec. Dublin INV12345'));
  expect(of('PAYROLL DUBLIN', 1n)).not.toEqual(of('PAYROLL DUBLIN'));
  expect(of('2026-11 4711')).toEqual([]);
});
