import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';

/** Group and others, and those of them who may write. */
const othersMask = 0o077;
const othersWriteMask = 0o022;
/** A folder in which everybody keeps things, as `/tmp`. */
const stickyBit = 0o1000;

/**
 * Closes a folder that is there to everybody but its owner: 0700. Throws `store.shared` where others may write in it and it
 * is not ours to close. Windows has no such modes: there the folder is below the user's own.
 */
export function closeFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const { mode } = statSync(folder);
  if ((mode & othersMask) === 0) return;
  if ((mode & stickyBit) !== 0 || dirname(resolve(folder)) === resolve(folder))
    throw shared(folder, 'everybody on this machine keeps things there');
  closeTo(folder, 0o700, mode);
}

/** The same for the files that lie in it: 0600. */
export function closeFilesIn(folder: string): void {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const mode = entry.isFile() ? (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) : 0;
    if ((mode & othersMask) !== 0) closeTo(path, 0o600, mode);
  }
}

function closeTo(path: string, wanted: number, found: number): void {
  try {
    chmodSync(path, wanted);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    // A folder without write access, or on a read-only disk, fails at the next step with its own error.
    if ((found & othersWriteMask) === 0 || code === 'EROFS') return;
    throw shared(path, 'it belongs to somebody else, and others may write in it');
  }
}

const shared = (path: string, why: string): DeskFault =>
  new DeskFault('store.shared', `${path} cannot be kept private: ${why}.`);
