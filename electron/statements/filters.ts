import { dayNumber } from '../../shared/calendar.ts';
import type { StatementFilter } from '../../shared/ipc/statements.ts';
import {
  firstKeyOf,
  keyOfSearchSql,
  lastKeyOf,
  latestEntryDay,
  searchBounds,
} from './entry-keys.ts';
import { searchExpression } from '../store/search-text.ts';

/** Keys between which to look; both ends are included. */
export type KeyBounds = { readonly low: number; readonly high: number };

/** A FROM and WHERE of the entries that match, with its parameters. `order` is the column by which they lie in time. */
export type EntryQuery = {
  readonly from: string;
  readonly key: string;
  readonly order: string;
  readonly params: readonly unknown[];
};

/** What is searched for; null when nothing is. */
export const searchOf = ({ search }: StatementFilter): string | null =>
  search === undefined || searchExpression(search) === null ? null : search;

/** The days of a filter as keys of the account; the account's whole history where it leaves an end open. */
export function boundsOf(account: number, filter: StatementFilter): KeyBounds {
  const { from, to } = daysOfFilter(filter);
  return { low: firstKeyOf(account, from), high: lastKeyOf(account, to) };
}

/** The same as day numbers. */
export const daysOfFilter = ({ from, to }: StatementFilter): { from: number; to: number } => ({
  from: dayOf(from, 0),
  to: dayOf(to, latestEntryDay),
});

/** Does it search for words? Typed spaces are none. */
export const isSearched = ({ search }: StatementFilter): boolean =>
  search !== undefined && searchExpression(search) !== null;

/**
 * The entries of an account under a filter. Each shape names its index, so that a page is read by walking it and never by
 * sorting. `columns` tells whether the entry's own columns are wanted, or only its key; `match` is another expression for the
 * same search.
 */
export function entryQuery(
  account: number,
  filter: StatementFilter,
  options: { bounds?: KeyBounds; columns?: boolean; match?: string } = {},
): EntryQuery {
  const bounds = options.bounds ?? boundsOf(account, filter);
  const match =
    options.match ?? (filter.search === undefined ? null : searchExpression(filter.search));
  const narrower = narrowing(filter);
  if (match === null)
    return {
      from: `entry e INDEXED BY ${narrower.index}
        WHERE e.account = ? AND e.key BETWEEN ? AND ?${narrower.where}`,
      key: 'e.key',
      order: 'e.key',
      params: [account, bounds.low, bounds.high, ...narrower.params],
    };
  const joined = options.columns !== false || narrower.params.length > 0;
  const key = keyOfSearchSql('s.rowid');
  // As integers: the index looks away from a bound that is a double, and begins at the newest of all.
  const { low, high } = searchBounds(account, bounds);
  return {
    from: `entry_search s ${joined ? `CROSS JOIN entry e ON e.key = ${key}` : ''}
      WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ?${narrower.where}`,
    key: joined ? 'e.key' : key,
    order: 's.rowid',
    params: [match, low, high, ...narrower.params],
  };
}

const dayOf = (date: string | undefined, otherwise: number): number =>
  date === undefined ? otherwise : Math.min(Math.max(dayNumber(date), 0), latestEntryDay);

function narrowing({ direction, transactionType }: StatementFilter): {
  index: string;
  where: string;
  params: unknown[];
} {
  const where: string[] = [];
  const params: unknown[] = [];
  if (direction !== undefined) {
    where.push(' AND e.direction = ?');
    params.push(direction === 'credit' ? 1 : 0);
  }
  if (transactionType !== undefined) {
    where.push(' AND e.type = (SELECT id FROM transaction_type WHERE name = ?)');
    params.push(transactionType);
  }
  const index =
    transactionType !== undefined
      ? 'entry_account_type'
      : direction !== undefined
        ? 'entry_account_direction'
        : 'entry_account';
  return { index, where: where.join(''), params };
}
