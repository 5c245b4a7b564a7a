import {
  addDays,
  dayNumber,
  earliest,
  latest,
  type IsoDate,
  type Period,
} from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { coveredRange, coverage } from '../proof/coverage.ts';
import { isEntryDay } from '../entries/entry-keys.ts';

/** A new account is read this many days back. */
const firstReadingDays = 365;
/** Days that are read again on every sync, because banks book and correct late. */
const rereadDays = 7;
/** How many days back holes are searched. */
const healingDays = 92;

/**
 * Returns the period that a sync reads by default: everything since the last fetched day, the week before it again, and
 * back to the first hole or unproven day of the last three months.
 */
export function defaultPeriod(reader: CacheReader, accountNumber: string, today: IsoDate): Period {
  const covered = coveredRange(reader, accountNumber);
  if (!covered) return { from: addDays(today, -firstReadingDays), to: today };
  const reread = addDays(earliest(covered.to, today), -rereadDays);
  const horizon = latest(covered.from, addDays(today, -healingDays));
  const hole = coverage(reader, accountNumber, horizon, today).find(
    ({ state }) => state === 'missing' || state === 'unproven',
  );
  const from = hole ? earliest(reread, hole.date) : reread;
  return { from: latest(from, covered.from), to: today };
}

/** Returns why a period cannot be read; null if it can. Every day is stored with its proof, even one without an entry. */
export function periodProblem({ from, to }: Period): { message: string; fields: Fields } | null {
  if (dayNumber(from) > dayNumber(to))
    return {
      message: `The period ends (${to}) before it begins (${from}). Nothing was asked.`,
      fields: { from: `must not be after ${to}` },
    };
  if (!isEntryDay(dayNumber(from)) || !isEntryDay(dayNumber(to)))
    return {
      message: 'The local copy keeps days from 1970 on. Nothing was asked.',
      fields: { [isEntryDay(dayNumber(from)) ? 'to' : 'from']: 'is no day that can be kept' },
    };
  const years = String(Math.floor(limits.periodDaysMax / 365.25));
  return dayNumber(to) - dayNumber(from) < limits.periodDaysMax
    ? null
    : {
        message: `A period has at most ${years} years. Nothing was asked.`,
        fields: { from: `is more than ${years} years before ${to}` },
      };
}

type Fields = Readonly<Record<string, string>>;
