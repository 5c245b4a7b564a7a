import { dayOf, todayAt, type IsoDate, type Timestamp } from '../../shared/calendar.ts';

// Three letters each, as banks write them; British English has four for September.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)));

/** `20 Nov`, with the year where it is not this year's. A day is text; no time zone touches it. */
export function dayText(date: IsoDate, today: IsoDate = todayAt(Date.now())): string {
  return date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : fullDay(date);
}

/** `20 Nov 2026`. */
export const fullDay = (date: IsoDate): string => `${shortDay(date)} ${date.slice(0, 4)}`;

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

export const monthName = (date: IsoDate): string => months[Number(date.slice(5, 7)) - 1] ?? '';

const shortDay = (date: IsoDate): string =>
  `${String(Number(date.slice(8, 10)))} ${monthName(date)}`;
const utcText = (at: Timestamp): string => (at.endsWith('Z') ? at : new Date(at).toISOString());
