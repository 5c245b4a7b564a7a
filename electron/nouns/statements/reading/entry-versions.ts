import { limits } from '../../../../shared/limits.ts';
import { prepared, run, type CacheConnection } from '../../../engines/store/database.ts';
import type { IncomingEntry } from '../entries/incoming.ts';
import { unindexEntry, indexEntry } from '../entries/move-entries.ts';
import type { EntryContent, RangeState } from '../entries/range-state.ts';
import type { NewSums } from '../aggregates/update-sums.ts';
import { settle } from '../entries/settle.ts';

/** What an entry says now beside what it said before: the same, more, or something else, which is a version. */

export type Saving = {
  readonly database: CacheConnection;
  readonly range: RangeState;
  readonly seenAt: number;
  readonly sums: NewSums;
  /** Keys of entries that had been withdrawn and stand again. */
  readonly returned: number[];
};

/** The same in every field that is known. */
export function isSame(content: EntryContent, entry: IncomingEntry, type: number): boolean {
  return (
    content.amount_e4 === entry.amountE4 &&
    content.balance_e4 === entry.balanceE4 &&
    content.narration === entry.narration &&
    content.at === entry.at &&
    content.reference === entry.customReference &&
    content.currency === entry.currency &&
    content.direction === (entry.direction === 'credit' ? 1n : 0n) &&
    content.type === BigInt(type)
  );
}

/**
 * Does the bank say the same besides? Of an entry of which nothing was kept besides, what it says now is taken down where it
 * stands: it is more than was known, and no other content.
 */
export function matchExtras(
  { database, range }: Saving,
  { content, hash }: { content: EntryContent; hash: number },
  entry: IncomingEntry,
): boolean {
  const also = entry.also ?? null;
  if (content.also === also) return true;
  if (content.also !== null || also === null) return false;
  if (range.unsettled.has(hash)) settle(database, range);
  const key = Number(content.key);
  unindexEntry(database, key);
  run(database, 'UPDATE entry SET also = ? WHERE key = ?', also, key);
  indexEntry(database, key);
  return true;
}

export function restoreEntry(database: CacheConnection, key: number): void {
  run(database, 'UPDATE entry SET withdrawn_at = NULL WHERE key = ?', key);
}

/** `known`: the fields that are known stay, only what is said besides is other; the timeline has nothing to tell of it. */
export function rewriteEntry(
  saving: Saving,
  old: EntryContent,
  { entry, onlyExtras }: { entry: IncomingEntry; onlyExtras: boolean },
): void {
  const { database, range, seenAt } = saving;
  const key = Number(old.key);
  const also = entry.also ?? null;
  const textChanged =
    old.narration !== entry.narration ||
    old.reference !== entry.customReference ||
    old.also !== also;
  if (textChanged) unindexEntry(database, key);
  run(
    database,
    `INSERT INTO entry_version SELECT account, id, version, amount_e4, currency, direction, type, at, narration,
       reference, balance_e4, seen_at, ?, also, digits FROM entry WHERE key = ?`,
    range.announces && !onlyExtras ? 0 : 1,
    key,
  );
  run(
    database,
    `UPDATE entry SET amount_e4 = ?, currency = ?, direction = ?, type = ?, at = ?, narration = ?, reference = ?,
       balance_e4 = ?, version = version + 1, seen_at = ?, withdrawn_at = NULL, also = ?, digits = ? WHERE key = ?`,
    entry.amountE4,
    entry.currency,
    entry.direction === 'credit' ? 1 : 0,
    typeIdOf(saving, entry.transactionType),
    entry.at,
    entry.narration,
    entry.customReference,
    entry.balanceE4,
    seenAt,
    also,
    entry.digits ?? null,
    key,
  );
  if (textChanged) indexEntry(database, key);
  if (onlyExtras) pruneExtrasVersions(database, old);
}

/**
 * A field that says something else at every reading must not fill the disk: of the versions that differ from the next one in
 * what is said besides alone, the newest stay, and the first.
 */
function pruneExtrasVersions(database: CacheConnection, { account, id }: EntryContent): void {
  run(
    database,
    `DELETE FROM entry_version WHERE account = @account AND entry_id = @id AND version IN (
       SELECT v.version FROM entry_version v JOIN entry_version n
         ON n.account = v.account AND n.entry_id = v.entry_id AND n.version = v.version + 1
       WHERE v.account = @account AND v.entry_id = @id AND v.version > 1
         AND v.amount_e4 = n.amount_e4 AND v.balance_e4 = n.balance_e4 AND v.narration = n.narration AND v.at = n.at
         AND v.reference = n.reference AND v.currency = n.currency AND v.direction = n.direction AND v.type = n.type
       ORDER BY v.version DESC LIMIT -1 OFFSET @kept)`,
    { account, id, kept: limits.extrasVersionsMax },
  );
}

export function typeIdOf({ database, range }: Saving, name: string): number {
  const known = range.types.get(name);
  if (known !== undefined) return known;
  run(
    database,
    'INSERT INTO transaction_type (name) VALUES (?) ON CONFLICT (name) DO NOTHING',
    name,
  );
  const id = prepared(database, 'SELECT id FROM transaction_type WHERE name = ?', 'value').get(
    name,
  );
  range.types.set(name, id as number);
  return id as number;
}
