import { DeskFault } from '../../../../shared/errors.ts';
import { assertStillThere, inUnsyncedTransaction, row, type Journal } from '../database.ts';
import { faultIn, ignoreErrors } from '../local-faults.ts';

/** After this time (milliseconds) a {@link deferSync} transaction is on the disk even if nothing follows it. */
const deferredSyncMs = 50;

/** Called when the waiting transactions are in the file on the disk, or with the reason why they are not. */
type SyncListener = (fault: DeskFault | null) => void;

/** The transactions that are only in the -wal, by journal. */
type Waiting = { readonly listeners: SyncListener[]; readonly timer: NodeJS.Timeout };
const waitingIn = new WeakMap<Journal, Waiting>();

/**
 * One transaction that is in the file itself afterwards, on the disk, and does not depend on the -wal: a damaged -wal loses its
 * last rows silently. Earlier {@link deferSync} transactions are synced with it.
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
    waiting.listeners.push(resolve);
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
    for (const listener of waiting?.listeners ?? []) listener(fault);
  }
}

function waitingAnew(journal: Journal): Waiting {
  const timer = setTimeout(() => {
    // What does not go through now does at the next write, or at the end.
    ignoreErrors(() => {
      putThrough(journal);
    });
  }, deferredSyncMs);
  return { listeners: [], timer: timer.unref() };
}

/** The checkpoint behind it syncs the -wal: twice would be once for nothing. */
function unsynced<T>(journal: Journal, work: () => T): T {
  assertStillThere(journal);
  return inUnsyncedTransaction(journal, work);
}
