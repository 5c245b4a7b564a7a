import { prepared, row, rows, type AnyDatabase, type CacheConnection } from '../store/database.ts';
import { hashOfId, nextHash } from './entry-keys.ts';
import { pairsOf } from './range-state.ts';

/** The bank's fields and our own of one entry; amounts as bigint. */
export type EntryContent = {
  readonly key: bigint;
  readonly account: bigint;
  readonly id: string;
  readonly amount_e4: bigint;
  readonly currency: string;
  readonly direction: bigint;
  readonly type: bigint;
  readonly at: string;
  readonly narration: string;
  readonly reference: string;
  readonly balance_e4: bigint;
  readonly withdrawn_at: bigint | null;
  readonly also: string | null;
};

const contentSql = `SELECT key, account, id, amount_e4, currency, direction, type, at, narration, reference,
  balance_e4, withdrawn_at, also FROM entry WHERE key = ?`;

/** Where an entry is, or the hash under which it may be put. */
export type Place =
  | { readonly hash: number; readonly content: EntryContent }
  | { readonly hash: number; readonly content: null };

type Unsettled = ReadonlyMap<number, number>;

/** Finds an account's entry by its id, whatever its date. */
export function findPlace(
  database: CacheConnection,
  account: number,
  id: string,
  unsettled: Unsettled,
): Place {
  const readContent = prepared(database, contentSql, 'exact');
  const readPlace = prepared(database, 'SELECT key FROM entry_place WHERE id_hash = ?', 'value');
  for (let hash = hashOfId(account, id); ; hash = nextHash(hash)) {
    const key = unsettled.get(hash) ?? (readPlace.get(hash) as number | undefined);
    if (key === undefined) return { hash, content: null };
    const content = readContent.get(key) as EntryContent | undefined;
    if (content?.id === id && Number(content.account) === account) return { hash, content };
  }
}

/** The key of an account's entry, read only; null when there is none. */
export function findKey(database: AnyDatabase, account: number, id: string): number | null {
  const first = hashOfId(account, id);
  for (let hash = first; ; hash = nextHash(hash)) {
    const found = row<{ key: number; id: string | null; account: number | null }>(
      database,
      `SELECT p.key, e.id, e.account FROM entry_place p LEFT JOIN entry e ON e.key = p.key WHERE p.id_hash = ?`,
      hash,
    );
    if (found === null) return findUnsettled(database, account, id);
    if (found.id === id && found.account === account) return found.key;
  }
}

function findUnsettled(database: AnyDatabase, account: number, id: string): number | null {
  const pages = rows<{ unsettled: Buffer }>(
    database,
    `SELECT p.unsettled FROM range_page p JOIN statement_range r ON r.id = p.range_id
     WHERE r.account = ? AND p.unsettled IS NOT NULL`,
    account,
  );
  const nearest = hashOfId(account, id);
  for (const { unsettled } of pages)
    for (const [hash, key] of pairsOf(unsettled))
      if (Math.abs(hash - nearest) < 8 && idAt(database, key) === id) return key;
  return null;
}

function idAt(database: AnyDatabase, key: number): string | undefined {
  return row<{ id: string }>(database, 'SELECT id FROM entry WHERE key = ?', key)?.id;
}
