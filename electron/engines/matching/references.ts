import { dateOfDayNumber, dayNumber, isIsoDate } from '../../../shared/calendar/calendar.ts';
import type { Line } from './line.ts';

/** A reference: without case and marks, as it was written, and whether it comes from a reference field. */
export type Reference = {
  readonly bare: string;
  readonly written: string;
  readonly isOwn: boolean;
  /** References of one kind begin alike. Two different ones of one kind identify different matters. Null where it has no kind. */
  readonly kind: string | null;
};

const longestBare = 40;

/** The most references in one text. A text with more is a list, and none of them counts. */
const namedMax = 8;

/** Returns each text of a line that may identify a matter, once. */
export function referencesOf(
  { references, text, day }: Line,
  ignored: ReadonlySet<string>,
): Reference[] {
  const read = (written: string, isOwn: boolean): Reference[] => {
    const bare = bareOf(written);
    return isDistinctive(bare) && !ignored.has(bare) && !isDayNear(bare, day)
      ? [{ bare, written: written.trim(), isOwn, kind: kindOf(bare) }]
      : [];
  };
  const own = references.flatMap((reference) => {
    const [first, ...others] = namesIn(reference);
    return first ? [[reference, ...first], ...others] : [];
  });
  const found = new Map<string, Reference>();
  for (const one of [
    ...unlessMany(own.map((forms) => forms.flatMap((form) => read(form, true)))),
    ...unlessMany(namesIn(text).map((forms) => forms.flatMap((form) => read(form, false)))),
  ])
    if (!found.has(one.bare)) found.set(one.bare, one);
  return [...found.values()];
}

/** Returns the references of a text; none where it has too many. Each name has the forms it may have elsewhere. */
function unlessMany(names: readonly (readonly Reference[])[]): readonly Reference[] {
  const different = new Set(names.flatMap(([first]) => first?.bare ?? []));
  return different.size > namedMax ? [] : names.flat();
}

export const bareOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Amounts are removed before the text is split, since a comma occurs both in an amount and between names. */
const amounts =
  /(?<![^\s,;|+&"'()[\]:#])[-+]?\d{1,3}([.,'’]?\d{3})*[.,]\d{2}(?=[.,]?([\s,;|+&"'()[\]:#]|$))/g;
const day = /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})$/;

