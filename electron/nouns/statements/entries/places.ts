import {
  prepared,
  row,
  rows,
  type AnyDatabase,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { hashOfId, nextHash } from './entry-keys.ts';
import { pairsOf, type EntryContent, type RangeState } from './range-state.ts';

const contentColumns = `e.key, e.account, e.id, e.amount_e4, e.currency, e.direction, e.type, e.at, e.narration, e.reference,
  e.balance_e4, e.withdrawn_at, e.extras`;
const contentSql = `SELECT ${contentColumns} FROM entry e WHERE e.key = ?`;
const lookUpSql = `SELECT p.id_hash AS hash, ${contentColumns}
  FROM json_each(?) j CROSS JOIN entry_place p ON p.id_hash = j.value LEFT JOIN entry e ON e.key = p.key`;

/** The hash under which an entry is stored, or a free hash for a new one. */
export type Place =
  | { readonly hash: number; readonly content: EntryContent }
  | { readonly hash: number; readonly content: null };

/**
 * Looks up the places of a page's ids in one SQL statement before its entries are saved. A result is valid for one use, since that
 * may write the entry, and only until places are settled.
 */
export function lookUp(
  database: CacheConnection,
  { unsettled, looked }: RangeState,
  hashes: Float64Array,
): void {
  looked.clear();
  for (const hash of hashes) if (!unsettled.has(hash)) looked.set(hash, null);
  const hashList = JSON.stringify(Array.from(Float64Array.from(looked.keys()).sort()));
  const found = prepared(database, lookUpSql, 'exact').all(hashList) as Found[];
  for (const content of found)
    // A place whose entry is missing is not free either.
    if (content.key === null) looked.delete(Number(content.hash));
    else looked.set(Number(content.hash), content);
}

/** Did the lookup find every hash free, and are all of them distinct? */
export const areFree = ({ unsettled, looked }: RangeState, hashes: Float64Array): boolean =>
  hashes.every((hash) => looked.get(hash) === null && !unsettled.has(hash)) &&
  looked.size === hashes.length;

/** Does the same check without a lookup, for ids that the account cannot have yet. */
export const areUnseen = ({ unsettled }: RangeState, hashes: Float64Array): boolean =>
  hashes.every((hash) => !unsettled.has(hash)) && new Set(hashes).size === hashes.length;

type Found = (EntryContent | { readonly key: null }) & { readonly hash: bigint };

/** Finds the entry of the range's account by its id, on any date; otherwise a free hash. `first`: the hash of the id, if known. */
export function findPlace(
  database: CacheConnection,
  range: RangeState,
  id: string,
  first = hashOfId(range.account, id),
): Place {
  const { account } = range;
  for (let hash = first; ; hash = nextHash(hash)) {
    const content = contentAt(database, range, hash);
    if (content === null) return { hash, content };
    if (content?.id === id && Number(content.account) === account) return { hash, content };
  }
}

/** Returns the entry at a place; null if the place is free, undefined if its entry is gone. */
function contentAt(
  database: CacheConnection,
  { unsettled, looked }: RangeState,
  hash: number,
): EntryContent | null | undefined {
  const known = unsettled.has(hash) ? undefined : looked.get(hash);
  if (known !== undefined) {
    looked.delete(hash);
    return known;
  }
  const readPlace = prepared(database, 'SELECT key FROM entry_place WHERE id_hash = ?', 'value');
  const key = unsettled.get(hash) ?? (readPlace.get(hash) as number | undefined);
  if (key === undefined) return null;
  return prepared(database, contentSql, 'exact').get(key) as EntryContent | undefined;
}

/** Returns the key of an account's entry, without writing; null if there is none. */
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

/** Returns the keys of the account's entries with these ids that the local copy has. */
export function keysOfIds(
  database: AnyDatabase,
  accountNumber: string,
  ids: readonly string[],
): number[] {
  const account = findOrdinal(database, accountNumber);
  return account === null ? [] : ids.flatMap((id) => findKey(database, account, id) ?? []);
}

function findUnsettled(database: AnyDatabase, account: number, id: string): number | null {
  const nearest = hashOfId(account, id);
  for (const [hash, key] of unsettledIn(database, account))
    if (Math.abs(hash - nearest) < 8 && idAt(database, key) === id) return key;
  return null;
}

/** Yields hash and key of the account's unsettled entries, which the places, search and amount indexes lack; some thousand at most. */
export function* unsettledIn(
  database: AnyDatabase,
  account: number,
): Generator<readonly [hash: number, key: number]> {
  const pages = rows<{ unsettled: Buffer }>(
    database,
    `SELECT p.unsettled FROM range_page p JOIN statement_range r ON r.id = p.range_id
     WHERE r.account = ? AND p.unsettled IS NOT NULL`,
    account,
  );
  for (const { unsettled } of pages) yield* pairsOf(unsettled);
}

export function idAt(database: AnyDatabase, key: number): string | undefined {
  return row<{ id: string }>(database, 'SELECT id FROM entry WHERE key = ?', key)?.id;
}
