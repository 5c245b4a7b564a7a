/** The item of a list at a place that is known to be in it. */
export function itemAt<T>(items: readonly T[], at: number): T {
  const item = items[at];
  if (item === undefined) throw new RangeError(`there is nothing at place ${at}`);
  return item;
}
