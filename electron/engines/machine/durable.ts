import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';

/**
 * Puts a file's bytes, or a folder's list of names, through to the disk; nothing where neither is. Windows syncs only
 * what was opened for writing, and never a folder: there the file system keeps its own record of names.
 */
export function syncPath(path: string): void {
  if (!existsSync(path)) return;
  const isFolder = statSync(path).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const descriptor = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
