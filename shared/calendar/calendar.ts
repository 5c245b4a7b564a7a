import { dayOfDigits, digitsOfDay, isClockText } from './day-digits.ts';

/** A day as text, YYYY-MM-DD; it is never turned into an instant. */
export type IsoDate = string & { readonly __brand?: 'IsoDate' };
/** An instant as text, ISO 8601 UTC with milliseconds, as the bank writes it. */
export type Timestamp = string & { readonly __brand?: 'Timestamp' };
/** Both ends are included. */
export type Period = { readonly from: IsoDate; readonly to: IsoDate };

const dayMs = 86_400_000;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** True for a day that exists: 2026-02-30 does not. */
export function isIsoDate(text: string): text is IsoDate {
  return datePattern.test(text) && isRealDay(text);
}

/** True for an instant with its zone, on a day that exists. */
export function isTimestamp(text: string): text is Timestamp {
  if (!timestampPattern.test(text) || !isRealDay(text)) return false;
  return isClockText(text) || !Number.isNaN(Date.parse(text));
}

/** Days since 1970-01-01; the store's key for a day. */
export function dayNumber(date: IsoDate): number {
  return dayOfDigits(date) ?? Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / dayMs;
}

export function dateOfDayNumber(day: number): IsoDate {
  return digitsOfDay(day) ?? new Date(day * dayMs).toISOString().slice(0, 10);
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** The first day of a day's month. */
export const monthStart = (date: IsoDate): IsoDate => `${date.slice(0, 7)}-01`;

/** The UTC day of an instant: the bank's timestamps are UTC, and so are its days. */
export function dayOf(timestamp: Timestamp): IsoDate {
  return timestamp.endsWith('Z')
    ? timestamp.slice(0, 10)
    : new Date(timestamp).toISOString().slice(0, 10);
}

/** The one place that decides what "today" is: the UTC day of the given instant (ms since 1970). */
export function todayAt(nowMs: number): IsoDate {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** Every day of the period, oldest first. */
export function daysOf({ from, to }: Period): IsoDate[] {
  const first = dayNumber(from);
  const count = Math.max(0, dayNumber(to) - first + 1);
  return Array.from({ length: count }, (_, offset) => dateOfDayNumber(first + offset));
}

/** ISO text sorts as time does. */
export const earliest = <T extends IsoDate | Timestamp>(a: T, b: T): T => (a < b ? a : b);
export const latest = <T extends IsoDate | Timestamp>(a: T, b: T): T => (a > b ? a : b);

/** To the minute: `2026-11-24 10:00 UTC`. */
export const clockText = (at: Timestamp): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const daysAway = new Intl.RelativeTimeFormat('en-GB');
const dayCount = new Intl.NumberFormat('en-GB', {
  style: 'unit',
  unit: 'day',
  unitDisplay: 'long',
});

/** `today`, `in 12 days`, `20 days ago`. */
export const daysAwayText = (days: number): string =>
  days === 0 ? 'today' : daysAway.format(days, 'day');

/** `1 day`, `12 days`. */
export const dayCountText = (days: number): string => dayCount.format(days);

function isRealDay(text: string): boolean {
  if (dayOfDigits(text) !== null) return true;
  const date = text.slice(0, 10);
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === date;
}
