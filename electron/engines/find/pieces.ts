/** A piece of typed text between two blanks. `start` and `end` count characters, the end excluded. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  /** The text before a colon, in lower case; null without one. */
  readonly field: string | null;
  /** Without quotes and without the field. */
  readonly text: string;
  /** It was quoted, so it is always plain text. */
  readonly isQuoted: boolean;
};

const piece = /(?:([\p{L}]+):)?(?:"([^"]*)"?|“([^”]*)”?|(\S+))/gu;

/** Splits a text at its blanks. A quoted part is one piece. */
export function piecesOf(text: string): Piece[] {
  const found: Piece[] = [];
  for (const match of text.matchAll(piece)) {
    const [whole, field, quoted, curly, plain] = match;
    const inside = quoted ?? curly ?? plain ?? '';
    if (inside.trim() === '') continue;
    found.push({
      start: match.index,
      end: match.index + whole.length,
      field: field?.toLowerCase() ?? null,
      text: inside,
      isQuoted: plain === undefined,
    });
  }
  return found;
}
