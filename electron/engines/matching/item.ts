/** The item of a list at a place that is known to be in it. */
export const itemAt = <T>(items: readonly T[], at: number): T => present(items[at], at);

/** What a map has under a key that is known to be in it. */
export const valueAt = <K, V>(values: ReadonlyMap<K, V>, key: K): V =>
  present(values.get(key), key);

function present<T>(found: T | undefined, place: unknown): T {
  if (found === undefined) throw new RangeError(`there is nothing at place ${String(place)}`);
  return found;
}
