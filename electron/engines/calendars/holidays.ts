import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { holidayRows, holidayYears } from './holiday-table.ts';

export { holidayYears } from './holiday-table.ts';

/** Holidays by day. */
type Holidays = ReadonlyMap<IsoDate, string>;

let sections: ReadonlyMap<string, readonly string[]> | undefined;
const known = new Map<string, Holidays>();
const lettersOf = new Map<string, string>();

/** The holidays of a country (two letters) on which its banks are closed; null where they are not known. */
export function holidaysOf(country: string): Holidays | null {
  const found = known.get(country);
  if (found) return found;
  const rows = sectionsOf().get(country);
  if (rows === undefined) return null;
  const holidays = new Map(rows.flatMap(daysOfRow));
  known.set(country, holidays);
  return holidays;
}

/** The countries whose holidays are known, two letters to three. */
export const holidayCountries = (): ReadonlyMap<string, string> =>
  new Map([...sectionsOf().keys()].map((code) => [code, lettersOf.get(code) ?? '']));

/** The rows of each country, which follow a line with its two codes: `US USA`. */
function sectionsOf(): ReadonlyMap<string, readonly string[]> {
  if (sections) return sections;
  const found = new Map<string, string[]>();
  let rows: string[] = [];
  for (const line of holidayRows.split('\n').filter(Boolean)) {
    const [, two, three] = /^([A-Z]{2}) ([A-Z]{3})$/.exec(line) ?? [];
    if (two === undefined || three === undefined) {
      rows.push(line);
      continue;
    }
    rows = [];
    found.set(two, rows);
    lettersOf.set(two, three);
  }
  return (sections = found);
}

/** `0101 New Year’s Day` is of every year; `0115,0120,… Name` has one place a year, `-` for none and `+` between two days. */
function daysOfRow(row: string): [IsoDate, string][] {
  const at = row.indexOf(' ');
  const [places, name] = [row.slice(0, at).split(','), row.slice(at + 1)];
  const [every] = places;
  const days: [IsoDate, string][] = [];
  for (let year = holidayYears.first; year <= holidayYears.last; year += 1) {
    const place = places.length === 1 ? every : places[year - holidayYears.first];
    for (const digits of (place ?? '-').split('+'))
      if (digits !== '-')
        days.push([`${String(year)}-${digits.slice(0, 2)}-${digits.slice(2)}`, name]);
  }
  return days;
}
