/** The newest question of a kind about an open copy overtakes the one before it, which is dropped or stopped. */
export function newestOf(copy: object, kind: string): AbortSignal {
  const underWay = newest.get(copy) ?? new Map<string, AbortController>();
  newest.set(copy, underWay);
  underWay.get(kind)?.abort();
  const controller = new AbortController();
  underWay.set(kind, controller);
  return controller.signal;
}

const newest = new WeakMap<object, Map<string, AbortController>>();
