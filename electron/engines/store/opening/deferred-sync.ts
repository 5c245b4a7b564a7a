import { DeskFault } from '../../../../shared/errors.ts';
import { assertStillThere, inUnsyncedTransaction, row, type Journal } from '../database.ts';
import { faultIn, ignoreErrors } from '../local-faults.ts';

/** After this time (milliseconds) a {@link deferSync} transaction is on the disk even if nothing follows it. */
const deferredSyncMs = 50;

/** Called when the waiting transactions are in the file on the disk; with the fault where they are not. */
type SyncListener = (fault: DeskFault | null) => void;

/** The transactions that are only in the WAL, by journal. */
type Waiting = { readonly listeners: SyncListener[]; readonly timer: NodeJS.Timeout };
const waitingIn = new WeakMap<Journal, Waiting>();

/**
 * Runs one transaction that is in the file itself afterwards, on the disk. It does not depend on the WAL, since a damaged WAL loses
 * its last rows silently. Earlier {@link deferSync} transactions are synced with it.
 * Throws `store.gone` before anything is done when the file is no longer there.
 */
export function durably<T>(journal: Journal, work: () => T): T {
  const result = unsynced(journal, work);
  putThrough(journal);
  return result;
}

/**
 * Runs one transaction that is synced with the next {@link durably}, or a moment later where none follows. It survives the end of the
 * process, but not a power cut or damage to the WAL before the sync. So it is for data that the bank can be asked for again, never for
 * what must be recorded before something is sent.
 */
export function deferSync<T>(journal: Journal, work: () => T): T {
  const result = unsynced(journal, work);
  if (!waitingIn.has(journal)) waitingIn.set(journal, waitingAnew(journal));
  return result;
}

/** Resolves when everything written so far is on the disk: null, or the fault that prevented it. */
export function onDisk(journal: Journal): Promise<DeskFault | null> {
  const waiting = waitingIn.get(journal);
  if (waiting === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    waiting.listeners.push(resolve);
  });
}

/**
 * Runs a checkpoint, which moves everything from the WAL into the file on the disk. It syncs the WAL before it copies, and the file
 * afterwards. Throws `store.locked` or the disk's fault; the data is then still in the WAL.
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
    // If the checkpoint fails now, the next write or the closing repeats it.
    ignoreErrors(() => {
      putThrough(journal);
    });
  }, deferredSyncMs);
  return { listeners: [], timer: timer.unref() };
}

/** Runs a transaction without a sync of its own, since the checkpoint after it syncs the WAL. */
function unsynced<T>(journal: Journal, work: () => T): T {
  assertStillThere(journal);
  return inUnsyncedTransaction(journal, work);
}
