import { rows, type CacheReader } from '../../../engines/store/database.ts';
import { quotedTerm } from '../../../engines/store/search/search-text.ts';
import { keyOfSearchSql } from '../entries/entry-keys.ts';

/** Returns the keys of at most `limit` entries of any account with a reference, including withdrawn ones. Misses unindexed entries. */
export const keysUnder = (reader: CacheReader, reference: string, limit: number): number[] =>
  rows<{ key: number }>(
    reader,
    `SELECT e.key FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND e.reference = ? LIMIT ?`,
    `reference: ${quotedTerm(reference)}`,
    reference,
    limit,
  ).map(({ key }) => key);

/** Returns the references of the entries with these keys, for entries that have one. */
export const referencesOf = (
  reader: CacheReader,
  keys: readonly number[],
): { readonly key: number; readonly reference: string }[] =>
  rows(
    reader,
    `SELECT e.key, e.reference FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value WHERE e.reference <> ''`,
    JSON.stringify(keys),
  );
