import { row, type AnyDatabase } from '../../../engines/store/database.ts';
import { questionQuery } from '../query/query-plan.ts';
import { firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import type { EntryQuery, KeyBounds } from '../entries/entry-query.ts';
import { keysByRareAmount, planWords } from './find-keys.ts';
import type { Condition, EntryQuestion } from '../query/find-question.ts';

/** Builds a query of entries between two keys, with their own columns or only their keys. */
export type QueryBetween = (bounds: KeyBounds, columns: boolean) => EntryQuery;

/** A search of a statement, prepared so that every match is counted once. */
export type Countable = {
  /** The keys of the entries that match only by a rare amount. */
  readonly few: readonly number[];
  /** The query of all other matches; null if there are none. */
  readonly others: QueryBetween | null;
};

/** At most this many matches by amount are checked one by one against the others. */
const fewMax = 500;

/**
 * Finds the entries with a rare amount once, without slices. The other readings are mostly words, expanded once to the index's words:
 * a slice then neither reads an amount's entries again nor expands word prefixes.
 */
export function countable(
  database: AnyDatabase,
  account: number,
  { readings, among }: EntryQuestion,
): Countable {
  if (among.accounts?.includes(account) === false) return { few: [], others: null };
  const bounds = { low: firstKeyOf(account, among.from), high: lastKeyOf(account, among.to) };
  const rare = new Set<number>();
  const matches = new Map<readonly Condition[], string>();
  for (const conditions of readings) {
    const query = { among, conditions, bounds };
    const keys = among.marked === null ? keysByRareAmount(database, account, query) : null;
    if (keys !== null && keys.length + rare.size <= fewMax) for (const key of keys) rare.add(key);
    else {
      const match = matchOf(database, conditions);
      if (match !== null) matches.set(conditions, match);
    }
  }
  if (matches.size === 0) return { few: [...rare], others: null };
  const question = { readings: [...matches.keys()], among };
  const matchOfReading = (conditions: readonly Condition[]) => matches.get(conditions) ?? '';
  const others: QueryBetween = (between, columns) =>
    questionQuery(account, question, { ...between, columns, matchOf: matchOfReading });
  return { few: [...rare].filter((key) => !isAmong(database, others, key)), others };
}

/** Returns the match expression for the words of a reading; empty if it has none, null if no text contains them. */
function matchOf(database: AnyDatabase, conditions: readonly Condition[]): string | null {
  const words = conditions.filter((one) => one.kind === 'word');
  return words.length === 0 ? '' : (planWords(database, words)?.match ?? null);
}

function isAmong(database: AnyDatabase, others: QueryBetween, key: number): boolean {
  const { from, params } = others({ low: key, high: key }, false);
  return row(database, `SELECT 1 FROM ${from} LIMIT 1`, ...params) !== null;
}
