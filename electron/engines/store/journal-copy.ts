import { chmodSync, rmSync } from 'node:fs';

import { rekeyFile, run, type Journal, type TeamCopy } from './database.ts';
import { faultOf } from './faults.ts';

/**
 * Writes the journal, or the copy of a team's record, as it is now into a new file, under a key of that file's own. Throws the disk's
 * fault and leaves nothing behind.
 */
export function copyJournal(
  database: Journal | TeamCopy,
  target: string,
  keys: { readonly now: Uint8Array; readonly next: Uint8Array },
): void {
  try {
    run(database, 'VACUUM INTO ?', target);
    chmodSync(target, 0o600);
    rekeyFile(target, keys);
  } catch (cause) {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${target}${end}`, { force: true });
    throw faultOf(cause, database);
  }
}
