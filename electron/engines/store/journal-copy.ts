import { chmodSync, rmSync } from 'node:fs';

import { rekeyFile, run, type Journal, type TeamCopy } from './database.ts';
import { faultOf } from './faults.ts';

/**
 * Writes a snapshot of the journal, or of the copy of a team's record, into a new file with its own key. On failure it throws the
 * disk's fault and leaves no file behind.
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
