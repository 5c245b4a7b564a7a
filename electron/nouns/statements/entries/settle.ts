import { prepared, run, type CacheConnection } from '../../../engines/store/database.ts';
import { nextHash, searchRowSql } from './entry-keys.ts';
import { extrasTextSql } from './move-entries.ts';
import type { RangeState } from './range-state.ts';

/** Above this number new entries are settled. Settling them takes well under a second. */
export const unsettledMax = 32_000;

/**
 * Adds new entries to the search index, the places of ids and the amounts. All three are far cheaper in bulk and in order than
 * entry by entry: hashes and amounts are random, and the search index writes a segment per transaction. Until then `range_page`
 * lists the unsettled entries.
 */
export function settle(database: CacheConnection, range: RangeState): void {
  if (range.unsettled.size === 0) return;
  const keyList = JSON.stringify(Array.from(Float64Array.from(range.unsettled.values()).sort()));
  run(
    database,
    `INSERT INTO entry_search (rowid, narration, reference, extras)
     SELECT ${searchRowSql('e.key')}, e.narration, e.reference, ${extrasTextSql}
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value`,
    keyList,
  );
  run(
    database,
    `INSERT INTO entry_amount (account, amount_e4, key)
     SELECT e.account, e.amount_e4, e.key FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value
     WHERE 1 ORDER BY e.account, e.amount_e4, e.key ON CONFLICT DO NOTHING`,
    keyList,
  );
  putPlaces(database, range.unsettled);
  run(
    database,
    'UPDATE range_page SET unsettled = NULL WHERE range_id = ? AND unsettled IS NOT NULL',
    range.id,
  );
  range.unsettled.clear();
  range.looked.clear();
}

/** Writes the places. If another account's entry took a hash in the meantime, uses the next free number. */
function putPlaces(database: CacheConnection, places: ReadonlyMap<number, number>): void {
  const hashes = Float64Array.from(places.keys()).sort();
  const pairs = JSON.stringify(Array.from(hashes, (hash) => [hash, places.get(hash)]));
  const put = run(
    database,
    `INSERT INTO entry_place (id_hash, key) SELECT value ->> 0, value ->> 1 FROM jsonb_each(jsonb(?))
     WHERE 1 ON CONFLICT (id_hash) DO NOTHING`,
    pairs,
  );
  if (put < hashes.length) for (const hash of hashes) putPlace(database, hash, places.get(hash));
}

function putPlace(database: CacheConnection, hash: number, key: number | undefined): void {
  const put = prepared(
    database,
    'INSERT INTO entry_place (id_hash, key) VALUES (?, ?) ON CONFLICT (id_hash) DO NOTHING',
  );
  const at = prepared(database, 'SELECT key FROM entry_place WHERE id_hash = ?', 'value');
  for (let free = hash; put.run(free, key).changes === 0 && at.get(free) !== key;)
    free = nextHash(free);
}
