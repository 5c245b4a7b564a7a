import { accountKeys } from '../accounts/ordinals.ts';
import { entryKeysBetween, newestEntryKey } from '../statements/entries/entries-by-key.ts';
import { firstKeyOf, dayOfKey } from '../statements/entries/entry-keys.ts';
import { newestUnread, unreadKeysBetween } from '../statements/entries/unread.ts';
import type { AnyDatabase } from '../../engines/store/database.ts';

/** An account's ordinal; null for every account. */
export type Within = number | null;

type Run = { readonly low: number; readonly high: number; readonly limit: number };

/** Keys of an account that are queued. */
type Source = {
  /** The newest below a key; null where there is none. */
  readonly newest: (account: number, below: number) => number | null;
  /** Those of a run, both ends included, newest first. */
  readonly between: (account: number, run: Run) => number[];
};

type Page = { readonly account: Within; readonly below: number; readonly limit: number };

/** The keys of the newest unread entries below one, newest first, at most `limit`. */
export const unreadKeys = (database: AnyDatabase, page: Page): number[] =>
  queuedKeys(database, page, {
    newest: (account, below) => newestUnread(database, account, below),
    between: (account, run) => unreadKeysBetween(database, account, run),
  });

/** The keys of every entry of day `since` or later, and of earlier unread ones, newest first, at most `limit`. */
export const allKeys = (database: AnyDatabase, since: number, page: Page): number[] =>
  queuedKeys(database, page, {
    newest: (account, below) =>
      newestEntryKey(database, account, { low: firstKeyOf(account, since), below }) ??
      newestUnread(database, account, below),
    between: (account, run) =>
      dayOfKey(run.low) >= since
        ? entryKeysBetween(database, account, run)
        : unreadKeysBetween(database, account, run),
  });

/**
 * Keys sort as the queue shows entries: newest day first, within a day account by account. Each account's newest key is looked up once, and
 * then only runs that are shown. The work grows with the page and the accounts, never with the queue.
 */
function queuedKeys(
  database: AnyDatabase,
  { account, below, limit }: Page,
  source: Source,
): number[] {
  const accounts = account === null ? accountKeys(database) : [{ ordinal: account }];
  const newest = accounts.flatMap(({ ordinal }): Head[] => {
    const key = source.newest(ordinal, below);
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
    keys.push(
      ...source.between(head.account, { low: first, high: head.key, limit: limit - keys.length }),
    );
    const next = source.newest(head.account, first);
    const at = newest.indexOf(head);
    if (next === null) newest.splice(at, 1);
    else newest[at] = { account: head.account, key: next };
  }
  return keys;
}

type Head = { readonly account: number; readonly key: number };
