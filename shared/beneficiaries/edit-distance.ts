/**
 * How many letters were changed, left out, added or swapped with their neighbour between two words (Damerau and
 * Levenshtein, optimal string alignment). Counts to `most` and answers `most + 1` beyond it.
 */
export function editDistance(a: string, b: string, most: number): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let last = to.map((_, column) => column + 1);
  for (const [row, letter] of from.entries()) {
    const next: number[] = [];
    for (const [column, other] of to.entries()) {
      const cost = letter === other ? 0 : 1;
      const replaced = at(last, column - 1, row) + cost;
      const added = at(next, column - 1, row + 1) + 1;
      const left = at(last, column, row) + 1;
      const isSwap = letter === to[column - 1] && from[row - 1] === other;
      const swapped = isSwap ? at(before, column - 2, row - 1) + 1 : Infinity;
      next.push(Math.min(replaced, added, left, swapped));
    }
    [before, last] = [last, next];
  }
  return Math.min(at(last, to.length - 1, from.length), most + 1);
}

/** The cell of a row; before its first column stands how many letters came before. */
const at = (row: readonly number[], column: number, edge: number): number => row[column] ?? edge;

/** How many letters of a word may differ before it is another word. */
export const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);
