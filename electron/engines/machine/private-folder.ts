import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';

/** The mode bits of group and others, and their write bits. */
const othersMask = 0o077;
const othersWriteMask = 0o022;
/** Marks a folder shared by all users, such as `/tmp`. */
const stickyBit = 0o1000;

/**
 * Restricts an existing folder to its owner (0700). Throws `store.shared` where others may write in it and we cannot change
 * it. Windows has no such modes: there the folder is inside the user's own.
 */
export function closeFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const { mode } = statSync(folder);
  if ((mode & othersMask) === 0) return;
  if ((mode & stickyBit) !== 0 || dirname(resolve(folder)) === resolve(folder))
    throw shared(folder, 'everybody on this machine keeps things there');
  closeTo(folder, 0o700, mode);
}

/** Restricts the files in a folder to their owner (0600). */
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
