import { addDays, isIsoDate, type IsoDate } from '../../../../shared/calendar/calendar.ts';

/** A day or a month found in a text, and the days that it can mean: one, or several if it is ambiguous. */
export type ReadDay = {
  /** The letters it was read from. */
  readonly words: string;
  readonly index: number;
  readonly days: readonly IsoDate[];
  /** For a month without a day, how it is written; `days` has its first day. Digits may be a number of another kind. */
  readonly month: 'named' | 'digits' | null;
};

const monthNames: readonly RegExp[] = [
  /jan(uary?|uar)?/,
  /feb(ruary?|ruar)?/,
  /mar(ch)?|märz|maerz/,
  /apr(il)?/,
  /may|mai/,
  /june?|juni/,
  /july?|juli/,
  /aug(ust)?/,
  /sept?(ember)?/,
  /o[ck]t(ober)?/,
  /nov(ember)?/,
  /de[cz](ember)?/,
];
const wholeNames = monthNames.map(({ source }) => new RegExp(`^(${source})$`, 'i'));
const month = `(${monthNames.map(({ source }) => source.replaceAll('(', '(?:')).join('|')})(?!\\p{L})`;
const mark = '[-_./ ]';
const gap = `[-_., ]{0,2}`;
const year = String.raw`(\d{4}|\d{2})`;

/** Year first: 2026-11-20, 2026.1.5, 20261120. */
const yearFirst = new RegExp(
  `(?<!\\d)(\\d{4})(?:(${mark})(\\d{1,2})\\2(\\d{1,2})|(\\d{2})(\\d{2}))(?!\\d)`,
  'gu',
);
/** Three numbers, the year last: 20.11.2026, 12.09.26. */
const yearLast = new RegExp(
  `(?<![\\dvV]|\\d${mark})(\\d{1,2})(${mark})(\\d{1,2})\\2${year}(?!\\d|${mark}\\d)`,
  'gu',
);
const dayAndName = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?${gap}${month}${gap}${year}(?!\\d)`,
  'giu',
);
const nameAndDay = new RegExp(
  `(?<!\\p{L})${month}${gap}(\\d{1,2})(?:st|nd|rd|th)?[-_., ]{1,2}(\\d{4})(?!\\d)`,
  'giu',
);
const namedMonth = new RegExp(`(?<!\\p{L}|\\d[-_. ]?)${month}${gap}(\\d{4})(?!\\d)`, 'giu');
const yearMonth = new RegExp(`(?<!\\d)(\\d{4})${mark}(\\d{2})(?!${mark}?\\d)`, 'gu');
const monthYear = new RegExp(`(?<!\\d|\\d${mark})(\\d{2})${mark}(\\d{4})(?!\\d)`, 'gu');

/**
 * Reads every day and month of a text, in order. Numbers between points are day, month, year; between other marks the month may come first,
 * and a year of two digits too: an ambiguous date has several days. A year of two digits is within fifty years of that of `today`.
 */
export function readDays(text: string, today: IsoDate): ReadDay[] {
  const reads = [
    ...readAs(text, yearFirst, ([y, , m, d, mRun, dRun]) => [isoOf(y, m ?? mRun, d ?? dRun)]),
    ...readAs(text, dayAndName, ([d, name, y]) => [isoOf(whole(y, today), numberOf(name), d)]),
    ...readAs(text, nameAndDay, ([name, d, y]) => [isoOf(y, numberOf(name), d)]),
    ...readAs(text, yearLast, (parts) => readingsOf(parts, today)),
    ...readAs(text, namedMonth, ([name, y]) => [isoOf(y, numberOf(name), '1')], 'named'),
    ...readAs(text, yearMonth, ([y, m]) => [isoOf(y, m, '1')], 'digits'),
    ...readAs(text, monthYear, ([m, y]) => [isoOf(y, m, '1')], 'digits'),
  ];
  const accepted: ReadDay[] = [];
  for (const read of reads)
    if (read.days.length > 0 && !accepted.some((other) => overlap(read, other)))
      accepted.push(read);
  return accepted.toSorted((a, b) => a.index - b.index);
}

/** The last day of the month that a day is in. */
export const lastOfMonth = (day: IsoDate): IsoDate =>
  addDays(`${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1);

type Parts = readonly (string | undefined)[];

const readAs = (
  text: string,
  pattern: RegExp,
  daysOf: (parts: Parts) => readonly string[],
  of: ReadDay['month'] = null,
): ReadDay[] =>
  [...text.matchAll(pattern)].map((match) => ({
    words: match[0],
    index: match.index,
    days: [...new Set(daysOf(match.slice(1)))].filter(isPlausible),
    month: of,
  }));

const isPlausible = (day: string): boolean =>
  isIsoDate(day) && day > '1900-01-01' && day < '2200-01-01';

function readingsOf([a, separator, b, y]: Parts, today: IsoDate): string[] {
  const dayFirst = isoOf(whole(y, today), b, a);
  if (separator === '.' && isIsoDate(dayFirst)) return [dayFirst];
  const monthFirst = isoOf(whole(y, today), a, b);
  return [dayFirst, monthFirst, ...(y?.length === 2 ? [isoOf(whole(a, today), b, y)] : [])];
}

function whole(written = '', today: IsoDate): string {
  if (written.length !== 2) return written;
  const now = Number(today.slice(0, 4));
  const near = Math.floor(now / 100) * 100 + Number(written);
  return String(near > now + 50 ? near - 100 : near <= now - 50 ? near + 100 : near);
}

const isoOf = (y = '', m = '', d = ''): string =>
  `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;

const numberOf = (name = ''): string =>
  String(wholeNames.findIndex((spelled) => spelled.test(name)) + 1);

const overlap = (a: ReadDay, b: ReadDay): boolean =>
  a.index < b.index + b.words.length && b.index < a.index + a.words.length;
