import {
  addDays,
  dayNumber,
  daysOf,
  latest,
  type IsoDate,
} from '../../../../shared/calendar/calendar.ts';
import type { CoverageDay, Proof } from '../../../../shared/ipc/accounts/statements.ts';
import { limits } from '../../../../shared/limits.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import type { AnyDatabase, CacheReader } from '../../../engines/store/database.ts';
import { coveredDays, edgeDay } from '../../accounts/days.ts';
import { accountKeyOf } from '../../accounts/ordinals.ts';
import { unreadableOn, stoppedBy } from './unreadable-entries.ts';

/**
 * Returns every day of the period, oldest first; days that were never fetched are `missing`. A period longer than the limit is cut to
 * its last days.
 */
export function coverage(
  reader: CacheReader,
  accountNumber: string,
  first: IsoDate,
  to: IsoDate,
): CoverageDay[] {
  const from = latest(first, addDays(to, 1 - limits.periodDaysMax));
  const known = new Map(
    coveredDays(reader, accountNumber, { from: dayNumber(from), to: dayNumber(to) }).map((day) => [
      day.date,
      day,
    ]),
  );
  return daysOf({ from, to }).map((date) => {
    const day = known.get(date);
    if (day === undefined) return { date, state: 'missing', entries: 0, asOf: null };
    return { date, state: day.state, entries: day.entries, asOf: day.asOf };
  });
}

/** Returns the range from the first to the last fetched day. It may have holes. */
export function coveredRange(
  database: AnyDatabase,
  accountNumber: string,
): { from: IsoDate; to: IsoDate } | null {
  const ever = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const first = edgeDay(database, accountNumber, { ...ever, edge: 'first' });
  const last = edgeDay(database, accountNumber, { ...ever, edge: 'last' });
  return first && last && { from: first.date, to: last.date };
}

/** Returns the first break of the period as sync found it; null if there is none. */
export function firstBreak(
  reader: CacheReader,
  accountNumber: string,
  from: IsoDate,
  to: IsoDate,
): Proof['brokenAt'] {
  const period = { from: dayNumber(from), to: dayNumber(to) };
  const day = coveredDays(reader, accountNumber, period).find(({ broken }) => broken !== null);
  const currency = accountKeyOf(reader, accountNumber)?.currency;
  if (!day?.broken || !currency) return null;
  const { entryId, expectedE4, foundE4 } = day.broken;
  if (expectedE4 === null || foundE4 === null) {
    const known = unreadableOn(reader, accountNumber, period).find(
      (one) => one.entryId === entryId,
    );
    return stoppedBy(known ?? { entryId, day: day.day, reason: '' }, day.day);
  }
  const text = (units: bigint) => moneyOfUnits(units, currency).amount;
  return { entryId, date: day.date, expected: text(expectedE4), found: text(foundE4) };
}
