/** A piece of what was typed between two blanks, with its place: `start` and `end` count characters, the end excluded. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  /** What stands before a colon, in small letters; null without one. */
  readonly field: string | null;
  /** Without quotes and without the field. */
  readonly text: string;
  /** Between quotes: plain text, whatever it looks like. */
  readonly isQuoted: boolean;
};

const piece = /(?:([\p{L}]+):)?(?:"([^"]*)"?|“([^”]*)”?|(\S+))/gu;

/** Takes a text apart at its blanks; what stands between quotes stays together. */
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
