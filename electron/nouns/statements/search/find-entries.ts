import type { FoundEntries, FoundEntry } from '../../../../shared/ipc/accounts/find.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { entriesByKey } from '../entries/entries-by-key.ts';
import { shownEntry } from '../entries/entry-rows.ts';
import { meaningsAt, type Places } from '../entries/meanings.ts';
import { newestKeys } from './find-keys.ts';
import type { Condition, EntryQuestion } from '../query/find-question.ts';

/** `without`: for each part of the question, in order, the question without that part. */
export type FindQuestion = EntryQuestion & {
  readonly limit: number;
  readonly partLimit: number;
  readonly without: readonly EntryQuestion[];
  /** The bank's field for each meaning, by the bank file. */
  readonly places: Places;
};

/**
 * Returns the newest entries that match the whole question, then the newest that match a part of it. If none matches the whole, it
 * counts how many would match without each part.
 */
export function* findEntries(
  database: AnyDatabase,
  { readings, among, limit, partLimit, without, places }: FindQuestion,
): Sliced<FoundEntries> {
  const all = yield* keysOfReadings(database, { readings, among }, limit + 1);
  const shown = all.slice(0, limit);
  // Partial matches are not needed if there are more full matches than are listed.
  const isWanted = partLimit > 0 && all.length <= limit;
  const part = !isWanted ? [] : yield* keysInPart(database, { readings, among }, partLimit + 1);
  const known = new Set(all);
  const inPart = part.filter((key) => !known.has(key));
  const drops: number[] = [];
  if (all.length === 0)
    for (const question of without)
      drops.push((yield* keysOfReadings(database, question, limit + 1)).length);
  return {
    all: foundEntries(database, shown, places),
    hasMore: all.length > limit,
    part: foundEntries(database, inPart.slice(0, partLimit), places),
    partHasMore: inPart.length > partLimit,
    drops,
  };
}

/** Returns the keys of the newest entries that match any reading of the question. */
export function* keysOfReadings(
  database: AnyDatabase,
  { readings, among }: EntryQuestion,
  limit: number,
): Sliced<number[]> {
  const found = new Set<number>();
  for (const conditions of readings)
    for (const key of yield* newestKeys(database, { among, conditions, limit })) found.add(key);
  return [...found].sort((a, b) => b - a).slice(0, limit);
}

/** Returns the keys of the newest entries that meet any one condition of a reading with several. */
function* keysInPart(
  database: AnyDatabase,
  { readings, among }: EntryQuestion,
  limit: number,
): Sliced<number[]> {
  const several = readings.filter((reading) => reading.length > 1).flat();
  const single = [...new Map(several.map((one) => [textOf(one), one])).values()];
  const found = new Set<number>();
  for (const condition of single)
    for (const key of yield* newestKeys(database, { among, conditions: [condition], limit }))
      found.add(key);
  return [...found].sort((a, b) => b - a).slice(0, limit);
}

const textOf = (condition: Condition): string =>
  JSON.stringify(condition, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );

/** Returns the entries with these keys as results, in key order. */
export function foundEntries(
  database: AnyDatabase,
  keys: readonly number[],
  places: Places,
): FoundEntry[] {
  const meanings = meaningsAt(places);
  return entriesByKey(database, keys).map((keyed) => {
    const { version: _version, rewritten: _rewritten, ...entry } = shownEntry(keyed, meanings);
    return { ...entry, extras: keyed.extras };
  });
}
