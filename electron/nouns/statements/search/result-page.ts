import { findOrdinal } from '../../accounts/ordinals.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { questionQuery } from '../query/query-plan.ts';
import { latestEntryDay, firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import { cachedEntry, type CachedEntry } from '../entries/entry-rows.ts';
import { keysOfReadings } from './find-entries.ts';
import type { EntryQuestion } from '../query/find-question.ts';
import { rowsIn, rowsOf } from './search-page.ts';

/** A page of one account's entries that match a search. */
export type ResultPageQuestion = {
  readonly accountNumber: string;
  readonly query: EntryQuestion;
  /** The first row: a day, and an offset from the day's newest; null for the newest of all. */
  readonly place: { readonly day: number; readonly offset: number } | null;
  readonly limit: number;
};

/** Returns the rows from a place on, newest first, a slice at a time, with the search of the search box. */
export function* resultPage(
  database: AnyDatabase,
  { accountNumber, query, place, limit }: ResultPageQuestion,
): Sliced<{ readonly rows: readonly CachedEntry[] }> {
  const account = findOrdinal(database, accountNumber);
  const { among, readings } = query;
  if (account === null || among.accounts?.includes(account) === false) return { rows: [] };
  const { day, offset } = place ?? { day: latestEntryDay, offset: 0 };
  const to = Math.min(among.to, day);
  if (among.marked !== null) {
    const bounds = { low: firstKeyOf(account, 0), high: lastKeyOf(account, to) };
    const found = rowsIn(database, questionQuery(account, query, bounds), { limit, offset });
    return { rows: found.map(cachedEntry) };
  }
  const here = { readings, among: { ...among, accounts: [account], to } };
  const keys = yield* keysOfReadings(database, here, offset + limit);
  return { rows: rowsOf(database, keys.slice(offset)).map(cachedEntry) };
}
