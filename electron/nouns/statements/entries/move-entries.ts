import { extraTexts } from '../../../../shared/bank/extras.ts';
import { prepared, rows, type CacheConnection } from '../../../engines/store/database.ts';
import { firstKeyOf, hashOfId, lastKeyOf, nextHash, searchRowSql } from './entry-keys.ts';

/** Moves entries to other keys: the row, the place of the id, the words in the search index and the unread mark. */

/** SQL: the text of the extra fields of `entry e` for the search index; null for most entries. */
export const extrasTextSql = 'iif(e.extras IS NULL, NULL, extras_text(e.extras))';

/** Registers the SQL function of the extras' text. Call it once per writing connection: index and unindex must use the same text. */
export function registerExtrasText({ connection }: CacheConnection): void {
  connection.function('extras_text', { deterministic: true }, (extras) =>
    extraTexts(extras as string),
  );
}

/** Removes an entry from the search index. Its row must still have the indexed texts. */
export function unindexEntry(database: CacheConnection, key: number): void {
  prepared(
    database,
    `INSERT INTO entry_search (entry_search, rowid, narration, reference, extras)
     SELECT 'delete', ${searchRowSql('e.key')}, e.narration, e.reference, ${extrasTextSql} FROM entry e WHERE e.key = ?`,
  ).run(key);
}

export function indexEntry(database: CacheConnection, key: number): void {
  prepared(
    database,
    `INSERT INTO entry_search (rowid, narration, reference, extras)
     SELECT ${searchRowSql('e.key')}, e.narration, e.reference, ${extrasTextSql} FROM entry e WHERE e.key = ?`,
  ).run(key);
}

/** Moves an entry to another key. The new key must be free, and the entry settled. */
export function moveEntry(
  database: CacheConnection,
  { account, from, to }: { account: number; from: number; to: number },
): void {
  const hash = hashAt(database, account, from);
  unindexEntry(database, from);
  changeKey(database, from, to);
  changePlace(database, hash, to);
  indexEntry(database, to);
}

/** Assigns the slots 0, 1, 2 … to the entries of a day in the given order of their keys. All must be settled. */
export function reorderDay(
  database: CacheConnection,
  { account, day }: { account: number; day: number },
  order: readonly number[],
): void {
  const first = firstKeyOf(account, day);
  const moves = order
    .map((from, slot) => ({ from, to: first + slot }))
    .filter(({ from, to }) => from !== to)
    .map((move) => ({ ...move, hash: hashAt(database, account, move.from) }));
  // The search index wants ascending keys.
  for (const { from } of moves.toSorted((a, b) => a.from - b.from)) unindexEntry(database, from);
  // In two passes, since a new key may be the old key of another entry. No entry has a negative key.
  for (const { from } of moves) changeKey(database, from, -1 - from);
  for (const { from, to } of moves) changeKey(database, -1 - from, to);
  for (const { hash, to } of moves) changePlace(database, hash, to);
  for (const { to } of moves) indexEntry(database, to);
}

function changeKey(database: CacheConnection, from: number, to: number): void {
  prepared(
    database,
    `UPDATE unread SET key = @to
     WHERE account = (SELECT account FROM entry WHERE key = @from) AND key = @from`,
  ).run({ from, to });
  prepared(database, 'UPDATE entry SET key = ? WHERE key = ?').run(to, from);
}

function changePlace(database: CacheConnection, hash: number, to: number): void {
  prepared(database, 'UPDATE entry_place SET key = ? WHERE id_hash = ?').run(to, hash);
}

export function keysOfDay(database: CacheConnection, account: number, day: number): number[] {
  return rows<{ key: number }>(
    database,
    'SELECT key FROM entry INDEXED BY entry_account WHERE account = ? AND key BETWEEN ? AND ? ORDER BY key',
    account,
    firstKeyOf(account, day),
    lastKeyOf(account, day),
  ).map(({ key }) => key);
}

function hashAt(database: CacheConnection, account: number, key: number): number {
  const id = prepared(database, 'SELECT id FROM entry WHERE key = ?', 'value').get(key) as string;
  const keyAt = prepared(database, 'SELECT key FROM entry_place WHERE id_hash = ?', 'value');
  let hash = hashOfId(account, id);
  for (let found = keyAt.get(hash); found !== key; found = keyAt.get(hash)) {
    if (found === undefined) throw new RangeError(`the entry ${id} has no place`);
    hash = nextHash(hash);
  }
  return hash;
}
