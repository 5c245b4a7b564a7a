import { limits } from '../../../../shared/limits.ts';
import { prepared, run, type CacheConnection } from '../../../engines/store/database.ts';
import type { IncomingEntry } from '../entries/incoming.ts';
import { unindexEntry, indexEntry } from '../entries/move-entries.ts';
import type { EntryContent, RangeState } from '../entries/range-state.ts';
import type { NewSums } from '../aggregates/update-sums.ts';
import { settle } from '../entries/settle.ts';

/** Compares an entry with its stored content: it is the same, has additional fields, or differs and becomes a new version. */

export type Saving = {
  readonly database: CacheConnection;
  readonly range: RangeState;
  readonly seenAt: number;
  readonly sums: NewSums;
  /** Keys of withdrawn entries that are active again. */
  readonly returned: number[];
};

/** Are all known fields the same? */
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
 * Returns whether the extra fields are the same. If none were stored, it adds the entry's extra fields in place: they are additional
 * content and no new version.
 */
export function matchExtras(
  { database, range }: Saving,
  { content, hash }: { content: EntryContent; hash: number },
  entry: IncomingEntry,
): boolean {
  const extras = entry.extras ?? null;
  if (content.extras === extras) return true;
  if (content.extras !== null || extras === null) return false;
  if (range.unsettled.has(hash)) settle(database, range);
  const key = Number(content.key);
  unindexEntry(database, key);
  run(database, 'UPDATE entry SET extras = ? WHERE key = ?', extras, key);
  indexEntry(database, key);
  return true;
}

export function restoreEntry(database: CacheConnection, key: number): void {
  run(database, 'UPDATE entry SET withdrawn_at = NULL WHERE key = ?', key);
}

/** Stores the new content as a new version. `onlyExtras`: only extra fields differ, and the timeline does not report it. */
export function rewriteEntry(
  saving: Saving,
  old: EntryContent,
  { entry, onlyExtras }: { entry: IncomingEntry; onlyExtras: boolean },
): void {
  const { database, range, seenAt } = saving;
  const key = Number(old.key);
  const extras = entry.extras ?? null;
  const textChanged =
    old.narration !== entry.narration ||
    old.reference !== entry.customReference ||
    old.extras !== extras;
  if (textChanged) unindexEntry(database, key);
  run(
    database,
    `INSERT INTO entry_version SELECT account, id, version, amount_e4, currency, direction, type, at, narration,
       reference, balance_e4, seen_at, ?, extras, digits FROM entry WHERE key = ?`,
    range.announces && !onlyExtras ? 0 : 1,
    key,
  );
  run(
    database,
    `UPDATE entry SET amount_e4 = ?, currency = ?, direction = ?, type = ?, at = ?, narration = ?, reference = ?,
       balance_e4 = ?, version = version + 1, seen_at = ?, withdrawn_at = NULL, extras = ?, digits = ? WHERE key = ?`,
    entry.amountE4,
    entry.currency,
    entry.direction === 'credit' ? 1 : 0,
    typeIdOf(saving, entry.transactionType),
    entry.at,
    entry.narration,
    entry.customReference,
    entry.balanceE4,
    seenAt,
    extras,
    entry.digits ?? null,
    key,
  );
  if (textChanged) indexEntry(database, key);
  if (onlyExtras) pruneExtrasVersions(database, old);
}

/**
 * Deletes old versions that differ from the next one only in extra fields, so that a field that changes at every reading does not fill
 * the disk. The newest `extrasVersionsMax` of them and the first version stay.
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
       ORDER BY v.version DESC LIMIT -1 OFFSET @newest)`,
    { account, id, newest: limits.extrasVersionsMax },
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
