import { rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { isRewrittenSql } from './entry-rows.ts';

/** Returns the keys of entries with a new version after `since` (milliseconds), the newest change first, at most `limit`. */
export const versionedSince = (database: AnyDatabase, since: number, limit: number): number[] =>
  rows<{ key: number }>(
    database,
    `SELECT e.key FROM entry e INDEXED BY entry_rewritten WHERE e.version > 1 AND e.seen_at > ?
     ORDER BY e.seen_at DESC LIMIT ?`,
    since,
    limit,
  ).map(({ key }) => key);

/** Returns the keys whose entry once had another value in a known field; a change of extra fields alone does not count. */
export const rewrittenAmong = (database: AnyDatabase, keys: readonly number[]): number[] =>
  rows<{ key: number }>(
    database,
    `SELECT e.key FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value WHERE ${isRewrittenSql}`,
    JSON.stringify(keys),
  ).map(({ key }) => key);
