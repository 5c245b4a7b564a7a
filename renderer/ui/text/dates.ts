import { todayAt, type IsoDate, type Timestamp } from '../../../shared/calendar/calendar.ts';
import { compactDay, fullDay } from '../../../shared/calendar/day-labels.ts';

/** Undefined is the system's own zone. */
let zone: string | undefined = 'UTC';
let moments = formatIn(zone);

/** Sets the zone in which times are shown from here on: `UTC`, `system` or an IANA name. A day of a statement has none. */
export function showTimesOf(chosen: string): void {
  if (chosen === (zone ?? 'system')) return;
  zone = chosen === 'system' ? undefined : chosen;
  moments = formatIn(zone);
}

/** `20 Nov`, with the year where it is not this year's. */
export const dayText = (date: IsoDate, today: IsoDate = todayAt(Date.now())): string =>
  compactDay(date, today);

/** The day of a moment, in the shown zone. */
export const shownDay = (at: Timestamp): IsoDate => zonedText(at).slice(0, 10);

/** `14:09`, in UTC whatever zone is shown: for a time next to its day at the bank. */
export const bankTime = (at: Timestamp): string => utcText(at).slice(11, 16);

/** `14:09`, in the shown zone. */
export const clockText = (at: Timestamp): string => zonedText(at).slice(11, 16);

/** `14:09:31`. */
export const clockWithSeconds = (at: Timestamp): string => zonedText(at).slice(11, 19);

/** `20 Nov 2026, 14:09:31 UTC`. */
export function exactInstant(at: Timestamp): string {
  const text = zonedText(at);
  return `${fullDay(text.slice(0, 10))}, ${text.slice(11, 19)} ${zoneLabel(at)}`;
}

/**
 * A moment: `09:41` today, `19 Nov, 09:41` before, with the year if it is not this one. The clock in the top bar shows the zone. `now`:
 * milliseconds since 1970.
 */
export function instantText(at: Timestamp, now = Date.now()): string {
  const [day, today] = [shownDay(at), shownDay(isoOf(now))];
  return day === today ? clockText(at) : `${dayText(day, today)}, ${clockText(at)}`;
}

/**
 * `Fri 20 Nov 2026, 09:41 UTC`: the clock that shows the zone of every other time, and the bank's day if the shown zone is another. `now`:
 * milliseconds since 1970.
 */
export function deskClock(now: number): string {
  const at = isoOf(now);
  const day = shownDay(at);
  const clock = `${weekdayFormat.format(Date.parse(day))} ${fullDay(day)}, ${clockText(at)} ${zoneLabel(at)}`;
  return zone === 'UTC' ? clock : `${clock} · bank’s day ${compactDay(todayAt(now), day)}, UTC`;
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

const isoOf = (ms: number): string => new Date(ms).toISOString();

const utcText = (at: Timestamp): string => (at.endsWith('Z') ? at : new Date(at).toISOString());

/** `2026-11-20T14:09:31` and more, in the shown zone; UTC needs no calculation. */
function zonedText(at: Timestamp): string {
  if (zone === 'UTC') return utcText(at);
  return moments.format(new Date(at)).replace(' ', 'T');
}

/** `UTC`, `CET`, `GMT+1`. */
const zoneLabel = (at: Timestamp): string =>
  zone === 'UTC'
    ? zone
    : (new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
        .formatToParts(new Date(at))
        .find(({ type }) => type === 'timeZoneName')?.value ?? '');

/** The Swedish locale formats moments as ISO 8601. */
function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
}
