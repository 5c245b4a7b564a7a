import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import { calendarOf, type CalendarSources } from '../../engines/calendars/calendar.ts';

/** Days since 1970 on which banks are closed, with the reason. */
export type ClosedDays = ReadonlyMap<number, string>;

/** Due days may be late, and move over several closed days. */
const daysAround = 60;

/** Returns the closed days around today, by the currency of an account. Computed once per question, so that the engine needs no lookups. */
export function closedDays(currency: string, today: number, sources: CalendarSources): ClosedDays {
  const calendar = calendarOf(currency, sources);
  const closed = new Map<number, string>();
  for (let day = today - daysAround; day <= today + daysAround; day += 1) {
    const reason = calendar.closedBecause(dateOfDayNumber(day));
    if (reason !== null) closed.set(day, reason);
  }
  return closed;
}
