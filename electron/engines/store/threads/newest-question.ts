/** Returns the signal of a new question about an open copy, and aborts the previous question of the same kind. */
export function newestOf(copy: object, kind: string): AbortSignal {
  const running = newest.get(copy) ?? new Map<string, AbortController>();
  newest.set(copy, running);
  running.get(kind)?.abort();
  const controller = new AbortController();
  running.set(kind, controller);
  return controller.signal;
}

const newest = new WeakMap<object, Map<string, AbortController>>();
