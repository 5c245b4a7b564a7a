import { findOrdinal } from '../accounts/ordinals.ts';
import { row, type CacheReader } from '../../engines/store/database.ts';
import { boundsOf, entryQuery, isSearched } from './query/filters.ts';
import { findKey } from './entries/places.ts';
import { placeOfEntry, type EntryPlace, type StatementView } from './tables.ts';

/**
 * Finds the place of the newest unread entry below an entry under a filter, or the newest of all if none is given; null if none
 * follows. Walks the unread list, or the search if there is one, but never all entries. For the reader thread.
 */
export function nextUnread(
  reader: CacheReader,
  view: StatementView,
  below: string | null,
): EntryPlace | null {
  const { accountNumber, filter } = view;
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return null;
  const whole = boundsOf(account, filter);
  const key = below === null ? null : findKey(reader, account, below);
  const bounds = { ...whole, high: Math.min(whole.high, key === null ? Infinity : key - 1) };
  const found = isSearched(filter)
    ? searchedUnread(reader, { account, view, bounds })
    : walkedUnread(reader, { account, view, bounds });
  return found && placeOfEntry(reader, view, found.id);
}

type UnreadQuery = {
  readonly account: number;
  readonly view: StatementView;
  readonly bounds: { readonly low: number; readonly high: number };
};
type Found = { readonly id: string } | null;

function searchedUnread(reader: CacheReader, { account, view, bounds }: UnreadQuery): Found {
  const { from, key, order, params } = entryQuery(account, view.filter, { bounds });
  return row<{ id: string }>(
    reader,
    `SELECT e.id FROM ${from} AND EXISTS (SELECT 1 FROM unread u WHERE u.account = ? AND u.key = ${key})
     ORDER BY ${order} DESC LIMIT 1`,
    ...params,
    account,
  );
}

function walkedUnread(reader: CacheReader, { account, view, bounds }: UnreadQuery): Found {
  const { direction = null, transactionType = null } = view.filter;
  return row<{ id: string }>(
    reader,
    `SELECT e.id FROM unread u CROSS JOIN entry e ON e.key = u.key
     WHERE u.account = ? AND u.key BETWEEN ? AND ? AND (? IS NULL OR e.direction = ?)
       AND (? IS NULL OR e.type = (SELECT id FROM transaction_type WHERE name = ?))
     ORDER BY u.key DESC LIMIT 1`,
    ...[account, bounds.low, bounds.high],
    ...(direction === null ? [null, null] : [direction, direction === 'credit' ? 1 : 0]),
    ...[transactionType, transactionType],
  );
}
