import { row, valueRows, type CacheReader } from '../store/database.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { keyOfSearchSql, searchBounds } from './entry-keys.ts';
import { cachedEntry, shownColumns, type CachedEntry, type ShownEntry } from './entry-rows.ts';
import { boundsOf } from './filters.ts';

/** As many as a window tells of. */
export const underReferenceMax = 20;

/** The entries of one account that carry the reference, oldest first, at most `limit`; those the bank took back are left out. */
export function entriesByReference(
  reader: CacheReader,
  accountNumber: string,
  reference: string,
  limit = -1,
): CachedEntry[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  const { low, high } = searchBounds(account, boundsOf(account, {}));
  return valueRows<ShownEntry>(
    reader,
    `SELECT ${shownColumns} FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ?
       AND e.reference = ? AND e.withdrawn_at IS NULL ORDER BY s.rowid LIMIT ?`,
    `reference: "${reference.replaceAll('"', '""')}"`,
    low,
    high,
    reference,
    limit,
  ).map(cachedEntry);
}

/** When the account's statement was last read to its end; null when never. */
export const statementAsOf = (reader: CacheReader, accountNumber: string): string | null =>
  row<{ at: string | null }>(
    reader,
    'SELECT statement_as_of AS at FROM account WHERE number = ?',
    accountNumber,
  )?.at ?? null;
