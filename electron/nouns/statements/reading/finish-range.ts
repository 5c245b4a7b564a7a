import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import { prepared, row, rows, run, type CacheConnection } from '../../../engines/store/database.ts';
import { noteFinishedRange } from '../entries/entry-events.ts';
import { dayOfKey, firstKeyOf, lastKeyOf, slotOfKey, slotsPerDay } from '../entries/entry-keys.ts';
import { saveDay } from '../../accounts/days.ts';
import { noteStatementRead } from '../../accounts/ordinals.ts';
import type { FinishedRange, RangeFinish } from '../entries/incoming.ts';
import { cachePages } from './page-cache.ts';
import { storedSums } from '../aggregates/day-sums.ts';
import { keysOfDay, reorderDay } from '../entries/move-entries.ts';
import { pairsOf, type RangeState, type Writer } from '../entries/range-state.ts';
import { dropRange, inRange } from './ranges.ts';
import { settle } from '../entries/settle.ts';

/** The keys of the saved entries of the range's pages, in the bank's order, each once. */
type Seen = Float64Array;

/**
 * Ends a range: marks entries that the bank no longer sends as withdrawn, restores the bank's order of days that later pages
 * disturbed, and writes the verdict on each day. Includes the pages that were saved before a crash.
 */
export function finishRange(writer: Writer, finish: RangeFinish): FinishedRange {
  const { database } = writer;
  const finished = inRange(writer, finish.rangeId, (range) => {
    settle(database, range);
    const { isUnchanged = false, pagesToCache = null, begun = null, asOf } = finish;
    const seen = isUnchanged ? new Float64Array() : seenKeys(database, range);
    const withdrawn =
      finish.withdraw && !isUnchanged
        ? withdrawUnseen(database, range, { seen, asOf: finish.asOf })
        : [];
    noteFinishedRange(database, range, { withdrawn, at: finish.asOf });
    const disordered = disorderedDays(seen);
    for (const day of disordered) restoreOrder(database, range.account, { day, seen });
    for (const verdict of finish.days) saveDay(database, range.account, { verdict, asOf, begun });
    if (finish.withdraw) deleteResolvedUnreadable(database, range);
    noteStatementRead(database, range.account, { asOf, currency: anyCurrency(database, range) });
    const active = activeCount(database, range);
    // The recorded keys are no longer valid if entries were moved.
    if (pagesToCache && disordered.size === 0) cachePages(database, range, pagesToCache);
    dropRange(writer, range.id);
    return { withdrawn: withdrawn.length, active };
  });
  writer.ranges.delete(finish.rangeId);
  return finished;
}

const anyCurrency = (database: CacheConnection, { account }: RangeState): string | null =>
  row<{ currency: string }>(
    database,
    'SELECT currency FROM entry WHERE account = ? LIMIT 1',
    account,
  )?.currency ?? null;

/** Reads the keys of all pages. Has the bytes of one page at a time and the keys in memory, never the entries. */
function seenKeys(database: CacheConnection, range: RangeState): Seen {
  const pages = rows<{ id: number; first: Buffer; bytes: number }>(
    database,
    'SELECT id, substr(seen, 1, 8) AS first, length(seen) AS bytes FROM range_page WHERE range_id = ? AND length(seen) > 0',
    range.id,
  );
  pages.sort((a, b) => a.first.readDoubleLE(0) - b.first.readDoubleLE(0));
  const seenOf = prepared(database, 'SELECT seen FROM range_page WHERE id = ?', 'value');
  const size = pages.reduce((sum, { bytes }) => sum + bytes / 16, 0);
  const [ordinals, keys] = [new Float64Array(size), new Float64Array(size)];
  let at = 0;
  for (const { id } of pages)
    for (const [ordinal, key] of pairsOf(seenOf.get(id) as Buffer)) {
      ordinals[at] = ordinal;
      keys[at] = key;
      at += 1;
    }
  const inOrder = isAscending(ordinals) ? keys : sortedBy(ordinals, keys);
  // Strictly rising keys have no duplicates.
  return isRising(inOrder) ? inOrder : Float64Array.from(new Set(inOrder));
}

