import {
  prepared,
  row,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../../engines/store/database.ts';

/** Stores the tags and counterparties of entries. Rules and people give them; this module decides on none. */

export type LabelKind = 'tag' | 'counterparty';

/** A label of an entry; `rule` is null if a person gave it. */
export type GivenLabel = { readonly label: number; readonly rule: number | null };

export const labelsOfKind = (
  database: AnyDatabase,
  kind: LabelKind,
): { readonly id: number; readonly name: string }[] =>
  rows(database, 'SELECT id, name FROM label WHERE kind = ?', kind);

/** Returns the id of a label; null if no entry ever had it. */
export const labelId = (database: AnyDatabase, kind: LabelKind, name: string): number | null =>
  row<{ id: number }>(database, 'SELECT id FROM label WHERE kind = ? AND name = ?', kind, name)
    ?.id ?? null;

/** Adds a label unless it exists. */
export function addLabel(database: CacheConnection, kind: LabelKind, name: string): void {
  run(database, 'INSERT INTO label (kind, name) VALUES (?, ?) ON CONFLICT DO NOTHING', kind, name);
}

export function labelEntry(
  database: CacheConnection,
  key: number,
  labels: readonly GivenLabel[],
): void {
  const put = prepared(
    database,
    'INSERT INTO entry_label (key, label, rule) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  for (const { label, rule } of labels) put.run(key, label, rule);
}

export function removeLabels(database: CacheConnection, keys: readonly number[]): void {
  run(
    database,
    'DELETE FROM entry_label WHERE key IN (SELECT value FROM json_each(?))',
    JSON.stringify(keys),
  );
}

/** Removes the labels of all entries from the key `from` up to but excluding the key `below`. */
export function removeLabelsBetween(database: CacheConnection, from: number, below: number): void {
  run(database, 'DELETE FROM entry_label WHERE key >= ? AND key < ?', from, below);
}

/** Returns the keys of entries with a label, oldest first; `place` is the `after` of the next batch. */
export const keysOfLabel = (
  database: AnyDatabase,
  label: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): { readonly key: number; readonly place: number }[] =>
  rows(
    database,
    `SELECT key, key AS place FROM entry_label INDEXED BY entry_label_by_label
     WHERE label = ? AND key > ? ORDER BY key LIMIT ?`,
    label,
    after,
    limit,
  );

/** Skips the `count` newest labels below a key and returns the key of the next one; undefined if there is none. */
export const labelledBelow = (
  database: AnyDatabase,
  below: number,
  count: number,
): number | undefined =>
  row<{ key: number }>(
    database,
    'SELECT key FROM entry_label WHERE key < ? ORDER BY key DESC LIMIT 1 OFFSET ?',
    below,
    count,
  )?.key;

/** Returns the labels of an entry, by kind and name; `rule` is the number of the rule that gave it, null if a person did. */
export const labelsOfEntry = (
  database: AnyDatabase,
  key: number,
): { readonly kind: LabelKind; readonly name: string; readonly rule: number | null }[] =>
  rows(
    database,
    `SELECT l.kind, l.name, x.rule FROM entry_label x CROSS JOIN label l ON l.id = x.label
     WHERE x.key = ? ORDER BY l.kind, l.name`,
    key,
  );
