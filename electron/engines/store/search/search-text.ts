import { tokensOf } from './tokens.ts';

/** What a person typed, word by word, as the full-text search takes it. */
export const searchWords = (text: string): string[] =>
  text
    .replaceAll('\0', ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');

/**
 * What a person typed as an FTS5 expression: every word quoted, so that nothing in it is syntax, the last one as the
 * beginning of a word. null when nothing was typed.
 */
export function searchExpression(
  text: string,
  spellings: (word: string) => readonly string[] = spellingsOf,
): string | null {
  const words = searchWords(text);
  const parts = words.map((word, at) => termExpression(spellings(word), at === words.length - 1));
  if (parts.length === 0) return null;
  const isSpelled = (part: string): boolean => part.startsWith('(');
  if (!parts.some(isSpelled)) return parts.join(' ');
  // A word without a token counts for nothing among plain words, and would find nothing behind AND.
  return parts
    .filter((part, at) => isSpelled(part) || tokensOf(words[at] ?? '').length > 0)
    .join(' AND ');
}

/** Any of the spellings; of the last word the beginning. */
export function termExpression(spellings: readonly string[], isLast: boolean): string {
  const quoted = spellings.map((spelling) => `${quotedTerm(spelling)}${isLast ? '*' : ''}`);
  return quoted.length === 1 ? (quoted[0] ?? '') : `(${quoted.join(' OR ')})`;
}

const splitMin = 3;
const splitsMax = 8;

/**
 * A word as it stands and as others write it: `O’Connor` and `Jean-Pierre` without their marks, `oconnor` with a mark at any place. The
 * index parts words at such marks.
 */
export function spellingsOf(word: string): readonly string[] {
  if (/^\p{L}+(?:['’.‐-]\p{L}+)+$/u.test(word)) return [word, word.replaceAll(/['’.‐-]/gu, '')];
  const letters = /^\p{L}{4,}$/u.test(word) ? Array.from(word) : [];
  const most = Math.min(letters.length - splitMin, splitsMax);
  const splits = Array.from({ length: Math.max(0, most) }, (_, at) =>
    [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')].join(' '),
  );
  return [word, ...splits];
}

/** A folded text without the marks within names; a text of marks alone stays. */
export const withoutMarks = (folded: string): string => {
  const bare = folded.replaceAll(/['’‐-]|\. ?/g, '');
  return bare === '' ? folded : bare;
};

const marks = ["''''", "'’'", "'‐'", "'-'", "'. '", "'.'"];

/** The condition that a column of folded text has a word, whose parameter is the word {@link withoutMarks}. */
export const hasTermSql = (column: string): string =>
  `instr(${marks.reduce((sql, mark) => `replace(${sql}, ${mark}, '')`, column)}, ?) > 0`;

/** Does a folded text have a folded word, however the marks within names are written? */
export const hasTerm = (folded: string, word: string): boolean =>
  folded.includes(word) || withoutMarks(folded).includes(withoutMarks(word));

/** A word so that nothing in it is syntax of FTS5. */
export const quotedTerm = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/** The words of a search over records, folded as {@link foldText} folds the records. */
export function foldedWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** The texts of a record as its search looks through them. */
export const searchText = (texts: readonly string[]): string => foldText(texts.join(' '));

/** Without case and accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase();
}
