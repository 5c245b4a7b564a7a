import { addDays, isIsoDate, type IsoDate } from '../../../../shared/calendar.ts';

type Kind = 'issue' | 'expiry';
/** A day read from a file's name, and the letters it was read from. */
export type DayGuess = { readonly date: IsoDate; readonly words: string };
export type DayGuesses = { readonly issued: DayGuess | null; readonly expires: DayGuess | null };
type Found = DayGuess & { readonly kind: Kind | null; readonly index: number };

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month = `(${monthNames.join('|')})[a-z]*`;

/** Year first, with one separator throughout or none: 2026-11-20, 20261120. */
const yearFirst = /(?<!\d)(\d{4})([-_. ]?)(\d{2})\2(\d{2})(?!\d)/g;
/** Day first: 20.11.2026. With another separator than a point it may be the month that comes first. */
const dayFirst = /(?<!\d)(\d{1,2})([-_. ])(\d{1,2})\2(\d{4})(?!\d)/g;
const named = new RegExp(`(?<!\\d)(\\d{1,2})[-_. ]?${month}[-_. ]?(\\d{4})(?!\\d)`, 'gi');
/** A month alone: 2027-03, 03-2027, Mar 2027. */
const yearMonth = /(?<!\d)(\d{4})[-_. ](\d{2})(?![-_. ]?\d)/g;
const monthYear = /(?<!\d|\d[-_. ])(\d{2})[-_. /](\d{4})(?!\d)/g;
const namedMonth = new RegExp(`(?<![a-z]|\\d[-_. ]?)${month}[-_. ]?(\\d{4})(?!\\d)`, 'gi');

/**
 * Days spelled out in a file's name, and months where a word says that something runs out in them: then it is the
 * month's last day. Nothing is made up from a lone year, and a day that could be read two ways is not read.
 * A word before a date decides what it is; else of two the later one is the expiry, and a single one is the expiry
 * if it lies ahead of `today`.
 */
export function explainDates(fileName: string, today: IsoDate): DayGuesses {
  const found = datesIn(fileName);
  const ofKind = (kind: Kind) => found.find((date) => date.kind === kind) ?? null;
  const loose = found
    .filter(({ kind }) => kind === null)
    .sort((a, b) => a.date.localeCompare(b.date));
  const last = loose.at(-1) ?? null;
  const isExpiry = last !== null && (loose.length > 1 || last.date > today);
  const expires =
    ofKind('expiry') ?? (isExpiry && ofKind('issue')?.date !== last.date ? last : null);
  const first = loose.find(({ date }) => date !== expires?.date) ?? null;
  return { issued: ofKind('issue') ?? first, expires };
}

/** The days alone. */
export function guessDates(
  fileName: string,
  today: IsoDate,
): { readonly issueDate: IsoDate | null; readonly expiryDate: IsoDate | null } {
  const { issued, expires } = explainDates(fileName, today);
  return { issueDate: issued?.date ?? null, expiryDate: expires?.date ?? null };
}

function datesIn(fileName: string): Found[] {
  const days = [...fullDays(fileName), ...wholeMonths(fileName)]
    .filter(({ date }) => isIsoDate(date) && date > '1900-01-01' && date < '2200-01-01')
    .sort((a, b) => a.index - b.index);
  let from = 0;
  return days.flatMap((day) => {
    const kind = kindOf(fileName.slice(from, day.index));
    if (day.isMonth && kind !== 'expiry') return [];
    from = day.index + day.words.length;
    return [{ ...day, kind }];
  });
}

type Read = DayGuess & { readonly index: number; readonly isMonth: boolean };

function fullDays(fileName: string): Read[] {
  return [
    ...reads(fileName, yearFirst, ([, y, , m, d]) => isoOf(y, m, d)),
    ...reads(fileName, dayFirst, ([, d, separator, m, y]) =>
      separator === '.' || Number(d) > 12 ? isoOf(y, m, d) : '',
    ),
    ...reads(fileName, named, ([, d, name, y]) => isoOf(y, numberOf(name), d)),
  ];
}

function wholeMonths(fileName: string): Read[] {
  return [
    ...reads(fileName, yearMonth, ([, y, m]) => lastDayOf(y, m)),
    ...reads(fileName, monthYear, ([, m, y]) => lastDayOf(y, m)),
    ...reads(fileName, namedMonth, ([, name, y]) => lastDayOf(y, numberOf(name))),
  ].map((read) => ({ ...read, isMonth: true }));
}

type Parts = readonly (string | undefined)[];

const reads = (fileName: string, pattern: RegExp, dateOf: (parts: Parts) => string): Read[] =>
  [...fileName.matchAll(pattern)].map((match) => ({
    date: dateOf(match),
    words: match[0],
    index: match.index,
    isMonth: false,
  }));

const isoOf = (year = '', monthNumber = '', day = ''): string =>
  `${year}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`;

const numberOf = (name = ''): string =>
  String(monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function lastDayOf(year = '', monthNumber = ''): string {
  const first = isoOf(year, monthNumber, '1');
  if (!isIsoDate(first)) return '';
  const inNext = addDays(first, 31);
  return addDays(`${inNext.slice(0, 8)}01`, -1);
}

const expiryWord = /(exp[a-z]*|until|valid|till|thru|\bbis|gueltig|gültig|ablauf)/.source;
const between = /[-_.: ]*((on|to|till|until|thru|bis|date|am)[-_.: ]*)*$/.source;
const issueWord = /(issue[a-z]*|from|dated|\bvom)/.source;
const expiryBefore = new RegExp(expiryWord + between, 'i');
const issueBefore = new RegExp(issueWord + between, 'i');

function kindOf(before: string): Kind | null {
  if (expiryBefore.test(before)) return 'expiry';
  return issueBefore.test(before) ? 'issue' : null;
}
