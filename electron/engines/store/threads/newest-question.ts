/** The newest question of a kind about an open copy overtakes the one before it, which is dropped or stopped. */
export function newestOf(copy: object, kind: string): AbortSignal {
  const running = newest.get(copy) ?? new Map<string, AbortController>();
  newest.set(copy, running);
  running.get(kind)?.abort();
  const controller = new AbortController();
  running.set(kind, controller);
  return controller.signal;
}

const newest = new WeakMap<object, Map<string, AbortController>>();
