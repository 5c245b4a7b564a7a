import { prepared, row, rows, run, type CacheConnection } from '../../../engines/store/database.ts';
import type { CachedPage, PagesToCache } from '../entries/incoming.ts';

/**
 * Caches a statement's pages as they were when it was last read to its end. A page with the same bytes need not be read again, as
 * long as everything else that its reading depends on is the same, and nothing else has changed an entry of these days since. Such a
 * change deletes the whole statement from the cache (triggers on `entry`, and {@link invalidateStatements}).
 */

type Days = { readonly account: number; readonly from: number; readonly to: number };

/** A statement of one page is always read, so it is not cached. */
const pagesMin = 2;
const statementsMax = 4;

const inDays = 'account = ? AND from_day = ? AND to_day = ?';

/** Returns the cached pages of these days in order; none if the fingerprint differs. */
export function cachedPages(
  database: CacheConnection,
  { account, from, to }: Days,
  fingerprint: string,
): CachedPage[] {
  const place = [account, from, to];
  const known = row<{ reading_hash: string }>(
    database,
    `SELECT reading_hash FROM cached_statement WHERE ${inDays}`,
    ...place,
  );
  if (known?.reading_hash !== fingerprint) return [];
  return rows<CachedPage>(
    database,
    `SELECT digest, seen, border FROM cached_page WHERE ${inDays} ORDER BY page`,
    ...place,
  );
}

/** Writes the changed pages, or all of them. Call it in the transaction that ends the reading. */
export function cachePages(
  database: CacheConnection,
  { account, from, to }: Days,
  { fingerprint, at, pages, before }: PagesToCache,
): void {
  if (pages.length < pagesMin) return;
  const place = [account, from, to];
  const stored = row<{ reading_hash: string }>(
    database,
    `SELECT reading_hash FROM cached_statement WHERE ${inDays}`,
    ...place,
  );
  const isAnew = stored?.reading_hash !== fingerprint || before.length !== pages.length;
  if (isAnew) {
    run(database, `DELETE FROM cached_statement WHERE ${inDays}`, ...place);
    run(database, 'INSERT INTO cached_statement VALUES (?, ?, ?, ?, ?)', ...place, fingerprint, at);
    pruneStatements(database, account);
  }
  const put = prepared(database, 'INSERT OR REPLACE INTO cached_page VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const [index, page] of pages.entries())
    if (isAnew || !isSame(page, before[index]))
      put.run(...place, index, page.digest, page.seen, page.border);
}

const isSame = (page: CachedPage, before: CachedPage | undefined): boolean =>
  page === before ||
  (page.digest === before?.digest && page.seen === before.seen && page.border === before.border);

function pruneStatements(database: CacheConnection, account: number): void {
  run(
    database,
    `DELETE FROM cached_statement WHERE account = @account AND (from_day, to_day) IN (
       SELECT from_day, to_day FROM cached_statement WHERE account = @account
       ORDER BY cached_at DESC, from_day, to_day LIMIT -1 OFFSET @newest)`,
    { account, newest: statementsMax },
  );
}

/** Deletes the cached statements of the entries' days, which may lack them now. Call it in the transaction that inserts the entries. */
export function invalidateStatements(
  database: CacheConnection,
  account: number,
  entries: readonly { readonly day: number }[],
): void {
  const days = entries.map(({ day }) => day);
  run(
    database,
    'DELETE FROM cached_statement WHERE account = ? AND from_day <= ? AND to_day >= ?',
    account,
    Math.max(...days),
    Math.min(...days),
  );
}

type Run = [ordinal: number, key: number, length: number];

/** Encodes pairs of ordinal and key, ascending by ordinal, as runs: a page has few days, and a day's entries are contiguous. */
export function textOfSeen(pairs: readonly number[]): string {
  const runs: Run[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const [ordinal = 0, key = 0] = [pairs[at], pairs[at + 1]];
    const last = runs.at(-1);
    if (last && ordinal === last[0] + last[2] && key === last[1] + last[2]) last[2] += 1;
    else runs.push([ordinal, key, 1]);
  }
  return JSON.stringify(runs);
}

export function seenOfText(text: string): number[] {
  const runs = JSON.parse(text) as Run[];
  return runs.flatMap(([ordinal, key, length]) =>
    Array.from({ length: 2 * length }, (_, at) => (at % 2 === 0 ? ordinal : key) + (at >> 1)),
  );
}

/** Yields the ids of a page's entries. */
export function* idsOfSeen(database: CacheConnection, text: string): Generator<string> {
  const ids = prepared(database, 'SELECT id FROM entry WHERE key BETWEEN ? AND ?', 'value');
  for (const [, key, length] of JSON.parse(text) as Run[])
    yield* ids.all(key, key + length - 1) as string[];
}
