/**
 * Returns how many letters were changed, left out, added or swapped with a neighbour between two words (Damerau-Levenshtein, optimal string
 * alignment). Counts to `most` and returns `most + 1` beyond it.
 */
export function editDistance(a: string, b: string, most: number): number {
  const [from, to] = [lettersOf(a), lettersOf(b)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  // Each row has the distances from one prefix of `from` to every prefix of `to`.
  let [before, last, next] = rows(to.length + 1);
  for (let column = 0; column <= to.length; column += 1) last[column] = column;
  for (let row = 1; row <= from.length; row += 1) {
    let least = (next[0] = row);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let distance = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      distance = Math.min(distance, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      const isSwap =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (isSwap) distance = Math.min(distance, (before[column - 2] ?? 0) + 1);
      next[column] = distance;
      if (distance < least) least = distance;
    }
    // A swap reaches back one row: two rows in which all are too far leave nothing near.
    if (least > most + 1) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return Math.min(last[to.length] ?? 0, most + 1);
}

type Row = number[];

/** Reused by every call, so that comparing many words allocates no rows. */
const used: [Row, Row, Row] = [[], [], []];

function rows(length: number): [Row, Row, Row] {
  for (const row of used) while (row.length < length) row.push(0);
  return [...used];
}

/** The code points of a text. */
function lettersOf(text: string): readonly number[] {
  const letters: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.codePointAt(at) ?? 0;
    letters.push(letter);
    if (letter > 0xffff) at += 1;
  }
  return letters;
}

/** How many letters of a word may differ before it is another word. */
export const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);
