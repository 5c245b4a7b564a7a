import {
  inUnsyncedTransaction,
  prepared,
  run,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { noteReturned } from '../entries/entry-events.ts';
import { dayOfKey, firstKeyOf, lastKeyOf, slotOfKey, slotsPerDay } from '../entries/entry-keys.ts';
import type { UnreadableEntry, IncomingEntry, PageToSave, SavedPage } from '../entries/incoming.ts';
import {
  isSame,
  rewriteEntry,
  matchExtras,
  restoreEntry,
  typeIdOf,
  type Saving,
} from './entry-versions.ts';
import { NewSums } from '../aggregates/update-sums.ts';
import { invalidateStatements } from './page-cache.ts';
import { moveEntry } from '../entries/move-entries.ts';
import { findPlace, lookUp } from '../entries/places.ts';
import { bytesOfPairs, type RangeState, type Writer } from '../entries/range-state.ts';
import { inRange } from './ranges.ts';
import { settle, unsettledMax } from '../entries/settle.ts';

type Effect = keyof SavedPage;

/**
 * Saves a page and the cursor in one transaction. Unchanged content writes no entry; changed content adds a version and preserves
 * the old one; a withdrawn entry becomes active again. Both count as changed. The disk is synced at the end of the range: a power
 * cut loses the newest pages with their cursors, and the next reading resumes after those that are left.
 */
export const savePage = (writer: Writer, page: PageToSave): SavedPage =>
  inRange(
    writer,
    page.rangeId,
    (range) => saveAll(writer, range, [page])[0]?.saved ?? nothingSaved,
    inUnsyncedTransaction,
  );

const nothingSaved: SavedPage = { inserted: 0, changed: 0, unchanged: 0 };

type SavedInto = {
  readonly saved: SavedPage;
  /** Pairs of ordinal and key of the page's entries. */
  readonly seen: readonly number[];
};

/**
 * The same for consecutive pages, in one transaction. `followed`: the entries of skipped pages before them, which need no saving.
 */
export const savePages = (
  writer: Writer,
  rangeId: number,
  pages: readonly PageToSave[],
  followed: readonly (readonly number[])[],
): SavedInto[] =>
  inRange(
    writer,
    rangeId,
    (range) => {
      for (const seen of followed) recordSeen(writer.database, range, { seen, unsettled: [] });
      return saveAll(writer, range, pages);
    },
    inUnsyncedTransaction,
  );

function saveAll(writer: Writer, range: RangeState, pages: readonly PageToSave[]): SavedInto[] {
  const sums = new NewSums();
  const saved = pages.map((page) => saveInto(writer, range, { page, sums }));
  // Consecutive pages share days, and all of them the whole history.
  sums.save(writer.database, range.account);
  return saved;
}

function saveInto(
  writer: Writer,
  range: RangeState,
  { page, sums }: { page: PageToSave; sums: NewSums },
): SavedInto {
  const seenAt = page.seenAt === undefined ? Date.now() : Date.parse(page.seenAt);
  const saving: Saving = { database: writer.database, range, seenAt, sums, returned: [] };
  const saved = { inserted: 0, changed: 0, unchanged: 0 };
  const seen: number[] = [];
  const unsettled: number[] = [];
  const entries = page.entries.toSorted((a, b) => a.ordinal - b.ordinal);
  const hashes = lookUp(writer.database, range, entries);
  for (const [at, entry] of entries.entries()) {
    const { effect, key, hash } = saveEntry(saving, entry, hashes[at]);
    saved[effect] += 1;
    seen.push(entry.ordinal, key);
    if (effect === 'inserted') unsettled.push(hash, key);
    if (effect !== 'unchanged')
      writer.onWritten?.({ entry, key, account: range.account, isNew: effect === 'inserted' });
  }
  for (const entry of page.unreadable) saveUnreadable(saving, entry);
  recordPage(saving, page.cursor, { seen, unsettled });
  noteReturned(writer.database, range, saving.returned, seenAt);
  if (range.unsettled.size >= unsettledMax) settle(writer.database, range);
  if (saved.inserted > 0) invalidateStatements(writer.database, range.account, page.entries);
  return { saved, seen };
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
  const { database, range } = saving;
  const wanted = wantedKey(saving, entry);
  const key = putEntry(saving, entry, wanted) ? wanted : freeKey(saving, entry);
  if (key !== wanted) putEntry(saving, entry, key);
  saving.sums.add(typeIdOf(saving, entry.transactionType), entry);
  range.unsettled.set(hash, key);
  if (range.announces)
    prepared(database, 'INSERT INTO unread (account, key, noted) VALUES (?, ?, ?)').run(
      range.account,
      key,
      range.covered.has(entry.day) || entry.day > range.lastCovered ? 0 : 1,
    );
  return key;
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
 * Slots follow the bank's order in the range, above the day's existing slots, whichever end comes first.
 * Where that is not the bank's order, `finishRange` reorders the day.
 */
function wantedKey({ database, range }: Saving, { day, ordinal }: IncomingEntry): number {
  const first = range.firstFreeSlot.get(day) ?? firstFreeSlotOf(database, range.account, day);
  range.firstFreeSlot.set(day, first);
  const slot = first + ordinal < slotsPerDay ? first + ordinal : first;
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
