import { addDays, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { Calendar } from './calendar.ts';

/** How a day moves on which banks are closed. `modified-following`: to the next working day, or back if that is in another month. */
export type DayRule = 'before' | 'after' | 'modified-following';

/** The most days searched for a working day. */
const closedMax = 366;

type Days = Pick<Calendar, 'isWorkingDay' | 'closedBecause'>;

/**
 * Returns the working day to which a day moves, and the reason why the day itself is closed, such as `Saturday`. The reason is null where
 * it does not move.
 */
export function moveToWorkingDay(
  day: IsoDate,
  rule: DayRule,
  calendar: Days,
): { readonly day: IsoDate; readonly reason: string | null } {
  const reason = calendar.closedBecause(day);
  if (reason === null) return { day, reason };
  const moved = movedDay(day, rule, calendar);
  return moved === null ? { day, reason: null } : { day: moved, reason };
}

function movedDay(day: IsoDate, rule: DayRule, calendar: Days): IsoDate | null {
  if (rule === 'before') return nextWorkingDay(day, -1, calendar);
  const after = nextWorkingDay(day, 1, calendar);
  if (rule === 'after' || after?.slice(0, 7) === day.slice(0, 7)) return after;
  return nextWorkingDay(day, -1, calendar);
}

/** The day itself where banks work on it, else the nearest one in that direction; null where there is none within a year. */
function nextWorkingDay(day: IsoDate, step: 1 | -1, calendar: Days): IsoDate | null {
  let next = day;
  for (let steps = 0; steps <= closedMax; steps += 1) {
    if (calendar.isWorkingDay(next)) return next;
    next = addDays(next, step);
  }
  return null;
}

/**
 * Returns the n-th working day after a day, or before it where n is negative. With 0, the day itself or the next working day. Where
 * the calendar is closed for a year, weekends and holidays do not count.
 */
export function addWorkingDays(day: IsoDate, n: number, calendar: Days): IsoDate {
  if (n === 0) return nextWorkingDay(day, 1, calendar) ?? day;
  const step = n > 0 ? 1 : -1;
  let at = day;
  for (let left = Math.abs(n); left > 0; left -= 1) {
    const next = nextWorkingDay(addDays(at, step), step, calendar);
    if (next === null) return addDays(day, n);
    at = next;
  }
  return at;
}
