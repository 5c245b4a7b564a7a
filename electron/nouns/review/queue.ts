import { accountKeys } from '../accounts/ordinals.ts';
import { firstKeyOf, dayOfKey } from '../statements/entries/entry-keys.ts';
import { newestUnread, unreadKeysBetween } from '../statements/entries/unread.ts';
import type { AnyDatabase } from '../../engines/store/database.ts';

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
  const accounts = account === null ? accountKeys(database) : [{ ordinal: account }];
  const newest = accounts.flatMap(({ ordinal }): Head[] => {
    const key = newestUnread(database, ordinal, below);
    return key === null ? [] : [{ account: ordinal, key }];
  });
  const keys: number[] = [];
  while (keys.length < limit) {
    const head = newest.reduce<Head | null>(
      (top, one) => (top === null || one.key > top.key ? one : top),
      null,
    );
    if (head === null) break;
    const first = firstKeyOf(head.account, dayOfKey(head.key));
    const run = { low: first, high: head.key, limit: limit - keys.length };
    keys.push(...unreadKeysBetween(database, head.account, run));
    const next = newestUnread(database, head.account, first);
    const at = newest.indexOf(head);
    if (next === null) newest.splice(at, 1);
    else newest[at] = { account: head.account, key: next };
  }
  return keys;
}

type Head = { readonly account: number; readonly key: number };
