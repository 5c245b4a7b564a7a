import { dayOf, todayAt, type IsoDate, type Timestamp } from '../../shared/calendar.ts';
import { dayBeside, fullDay } from '../../shared/day-words.ts';

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `20 Nov`, with the year where it is not this year's. */
export const dayText = (date: IsoDate, today: IsoDate = todayAt(Date.now())): string =>
  dayBeside(date, today);

/** `14:09`, in UTC as the bank’s days are. */
export const bankTime = (at: Timestamp): string => utcText(at).slice(11, 16);

/** `14:09:31`, in UTC. */
export const clockWithSeconds = (at: Timestamp): string => utcText(at).slice(11, 19);

/** `20 Nov 2026, 14:09:31 UTC`. */
export const exactInstant = (at: Timestamp): string =>
  `${fullDay(dayOf(at))}, ${utcText(at).slice(11, 19)} UTC`;

/**
 * A moment, in UTC as everything is: `09:41` today, `19 Nov, 09:41` before, with the year where it is not this one. The zone is
 * said by the clock in the top bar. `now`: milliseconds since 1970.
 */
export function instantText(at: Timestamp, now = Date.now()): string {
  const [day, today] = [dayOf(at), todayAt(now)];
  return day === today ? bankTime(at) : `${dayText(day, today)}, ${bankTime(at)}`;
}

/** `Fri 20 Nov 2026, 09:41 UTC`: the clock that says the zone of every time beside it. `now`: milliseconds since 1970. */
export const utcClock = (now: number): string =>
  `${weekdayFormat.format(now)} ${fullDay(todayAt(now))}, ${bankTime(new Date(now).toISOString())} UTC`;

const utcText = (at: Timestamp): string => (at.endsWith('Z') ? at : new Date(at).toISOString());
