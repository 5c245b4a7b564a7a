import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { UnsureDay } from '../../../../shared/ipc/changes/documents.ts';
import { lastOfMonth, readDays, type ReadDay } from './day-reading.ts';

/** A day read from a file's name, and the letters it was read from. */
export type DayGuess = {
  readonly date: IsoDate;
  readonly words: string;
  /** Only the month is written: the day is the first of the month, or the last for an expiry. */
  readonly isMonth: boolean;
};
export type DayGuesses = {
  readonly issued: DayGuess | null;
  readonly expires: DayGuess | null;
  /** Ambiguous days, each with the field that it would fill. */
  readonly unsure: readonly UnsureDay[];
};

type Field = UnsureDay['field'];
type Found = ReadDay & { readonly field: Field | null };

/**
 * Days and months in a file's name: the month's last day if a word marks it as an expiry, its first if a word marks it as the issue, or if
 * its name is spelled out and it is before `today`. A lone year is not read. An ambiguous date is unsure, not read. A word before a date
 * decides its meaning; else the later of two is the expiry, and a single one is the expiry if it is after `today`.
 */
export function explainDates(fileName: string, today: IsoDate): DayGuesses {
  const found = daysIn(fileName, today);
  const sure = found.filter(({ days }) => days.length === 1);
  const named = (field: Field) => sure.find((read) => read.field === field) ?? null;
  const loose = sure
    .filter(({ field }) => field === null)
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
  const last = loose.at(-1) ?? null;
  const isExpiry = last !== null && (loose.length > 1 || dayOf(last) > today);
  const issue = named('issueDate');
  const expires =
    named('expiryDate') ?? (isExpiry && !(issue && dayOf(issue) === dayOf(last)) ? last : null);
  const first = loose.find(
    (read) => read !== expires && !(expires && dayOf(read) === dayOf(expires)),
  );
  const issued = issue ?? first ?? null;
  return {
    issued: issued && guessOf(issued, false),
    expires: expires && guessOf(expires, true),
    unsure: unsureOf(found, { issueDate: issued, expiryDate: expires }, today),
  };
}

/** Only the days. */
export function guessDates(
  fileName: string,
  today: IsoDate,
): {
  readonly issueDate: IsoDate | null;
  readonly expiryDate: IsoDate | null;
  readonly unsureDays: readonly UnsureDay[];
} {
  const { issued, expires, unsure } = explainDates(fileName, today);
  return {
    issueDate: issued?.date ?? null,
    expiryDate: expires?.date ?? null,
    unsureDays: unsure,
  };
}

/** The days that something typed for a day can be: one, several, or none where it is no day. */
export function readTyped(words: string, field: Field, today: IsoDate): readonly IsoDate[] {
  const [only, another] = readDays(words, today);
  if (!only || another || /\d/.test(words.replace(only.words, ''))) return [];
  return only.month !== null && field === 'expiryDate' ? only.days.map(lastOfMonth) : only.days;
}

function daysIn(fileName: string, today: IsoDate): Found[] {
  let from = 0;
  return readDays(fileName, today).flatMap((read) => {
    const field = fieldOf(fileName.slice(from, read.index));
    if (!isMeant(read, field, today)) return [];
    from = read.index + read.words.length;
    return [{ ...read, field }];
  });
}

/** Whether a month counts: it needs a keyword, or a spelled name in the past. */
const isMeant = (read: ReadDay, field: Field | null, today: IsoDate): boolean =>
  read.month === null || field !== null || (read.month === 'named' && dayOf(read) <= today);

const dayOf = ({ days }: ReadDay): IsoDate => days[0] ?? '';

const guessOf = (read: Found, isEnd: boolean): DayGuess => ({
  date: read.month !== null && isEnd ? lastOfMonth(dayOf(read)) : dayOf(read),
  words: read.words,
  isMonth: read.month !== null,
});

/** The first of several readings of each ambiguous day. Without a keyword, past days count as issue dates, others as expiry dates. */
function unsureOf(
  found: readonly Found[],
  known: Readonly<Record<Field, Found | null>>,
  today: IsoDate,
): UnsureDay[] {
  const unsure = new Map<Field, UnsureDay>();
  for (const { field, words, days } of found) {
    if (days.length < 2) continue;
    const meant = field ?? (days.every((day) => day <= today) ? 'issueDate' : 'expiryDate');
    if (known[meant] === null && !unsure.has(meant))
      unsure.set(meant, { field: meant, words, days });
  }
  return [...unsure.values()];
}

const expiryPattern = /(exp[a-z]*|until|valid|till|thru|\bbis|gueltig|gültig|ablauf)/.source;
const between = /[-_.: ]*((on|to|till|until|thru|bis|date|am)[-_.: ]*)*$/.source;
const issuePattern = /(issue[a-z]*|from|dated|\bvom)/.source;
const expiryBefore = new RegExp(expiryPattern + between, 'i');
const issueBefore = new RegExp(issuePattern + between, 'i');

function fieldOf(before: string): Field | null {
  if (expiryBefore.test(before)) return 'expiryDate';
  return issueBefore.test(before) ? 'issueDate' : null;
}
