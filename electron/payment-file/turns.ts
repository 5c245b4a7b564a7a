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

export function createTurns(): Turns {
  let since = performance.now();
  return {
    isOver: () => performance.now() - since > holdMs,
    next: async () => {
      await setImmediate();
      since = performance.now();
    },
  };
}
