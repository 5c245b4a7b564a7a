import { prepared, type AnyDatabase } from '../database.ts';
import {
  quotedTerm,
  searchExpression,
  searchWords,
  termExpression,
  spellingsOf,
} from './search-text.ts';
import { spacedTokens, tokensOf } from './tokens.ts';

/**
 * How to read the newest results of a search without reading all of them. The index has a list for every term and for the first
 * one, two and three letters of words. It reads such a list from the newest on and stops when it has enough. For any other prefix it
 * first merges the lists of all words with that prefix, however many entries they have.
 */
export type SearchPlan =
  /** The expression uses only lists of the index, or merges so few entries that it does not matter. */
  | { readonly kind: 'lists'; readonly match: string }
  /** Too many words have the prefix: filter the results of `wider` by their texts, or else use `match` after all. */
  | { readonly kind: 'look'; readonly match: string; readonly wider: string };

/** The length of the longest prefix with its own list: the last of `prefix` of the index. */
const listedLetters = 3;

/** The number of entries that are merged in about a millisecond. */
const shortMax = 5_000;

/** The most words that an expression lists one by one; in a phrase the limit is lower. */
const namedMax = 24;
const namedInPhraseMax = 3;

/**
 * Plans the search for a typed text in an FTS5 index with the table of its words; null when no text has such words. The plan must be
 * carried out in the same transaction, as there may be more words afterwards.
 */
export function planSearch(
  database: AnyDatabase,
  { index, table }: { index: string; table: string },
  text: string,
): SearchPlan | null {
  const spellings = (term: string) => spellingsIn(database, table, term);
  const match = searchExpression(text, spellings);
  if (match === null) return null;
  const typed = searchWords(text);
  const [, ...otherwise] = spellings(typed.at(-1) ?? '');
  const last = tokensOf(typed.at(-1) ?? '');
  const beginning = last.at(-1) ?? '';
  const letters = Array.from(beginning);
  if (letters.length <= listedLetters) return { kind: 'lists', match };
  const listed = letters.slice(0, listedLetters).join('');
  if (isShort(database, index, listed)) return { kind: 'lists', match };
  const before = last.slice(0, -1);
  const most = before.length > 0 ? namedInPhraseMax : namedMax;
  const words = wordsBeginning(database, table, { beginning, most: most + 1 });
  if (words.length === 0) return otherwise.length === 0 ? null : { kind: 'lists', match };
  // A term that the tokenizer would change cannot be listed.
  if (![listed, ...words].every((term) => tokensOf(term).join(' ') === term))
    return { kind: 'lists', match };
  const others = typed.slice(0, -1).filter((term) => tokensOf(term).length > 0);
  const phrase = (end: string) => quotedTerm([...before, end].join(' '));
  const withOthers = (ends: string) =>
    [...others.map((term) => termExpression(spellings(term), false)), ends].join(' AND ');
  const alternatives = otherwise.map((spelling) => `${quotedTerm(spelling)} *`);
  if (words.length <= most)
    return {
      kind: 'lists',
      match: withOthers(`(${[...words.map(phrase), ...alternatives].join(' OR ')})`),
    };
  const ends = [`${phrase(listed)} *`, ...alternatives];
  const [only = ''] = ends;
  return {
    kind: 'look',
    match,
    wider: withOthers(alternatives.length === 0 ? only : `(${ends.join(' OR ')})`),
  };
}

/** Returns the term itself, then its other spellings whose tokens the index has. */
function spellingsIn(database: AnyDatabase, table: string, term: string): readonly string[] {
  const [first = term, ...others] = spellingsOf(term);
  const split = others.map((spelling) => ({ spelling, tokens: tokensOf(spelling) }));
  const whole = wordsAmong(
    database,
    table,
    split.flatMap(({ tokens }) => tokens.slice(0, -1)),
  );
  const isBegun = (beginning: string): boolean =>
    wordsBeginning(database, table, { beginning, most: 1 }).length > 0;
  const found = split.filter(
    ({ tokens }) =>
      tokens.length > 0 &&
      tokens.slice(0, -1).every((token) => whole.has(token)) &&
      isBegun(tokens.at(-1) ?? ''),
  );
  return [first, ...found.map(({ spelling }) => spelling)];
}

/** Returns the words that the index has. Goes in index order, as each seek answers for all words up to the one that it finds. */
function wordsAmong(database: AnyDatabase, table: string, words: readonly string[]): Set<string> {
  const next = seekIn(database, table);
  const has = new Set<string>();
  let found: string | undefined;
  for (const word of words.toSorted(byBytes)) {
    if (found === undefined || byBytes(found, word) < 0) found = next(word);
    if (found === undefined) break;
    if (found === word) has.add(word);
  }
  return has;
}

/** Compares in the order of the index. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Tests whether a search finds an entry by its texts, with the index's rules and without the index. */
export function finderOf(text: string): (texts: readonly string[]) => boolean {
  const typed = searchWords(text).map((term) => spellingsOf(term).map(tokensOf));
  const wanted = typed
    .map((spellings, at) => {
      const end = at === typed.length - 1 ? '' : ' ';
      return spellings.flatMap((tokens) =>
        tokens.length === 0 ? [] : [` ${tokens.join(' ')}${end}`],
      );
    })
    .filter((phrases) => phrases.length > 0);
  return (texts) => {
    const spaced = texts.map(spacedTokens);
    const has = (phrase: string): boolean => spaced.some((one) => one.includes(phrase));
    return wanted.length > 0 && wanted.every((phrases) => phrases.some(has));
  };
}

/** Does the search use more than one list? Then the index may read far more rows than requested. */
export const hasSeveralLists = (text: string): boolean => tokensOf(text).length > 1;

/** Do the words with this prefix have so few entries that merging their lists is fast enough? */
const isShort = (database: AnyDatabase, index: string, beginning: string): boolean =>
  prepared(
    database,
    `SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT 1 OFFSET ${String(shortMax)}`,
  ).get(`${quotedTerm(beginning)} *`) === undefined;

/** Returns the words of the index with the prefix, in order, at most `most`. One seek per term instead of one step per entry. */
function wordsBeginning(
  database: AnyDatabase,
  table: string,
  { beginning, most }: { beginning: string; most: number },
): string[] {
  const next = seekIn(database, table);
  const found: string[] = [];
  let term = next(beginning);
  while (term?.startsWith(beginning) === true) {
    found.push(term);
    if (found.length === most) break;
    term = next(`${term}\u0001`);
  }
  return found;
}

/** Finds the first word of the index at or after a text. */
function seekIn(database: AnyDatabase, table: string): (from: string) => string | undefined {
  const first = prepared(database, `SELECT term FROM ${table} WHERE term >= ? LIMIT 1`, 'value');
  return (from) => first.get(from) as string | undefined;
}
