/** Returns the known term closest to a misspelt one; undefined when none is close. */
export function nearest(term: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(term, candidate) }))
    .toSorted((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** The Levenshtein distance, ignoring case. */
function distanceOf(a: string, b: string): number {
  const [left, right] = [a.slice(0, 60).toLowerCase(), b.toLowerCase()];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
