import { addDays, earliest, latest, type IsoDate, type Period } from '../../shared/calendar.ts';
import type { CacheReader } from '../store/database.ts';
import { coveredRange, coverage } from './coverage.ts';

/** A new account is read back this far. */
const firstReadingDays = 365;
/** Days that are read again on every sync, because banks book and correct late. */
const rereadDays = 7;
/** Holes are looked for this far back. */
const healingDays = 92;

/**
 * The period a sync reads when none is given: everything since the last fetched day, a week before it again, and
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
