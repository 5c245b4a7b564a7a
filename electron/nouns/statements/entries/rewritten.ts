import { rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { isRewrittenSql } from './entry-rows.ts';

/** The keys of entries that have a new version since then (milliseconds), at most `limit`, the newest change first. */
export const versionedSince = (database: AnyDatabase, since: number, limit: number): number[] =>
  rows<{ key: number }>(
    database,
    `SELECT e.key FROM entry e INDEXED BY entry_rewritten WHERE e.version > 1 AND e.seen_at > ?
     ORDER BY e.seen_at DESC LIMIT ?`,
    since,
    limit,
  ).map(({ key }) => key);

/** Those of the keys whose entry had another value in a known field; a difference in extra fields alone is none. */
export const rewrittenAmong = (database: AnyDatabase, keys: readonly number[]): number[] =>
  rows<{ key: number }>(
    database,
    `SELECT e.key FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value WHERE ${isRewrittenSql}`,
    JSON.stringify(keys),
  ).map(({ key }) => key);
