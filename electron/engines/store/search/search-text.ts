import { tokensOf } from './tokens.ts';

/** Splits a typed text into words for the full-text search. */
export const searchWords = (text: string): string[] =>
  text
    .replaceAll('\0', ' ')
    .split(/\s+/u)
    .filter((term) => term !== '');

/**
 * Converts a typed text to an FTS5 expression. Every word is quoted, so that nothing in it is syntax, and the last one is a prefix.
 * Null when nothing was typed.
 */
export function searchExpression(
  text: string,
  spellings: (term: string) => readonly string[] = spellingsOf,
): string | null {
  const words = searchWords(text);
  const parts = words.map((term, at) => termExpression(spellings(term), at === words.length - 1));
  if (parts.length === 0) return null;
  const isSpelled = (part: string): boolean => part.startsWith('(');
  if (!parts.some(isSpelled)) return parts.join(' ');
  // A word without a token is ignored among plain words, and would find nothing after AND.
  return parts
    .filter((part, at) => isSpelled(part) || tokensOf(words[at] ?? '').length > 0)
    .join(' AND ');
}

/** Builds an expression for any of the spellings. The last word is a prefix. */
export function termExpression(spellings: readonly string[], isLast: boolean): string {
  const quoted = spellings.map((spelling) => `${quotedTerm(spelling)}${isLast ? '*' : ''}`);
  return quoted.length === 1 ? (quoted[0] ?? '') : `(${quoted.join(' OR ')})`;
}

const splitMin = 3;
const splitsMax = 8;

/**
 * Returns the spellings of a word, itself first: `O’Connor` and `Jean-Pierre` without their marks, `oconnor` split at any place. The
 * index splits words at such marks.
 */
export function spellingsOf(term: string): readonly string[] {
  if (/^\p{L}+(?:['’.‐-]\p{L}+)+$/u.test(term)) return [term, term.replaceAll(/['’.‐-]/gu, '')];
  const letters = /^\p{L}{4,}$/u.test(term) ? Array.from(term) : [];
  const most = Math.min(letters.length - splitMin, splitsMax);
  const splits = Array.from({ length: Math.max(0, most) }, (_, at) =>
    [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')].join(' '),
  );
  return [term, ...splits];
}

/** Removes the marks within names from a folded text. A text of marks alone stays unchanged. */
export const withoutMarks = (folded: string): string => {
  const bare = folded.replaceAll(/['’‐-]|\. ?/g, '');
  return bare === '' ? folded : bare;
};

const marks = ["''''", "'’'", "'‐'", "'-'", "'. '", "'.'"];

/** SQL condition that a column of folded text contains a term. Its parameter is the term {@link withoutMarks}. */
export const hasTermSql = (column: string): string =>
  `instr(${marks.reduce((sql, mark) => `replace(${sql}, ${mark}, '')`, column)}, ?) > 0`;

/** Does a folded text contain a folded term, ignoring marks within names? */
export const hasTerm = (folded: string, term: string): boolean =>
  folded.includes(term) || withoutMarks(folded).includes(withoutMarks(term));

/** Quotes a term, so that nothing in it is FTS5 syntax. */
export const quotedTerm = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** Splits a search over records into words, folded by {@link foldText} like the records. */
export function foldedWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/u)
    .filter((term) => term !== '');
}

/** Joins and folds the searched texts of a record. */
export const searchText = (texts: readonly string[]): string => foldText(texts.join(' '));

/** Removes case and accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase();
}
