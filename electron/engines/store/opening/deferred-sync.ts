import { DeskFault } from '../../../../shared/errors.ts';
import { assertStillThere, inUnsyncedTransaction, row, type Journal } from '../database.ts';
import { faultIn, ignoreErrors } from '../local-faults.ts';

/** What was written {@link deferSync} is on the disk after this time (milliseconds), though nothing follows it. */
const withoutNextMs = 50;

/** Hears that what waited is in the file on the disk, or why it is not. */
type Heard = (fault: DeskFault | null) => void;

/** What is in the -wal alone, by its journal. */
type Waiting = { readonly heard: Heard[]; readonly timer: NodeJS.Timeout };
const waitingIn = new WeakMap<Journal, Waiting>();

/**
 * One transaction that is in the file itself afterwards, on the disk, and does not depend on the -wal: a damaged -wal loses its
 * last rows without a word. What was written {@link deferSync} before goes through with it.
 * Throws `store.gone` before anything is done when the file is no longer there.
 */
export function durably<T>(journal: Journal, work: () => T): T {
  const result = unsynced(journal, work);
  putThrough(journal);
  return result;
}

/**
 * One transaction that goes through to the disk together with the next {@link durably}, and a moment later where none follows.
 * The end of the process does not undo it; a power cut, or harm to the -wal, before that does. So it is for what
 * the bank can be asked again, and never for what must be written before something leaves.
 */
export function deferSync<T>(journal: Journal, work: () => T): T {
  const result = unsynced(journal, work);
  if (!waitingIn.has(journal)) waitingIn.set(journal, waitingAnew(journal));
  return result;
}

/** Resolves when everything that was written so far is on the disk: null, or why it could not be put there. */
export function onDisk(journal: Journal): Promise<DeskFault | null> {
  const waiting = waitingIn.get(journal);
  if (waiting === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    waiting.heard.push(resolve);
  });
}

/**
 * Moves everything out of the -wal into the file, on the disk; the checkpoint syncs the -wal before it copies, and the file behind
 * it. Throws `store.locked`, or the disk's fault: then it is in the -wal still.
 */
export function putThrough(journal: Journal): void {
  const waiting = waitingIn.get(journal);
  waitingIn.delete(journal);
  clearTimeout(waiting?.timer);
  let fault: DeskFault | null = null;
  try {
    const done = row<{ busy: number }>(journal, 'PRAGMA wal_checkpoint(TRUNCATE)');
    if (done?.busy !== 0)
      throw new DeskFault('store.locked', 'The journal could not be made durable.');
  } catch (cause) {
    fault = faultIn(cause);
    throw cause;
  } finally {
    for (const hear of waiting?.heard ?? []) hear(fault);
  }
}

function waitingAnew(journal: Journal): Waiting {
  const timer = setTimeout(() => {
    // What does not go through now does at the next write, or at the end.
    ignoreErrors(() => {
      putThrough(journal);
    });
  }, withoutNextMs);
  return { heard: [], timer: timer.unref() };
}

/** The checkpoint behind it syncs the -wal: twice would be once for nothing. */
function unsynced<T>(journal: Journal, work: () => T): T {
  assertStillThere(journal);
  return inUnsyncedTransaction(journal, work);
}
