import { DeskFault } from '../../../../shared/errors.ts';
import { openOrCreate } from './create.ts';
import { closeDatabase, inTransaction, quickCheck, type Journal } from '../database.ts';
import { guarded } from '../faults.ts';
import { putThrough } from './deferred-sync.ts';
import { journalSchema } from '../schema/journal.ts';
import { readWriterFile, removeWriterFile, writeWriterFile } from './writer-file.ts';

/**
 * Opens journal.db, made and migrated where needed, and holds it alone until it is closed or the process ends.
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
 * A full disk keeps nothing open. What was promised durable is so already; what could not be moved out of the -wal is
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

/** The first write takes the lock, which is then held. */
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
