import { findOrdinal } from '../../accounts/ordinals.ts';
import {
  inTransaction,
  prepared,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import { firstKeyOf, lastKeyOf } from './entry-keys.ts';
import { findKey } from './places.ts';

/**
 * Removes entries from the account's unread list, or restores them. Ignores entries that are not in the local copy. The journal stores
 * the mark itself.
 */
export function markRead(
  database: CacheConnection,
  accountNumber: string,
  entryIds: readonly string[],
  isRead: boolean,
): void {
  inTransaction(database, () => {
    const account = findOrdinal(database, accountNumber);
    if (account === null) return;
    const sql = isRead
      ? 'DELETE FROM unread WHERE account = ? AND key = ?'
      : 'INSERT OR IGNORE INTO unread (account, key) VALUES (?, ?)';
    for (const id of entryIds) {
      const key = findKey(database, account, id);
      if (key !== null) run(database, sql, account, key);
    }
  });
}

/** Returns the key of the newest unread entry of an account below a key; null if there is none. */
export const newestUnread = (
  database: AnyDatabase,
  account: number,
  below: number,
): number | null =>
  guarded(
    database,
    () =>
      prepared(database, 'SELECT max(key) FROM unread WHERE account = ? AND key < ?', 'value').get(
        account,
        below,
      ) as number | null,
  );

/** Returns the keys of unread entries of an account between two keys, both included, newest first. */
export const unreadKeysBetween = (
  database: AnyDatabase,
  account: number,
  { low, high, limit }: { readonly low: number; readonly high: number; readonly limit: number },
): number[] =>
  rows<{ key: number }>(
    database,
    'SELECT key FROM unread WHERE account = ? AND key BETWEEN ? AND ? ORDER BY key DESC LIMIT ?',
    account,
    low,
    high,
    limit,
  ).map(({ key }) => key);

/** Counts the unread entries of an account between two days, both included. */
export const unreadBetween = (
  database: AnyDatabase,
  account: number,
  { from, to }: { readonly from: number; readonly to: number },
): number =>
  guarded(
    database,
    () =>
      prepared(
        database,
        'SELECT count(*) FROM unread WHERE account = ? AND key BETWEEN ? AND ?',
        'value',
      ).get(account, firstKeyOf(account, from), lastKeyOf(account, to)) as number,
  );

const readOnDay = `SELECT e.id FROM entry e WHERE e.key BETWEEN ? AND ? AND e.withdrawn_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM unread u WHERE u.account = ? AND u.key = e.key) ORDER BY e.key LIMIT ?`;

/** Returns the ids of at most `limit` active entries of an account that are read, day by day in the order of `days`. */
export function readIds(
  database: AnyDatabase,
  account: number,
  { days, limit }: { readonly days: readonly number[]; readonly limit: number },
): string[] {
  const ids: string[] = [];
  for (const day of days) {
    if (ids.length >= limit) break;
    const keys = [firstKeyOf(account, day), lastKeyOf(account, day)];
    const found = rows<{ id: string }>(database, readOnDay, ...keys, account, limit - ids.length);
    ids.push(...found.map(({ id }) => id));
  }
  return ids;
}

/** Counts the keys that belong to unread entries of the account. */
export const unreadAmong = (
  reader: AnyDatabase,
  account: number,
  keys: readonly number[],
): number =>
  rows(
    reader,
    'SELECT 1 FROM json_each(?) j CROSS JOIN unread u ON u.account = ? AND u.key = j.value',
    JSON.stringify(keys),
    account,
  ).length;

/** Returns the unread entries of an account below a key, newest first; `seen_at` is in milliseconds. */
export const unreadEntries = (
  database: AnyDatabase,
  account: number,
  { below, limit }: { readonly below: number; readonly limit: number },
): { readonly key: number; readonly id: string; readonly seen_at: number }[] =>
  rows(
    database,
    `SELECT u.key, e.id, e.seen_at FROM unread u CROSS JOIN entry e ON e.key = u.key
     WHERE u.account = ? AND u.key < ? ORDER BY u.key DESC LIMIT ?`,
    account,
    below,
    limit,
  );
