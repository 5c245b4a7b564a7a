import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import Holidays from 'date-holidays';
import manifest from 'date-holidays/package.json' with { type: 'json' };
import { alpha2ToAlpha3 } from 'i18n-iso-countries/index.js';

import { repairs } from './repairs.ts';

/**
 * Writes the table of bank holidays from the package date-holidays: the public and bank holidays of the countries below. The program
 * reads the table only, so neither the package nor its astronomy is loaded.
 */

export const holidayTableFile = resolve(
  import.meta.dirname,
  '../../electron/engines/calendars/holiday-table.ts',
);

const [firstYear, lastYear] = [2024, 2035];
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);

/** A region stands for its country where payments are settled by its days. */
const regions: Readonly<Record<string, string>> = { CH: 'ZH', GB: 'ENG' };

/** Countries for which the package agrees with a second source (test/calendars/second-source.test.ts). */
const countries =
  'AT BE BR CH CL CO CZ DE DK EE ES FI FR GB GR HK HR IE IL IT JP KE LT LU MT MZ NG NL NO NZ PE PL PT RO RS SE SG SI UG US ZA'.split(
    ' ',
  );

type Row = { readonly name: string; readonly days: readonly string[] };

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The whole days of a holiday, at most a month; half days are working days. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const hours = (end.getTime() - start.getTime()) / hourMs;
  const count = Math.min(31, Math.round(hours / 24));
  return Array.from({ length: count }, (_, at) =>
    new Date(first + at * dayMs).toISOString().slice(0, 10),
  );
}

/** Names in English without what would end a template; one in another script is a bank holiday. */
const plainName = (name: string): string =>
  /^[\p{Script=Latin}\p{P}\p{N}\s]+$/u.test(name)
    ? name
        .replaceAll("'", '’')
        .replaceAll(/[`\\$]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : 'Bank holiday';

/** The holidays of a country by name, in the order of their first days; a day has one name. */
function rowsOf(country: string): Row[] {
  const region = regions[country];
  const source = region === undefined ? new Holidays(country) : new Holidays(country, region);
  const byDay = new Map<string, string>();
  for (const year of years)
    for (const holiday of source.getHolidays(year, 'en'))
      if (holiday.type === 'public' || holiday.type === 'bank')
        for (const day of daysOf(holiday))
          if (!byDay.has(day)) byDay.set(day, plainName(holiday.name));
  for (const { country: of, removes, adds } of repairs) {
    if (of !== country) continue;
    for (const [day, name] of byDay) if (removes?.(day, name)) byDay.delete(day);
    for (const [day, name] of Object.entries(adds ?? {})) if (!byDay.has(day)) byDay.set(day, name);
  }
  const days = [...byDay.keys()].toSorted();
  const names = new Set(days.map((day) => byDay.get(day) ?? ''));
  return [...names].map((name) => ({ name, days: days.filter((day) => byDay.get(day) === name) }));
}

/** `0101 New Year’s Day`, or one place a year: `0115,0120,… Name`. */
function rowText({ name, days }: Row): string {
  const places = years.map((year) => {
    const ofYear = days.filter((day) => day.startsWith(String(year)));
    return ofYear.length === 0
      ? '-'
      : ofYear.map((day) => `${day.slice(5, 7)}${day.slice(8)}`).join('+');
  });
  const isSame = places.every((place) => place === places[0]);
  return `${isSame ? places[0] : places.join(',')} ${name}`;
}

export function holidayTable(): string {
  const sections = countries.flatMap((country) => {
    const rows = rowsOf(country);
    if (rows.length === 0) throw new Error(`date-holidays has no holidays of ${country}.`);
    return [`${country} ${alpha2ToAlpha3(country) ?? ''}`, ...rows.map(rowText)];
  });
  return [
    '// Written by tools/holidays/holidays.ts from the package date-holidays; a test fails when it is out of date.',
    '// The data is under CC BY-SA 3.0 and names its sources in tools/package/date-holidays-licence.txt.',
    '',
    '/** Both included. */',
    'export const holidayYears: { readonly first: number; readonly last: number } = {',
    `  first: ${String(firstYear)},`,
    `  last: ${String(lastYear)},`,
    '};',
    '',
    '/** Behind a line with the codes of a country, a line a holiday: its month and day where each year has the same, else one place a year. */',
    'export const holidayRows = `',
    ...sections,
    '`;',
    '',
  ].join('\n');
}

export const holidayEditionFile = resolve(
  import.meta.dirname,
  '../../shared/calendar/holiday-edition.ts',
);

export const holidayEditionText = (): string =>
  [
    '// Written by tools/holidays/holidays.ts.',
    '',
    '/** The package that the bank holidays come from, with its version. */',
    `export const holidayEdition = 'date-holidays ${manifest.version}';`,
    '',
  ].join('\n');

if (import.meta.main) {
  writeFileSync(holidayTableFile, holidayTable());
  writeFileSync(holidayEditionFile, holidayEditionText());
}
