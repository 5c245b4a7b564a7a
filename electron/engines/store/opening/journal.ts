import { DeskFault } from '../../../../shared/errors.ts';
import { openOrCreate } from './create.ts';
import { closeDatabase, inTransaction, quickCheck, type Journal } from '../database.ts';
import { guarded } from '../faults.ts';
import { putThrough } from './deferred-sync.ts';
import { journalSchema } from '../schema/journal.ts';
import { readWriterFile, removeWriterFile, writeWriterFile } from './writer-file.ts';

/**
 * Opens journal.db and locks it until it is closed or the process ends. Creates and migrates it where needed.
 * Another process waits up to `limits.storeBusyTimeoutMs`, then gets `store.locked` with the holder's name.
 */
export function openJournal(file: string, key: Uint8Array, holder: { program: string }): Journal {
  const journal = namingHolder(file, () => {
    const opened = openOrCreate({ role: 'journal', file, key, schema: journalSchema });
    return takeHold(opened);
  });
  return orClosed(journal, () => {
    writeWriterFile(file, {
      pid: process.pid,
      program: holder.program,
      since: new Date().toISOString(),
    });
  });
}

/**
 * Closes the journal, even on a full disk. Durable writes are on the disk already. Contents that remain in the WAL are
 * read from it at the next opening.
 */
export function closeJournal(journal: Journal): void {
  try {
    putThrough(journal);
  } catch (cause) {
    if (!(cause instanceof DeskFault)) throw cause;
  } finally {
    removeWriterFile(journal.file, process.pid);
    closeDatabase(journal);
  }
}

/** Takes the lock with a first write, and holds it. */
function takeHold(journal: Journal): Journal {
  return orClosed(journal, () => {
    inTransaction(journal, () => undefined);
    quickCheck(journal);
  });
}

/** Closes the journal when opening it fails. */
function orClosed(journal: Journal, work: () => void): Journal {
  try {
    guarded(journal, work);
  } catch (cause) {
    closeDatabase(journal);
    throw cause;
  }
  return journal;
}

function namingHolder(file: string, open: () => Journal): Journal {
  try {
    return open();
  } catch (cause) {
    const holder = readWriterFile(file);
    if (!(cause instanceof DeskFault) || cause.code !== 'store.locked' || holder === null)
      throw cause;
    const { program, pid, since } = holder;
    throw new DeskFault(
      'store.locked',
      `${program} (process ${pid}, since ${since}) is using this data folder.`,
      { cause },
    );
  }
}
