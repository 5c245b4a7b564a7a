import { extraTexts } from '../../../../shared/bank/extras.ts';
import { prepared, row, rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { finderOf, planSearch } from '../../../engines/store/search/search-plan.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { slicesOf } from '../aggregates/day-slices.ts';
import {
  dayOfKey,
  firstKeyOf,
  keyOfSearchSql,
  lastKeyOf,
  searchBounds,
} from '../entries/entry-keys.ts';
import type { KeyBounds } from '../entries/entry-query.ts';
import { findKey, unsettledIn } from '../entries/places.ts';
import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import { accountKeys, findOrdinal } from '../../accounts/ordinals.ts';
import {
  inColumns,
  narrowing,
  signedRanges,
  type Signed,
  type Where,
} from '../query/find-narrowing.ts';
import type { Among, Condition, MarkedEntry } from '../query/find-question.ts';

/** How many entries in an amount range are sorted, per account. With more, the newest are examined. */
const orderedMax = 2_000;
/** How many matches of a word's first three letters are examined, over all accounts, before the word's own lists are joined. */
const lookedThroughMax = 1_000;
const lookedThroughMin = 100;

const searchIndex = { index: 'entry_search', table: 'search_term' };

type TermCondition = Extract<Condition, { kind: 'word' }>;
type AmountCondition = Extract<Condition, { kind: 'amount' }>;

type Looking = {
  readonly database: AnyDatabase;
  readonly account: number;
  readonly bounds: KeyBounds;
  readonly limit: number;
  readonly words: readonly TermCondition[];
  readonly where: Where;
  /** How many matches are examined in this account. */
  readonly lookedThrough: number;
  /** The search plan of the words; null if no text has them. */
  readonly plan: WordsPlan | null;
};

/** `wider` finds more entries, but faster: its matches are examined first. Null if `match` is as fast. */
export type WordsPlan = { readonly match: string; readonly wider: string | null };

/** Plans the words for all accounts, since the index has one list of words. Null if no text contains one of the words. */
export function planWords(
  database: AnyDatabase,
  words: readonly TermCondition[],
): WordsPlan | null {
  const exact: string[] = [];
  const wider: string[] = [];
  for (const { text, columns } of words) {
    const plan = planSearch(database, searchIndex, text);
    if (plan === null) return null;
    exact.push(inColumns(columns, plan.match));
    wider.push(inColumns(columns, plan.kind === 'look' ? plan.wider : plan.match));
  }
  const match = exact.join(' AND ');
  const widest = wider.join(' AND ');
  return { match, wider: widest === match ? null : widest };
}

export type KeysQuestion = {
  readonly among: Among;
  readonly conditions: readonly Condition[];
  readonly limit: number;
};

/**
 * Returns the keys of the newest entries of the requested accounts that meet every condition, newest first, at most `limit`.
 * Reads account by account. Once there are enough keys, further accounts are read only down to the oldest key found.
 */
export function* newestKeys(
  database: AnyDatabase,
  { among, conditions, limit }: KeysQuestion,
): Sliced<number[]> {
  const where = narrowing(among, conditions);
  if (among.marked !== null)
    return markedKeys(database, among, { marked: among.marked, conditions, where }).slice(0, limit);
  const words = conditions.filter((one) => one.kind === 'word');
  const plan = words.length === 0 ? null : planWords(database, words);
  if (words.length > 0 && plan === null) return [];
  let found: number[] = [];
  const accounts = among.accounts ?? everyAccount(database);
  for (const account of accounts) {
    const oldest = found.length < limit ? 0 : (found.at(-1) ?? 0);
    const bounds = {
      low: Math.max(firstKeyOf(account, among.from), oldest),
      high: lastKeyOf(account, among.to),
    };
    if (bounds.low > bounds.high) continue;
    const lookedThrough = Math.max(
      lookedThroughMin,
      Math.floor(lookedThroughMax / accounts.length),
    );
    const looking = { database, account, bounds, limit, words, where, lookedThrough, plan };
    const keys = yield* keysOf(looking, among, conditions);
    if (keys.length > 0) found = [...found, ...keys].sort((a, b) => b - a).slice(0, limit);
    yield;
  }
  return found;
}

/** Returns the ordinals of all accounts. */
export const everyAccount = (database: AnyDatabase): number[] =>
  accountKeys(database).map(({ ordinal }) => ordinal);

/** Finds the keys by label. A label has its own list of entries, so no other entries are read. */
function keysByLabels(
  { database, account, bounds, limit, where }: Looking,
  labels: readonly number[],
): number[] {
  const keys = labels.flatMap((label) =>
    rows<{ key: number }>(
      database,
      `SELECT x.key FROM entry_label x INDEXED BY entry_label_by_label CROSS JOIN entry e ON e.key = x.key
       WHERE x.label = ? AND x.key BETWEEN ? AND ? AND e.account = ?${where.sql}
       ORDER BY x.key DESC LIMIT ?`,
      ...[label, bounds.low, bounds.high, account, ...where.params, limit],
    ),
  );
  return [...new Set(keys.map(({ key }) => key))].sort((a, b) => b - a).slice(0, limit);
}

/** Finds the keys by the most selective condition. */
function* keysOf(
  looking: Looking,
  { isUnread }: Among,
  conditions: readonly Condition[],
): Sliced<number[]> {
  if (isUnread) return unreadKeys(looking);
  const amounts = conditions.filter((one) => one.kind === 'amount');
  for (const amount of amounts) {
    const keys = keysByAmount(looking, amount);
    if (keys !== null) return keys;
  }
  if (looking.words.length > 0) return yield* keysByWords(looking);
  const label = conditions.find((one) => one.kind === 'label');
  if (label) return keysByLabels(looking, label.labels);
  return yield* keysByDays(looking);
}

/** Finds the keys by amount; null if so many entries have it that other conditions find them faster. */
function keysByAmount(looking: Looking, { ranges }: AmountCondition): number[] | null {
  const { database, account, words, limit } = looking;
  const signed = ranges.flatMap(signedRanges);
  if (areFew(database, account, signed)) return keysAmongFew(looking, signed).slice(0, limit);
  // The index has the entries of one exact amount in order. With words or an amount range, other conditions find them faster.
  if (words.length > 0 || signed.some(({ low, high }) => low !== high)) return null;
  const newest = 'ORDER BY a.amount_e4 DESC, a.key DESC LIMIT ?';
  const settled = signed.flatMap((range) => withAmount(looking, range, { newest, limit }));
  return newestOf([...settled, ...unsettledOf(looking, signed)].map(keyOf), limit);
}

type ByAmount = Pick<Looking, 'database' | 'account' | 'bounds' | 'where' | 'words'>;

/**
 * Returns all keys of the account's entries that meet the conditions, newest first, found by an amount that few entries have; null if
 * none of the conditions is such an amount.
 */
export function keysByRareAmount(
  database: AnyDatabase,
  account: number,
  { among, conditions, bounds }: KeysQuery,
): number[] | null {
  const words = conditions.filter((one) => one.kind === 'word');
  const where = narrowing(among, conditions);
  for (const condition of conditions) {
    if (condition.kind !== 'amount') continue;
    const signed = condition.ranges.flatMap(signedRanges);
    if (areFew(database, account, signed))
      return keysAmongFew({ database, account, bounds, where, words }, signed);
  }
  return null;
}

export type KeysQuery = {
  readonly among: Among;
  readonly conditions: readonly Condition[];
  readonly bounds: KeyBounds;
};

const areFew = (database: AnyDatabase, account: number, signed: readonly Signed[]): boolean =>
  signed.every(
    ({ low, high }) =>
      row(
        database,
        `SELECT 1 FROM entry_amount WHERE account = ? AND amount_e4 BETWEEN ? AND ? LIMIT 1 OFFSET ${String(orderedMax)}`,
        account,
        low,
        high,
      ) === null,
  );

function keysAmongFew(query: ByAmount, signed: readonly Signed[]): number[] {
  const settled = signed.flatMap((range) => withAmount(query, range));
  const candidates = [...settled, ...unsettledOf(query, signed)];
  return newestOf(candidates.filter(holdsAll(query.words)).map(keyOf), candidates.length);
}

const keyOf = ({ key }: Candidate): number => key;

function withAmount(
  { database, account, bounds, where }: ByAmount,
  { low, high }: Signed,
  first?: { readonly newest: string; readonly limit: number },
): Candidate[] {
  return rows(
    database,
    `SELECT ${candidateColumns} FROM entry_amount a CROSS JOIN entry e ON e.key = a.key
     WHERE a.account = ? AND a.amount_e4 BETWEEN ? AND ? AND a.key BETWEEN ? AND ?${where.sql} ${first?.newest ?? ''}`,
    ...[account, low, high, bounds.low, bounds.high, ...where.params],
    ...(first === undefined ? [] : [first.limit]),
  );
}

/** Examines the unsettled entries of a range under way, some thousand, whose amounts are not yet in the index. */
function unsettledOf(
  { database, account, bounds, where }: ByAmount,
  amounts: readonly Signed[],
): Candidate[] {
  const keys = Array.from(unsettledIn(database, account), ([, key]) => key).filter(
    (key) => key >= bounds.low && key <= bounds.high,
  );
  if (keys.length === 0) return [];
  const keyList = JSON.stringify(keys);
  return amounts.flatMap(({ low, high }) =>
    rows<Candidate>(
      database,
      `SELECT ${candidateColumns} FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value
       WHERE e.amount_e4 BETWEEN ? AND ?${where.sql}`,
      keyList,
      low,
      high,
      ...where.params,
    ),
  );
}

const newestOf = (keys: readonly number[], limit: number): number[] =>
  [...new Set(keys)].sort((a, b) => b - a).slice(0, limit);

function keysIn(
  database: AnyDatabase,
  from: string,
  params: readonly unknown[],
  limit: number,
): number[] {
  return rows<{ key: number }>(
    database,
    `SELECT e.key FROM ${from} ORDER BY e.key DESC LIMIT ?`,
    ...params,
    limit,
  ).map(({ key }) => key);
}

function unreadKeys({ database, account, bounds, where, words, limit }: Looking): number[] {
  const holds = holdsAll(words);
  const unread = prepared(
    database,
    `SELECT ${candidateColumns} FROM unread n CROSS JOIN entry e ON e.key = n.key
     WHERE n.account = ? AND n.key BETWEEN ? AND ?${where.sql} ORDER BY n.key DESC`,
  ).iterate(account, bounds.low, bounds.high, ...where.params) as Iterable<Candidate>;
  const keys: number[] = [];
  for (const candidate of unread) {
    if (holds(candidate)) keys.push(candidate.key);
    if (keys.length === limit) break;
  }
  return keys;
}

/** An entry with the texts in which words are searched. */
export type Candidate = {
  readonly key: number;
  readonly narration: string;
  readonly reference: string;
  readonly extras: string | null;
};
export const candidateColumns = 'e.key, e.narration, e.reference, e.extras';

/** Returns a check whether an entry contains every word, in the word's columns. */
function holdsAll(words: readonly TermCondition[]): (candidate: Candidate) => boolean {
  const finders = words.map(({ text, columns }) => ({ isFound: finderOf(text), columns }));
  return (candidate) =>
    finders.every(({ isFound, columns }) =>
      isFound(
        columns.map((name) => (name === 'extras' ? extraTexts(candidate.extras) : candidate[name])),
      ),
    );
}

/** Finds the keys by the search index, newest first; slice by slice if further conditions narrow the matches. */
function* keysByWords(looking: Looking): Sliced<number[]> {
  const { database, account, bounds, where, plan, limit } = looking;
  if (plan === null) return [];
  if (plan.wider !== null) {
    const keys = lookThrough(looking, plan.wider);
    if (keys !== null) return keys;
  }
  const { match } = plan;
  if (where.sql === '') return matchingKeys(looking, match, bounds);
  const found: number[] = [];
  for (const slice of slicesOf(database, account, daysOf(bounds))) {
    const within = {
      low: Math.max(slice.low, bounds.low),
      high: Math.min(slice.high, bounds.high),
    };
    found.push(...matchingKeys({ ...looking, limit: limit - found.length }, match, within));
    if (found.length >= limit) break;
    yield;
  }
  return found;
}

/** Returns the days of two keys as a filter. */
const daysOf = ({ low, high }: KeyBounds) => ({
  from: dateOfDayNumber(dayOfKey(low)),
  to: dateOfDayNumber(dayOfKey(high)),
});

/** Queries a match expression. The bounds must be integers: the index ignores a double and begins at the newest of all. */
function matchQuery({ account, where }: Looking, match: string, bounds: KeyBounds) {
  const { low, high } = searchBounds(account, bounds);
  return {
    from: `entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
      WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ?${where.sql} ORDER BY s.rowid DESC`,
    params: [match, low, high, ...where.params],
  };
}

function matchingKeys(looking: Looking, match: string, bounds: KeyBounds): number[] {
  const { database, account, where, limit } = looking;
  if (where.sql === '') {
    // The index alone has the keys, so no entry is read.
    const { low, high } = searchBounds(account, bounds);
    return rows<{ key: number }>(
      database,
      `SELECT ${keyOfSearchSql('s.rowid')} AS key FROM entry_search s
       WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ? ORDER BY s.rowid DESC LIMIT ?`,
      match,
      low,
      high,
      limit,
    ).map(({ key }) => key);
  }
  const { from, params } = matchQuery(looking, match, bounds);
  return rows<{ key: number }>(database, `SELECT e.key FROM ${from} LIMIT ?`, ...params, limit).map(
    ({ key }) => key,
  );
}

/** Returns the wider matches that contain every word; null if the limit was examined and more may match. */
function lookThrough(looking: Looking, match: string): number[] | null {
  const { from, params } = matchQuery(looking, match, looking.bounds);
  const candidates = rows<Candidate>(
    looking.database,
    `SELECT ${candidateColumns} FROM ${from} LIMIT ?`,
    ...params,
    looking.lookedThrough + 1,
  );
  const keys = candidates.filter(holdsAll(looking.words)).map(({ key }) => key);
  if (keys.length >= looking.limit) return keys.slice(0, looking.limit);
  return candidates.length > looking.lookedThrough ? null : keys;
}

/** Finds entries by their own columns alone, day by day from the newest. */
function* keysByDays({ database, account, bounds, where, limit }: Looking): Sliced<number[]> {
  const from = `entry e INDEXED BY entry_account WHERE e.account = ? AND e.key BETWEEN ? AND ?${where.sql}`;
  if (where.sql === '') return keysIn(database, from, [account, bounds.low, bounds.high], limit);
  const found: number[] = [];
  const sizes = { first: 2_000, most: 20_000 };
  for (const slice of slicesOf(database, account, daysOf(bounds), sizes)) {
    const [low, high] = [Math.max(slice.low, bounds.low), Math.min(slice.high, bounds.high)];
    found.push(
      ...keysIn(database, from, [account, low, high, ...where.params], limit - found.length),
    );
    if (found.length >= limit) break;
    yield;
  }
  return found;
}

type Marked = {
  readonly marked: readonly MarkedEntry[];
  readonly conditions: readonly Condition[];
  readonly where: Where;
};

/** Returns the marked entries that meet the other conditions. */
function markedKeys(
  database: AnyDatabase,
  { accounts, from, to }: Among,
  { marked, conditions, where }: Marked,
): number[] {
  const ordinals = new Map<string, number | null>();
  const keys = marked.flatMap(({ accountNumber, entryId }) => {
    const known = ordinals.get(accountNumber);
    const account = known === undefined ? findOrdinal(database, accountNumber) : known;
    ordinals.set(accountNumber, account);
    if (account === null || (accounts !== null && !accounts.includes(account))) return [];
    const key = findKey(database, account, entryId);
    const day = key === null ? -1 : dayOfKey(key);
    return key !== null && day >= from && day <= to ? [key] : [];
  });
  const candidates = rows<Candidate>(
    database,
    `SELECT ${candidateColumns} FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value WHERE 1${where.sql}`,
    JSON.stringify(keys),
    ...where.params,
  );
  const words = conditions.filter((one) => one.kind === 'word');
  return newestOf(
    candidates.filter(holdsAll(words)).map(({ key }) => key),
    Number.MAX_SAFE_INTEGER,
  );
}
