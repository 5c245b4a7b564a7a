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
export function searchExpression(text: string): string | null {
  const words = searchWords(text);
  return words.length === 0 ? null : `${words.map(quotedWord).join(' ')}*`;
}

/** A word so that nothing in it is syntax of FTS5. */
export const quotedWord = (word: string): string => `"${word.replaceAll('"', '""')}"`;

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
