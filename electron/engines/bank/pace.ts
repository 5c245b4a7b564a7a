/** Waits, and ends early when the signal does. Never rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleepFor: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });

/**
 * Keeps to a number of requests a second: within any window of that length, never more.
 * Returns how long the next request must wait, in milliseconds; asking takes the place.
 */
export function createPace(perSecond: number, monotonicNow: () => number): () => number {
  const count = Math.max(1, Math.floor(perSecond));
  const windowMs = (count / perSecond) * 1_000;
  const starts: number[] = [];
  let next = 0;
  return () => {
    const now = monotonicNow();
    const before = starts[next] ?? Number.NEGATIVE_INFINITY;
    const at = Math.max(now, before + windowMs);
    starts[next] = at;
    next = (next + 1) % count;
    return at - now;
  };
}
