import { firstKeyOf, dayOfKey } from '../statements/entries/entry-keys.ts';
import { prepared, rows, type AnyDatabase } from '../../engines/store/database.ts';
import { guarded } from '../../engines/store/faults.ts';

/** An account's ordinal; null for every account. */
export type Within = number | null;

/**
 * The keys of the newest unread entries below one, newest first, at most `limit`. By key they lie as the queue shows them: newest day
 * first, within a day account by account. Each account's newest is asked once, and then only runs that are taken: what is read grows
 * with the page and the accounts, never with what is unread.
 */
export function unreadKeys(
  database: AnyDatabase,
  { account, below, limit }: { account: Within; below: number; limit: number },
): number[] {
  const newest = newestUnread(database, account, below);
  const keys: number[] = [];
  while (keys.length < limit) {
    const head = newest.reduce<Head | null>(
      (top, one) => (top === null || one.key > top.key ? one : top),
      null,
    );
    if (head === null) break;
    const first = firstKeyOf(head.account, dayOfKey(head.key));
    keys.push(...runOf(database, { ...head, first, limit: limit - keys.length }));
    const next = newestOf(database, head.account, first);
    const at = newest.indexOf(head);
    if (next === null) newest.splice(at, 1);
    else newest[at] = { account: head.account, key: next };
  }
  return keys;
}

type Head = { readonly account: number; readonly key: number };

const newestUnread = (database: AnyDatabase, account: Within, below: number): Head[] =>
  rows<{ account: number; key: number | null }>(
    database,
    `SELECT a.ordinal AS account,
       (SELECT max(u.key) FROM unread u WHERE u.account = a.ordinal AND u.key < ?) AS key
     FROM account a WHERE ? IS NULL OR a.ordinal = ?`,
    below,
    account,
    account,
  ).flatMap(({ account: ordinal, key }) => (key === null ? [] : [{ account: ordinal, key }]));

const newestOf = (database: AnyDatabase, account: number, below: number): number | null =>
  guarded(
    database,
    () =>
      prepared(database, 'SELECT max(key) FROM unread WHERE account = ? AND key < ?', 'value').get(
        account,
        below,
      ) as number | null,
  );

const runOf = (
  database: AnyDatabase,
  { account, first, key, limit }: Head & { readonly first: number; readonly limit: number },
): number[] =>
  rows<{ key: number }>(
    database,
    'SELECT key FROM unread WHERE account = ? AND key BETWEEN ? AND ? ORDER BY key DESC LIMIT ?',
    account,
    first,
    key,
    limit,
  ).map((one) => one.key);
