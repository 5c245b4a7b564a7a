/** Returns the result of a Node call that throws for wrong bytes; null where it throws. It is here because this engine imports no other. */
export function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
