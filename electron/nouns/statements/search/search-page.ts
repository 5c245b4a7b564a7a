import { extraTexts } from '../../../../shared/bank/extras.ts';
import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import {
  atOneMoment,
  prepared,
  row,
  valueRows,
  type AnyDatabase,
} from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import {
  finderOf,
  hasSeveralLists,
  planSearch,
} from '../../../engines/store/search/search-plan.ts';
import { shownColumns, type ShownEntry } from '../entries/entry-rows.ts';
import type { EntryQuery, KeyBounds } from '../entries/entry-query.ts';
import { entryQuery } from '../query/filters.ts';

/** How many entries are examined without the index if that is cheaper: a few milliseconds. */
const lookedThroughMax = 1_000;

const searchIndex = { index: 'entry_search', table: 'search_term' };

/** The rows to return of those found, counted from the newest within the bounds. */
export type Reading = {
  readonly bounds: KeyBounds;
  readonly offset: number;
  readonly limit: number;
};

type Searching = {
  readonly account: number;
  readonly filter: StatementFilter;
  readonly search: string;
  readonly reading: Reading;
};

/** Returns the rows of a page under a search, newest first, without reading every match. */
export const searchedRows = (database: AnyDatabase, searching: Searching): ShownEntry[] =>
  atOneMoment(database, () => {
    const { account, filter, search, reading } = searching;
    const { bounds } = reading;
    const lookThrough = (query: EntryQuery) => foundAmong(database, query, { search, reading });
    const amongFew = fewEntries(database, searching);
    const few = amongFew && lookThrough(amongFew);
    if (few) return rowsOf(database, few);
    const plan = planSearch(database, searchIndex, search);
    if (plan === null) return [];
    const byMatch = (match: string) => entryQuery(account, filter, { bounds, match });
    const found = plan.kind === 'look' ? lookThrough(byMatch(plan.wider)) : null;
    return found ? rowsOf(database, found) : rowsIn(database, byMatch(plan.match), reading);
  });

/** Returns the rows of a page of a query, newest first. */
export const rowsIn = (
  database: AnyDatabase,
  { from, order, params }: EntryQuery,
  { limit, offset }: Pick<Reading, 'limit' | 'offset'>,
): ShownEntry[] =>
  valueRows<ShownEntry>(
    database,
    `SELECT ${shownColumns} FROM ${from} ORDER BY ${order} DESC LIMIT ? OFFSET ?`,
    ...params,
    limit,
    offset,
  );

/**
 * Returns the candidate entries if they are few and the index might examine far more: for several words that rarely occur together,
 * or a word that is common in other directions and types. Null if they are many, or the index is fast enough.
 */
function fewEntries(
  database: AnyDatabase,
  { account, filter, search, reading: { bounds } }: Searching,
): EntryQuery | null {
  const isFiltered = filter.direction !== undefined || filter.transactionType !== undefined;
  if (!isFiltered && !hasSeveralLists(search)) return null;
  // The list has new entries of a range under way at once; the search has them only once they are settled.
  if (row(database, owedSql, account) !== null) return null;
  const query = entryQuery(account, { ...filter, search: undefined }, { bounds });
  const beyond = row(
    database,
    `SELECT 1 FROM ${query.from} LIMIT 1 OFFSET ${String(lookedThroughMax)}`,
    ...query.params,
  );
  return beyond === null ? query : null;
}

const owedSql = `SELECT 1 FROM statement_range r JOIN range_page p ON p.range_id = r.id
  WHERE r.account = ? AND p.unsettled IS NOT NULL LIMIT 1`;

/** Returns the keys of the page's rows among the entries of a query; null if the limit was examined and more may match. */
function foundAmong(
  database: AnyDatabase,
  { from, order, params }: EntryQuery,
  { search, reading: { offset, limit } }: Pick<Searching, 'search' | 'reading'>,
): number[] | null {
  const isFound = finderOf(search);
  const entries = prepared(
    database,
    `SELECT e.key, e.narration, e.reference, e.extras FROM ${from} ORDER BY ${order} DESC
     LIMIT ${String(lookedThroughMax + 1)}`,
  ).iterate(...params) as Iterable<Candidate>;
  return guarded(database, () => {
    const keys: number[] = [];
    let looked = 0;
    for (const { key, narration, reference, extras } of entries) {
      looked += 1;
      if (looked > lookedThroughMax) return null;
      if (isFound([narration, reference, extraTexts(extras)])) keys.push(key);
      if (keys.length === offset + limit) break;
    }
    return keys.slice(offset);
  });
}

type Candidate = {
  readonly key: number;
  readonly narration: string;
  readonly reference: string;
  readonly extras: string | null;
};

/** Returns the rows with these keys, in the order of the keys. */
export const rowsOf = (database: AnyDatabase, keys: readonly number[]): ShownEntry[] =>
  valueRows<ShownEntry>(
    database,
    `SELECT ${shownColumns} FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY j.key`,
    JSON.stringify(keys),
  );
