/** Reads pages by key: each page starts after the key of the last item of the page before, until nothing is left. */
export function* piecesBehind<T, K>(
  first: K,
  read: (behind: K) => readonly T[],
  keyOf: (last: T) => K,
): Generator<readonly T[]> {
  for (let behind = first; ;) {
    const piece = read(behind);
    const last = piece.at(-1);
    if (last === undefined) return;
    yield piece;
    behind = keyOf(last);
  }
}
