/** A piece of text of a page and its position from the lower left corner. */
export type TextPiece = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The most text pieces that are read of a page. */
const piecesMax = 20_000;

/** The lines of a page from top to bottom; a wide gap between two pieces is two spaces. */
export function linesOfPage(pieces: readonly TextPiece[]): string[] {
  const rows: TextPiece[][] = [];
  const sorted = pieces.slice(0, piecesMax).toSorted((a, b) => b.y - a.y || a.x - b.x);
  for (const piece of sorted) {
    if (piece.text.trim() === '') continue;
    const row = rows.at(-1);
    const above = row?.[0];
    const near = Math.max(2, Math.min(piece.height, above?.height ?? 0) * 0.5);
    if (row && above && Math.abs(above.y - piece.y) <= near) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map(lineOf);
}

function lineOf(row: readonly TextPiece[]): string {
  let line = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, x, width, height } of row.toSorted((a, b) => a.x - b.x)) {
    const gap = x - end;
    if (line !== '') line += gap > height * 1.5 ? '  ' : gap > height * 0.15 ? ' ' : '';
    line += text;
    end = x + width;
  }
  return line.replace(/\p{Zs}/gu, ' ').trim();
}
