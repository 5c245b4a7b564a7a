import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { SkippedEntry } from '../../../shared/ipc/accounts/statements.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { row, rows, type AnyDatabase, type CacheReader } from '../../engines/store/database.ts';
import { dayOfKey, lastKeyOf } from './entries/entry-keys.ts';
import { cachedEntry, keyOfShown, timestampOf, type EntryPage } from './entries/entry-rows.ts';
import type { KeyBounds } from './entries/entry-query.ts';
import {
  boundsOf,
  entryQuery,
  aggregateFilter,
  searchOf,
  type EntryFilter,
} from './query/filters.ts';
import type { DayCounts } from './entries/incoming.ts';
import { entryCount as storedCount, kindsOf } from './aggregates/day-sums.ts';
import { findKey } from './entries/places.ts';
import { rowsIn, searchedRows } from './search/search-page.ts';

/** An account's statement under a filter. This module reads statements; days and single entries have modules of their own. */
export type StatementView = { readonly accountNumber: string; readonly filter: EntryFilter };

/** Where a page begins: after the row with `beforeKey`, or at a row of a day, counted from the day's newest. */
export type PagePlace =
  | { readonly beforeKey: number }
  | { readonly day: number; readonly offset: number };

const emptyPage: EntryPage = { rows: [], lastKey: null };

/** Reads the newest rows; needs no counts. */
export function firstPage(reader: CacheReader, view: StatementView, limit: number): EntryPage {
  return readPage(reader, view, { limit, offset: 0, high: Infinity });
}

/** Reads the rows from a place on, newest first. Never skips over more than one day's rows. */
export function pageAt(
  reader: CacheReader,
  view: StatementView,
  place: PagePlace,
  limit: number,
): EntryPage {
  if ('beforeKey' in place)
    return readPage(reader, view, { limit, offset: 0, high: place.beforeKey - 1 });
  const account = findOrdinal(reader, view.accountNumber);
  if (account === null) return emptyPage;
  return readPage(reader, view, {
    limit,
    offset: place.offset,
    high: lastKeyOf(account, place.day),
  });
}

/** Converts an absolute index (the newest entry is 0) to a day and the rows to skip in it; null beyond the last row. */
export function placeOfIndex(
  { days, counts, total }: DayCounts,
  index: number,
): { day: number; offset: number } | null {
  if (index < 0 || index >= total) return null;
  let offset = index;
  // Many years have many days, and an iterator would create a pair for each.
  for (let position = 0; position < counts.length; position += 1) {
    const count = counts[position] ?? 0;
    if (offset < count) return { day: days[position] ?? 0, offset };
    offset -= count;
  }
  return null;
}

/** Returns an entry's day, and how many of the day's rows are newer under a filter; null if the filter excludes the entry. */
export function placeOfEntry(
  database: AnyDatabase,
  { accountNumber, filter }: StatementView,
  entryId: string,
): EntryPlace | null {
  const account = findOrdinal(database, accountNumber);
  const key = account === null ? null : findKey(database, account, entryId);
  if (account === null || key === null) return null;
  const matching = (bounds: KeyBounds) => countMatching(database, account, { filter, bounds });
  if (!isWithin(boundsOf(account, filter), key) || matching({ low: key, high: key }) === 0)
    return null;
  const day = dayOfKey(key);
  return { day, offset: matching({ low: key + 1, high: lastKeyOf(account, day) }) };
}

export type EntryPlace = { readonly day: number; readonly offset: number };

/** Returns the absolute index of a place: the rows of newer days come first. */
export const indexOfPlace = ({ days, counts }: DayCounts, { day, offset }: EntryPlace): number =>
  counts.reduce((sum, count, at) => ((days[at] ?? 0) > day ? sum + count : sum), offset);

/** Returns the names of the kinds of entries that the account has, in alphabetical order. */
export function transactionTypes(reader: CacheReader, accountNumber: string): string[] {
  const account = findOrdinal(reader, accountNumber);
  return account === null ? [] : kindsOf(reader, account);
}

type StoredUnreadable = {
  entry_id: string;
  day: number | null;
  reason: string;
  text: string;
  seen_at: number;
};

/** Returns the unreadable entries, newest first. */
export function unreadableEntries(reader: CacheReader, accountNumber: string): SkippedEntry[] {
  return rows<StoredUnreadable>(
    reader,
    `SELECT entry_id, day, reason, text, seen_at FROM unreadable_entry WHERE account = ? ORDER BY day DESC, entry_id`,
    findOrdinal(reader, accountNumber),
  ).map(({ entry_id, day, reason, text, seen_at }) => ({
    entryId: entry_id,
    day: day === null ? null : dateOfDayNumber(day),
    reason,
    text,
    seenAt: timestampOf(seen_at),
  }));
}

/** Counts the entries of an account, or of all accounts without a number. Withdrawn entries count. */
export function entryCount(reader: CacheReader, accountNumber?: string): number {
  if (accountNumber === undefined) return storedCount(reader, null);
  const account = findOrdinal(reader, accountNumber);
  return account === null ? 0 : storedCount(reader, account);
}

type PageReading = { readonly limit: number; readonly offset: number; readonly high: number };

function readPage(
  reader: CacheReader,
  { accountNumber, filter }: StatementView,
  { limit, offset, high }: PageReading,
): EntryPage {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return emptyPage;
  const plain = aggregateFilter(filter) ?? filter;
  const whole = boundsOf(account, plain);
  const reading = { bounds: { ...whole, high: Math.min(whole.high, high) }, limit, offset };
  const search = searchOf(plain);
  const stored =
    search === null
      ? rowsIn(reader, entryQuery(account, plain, reading), reading)
      : searchedRows(reader, { account, filter: plain, search, reading });
  const last = stored.at(-1);
  return { rows: stored.map(cachedEntry), lastKey: last ? keyOfShown(last) : null };
}

function countMatching(
  database: AnyDatabase,
  account: number,
  { filter, bounds }: { filter: EntryFilter; bounds: KeyBounds },
): number {
  const { from, params } = entryQuery(account, filter, { columns: false, bounds });
  return row<{ n: number }>(database, `SELECT count(*) AS n FROM ${from}`, ...params)?.n ?? 0;
}

const isWithin = ({ low, high }: KeyBounds, key: number): boolean => key >= low && key <= high;