const isAscending = (numbers: Float64Array): boolean =>
  numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));

const isRising = (numbers: Float64Array): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

/** Sorts the keys of overlapping pages by ordinal, for example after a page was read twice. */
function sortedBy(ordinals: Float64Array, keys: Float64Array): Float64Array {
  const places = Uint32Array.from(keys, (_, index) => index);
  places.sort((a, b) => (ordinals[a] ?? 0) - (ordinals[b] ?? 0));
  return Float64Array.from(places, (place) => keys[place] ?? 0);
}

function withdrawUnseen(
  database: CacheConnection,
  range: RangeState,
  { seen, asOf }: { seen: Seen; asOf: string },
): number[] {
  const ends = [firstKeyOf(range.account, range.from), lastKeyOf(range.account, range.to)];
  const inPeriod = 'FROM entry INDEXED BY entry_account WHERE account = ? AND key BETWEEN ? AND ?';
  const count = row<{ n: number }>(
    database,
    `SELECT count(*) AS n ${inPeriod}`,
    range.account,
    ...ends,
  )?.n;
  if (count === seen.length) return [];
  const seenSet = new Set(seen);
  const at = Date.parse(asOf);
  const withdrawn: number[] = [];
  for (const { key } of rows<{ key: number }>(
    database,
    `SELECT key ${inPeriod}`,
    range.account,
    ...ends,
  ))
    if (!seenSet.has(key) && withdraw(database, { account: range.account, key, at }))
      withdrawn.push(key);
  return withdrawn;
}

function withdraw(
  database: CacheConnection,
  { account, key, at }: { account: number; key: number; at: number },
): boolean {
  run(database, 'DELETE FROM unread WHERE account = ? AND key = ?', account, key);
  const changed = run(
    database,
    'UPDATE entry SET withdrawn_at = ? WHERE key = ? AND withdrawn_at IS NULL',
    at,
    key,
  );
  return changed > 0;
}

/** Returns disordered days, and days whose slots grew high over many readings: reordering them keeps slots from running out. */
function disorderedDays(seen: Seen): Set<number> {
  const newest = new Map<number, number>();
  const disordered = new Set<number>();
  for (const key of seen) {
    const day = dayOfKey(key);
    if (key < (newest.get(day) ?? 0) || slotOfKey(key) > slotsPerDay / 2) disordered.add(day);
    newest.set(day, key);
  }
  return disordered;
}

/** Puts seen entries into the bank's order. An unseen entry stays after the entry it followed. */
function restoreOrder(
  database: CacheConnection,
  account: number,
  { day, seen }: { day: number; seen: Seen },
): void {
  const current = keysOfDay(database, account, day);
  const present = new Set(current);
  const wanted = seen.filter((key) => dayOfKey(key) === day && present.has(key));
  const followers = unseenAfter(current, new Set(wanted));
  const order = [null, ...wanted].flatMap((key) => [
    ...(key === null ? [] : [key]),
    ...(followers.get(key) ?? []),
  ]);
  reorderDay(database, { account, day }, order);
}

function unseenAfter(
  current: readonly number[],
  seen: ReadonlySet<number>,
): Map<number | null, number[]> {
  const followers = new Map<number | null, number[]>();
  let leader: number | null = null;
  for (const key of current) {
    if (seen.has(key)) leader = key;
    else followers.set(leader, [...(followers.get(leader) ?? []), key]);
  }
  return followers;
}

/** Deletes unreadable entries that a whole reading of their days no longer brought. */
function deleteResolvedUnreadable(database: CacheConnection, range: RangeState): void {
  run(
    database,
    'DELETE FROM unreadable_entry WHERE account = ? AND range_id <> ? AND (day IS NULL OR day BETWEEN ? AND ?)',
    range.account,
    range.id,
    range.from,
    range.to,
  );
}

function activeCount(database: CacheConnection, { account, from, to }: RangeState): number {
  const filter = { from: dateOfDayNumber(from), to: dateOfDayNumber(to) };
  return storedSums(database, account, filter).active;
}
