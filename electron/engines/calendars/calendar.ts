import { dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { holidaysOf, holidayYears } from './holidays.ts';
import { placeOf, targetPlace } from './places.ts';
import { targetHoliday } from './target-days.ts';
import { isWeekday, weekendOf } from './weekends.ts';

/** Days on which banks work, at one place or at several together. */
export type Calendar = {
  /** The codes that it was made for: countries and currencies. */
  readonly codes: readonly string[];
  readonly isWorkingDay: (day: IsoDate) => boolean;
  /** `Saturday`, `Thanksgiving Day`; null on a working day. */
  readonly closedBecause: (day: IsoDate) => string | null;
  /** False where the holidays of that day are unknown at one of the places. Only weekends and own days count there. */
  readonly isKnown: (day: IsoDate) => boolean;
};

/** A day that a person added. It overrides weekends and holidays. */
export type OwnDay = {
  readonly day: IsoDate;
  /** A country or a currency; null for every calendar. */
  readonly calendar: string | null;
  readonly name: string;
  readonly isOpen: boolean;
};

/** The data of calendars in addition to the known holidays. */
export type CalendarSources = { readonly ownDays: readonly OwnDay[] };

const noSources: CalendarSources = { ownDays: [] };

/**
 * The calendar of a country (two or three letters) or a currency. A code without known holidays has weekends on Saturday and Sunday,
 * and its `isKnown` is false.
 */
export function calendarOf(code: string, sources: CalendarSources = noSources): Calendar {
  const place = placeOf(code);
  const own = ownDaysOf(place, sources);
  const weekend = weekendOf(place);
  const holidays = place === targetPlace ? null : holidaysOf(place);
  const closedBecause = (day: IsoDate): string | null => {
    const added = own.get(day);
    if (added) return added.isOpen ? null : added.name;
    const weekendDay = weekend(dayNumber(day));
    if (weekendDay !== null) return weekendDay;
    return place === targetPlace ? targetHoliday(day) : (holidays?.get(day) ?? null);
  };
  return {
    codes: [code],
    closedBecause,
    isWorkingDay: (day) => closedBecause(day) === null,
    isKnown: (day) => place === targetPlace || (holidays !== null && isOfTable(day)),
  };
}

/** A calendar on which every one of the places works; a holiday of one of them is named with its code. */
export function joinedCalendar(
  codes: readonly string[],
  sources: CalendarSources = noSources,
): Calendar {
  const byPlace = new Map(codes.map((code) => [placeOf(code), code]));
  const parts = [...byPlace.values()].map((code) => calendarOf(code, sources));
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const closedBecause = (day: IsoDate): string | null => {
    for (const part of parts) {
      const reason = part.closedBecause(day);
      if (reason !== null) return withCode(reason, part);
    }
    return null;
  };
  return {
    codes: parts.flatMap((part) => part.codes),
    closedBecause,
    isWorkingDay: (day) => parts.every((part) => part.isWorkingDay(day)),
    isKnown: (day) => parts.every((part) => part.isKnown(day)),
  };
}

const withCode = (reason: string, { codes }: Calendar): string =>
  isWeekday(reason) ? reason : `${reason} (${codes.join(', ')})`;

const isOfTable = (day: IsoDate): boolean => {
  const year = Number(day.slice(0, 4));
  return year >= holidayYears.first && year <= holidayYears.last;
};

/** The own days that count for a country or a currency, open ones too. */
export const ownDaysAt = (code: string, sources: CalendarSources): ReadonlyMap<IsoDate, OwnDay> =>
  ownDaysOf(placeOf(code), sources);

/** Of two own days for one day, the one that names a calendar counts; of two alike, the later in the list. */
function ownDaysOf(place: string, { ownDays }: CalendarSources): ReadonlyMap<IsoDate, OwnDay> {
  const [everywhere, here] = [new Map<IsoDate, OwnDay>(), new Map<IsoDate, OwnDay>()];
  for (const own of ownDays) {
    if (own.calendar === null) everywhere.set(own.day, own);
    else if (placeOf(own.calendar) === place) here.set(own.day, own);
  }
  return new Map([...everywhere, ...here]);
}
