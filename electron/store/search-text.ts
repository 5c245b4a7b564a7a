/**
 * What a person typed as an FTS5 expression: every word quoted, so that nothing in it is syntax, the last one as the
 * beginning of a word. null when nothing was typed.
 */
export function searchExpression(text: string): string | null {
  const words = text
    .replaceAll('\0', ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  return `${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')}*`;
}

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
