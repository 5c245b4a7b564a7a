import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import { firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import type { KeyBounds } from '../entries/entry-query.ts';
import { storedDayCounts } from './day-sums.ts';

/**
 * The first slice holds about this many entries, and each further slice twice as many, up to the maximum: some tens of
 * milliseconds at first, then more. A prefix search collects its matching words again for every slice, so few slices are cheaper.
 */
const entriesAtFirst = 50_000;
const entriesAtMost = 200_000;

/** About how many entries the first slice holds, and the largest. */
export type SliceSizes = { readonly first: number; readonly most: number };

/**
 * Slices an account's days under a filter, newest first, by the stored counts. A slice ends with a day, so no day is in two. Each
 * slice is read in its own snapshot: a caller that stores the result must check whether the local copy changed meanwhile.
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
