/** Waits, and ends early when the signal aborts. Never rejects. */
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
 * Limits requests to a number per second in any window of that length.
 * Each call reserves the next slot and returns how long its request must wait, in milliseconds.
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
