import { ordinalOf } from '../../accounts/ordinals.ts';
import { inTransaction, run, type CacheConnection } from '../../../engines/store/database.ts';
import { findKey } from './places.ts';

/** Removes entries from the account's unread list, or restores them. The mark itself is stored in the journal. */
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
