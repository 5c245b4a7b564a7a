import type { IsoDate } from './calendar.ts';

// Three letters each, as banks write them; British English has four for September.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)));

/** `Nov`, of a day or anything that begins with one. */
export const monthName = (date: IsoDate): string => months[Number(date.slice(5, 7)) - 1] ?? '';

/** `20 Nov 2026`. */
export const fullDay = (date: IsoDate): string => `${shortDay(date)} ${date.slice(0, 4)}`;

/** `20 Nov`, with the year where it is not today's. A day is text; no time zone touches it. */
export const dayBeside = (date: IsoDate, today: IsoDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : fullDay(date);

const shortDay = (date: IsoDate): string =>
  `${String(Number(date.slice(8, 10)))} ${monthName(date)}`;
