import { ordinalOf } from './account-ordinals.ts';
import { inTransaction, run, type CacheConnection } from './database.ts';
import { findKey } from './places.ts';

/** Takes entries off the account's list of arrivals; the mark itself is kept in the journal. */
export function markRead(
  database: CacheConnection,
  accountNumber: string,
  entryIds: readonly string[],
): void {
  inTransaction(database, () => {
    const account = ordinalOf(database, accountNumber);
    for (const id of entryIds)
      run(
        database,
        'DELETE FROM unread WHERE account = ? AND key = ?',
        account,
        findKey(database, account, id),
      );
  });
}
