import { isTimestamp, type IsoDate, type Timestamp } from '../../../../shared/calendar/calendar.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The number of cached quarter-hours per zone; a year has 35,040. */
const quartersMax = 50_000;

/** A time without a zone, such as `2026-11-20T10:15:00`. Banks also write a blank before the hour and omit the seconds. */
const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?$/;

/** True for the name of a known time zone, such as `Europe/Berlin`; false for an abbreviation such as `CET`. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z]\w+(?:\/[\w+-]+)+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/**
 * Reads times without an offset in a zone and converts them to UTC, with the original fraction of the second. Returns the value
 * unchanged where it is no such time, or one that the zone skips. For a time that occurs twice, the earlier instant counts.
 */
export function localTimeReader(timeZone: string): (value: unknown) => unknown {
  const offsetAt = offsetsIn(timeZone);
  return (value) => {
    const [, day = '', clock = '', seconds = ':00', fraction = ''] =
      typeof value === 'string' ? (localTime.exec(value) ?? []) : [];
    const shown = `${day}T${clock}${seconds}Z`;
    if (!isTimestamp(shown)) return value;
    const at = instantOf(shown, offsetAt);
    return at === null ? value : `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`;
  };
}

/** The clocks of a zone. Instants are milliseconds since 1970. */
export type ZoneClock = {
  /** The first instant of that day with a local time such as `15:30`, or the next one if the zone skips it. */
  readonly instantOf: (day: IsoDate, clock: string) => number;
  /** The local day at an instant. */
  readonly dayAt: (instant: number) => IsoDate;
};

export function zoneClock(timeZone: string): ZoneClock {
  const offsetAt = offsetsIn(timeZone);
  return {
    instantOf: (day, clock) => {
      const shown = Date.parse(`${day}T${clock}:00Z`);
      // No zone skips more than a day, and none changes within a minute.
      for (let at = shown; at <= shown + dayMs; at += minuteMs) {
        const instant = instantOf(new Date(at).toISOString(), offsetAt);
        if (instant !== null) return instant;
      }
      return shown;
    },
    dayAt: (instant) => new Date(instant + offsetAt(instant)).toISOString().slice(0, 10),
  };
}

type OffsetAt = (instant: number) => number;

/** Returns the first instant with this local time; null where the zone skips it. */
function instantOf(shown: Timestamp, offsetAt: OffsetAt): number | null {
  const asUtc = Date.parse(shown);
  const instants = [asUtc - dayMs, asUtc + dayMs]
    .map((around) => asUtc - offsetAt(around))
    .filter((instant) => instant + offsetAt(instant) === asUtc);
  return instants.length === 0 ? null : Math.min(...instants);
}

const offsets = new Map<string, OffsetAt>();

/** Caches the offsets per zone, since creating a formatter is slow. */
function offsetsIn(timeZone: string): OffsetAt {
  const known = offsets.get(timeZone) ?? offsetsOf(timeZone);
  offsets.set(timeZone, known);
  return known;
}

/** Returns how far a zone is ahead of UTC, in ms. Computed once per quarter-hour, since zones change only at its start. */
function offsetsOf(timeZone: string): OffsetAt {
  const clock = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', era: 'short' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const known = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / (15 * minuteMs)) * 15 * minuteMs;
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const parts = new Map(clock.formatToParts(quarter).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
    const asUtc = Date.UTC(
      ...([part('year'), part('month') - 1, part('day')] as const),
      ...([part('hour'), part('minute'), part('second')] as const),
    );
    if (known.size >= quartersMax) known.clear();
    known.set(quarter, asUtc - quarter);
    return asUtc - quarter;
  };
}
