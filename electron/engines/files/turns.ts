import { setImmediate } from 'node:timers/promises';

/** Keeps long work from holding the thread: `await` between small steps. */
export type Turns = {
  /** Was the thread held long enough? */
  readonly isOver: () => boolean;
  /** Lets others run, then goes on. */
  readonly next: () => Promise<void>;
};

/** Milliseconds that the thread is held at a time. */
const holdMs = 12;

/** When any long work last yielded the thread. It is shared, so that several in succession hold the thread no longer than one. */
let handedBackAt = Number.NEGATIVE_INFINITY;

export const createTurns = (): Turns => ({
  isOver: () => performance.now() - handedBackAt > holdMs,
  next: async () => {
    await setImmediate();
    handedBackAt = performance.now();
  },
});

/** Yields the same items one by one, and lets other work run in between where the thread was held long enough. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void, void> {
  const turns = createTurns();
  for (const item of items) {
    yield item;
    if (turns.isOver()) await turns.next();
  }
}

/** The same items in order, at most so many at a time. */
export function* piecesOf<T>(items: readonly T[], length: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += length) yield items.slice(at, at + length);
}
