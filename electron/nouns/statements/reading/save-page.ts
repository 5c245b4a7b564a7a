import {
  inUnsyncedTransaction,
  prepared,
  row,
  run,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { noteReturned } from '../entries/entry-events.ts';
import { dayOfKey, firstKeyOf, lastKeyOf, slotOfKey, slotsPerDay } from '../entries/entry-keys.ts';
import type { IncomingEntry, PageToSave, SavedPage, UnreadableEntry } from '../entries/incoming.ts';
import {
  isSame,
  rewriteEntry,
  matchExtras,
  restoreEntry,
  typeIdOf,
  type Saving,
} from './entry-versions.ts';
import { NewSums } from '../aggregates/update-sums.ts';
import { invalidateStatements, textOfSeen } from './page-cache.ts';
import { moveEntry } from '../entries/move-entries.ts';
import { areFree, areUnseen, findPlace, idAt, lookUp } from '../entries/places.ts';
import { bytesOfPairs, type RangeState, type Writer } from '../entries/range-state.ts';
import {
  isPlain,
  packedColumns,
  packedValues,
  packEntries,
  unpackEntries,
  type PackedEntries,
  type PackedPage,
} from './packed-entries.ts';
import { inRange } from './ranges.ts';
import { settle, unsettledMax } from '../entries/settle.ts';

type Effect = keyof SavedPage;

/**
 * Saves a page and the cursor in one transaction. Unchanged content writes no entry; changed content adds a version and preserves
 * the old one; a withdrawn entry becomes active again. Both count as changed. The fsync comes at the end of the range: a power cut
 * loses the newest pages with their cursors, and the next reading resumes after the pages that are left.
 */
export const savePage = (writer: Writer, page: PageToSave): SavedPage =>
  inRange(
    writer,
    page.rangeId,
    (range) => {
      const entries = packEntries(range.account, page.entries);
      return saveAll(writer, range, [{ ...page, entries }])[0]?.saved ?? nothingSaved;
    },
    inUnsyncedTransaction,
  );

const nothingSaved: SavedPage = { inserted: 0, changed: 0, unchanged: 0 };

export type SavedInto = {
  readonly saved: SavedPage;
  /** The page's entries, as {@link textOfSeen} writes them. */
  readonly seen: string;
};

/** Consecutive pages of a reading in which each id comes once. */
export type PagesToSave = {
  /** The index of the first page, counting those in `followed`. */
  readonly first: number;
  /** The entries of skipped pages before the others, which need no saving. */
  readonly followed: readonly (readonly number[])[];
  readonly pages: readonly PackedPage[];
};

/** Saves consecutive pages in one transaction. Throws `RangeError` if they do not follow the saved ones. */
export const savePages = (
  writer: Writer,
  rangeId: number,
  { first, followed, pages }: PagesToSave,
): SavedInto[] =>
  inRange(
    writer,
    rangeId,
    (range) => {
      if (savedPages(writer, rangeId) !== first)
        throw new RangeError(`page ${first} does not follow the saved ones`);
      for (const seen of followed) recordSeen(writer.database, range, { seen, unsettled: [] });
      return saveAll(writer, range, pages, true);
    },
    inUnsyncedTransaction,
  );

const savedPages = ({ database }: Writer, rangeId: number): number | undefined =>
  row<{ pages: number }>(database, 'SELECT pages FROM statement_range WHERE id = ?', rangeId)
    ?.pages;

function saveAll(
  writer: Writer,
  range: RangeState,
  pages: readonly PackedPage[],
  idsComeOnce = false,
): SavedInto[] {
  const sums = new NewSums();
  const saved = pages.map((page) => saveInto(writer, range, { page, sums, idsComeOnce }));
  // Saved once for all pages: consecutive pages share days, and all share the whole history.
  sums.save(writer.database, range.account);
  return saved;
}

type Into = {
  readonly page: PackedPage;
  readonly sums: NewSums;
  readonly idsComeOnce: boolean;
};

function saveInto(writer: Writer, range: RangeState, { page, sums, idsComeOnce }: Into): SavedInto {
  const { database } = writer;
  const seenAt = page.seenAt === undefined ? Date.now() : Date.parse(page.seenAt);
  const saving: Saving = { database, range, seenAt, sums, returned: [] };
  const { entries } = page;
  const areUnlooked = idsComeOnce && range.isEmpty && areUnseen(range, entries.hashes);
  if (!areUnlooked) lookUp(database, range, entries.hashes);
  const areNew = areUnlooked || areFree(range, entries.hashes);
  const together = areNew ? insertTogether(writer, saving, entries) : null;
  const { saved, seen, unsettled } = together ?? saveEach(writer, saving, entries);
  for (const entry of page.unreadable) saveUnreadable(saving, entry);
  recordPage(saving, page.cursor, { seen, unsettled });
  noteReturned(database, range, saving.returned, seenAt);
  if (range.unsettled.size >= unsettledMax) settle(database, range);
  if (saved.inserted > 0) invalidateStatements(database, range.account, entries.days);
  return { saved, seen: textOfSeen(seen) };
}

type SavedEntries = {
  readonly saved: SavedPage;
  /** Pairs of ordinal and key. */
  readonly seen: readonly number[];
  /** Pairs of hash and key of the new entries. */
  readonly unsettled: readonly number[];
};

function saveEach(writer: Writer, saving: Saving, packed: PackedEntries): SavedEntries {
  const { range } = saving;
  const saved = { inserted: 0, changed: 0, unchanged: 0 };
  const seen: number[] = [];
  const unsettled: number[] = [];
  for (const [at, entry] of unpackEntries(packed).entries()) {
    const { effect, key, hash } = saveEntry(saving, entry, packed.hashes[at]);
    saved[effect] += 1;
    seen.push(entry.ordinal, key);
    if (effect === 'inserted') unsettled.push(hash, key);
    if (effect !== 'unchanged')
      writer.onWritten?.written({
        entry,
        key,
        account: range.account,
        isNew: effect === 'inserted',
      });
  }
  return { saved, seen, unsettled };
}

/**
 * Inserts new entries from their JSON text, a day per SQL statement: cheaper than creating and binding the values of each row.
 * Inserts nothing and returns null if the entries must be handled one by one.
 */
function insertTogether(
  { onWritten }: Writer,
  saving: Saving,
  { days, hashes, ordinals, types }: PackedEntries,
): SavedEntries | null {
  const { database, range, seenAt, sums } = saving;
  const firstKeys = days.map(({ day }) => firstKeyIn(saving, day));
  const last = ordinals.at(-1) ?? 0;
  const fits = firstKeys.every((key) => slotOfKey(key) + last < slotsPerDay);
  if (onWritten?.isNeeded() === true || !fits || !isPlain({ days, hashes, ordinals, types }))
    return null;
  const numbers = types.map((type) => typeIdOf(saving, type));
  const typesText = JSON.stringify(numbers);
  const seen: number[] = [];
  const unsettled: number[] = [];
  let at = 0;
  for (const [index, packed] of days.entries()) {
    const { day, count, rows } = packed;
    const firstKey = firstKeys[index] ?? 0;
    const given = { firstKey, seenAt, rows, account: range.account, types: typesText };
    const { changes } = prepared(database, insertDaySql).run(given);
    const keys = changes < count ? insertRest(saving, { days: [packed], types }, firstKey) : null;
    for (let inDay = 0; inDay < count; inDay += 1, at += 1) {
      const [hash = 0, ordinal = 0] = [hashes[at], ordinals[at]];
      const key = keys?.[inDay] ?? firstKey + ordinal;
      noteNew(saving, day, { hash, key });
      seen.push(ordinal, key);
      unsettled.push(hash, key);
    }
    for (const sum of packed.sums)
      sums.add({ type: numbers[sum.type] ?? 0, day, direction: sum.direction }, sum);
  }
  return { saved: { ...nothingSaved, inserted: hashes.length }, seen, unsettled };
}

const insertDaySql = `INSERT INTO entry (key, ${packedColumns}, account, version, seen_at, withdrawn_at)
  SELECT @firstKey + (value ->> 0), ${packedValues('value', '@types')}, @account, 1, @seenAt, NULL
  FROM jsonb_each(jsonb(@rows)) WHERE 1 ON CONFLICT (key) DO NOTHING`;

/** Inserts the entries of a day whose key is taken, for example by a moved entry. Returns the keys of all entries of the day. */
function insertRest(
  saving: Saving,
  packed: Pick<PackedEntries, 'days' | 'types'>,
  firstKey: number,
): number[] {
  return unpackEntries(packed).map((entry) => {
    const wanted = firstKey + entry.ordinal;
    if (idAt(saving.database, wanted) === entry.id) return wanted;
    const key = freeKey(saving, entry);
    putEntry(saving, entry, key);
    return key;
  });
}

type PageContent = { readonly seen: readonly number[]; readonly unsettled: readonly number[] };

function recordPage({ database, range }: Saving, cursor: string, content: PageContent): void {
  recordSeen(database, range, content);
  run(database, 'UPDATE statement_range SET cursor = ? WHERE id = ?', cursor, range.id);
}

function recordSeen(
  database: CacheConnection,
  range: RangeState,
  { seen, unsettled }: PageContent,
): void {
  run(
    database,
    'INSERT INTO range_page (range_id, seen, unsettled) VALUES (?, ?, ?)',
    range.id,
    bytesOfPairs(seen),
    unsettled.length === 0 || range.unsettled.size === 0 ? null : bytesOfPairs(unsettled),
  );
  run(database, 'UPDATE statement_range SET pages = pages + 1 WHERE id = ?', range.id);
}

function saveEntry(
  saving: Saving,
  entry: IncomingEntry,
  first: number | undefined,
): { effect: Effect; key: number; hash: number } {
  const { database, range } = saving;
  const { hash, content } = findPlace(database, range, entry.id, first);
  if (content === null) return { effect: 'inserted', key: insertEntry(saving, entry, hash), hash };
  const key = Number(content.key);
  const isKnown = isSame(content, entry, typeIdOf(saving, entry.transactionType));
  const same = isKnown && matchExtras(saving, { content, hash }, entry);
  const staysInPlace = dayOfKey(key) === entry.day;
  if (same && staysInPlace && content.withdrawn_at === null)
    return { effect: 'unchanged', key, hash };
  if (range.unsettled.has(hash)) settle(database, range);
  if (same) restoreEntry(database, key);
  else rewriteEntry(saving, content, { entry, onlyExtras: isKnown });
  const moved = staysInPlace ? key : freeKey(saving, entry);
  if (content.withdrawn_at !== null) saving.returned.push(moved);
  if (staysInPlace) return { effect: 'changed', key, hash };
  moveEntry(database, { account: range.account, from: key, to: moved });
  return { effect: 'changed', key: moved, hash };
}

function insertEntry(saving: Saving, entry: IncomingEntry, hash: number): number {
  const wanted = wantedKey(saving, entry);
  const key = putEntry(saving, entry, wanted) ? wanted : freeKey(saving, entry);
  if (key !== wanted) putEntry(saving, entry, key);
  const { amountE4, ...of } = { ...entry, type: typeIdOf(saving, entry.transactionType) };
  saving.sums.add(of, { entries: 1, amountE4 });
  noteNew(saving, entry.day, { hash, key });
  return key;
}

function noteNew(
  { database, range }: Saving,
  day: number,
  { hash, key }: { readonly hash: number; readonly key: number },
): void {
  range.unsettled.set(hash, key);
  if (range.announces)
    prepared(database, 'INSERT INTO unread (account, key, noted) VALUES (?, ?, ?)').run(
      range.account,
      key,
      range.covered.has(day) || day > range.lastCovered ? 0 : 1,
    );
}

function putEntry(saving: Saving, entry: IncomingEntry, key: number): boolean {
  const { database, range, seenAt } = saving;
  const { changes } = prepared(
    database,
    `INSERT INTO entry (key, account, id, amount_e4, currency, direction, type, at, narration, reference,
       balance_e4, version, seen_at, withdrawn_at, extras, digits)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, NULL, ?, ?) ON CONFLICT (key) DO NOTHING`,
  ).run(
    key,
    range.account,
    entry.id,
    entry.amountE4,
    entry.currency,
    entry.direction === 'credit' ? 1 : 0,
    typeIdOf(saving, entry.transactionType),
    entry.at,
    entry.narration,
    entry.customReference,
    entry.balanceE4,
    seenAt,
    entry.extras ?? null,
    entry.digits ?? null,
  );
  return changes === 1;
}

/**
 * Returns the preferred key of a new entry. Slots follow the bank's order in the range, above the day's existing slots, in both
 * directions of reading. If that is not the bank's order, `finishRange` reorders the day.
 */
function wantedKey(saving: Saving, { day, ordinal }: IncomingEntry): number {
  const first = firstKeyIn(saving, day);
  return slotOfKey(first) + ordinal < slotsPerDay ? first + ordinal : first;
}

/** Returns the first key of the day that was free when the range reached the day. */
function firstKeyIn({ database, range }: Saving, day: number): number {
  const slot = range.firstFreeSlot.get(day) ?? firstFreeSlotOf(database, range.account, day);
  range.firstFreeSlot.set(day, slot);
  return firstKeyOf(range.account, day) + slot;
}

function freeKey({ database, range }: Saving, { day }: IncomingEntry): number {
  return firstKeyOf(range.account, day) + firstFreeSlotOf(database, range.account, day);
}

function firstFreeSlotOf(database: CacheConnection, account: number, day: number): number {
  const last = prepared(
    database,
    'SELECT max(key) FROM entry INDEXED BY entry_account WHERE account = ? AND key BETWEEN ? AND ?',
    'value',
  ).get(account, firstKeyOf(account, day), lastKeyOf(account, day)) as number | null;
  return last === null ? 0 : slotOfKey(last) + 1;
}

function saveUnreadable({ database, range, seenAt }: Saving, entry: UnreadableEntry): void {
  run(
    database,
    `INSERT INTO unreadable_entry (account, entry_id, text, day, reason, seen_at, range_id) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, entry_id, text) DO UPDATE
     SET day = excluded.day, reason = excluded.reason, range_id = excluded.range_id`,
    range.account,
    entry.entryId,
    entry.text,
    entry.day,
    entry.reason,
    seenAt,
    range.id,
  );
}
