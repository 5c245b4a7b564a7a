import { ordinalOf } from '../../accounts/ordinals.ts';
import { inTransaction, run, type CacheConnection } from '../../../engines/store/database.ts';
import { findKey } from './places.ts';

/** Takes entries off the account's list of arrivals, or puts them back; the mark itself is kept in the journal. */
export function markRead(
  database: CacheConnection,
  accountNumber: string,
  entryIds: readonly string[],
  isRead: boolean,
): void {
  inTransaction(database, () => {
    const account = ordinalOf(database, accountNumber);
    const sql = isRead
      ? 'DELETE FROM unread WHERE account = ? AND key = ?'
      : 'INSERT OR IGNORE INTO unread (account, key) VALUES (?, ?)';
    for (const id of entryIds) {
      const key = findKey(database, account, id);
      if (key !== null) run(database, sql, account, key);
    }
  });
}
