import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  type IsoDate,
  type Period,
} from '../../../shared/calendar/calendar.ts';
import { fullDay, monthName } from '../../../shared/calendar/day-labels.ts';
import type { CloseKind, ClosePeriod } from '../../../shared/ipc/review/closes.ts';
import { limits } from '../../../shared/limits.ts';

export const kindOf = (period: ClosePeriod): CloseKind =>
  period.length === 10 ? 'day' : period.length === 7 ? 'month' : 'year';

/** The days of a month or a year; a day is its own period. */
export function daysIn(period: ClosePeriod): Period {
  const kind = kindOf(period);
  if (kind === 'day') return { from: period, to: period };
  if (kind === 'year') return { from: `${period}-01-01`, to: `${period}-12-31` };
  return { from: `${period}-01`, to: lastDayOf(period) };
}

function lastDayOf(month: string): IsoDate {
  const far = addDays(`${month}-01`, 31);
  return addDays(`${far.slice(0, 7)}-01`, -1);
}

/** `20 Nov 2026`, `Nov 2026`, `2026`. */
export function periodWords(period: ClosePeriod): string {
  const kind = kindOf(period);
  if (kind === 'day') return fullDay(period);
  return kind === 'year' ? period : `${monthName(`${period}-01`)} ${period.slice(0, 4)}`;
}

/** Returns the period before; for a day the day before, weekend or not. */
export function periodBefore(period: ClosePeriod): ClosePeriod {
  const kind = kindOf(period);
  if (kind === 'day') return addDays(period, -1);
  if (kind === 'year') return String(Number(period) - 1).padStart(4, '0');
  return addDays(`${period}-01`, -1).slice(0, 7);
}

/** Returns the newest period of a kind that is over. `today` is the running day; days are UTC days in every zone of the window. */
export const newestOver = (kind: CloseKind, today: IsoDate): ClosePeriod =>
  periodBefore(today.slice(0, { day: 10, month: 7, year: 4 }[kind]));

/** Has its last day ended? */
export const isOver = (period: ClosePeriod, today: IsoDate): boolean => daysIn(period).to < today;

/** A Saturday or a Sunday. */
export const isWeekend = (day: IsoDate): boolean => {
  // 1970-01-01 was a Thursday.
  const weekday = (dayNumber(day) + 4) % 7;
  return weekday === 0 || weekday === 6;
};

/** The months of a year, or the days of a month. */
export function partsOf(period: ClosePeriod): readonly ClosePeriod[] {
  if (kindOf(period) === 'year')
    return Array.from({ length: 12 }, (_, at) => `${period}-${String(at + 1).padStart(2, '0')}`);
  const { from, to } = daysIn(period);
  const first = dayNumber(from);
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, at) => dateOfDayNumber(first + at));
}

/** The entries that a close of this period compares: all of a day, up to a limit of a month, none of a year. */
export const entriesOf = (
  period: ClosePeriod,
  wanted: 'digest' | 'set',
): { readonly entries: 'none' | 'digest' | 'set'; readonly entriesMax: number } =>
  kindOf(period) === 'year'
    ? { entries: 'none', entriesMax: 0 }
    : {
        entries: wanted,
        entriesMax: kindOf(period) === 'day' ? Infinity : limits.closedMonthEntriesMax,
      };
