import { dateOfDayNumber, dayNumber } from '../../../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import { questionQuery } from './query-plan.ts';
import type { EntryQuery, KeyBounds } from '../entries/entry-query.ts';
import {
  firstKeyOf,
  keyOfSearchSql,
  lastKeyOf,
  latestEntryDay,
  searchBounds,
} from '../entries/entry-keys.ts';
import { searchExpression } from '../../../engines/store/search/search-text.ts';
import type { EntryQuestion } from './find-question.ts';

/**
 * A statement's filter for queries. `query`: the search, if it is more than one word prefix. It includes the rest of the filter. Of the
 * other fields only `from` and `to` are used then, for the balances of the period.
 */
export type EntryFilter = StatementFilter & { readonly query?: EntryQuestion | undefined };

export type BatchQuestion = {
  readonly accountNumber: string;
  readonly filter: EntryFilter;
  /** null starts at the oldest entry. */
  readonly afterKey: number | null;
  readonly limit: number;
  /** Limits the batch to these entries, at most as many as one act takes; if missing, every entry of the filter. */
  readonly keys?: readonly number[] | undefined;
};

/** Returns the search text; null if there is none. */
export const searchOf = ({ search }: EntryFilter): string | null =>
  search === undefined || searchExpression(search) === null ? null : search;

/** Returns the keys of the filter's days. An open end extends to the account's whole history. */
export function boundsOf(account: number, filter: EntryFilter): KeyBounds {
  const { from, to } = daysOfFilter(filter);
  return { low: firstKeyOf(account, from), high: lastKeyOf(account, to) };
}

/** Returns the filter's days as day numbers. An open end extends to the whole history. */
export const daysOfFilter = ({ from, to }: EntryFilter): { from: number; to: number } => ({
  from: dayOf(from, 0),
  to: dayOf(to, latestEntryDay),
});

/** Does the filter search for anything? Blanks do not count. */
export const isSearched = (filter: EntryFilter): boolean =>
  filter.query !== undefined || searchOf(filter) !== null;

/**
 * Returns the filter for the stored aggregates if they can answer it: it has no search, or its search has only days and a direction.
 * Otherwise null.
 */
export function aggregateFilter(filter: EntryFilter): StatementFilter | null {
  if (filter.query === undefined) return isSearched(filter) ? null : filter;
  const { readings, among } = filter.query;
  const { accounts, currencies, kinds, isUnread, marked, directions } = among;
  const isNarrowed = currencies.length > 0 || kinds !== null || isUnread || marked !== null;
  if (isNarrowed || accounts !== null || readings.some((conditions) => conditions.length > 0))
    return null;
  const [direction] = directions;
  return {
    ...withoutSearch(filter),
    ...(direction !== undefined && { direction: direction === 1 ? 'credit' : 'debit' }),
  };
}

/** Returns a filter that covers every possible match. Searches are sliced by it. */
export const withoutSearch = ({ query, ...filter }: EntryFilter): StatementFilter =>
  query === undefined
    ? filter
    : { from: dateOfDayNumber(query.among.from), to: dateOfDayNumber(query.among.to) };

/**
 * Queries the entries of an account under a filter. Each shape names its index, so that a page is read by walking the index and never
 * by sorting. `columns`: whether the entry's own columns are wanted, or only its key; `match`: another expression for the same search.
 */
export function entryQuery(
  account: number,
  filter: EntryFilter,
  options: { bounds?: KeyBounds; columns?: boolean; match?: string } = {},
): EntryQuery {
  const bounds = options.bounds ?? boundsOf(account, filter);
  if (filter.query !== undefined)
    return questionQuery(account, filter.query, { ...bounds, columns: options.columns });
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
  // The bounds must be integers: the index ignores a double and begins at the newest of all.
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

function narrowing({ direction, transactionType }: EntryFilter): {
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
