import type { Journal } from '../../store/database.ts';
import { ignoreErrors } from '../../store/local-faults.ts';
import { onDisk } from '../../store/opening/deferred-sync.ts';
import type { Submission } from './submission-table.ts';

type Listener = {
  readonly onSettled: (submission: Submission) => void;
  /** The previous report. */
  last: Promise<void>;
};

/** At most one listener per journal; most have none. */
const listeners = new WeakMap<Journal, Listener>();

/**
 * Calls `onSettled` with every outcome that this journal records from now on, from any source: once each, in order, and only when
 * it is on the disk. Errors of `onSettled` are ignored. A second listener replaces the first.
 */
export function listenToSettlements(
  journal: Journal,
  onSettled: (submission: Submission) => void,
): void {
  listeners.set(journal, { onSettled, last: Promise.resolve() });
}

/** Reports an outcome that was just written. `read` is not called without a listener. */
export function reportSettlement(journal: Journal, read: () => Submission | null): void {
  const listener = listeners.get(journal);
  if (!listener) return;
  const submission = read();
  if (submission === null) return;
  const through = onDisk(journal);
  listener.last = listener.last.then(async () => {
    await through;
    ignoreErrors(() => {
      listener.onSettled(submission);
    });
  });
}
