import { dayOf, todayAt, type IsoDate, type Timestamp } from '../../shared/calendar.ts';

// Three letters each, as banks write them; British English has four for September.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)));

/** `20 Nov`, with the year where it is not this year's. A day is text; no time zone touches it. */
export function dayText(date: IsoDate, today: IsoDate = todayAt(Date.now())): string {
  return date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : fullDay(date);
}

/** `20 Nov 2026`. */
export const fullDay = (date: IsoDate): string => `${shortDay(date)} ${date.slice(0, 4)}`;

/** `14:09`, in UTC as the bank's days are. */
export const bankTime = (at: Timestamp): string => utcText(at).slice(11, 16);

/** `20 Nov 2026, 14:09:31 UTC`. */
export const exactInstant = (at: Timestamp): string =>
  `${fullDay(dayOf(at))}, ${utcText(at).slice(11, 19)} UTC`;

/** A time of this desk in the zone of its user: `09:41` today, `19 Nov 09:41` before. */
export function localTime(at: Timestamp, now = new Date()): string {
  const then = new Date(at);
  const clock = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  if (then.toDateString() === now.toDateString()) return clock;
  const year = then.getFullYear() === now.getFullYear() ? '' : ` ${String(then.getFullYear())}`;
  return `${String(then.getDate())} ${months[then.getMonth()] ?? ''}${year} ${clock}`;
}

export const monthName = (date: IsoDate): string => months[Number(date.slice(5, 7)) - 1] ?? '';

const shortDay = (date: IsoDate): string =>
  `${String(Number(date.slice(8, 10)))} ${monthName(date)}`;
const utcText = (at: Timestamp): string => (at.endsWith('Z') ? at : new Date(at).toISOString());
const twoDigits = (value: number): string => String(value).padStart(2, '0');
