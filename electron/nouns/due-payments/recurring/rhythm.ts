import { addDays, dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Rhythm } from '../../../../shared/calendar/payment-rhythm.ts';

/** The last day of a month on which banks work. */
export type LastWorkingDay = (lastDay: IsoDate) => IsoDate;

/** `key` names it: the month, or the day of a weekly one. It stays the same where the calendar of working days changes. */
export type Occurrence = { readonly key: string; readonly day: IsoDate };

/** The days of a rhythm from `from` through `to`, oldest first; before any of them moves to a working day. */
export function occurrences(
  rhythm: Rhythm,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
  lastWorking: LastWorkingDay,
): Occurrence[] {
  if (from > to) return [];
  const found =
    rhythm.every === 'week'
      ? weekly(rhythm.weekday, from, to)
      : monthly(rhythm, { from, to }, lastWorking);
  return found.filter(({ day }) => day >= from && day <= to);
}

function weekly(weekday: number, from: IsoDate, to: IsoDate): Occurrence[] {
  // 1970-01-01 was a Thursday, which is 4.
  const today = ((dayNumber(from) + 3) % 7) + 1;
  const first = addDays(from, (weekday - today + 7) % 7);
  const count = Math.max(0, Math.floor((dayNumber(to) - dayNumber(first)) / 7) + 1);
  return Array.from({ length: count }, (_, at) => {
    const day = addDays(first, at * 7);
    return { key: day, day };
  });
}

function monthly(
  rhythm: Exclude<Rhythm, { every: 'week' }>,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
  lastWorking: LastWorkingDay,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = nextMonth(month))
    if (isMonthOf(rhythm, Number(month.slice(5, 7))))
      found.push({ key: month.slice(0, 7), day: dayIn(month, rhythm.day, lastWorking) });
  return found;
}

function isMonthOf(rhythm: Exclude<Rhythm, { every: 'week' }>, month: number): boolean {
  if (rhythm.every === 'month') return true;
  return rhythm.every === 'quarter'
    ? ((month - 1) % 3) + 1 === rhythm.month
    : month === rhythm.month;
}

function dayIn(month: IsoDate, day: number | 'last-working', lastWorking: LastWorkingDay): IsoDate {
  const last = addDays(nextMonth(month), -1);
  if (day === 'last-working') return lastWorking(last);
  const wanted = `${month.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return wanted > last ? last : wanted;
}

/** The first day of the month after that of `first`. */
const nextMonth = (first: IsoDate): IsoDate => `${addDays(first, 31).slice(0, 7)}-01`;

/** How many days ahead the next occurrence is searched. */
const aheadDays = 400;

/** The next day of a rhythm from today on, before it moves to a working day; null after its end. */
export function nextOccurrence(
  rhythm: Rhythm,
  { from, until }: { readonly from: IsoDate; readonly until: IsoDate | null },
  today: IsoDate,
): IsoDate | null {
  const begin = from > today ? from : today;
  const [next] = occurrences(rhythm, { from: begin, to: addDays(begin, aheadDays) }, (day) => day);
  return next === undefined || (until !== null && next.day > until) ? null : next.day;
}
