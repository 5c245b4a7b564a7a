import { addDays, dayNumber, isIsoDate, type IsoDate } from '../../../shared/calendar/calendar.ts';

/** Both ends are included; null where an end is open. */
export type Days = {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** The unit shown to the person: a day, a month, or any other days. */
  readonly unit: 'day' | 'month' | 'days';
};

type Read = { readonly days: Days; readonly used: number };

const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** 0 for January; by its name or its first three letters (and `sept`), in any case. */
function monthOf(text: string): number | null {
  const name = text.toLowerCase().replace(/[.,]$/, '');
  if (name === 'sept') return 8;
  const at = months.findIndex(
    (month) => name === month || (name.length === 3 && month.startsWith(name)),
  );
  return at < 0 ? null : at;
}

const two = (figure: number): string => String(figure).padStart(2, '0');

function dayAt(year: number, month: number, day: number): IsoDate | null {
  const text = `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`;
  return isIsoDate(text) ? text : null;
}

const dayUnit = (day: IsoDate): Days => ({ from: day, to: day, unit: 'day' });

function monthUnit(year: number, month: number): Days {
  const from = dayAt(year, month, 1) ?? '';
  const next = dayAt(month === 11 ? year + 1 : year, (month + 1) % 12, 1) ?? '';
  return { from, to: addDays(next, -1), unit: 'month' };
}

const yearOf = (text: string | undefined): number | null =>
  text !== undefined && /^(?:19|20)\d{2}$/.test(text) ? Number(text) : null;

/**
 * Reads the days at the beginning of the words, and the number of words used; null where the words begin with no days. Without a year,
 * the last such day or month that has begun by `today` is meant.
 */
export function readDays(words: readonly string[], today: IsoDate): Read | null {
  const [first = '', second = ''] = words;
  const open = openEnds[first.toLowerCase()];
  if (open !== undefined) {
    const read = readDays(words.slice(1), today);
    return read && { days: open(read.days), used: read.used + 1 };
  }
  const written = writtenDay(first);
  if (written !== null) return { days: written, used: 1 };
  const relative = relativeDays(words, today);
  if (relative !== null) return relative;
  const quarter = /^q([1-4])$/i.exec(first)?.[1];
  if (quarter !== undefined) {
    const year = yearOf(second);
    return { days: quarterOf(Number(quarter) - 1, year, today), used: year === null ? 1 : 2 };
  }
  return namedDays(words, today);
}

const openEnds: Readonly<Record<string, (days: Days) => Days>> = {
  since: ({ from }) => ({ from, to: null, unit: 'days' }),
  from: ({ from }) => ({ from, to: null, unit: 'days' }),
  after: ({ to }) => ({ from: to && addDays(to, 1), to: null, unit: 'days' }),
  until: ({ to }) => ({ from: null, to, unit: 'days' }),
  till: ({ to }) => ({ from: null, to, unit: 'days' }),
  before: ({ from }) => ({ from: null, to: from && addDays(from, -1), unit: 'days' }),
};

