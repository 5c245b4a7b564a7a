import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import { firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import type { KeyBounds } from '../entries/entry-query.ts';
import { storedDayCounts } from './day-sums.ts';

/**
 * About so many entries lie in the first slice, whatever of them a search finds, and in each further one twice as many up to the most: some
 * tens of milliseconds, then more. A search for the beginning of a word gathers what begins so anew for every slice; few slices cost
 * little of that.
 */
const entriesAtFirst = 50_000;
const entriesAtMost = 200_000;

/** About so many entries in the first slice, and in the largest. */
export type SliceSizes = { readonly first: number; readonly most: number };

/**
 * The days of an account under a filter in slices, newest first, by the kept counts. A slice ends with a day, so that no day is in
 * two. Each is read at a moment of its own: who keeps what was found must look whether the local copy changed meanwhile.
 */
export function* slicesOf(
  database: AnyDatabase,
  account: number,
  filter: StatementFilter,
  sizes: SliceSizes = { first: entriesAtFirst, most: entriesAtMost },
): Generator<KeyBounds, void, void> {
  const { days, counts } = storedDayCounts(database, account, filter);
  let entriesMax = sizes.first;
  let newest: number | null = null;
  let entries = 0;
  for (const [index, day] of days.entries()) {
    newest ??= day;
    entries += counts[index] ?? 0;
    if (entries < entriesMax && index < days.length - 1) continue;
    yield { low: firstKeyOf(account, day), high: lastKeyOf(account, newest) };
    newest = null;
    entries = 0;
    entriesMax = Math.min(entriesMax * 2, sizes.most);
  }
}
