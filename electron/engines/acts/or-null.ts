/** The result of work of Node that throws for wrong bytes; null where it throws. This engine imports no other. */
export function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