/** `2026-11-20`, `2026-11`, `20.11.2026`, `20/11/2026`, each without spaces. */
function writtenDay(text: string): Days | null {
  if (isIsoDate(text)) return dayUnit(text);
  const month = /^((?:19|20)\d{2})-(0[1-9]|1[0-2])$/.exec(text);
  if (month) return monthUnit(Number(month[1]), Number(month[2]) - 1);
  const [, a, b, year] = /^(\d{1,2})[./](\d{1,2})[./]((?:19|20)\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  // The day comes first, as everywhere but in one country. If that is no valid day, the month comes first.
  const day =
    dayAt(Number(year), Number(b) - 1, Number(a)) ?? dayAt(Number(year), Number(a) - 1, Number(b));
  return day === null ? null : dayUnit(day);
}

/** `20 Nov`, `20 Nov 2026`, `Nov 20`, `Nov 2026`, `march`. */
function namedDays(words: readonly string[], today: IsoDate): Read | null {
  const [first = '', second = '', third] = words;
  const dayOf = (text: string): number | null => {
    const digits = /^(\d{1,2})(?:st|nd|rd|th)?[.,]?$/i.exec(text)?.[1];
    return digits === undefined ? null : Number(digits);
  };
  const named = (month: number, day: number, year: number | null): Days | null => {
    const found =
      year === null ? lastSuch((at) => dayAt(at, month, day), today) : dayAt(year, month, day);
    return found === null ? null : dayUnit(found);
  };
  const [firstDay, secondDay, firstMonth, secondMonth] = [
    dayOf(first),
    dayOf(second),
    monthOf(first),
    monthOf(second),
  ];
  const year = yearOf(third);
  const [month, day] =
    firstDay !== null && secondMonth !== null
      ? [secondMonth, firstDay]
      : firstMonth !== null && secondDay !== null
        ? [firstMonth, secondDay]
        : [null, null];
  if (month !== null) {
    const days = named(month, day, year);
    if (days !== null) return { days, used: year === null ? 2 : 3 };
  }
  if (firstMonth === null) return null;
  const ofYear = yearOf(second);
  if (ofYear !== null) return { days: monthUnit(ofYear, firstMonth), used: 2 };
  const begun = lastSuch((at) => dayAt(at, firstMonth, 1), today);
  return begun === null
    ? null
    : { days: monthUnit(Number(begun.slice(0, 4)), firstMonth), used: 1 };
}

/** The day of this year if it is not in the future; else that of the last year that has one. */
function lastSuch(at: (year: number) => IsoDate | null, today: IsoDate): IsoDate | null {
  const year = Number(today.slice(0, 4));
  for (let back = 0; back <= 8; back += 1) {
    const day = at(year - back);
    if (day !== null && day <= today) return day;
  }
  return null;
}

function quarterOf(quarter: number, year: number | null, today: IsoDate): Days {
  const lastBegun = lastSuch((at) => dayAt(at, quarter * 3, 1), today) ?? today;
  const begun = year ?? Number(lastBegun.slice(0, 4));
  const last = monthUnit(begun, quarter * 3 + 2);
  return { from: monthUnit(begun, quarter * 3).from, to: last.to, unit: 'days' };
}

/** `today`, `yesterday`, `last week`, `this month`, `last 30 days`. */
function relativeDays(words: readonly string[], today: IsoDate): Read | null {
  const [first = '', second = '', third = ''] = words.map((text) => text.toLowerCase());
  if (first === 'today') return { days: dayUnit(today), used: 1 };
  if (first === 'yesterday') return { days: dayUnit(addDays(today, -1)), used: 1 };
  const back = { this: 0, last: 1, past: 1 }[first];
  if (back === undefined) return null;
  const count = /^\d{1,3}$/.test(second) ? Number(second) : 0;
  if (back === 1 && count > 0) {
    const length = { day: 1, days: 1, week: 7, weeks: 7 }[third];
    if (length === undefined) return null;
    return { days: { from: addDays(today, 1 - count * length), to: today, unit: 'days' }, used: 3 };
  }
  const days = unitBack(second, back, today);
  return days && { days, used: 2 };
}

/** The week (from Monday), month, quarter or year of today, or the one before. */
function unitBack(unit: string, back: number, today: IsoDate): Days | null {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  if (unit === 'week') {
    // 1970-01-01 was a Thursday.
    const monday = addDays(today, -((dayNumber(today) + 3) % 7) - 7 * back);
    return { from: monday, to: addDays(monday, 6), unit: 'days' };
  }
  if (unit === 'month') {
    const at = year * 12 + month - back;
    return monthUnit(Math.floor(at / 12), at % 12);
  }
  if (unit === 'quarter') {
    const at = year * 4 + Math.floor(month / 3) - back;
    return quarterOf(at % 4, Math.floor(at / 4), today);
  }
  if (unit === 'year')
    return { from: dayAt(year - back, 0, 1), to: dayAt(year - back, 11, 31), unit: 'days' };
  return null;
}