/** Splits a text into names, each in the forms that it may have elsewhere. */
function namesIn(text: string): string[][] {
  const words = text.replace(amounts, ' ').split(/[\s,;|+&"'()[\]:#]+/u);
  return words.flatMap((part, at) => (day.test(part) ? [] : formsOf(part, words[at - 1] ?? '')));
}

function formsOf(name: string, before: string): string[][] {
  const isJoined = /^\p{L}{2,10}[-./]?$/u.test(before) && /^\d{3,}$/.test(name);
  const forms = isJoined ? [`${before} ${name}`, name] : [name];
  // INV1001/INV1002 are two references; in INV-2026/1001 neither part is a reference alone.
  const parts = name.split('/').filter((part) => part !== '');
  const telling = parts.filter((part) => isDistinctive(bareOf(part)));
  const [first = '', ...others] = telling;
  if (telling.length < parts.length)
    return [[...forms, ...telling.filter((part) => /\p{L}/u.test(part))]];
  return [[...forms, first], ...others.map((part) => [part])];
}

const aYear = /^(19|20)\d\d$/;
const daysAndMonths = [
  /^(19|20)\d\d(0[1-9]|1[0-2])$/,
  /^(FY|Q|W|CW|KW|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\p{L}*\d*(19|20)\d\d$/u,
  /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/,
  /^([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/,
  /^(0[1-9]|1[0-2])([0-2]\d|3[01])(19|20)\d\d$/,
];

/** Is it distinctive enough that two lines do not share it by chance? A year, a month or a day is not. */
function isDistinctive(bare: string): boolean {
  if (bare.length < 5 || bare.length > longestBare) return false;
  const digits = bare.replace(/\D/g, '');
  return (
    digits.length >= 3 && !aYear.test(digits) && !daysAndMonths.some((form) => form.test(bare))
  );
}

/** Six digits that are the line's own day, or one near it. */
function isDayNear(bare: string, own: number): boolean {
  if (!/^\d{6}$/.test(bare)) return false;
  const [one, month, other] = [bare.slice(0, 2), bare.slice(2, 4), bare.slice(4, 6)];
  return [own - nearDays, own + nearDays].some((end) => {
    const century = dateOfDayNumber(end).slice(0, 2);
    return [`${century}${one}-${month}-${other}`, `${century}${other}-${month}-${one}`].some(
      (date) => isIsoDate(date) && Math.abs(dayNumber(date) - own) <= nearDays,
    );
  });
}

const nearDays = 40;

/** The fewest characters, and digits among them, with which a part can identify the whole. */
const partCharacters = 5;
const partDigits = 4;

const isEnough = (part: string): boolean =>
  part.length >= partCharacters && part.replace(/\D/g, '').length >= partDigits;

/** Every beginning and end of a reference that may identify it. */
export function partsOf(bare: string): string[] {
  return Array.from({ length: bare.length - partCharacters }, (_, more) => partCharacters + more)
    .flatMap((length) => [bare.slice(0, length), bare.slice(-length)])
    .filter(isEnough);
}

/** The reference with each pair of neighbouring characters swapped. */
export function swapsOf(bare: string): string[] {
  const swaps: string[] = [];
  for (let at = 0; at + 1 < bare.length; at += 1) {
    const [one = '', two = ''] = [bare[at], bare[at + 1]];
    if (one !== two) swaps.push(bare.slice(0, at) + two + one + bare.slice(at + 2));
  }
  return swaps;
}

/** The relation of two references: equal, a beginning, an end, or two neighbouring characters swapped. */
export type Relation = 'whole' | 'beginning' | 'end' | 'swap';

export function relationOf(a: string, b: string): Relation | null {
  if (a === b) return 'whole';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === long.length) return isSwapped(a, b) ? 'swap' : null;
  if (long.endsWith(short)) return isEnough(short) ? 'end' : null;
  return long.startsWith(short) && isEnough(short) ? 'beginning' : null;
}

/** Are two neighbouring characters swapped? The texts differ and have one length. */
function isSwapped(a: string, b: string): boolean {
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** The number of last characters by which consecutive numbers differ. */
const countingCharacters = 3;
/** A year or a check digit may follow those: two numbers of one series may look like a swap among so many last characters. */
const rowCharacters = 5;
/** The number of digits at the end of a number that identify it. */
const distinctiveDigits = 6;

/**
 * Tells which slips are as good as the whole reference. Consecutive numbers of different matters look like slips of each other. A slip
 * counts only where one of the two is outside every series of numbers, or lacks only its beginning.
 */
export class Slips {
  readonly #sorted: readonly string[];

  /** Every reference of both sides, each once. */
  constructor(bare: Iterable<string>) {
    this.#sorted = [...bare].toSorted();
  }

  /** Is the slip between two of these references as good as a whole reference? */
  isGood(a: string, b: string): boolean {
    const relation = relationOf(a, b);
    const short = a.length < b.length ? a : b;
    if (relation === 'end') return short.replace(/\D/g, '').length >= distinctiveDigits;
    if (relation === 'beginning') return this.#countFrom(short.slice(0, -countingCharacters)) === 2;
    const [one = '', other = ''] = [a, b].map((bare) => bare.slice(0, -rowCharacters));
    return this.#countFrom(one) === 1 || this.#countFrom(other) === 1;
  }

  /** The number of references with this beginning; 3 for more. */
  #countFrom(beginning: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < beginning) low = middle + 1;
      else high = middle;
    }
    let count = 0;
    while (this.#sorted[low + count]?.startsWith(beginning) === true && count < 3) count += 1;
    return count;
  }
}

function kindOf(bare: string): string | null {
  const letters = /^\p{L}{2,}/u.exec(bare)?.[0];
  if (letters !== undefined) return letters;
  return /^\d{6,}$/.test(bare) ? `${bare.length} ${bare.slice(0, 2)}` : null;
}
