import { searchExpression } from '../../../engines/store/search/search-text.ts';
import {
  firstKeyOf,
  hashOfId,
  keyOfSearchSql,
  lastKeyOf,
  nextHash,
  searchBounds,
  searchRowSql,
} from '../entries/entry-keys.ts';
import type { EntryQuery, KeyBounds } from '../entries/entry-query.ts';
import { inColumns, narrowing, signedRanges } from './find-narrowing.ts';
import type { Among, Condition, EntryQuestion } from './find-question.ts';

type AmountCondition = Extract<Condition, { kind: 'amount' }>;
type TermCondition = Extract<Condition, { kind: 'word' }>;

const wordsIn = (conditions: readonly Condition[]): TermCondition[] =>
  conditions.filter((one) => one.kind === 'word');

type Wanted = KeyBounds & {
  /** Are the entry's own columns wanted, or only its key? With only the key, the indexes of words and amounts suffice. */
  readonly columns?: boolean | undefined;
  /** Another expression for the words of a reading. */
  readonly matchOf?: ((conditions: readonly Condition[]) => string) | undefined;
};

/**
 * Queries the entries of one account that match a search. If it has several readings, such as an amount or a part of a reference, an
 * entry needs to match only one.
 */
export function questionQuery(
  account: number,
  { readings, among }: EntryQuestion,
  { low, high, columns = true, matchOf = beginningsOf }: Wanted,
): EntryQuery {
  const isHere = among.accounts?.includes(account) ?? true;
  const bounds = {
    low: Math.max(low, firstKeyOf(account, among.from)),
    high: isHere ? Math.min(high, lastKeyOf(account, among.to)) : -1,
  };
  const isOne = readings.length === 1;
  const plans = readings.map((conditions) =>
    queryPlan(account, among, { conditions, bounds, columns: columns && isOne, matchOf }),
  );
  const [only] = plans;
  if (only !== undefined && isOne) return only;
  const keys = plans.map(({ from, key }) => `SELECT ${key} AS key FROM ${from}`).join(' UNION ');
  const key = columns ? 'e.key' : 'k.key';
  return {
    from: `(${keys}) k ${columns ? 'CROSS JOIN entry e ON e.key = k.key' : ''} WHERE 1`,
    key,
    order: key,
    params: plans.flatMap(({ params }) => params),
  };
}

type Reading = {
  readonly conditions: readonly Condition[];
  readonly bounds: KeyBounds;
  readonly columns: boolean;
  readonly matchOf: (conditions: readonly Condition[]) => string;
};

/**
 * Plans a query by its most selective index: marks, then words, then exact amounts, then one label, then all entries of the days.
 * Unsettled entries of a range under way are not yet in the indexes of marks, words and amounts.
 */
function queryPlan(
  account: number,
  among: Among,
  { conditions, bounds, columns, matchOf }: Reading,
): EntryQuery {
  const where = narrowing(among, conditions);
  const words = wordsIn(conditions);
  if (among.marked !== null) return byMarks(account, among.marked, { bounds, words, where });
  if (words.length > 0) {
    const { low, high } = searchBounds(account, bounds);
    const key = keyOfSearchSql('s.rowid');
    const joined = columns || where.sql !== '';
    return {
      from: `entry_search s ${joined ? `CROSS JOIN entry e ON e.key = ${key}` : ''}
        WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ?${where.sql}`,
      key: joined ? 'e.key' : key,
      order: 's.rowid',
      params: [matchOf(conditions), low, high, ...where.params],
    };
  }
  const exact = conditions.find((one) => one.kind === 'amount' && exactAmounts(one) !== null);
  if (exact?.kind === 'amount')
    return byAmount(account, among, { exact, conditions, bounds, columns });
  const labels = conditions.flatMap((one) => (one.kind === 'label' ? one.labels : []));
  if (labels.length === 1)
    return {
      from: `entry_label t INDEXED BY entry_label_by_label CROSS JOIN entry e ON e.key = t.key
        WHERE t.label = ? AND t.key BETWEEN ? AND ? AND e.account = ?${where.sql}`,
      key: 'e.key',
      order: 't.key',
      params: [labels[0], bounds.low, bounds.high, account, ...where.params],
    };
  return {
    from: `entry e INDEXED BY entry_account WHERE e.account = ? AND e.key BETWEEN ? AND ?${where.sql}`,
    key: 'e.key',
    order: 'e.key',
    params: [account, bounds.low, bounds.high, ...where.params],
  };
}

type ByAmount = Pick<Reading, 'conditions' | 'bounds' | 'columns'> & {
  readonly exact: AmountCondition;
};

/** Queries by an exact amount. The amount is not checked a second time. */
function byAmount(
  account: number,
  among: Among,
  { exact, conditions, bounds, columns }: ByAmount,
): EntryQuery {
  const others = conditions.filter((one) => one !== exact);
  const where = narrowing(among, [...others, ...(exact.currency === null ? [] : [exact])]);
  const amounts = exactAmounts(exact) ?? [];
  const joined = columns || where.sql !== '';
  return {
    from: `entry_amount a ${joined ? 'CROSS JOIN entry e ON e.key = a.key' : ''}
      WHERE a.account = ? AND a.amount_e4 IN (${amounts.map(() => '?').join(', ')})
        AND a.key BETWEEN ? AND ?${where.sql}`,
    key: 'a.key',
    order: 'a.key',
    params: [account, ...amounts, bounds.low, bounds.high, ...where.params],
  };
}

/** Returns an exact amount as stored, with either sign; null if it is a range. */
function exactAmounts({ ranges }: AmountCondition): bigint[] | null {
  const signed = ranges.flatMap(signedRanges);
  return signed.length > 0 && signed.every(({ low, high }) => low === high)
    ? signed.map(({ low }) => low)
    : null;
}

type Narrowed = {
  readonly bounds: KeyBounds;
  readonly words: readonly TermCondition[];
  readonly where: { readonly sql: string; readonly params: readonly unknown[] };
};

/** Queries by the places of the marked entries. If another id occupies a place, the entry is at one of the next. */
function byMarks(
  account: number,
  marked: NonNullable<Among['marked']>,
  { bounds, words, where }: Narrowed,
): EntryQuery {
  const ids = marked.map(({ entryId }) => entryId);
  const hashes = ids.flatMap((id) => {
    const first = hashOfId(account, id);
    const second = nextHash(first);
    return [first, second, nextHash(second)];
  });
  const search = searchBounds(account, bounds);
  const searchSql =
    words.length === 0
      ? ''
      : ` AND ${searchRowSql('e.key')} IN (SELECT rowid FROM entry_search WHERE entry_search MATCH ? AND rowid BETWEEN ? AND ?)`;
  return {
    from: `json_each(?) j CROSS JOIN entry_place p ON p.id_hash = j.value CROSS JOIN entry e ON e.key = p.key
      WHERE e.account = ? AND e.id IN (SELECT value FROM json_each(?)) AND e.key BETWEEN ? AND ?${searchSql}${where.sql}`,
    key: 'e.key',
    order: 'e.key',
    params: [
      JSON.stringify([...new Set(hashes)]),
      account,
      JSON.stringify(ids),
      bounds.low,
      bounds.high,
      ...(words.length === 0 ? [] : [beginningsOf(words), search.low, search.high]),
      ...where.params,
    ],
  };
}

/** Matches every word as a prefix, in its columns. */
const beginningsOf = (conditions: readonly Condition[]): string =>
  wordsIn(conditions)
    .map(({ text, columns }) => inColumns(columns, searchExpression(text) ?? '""'))
    .join(' AND ');
