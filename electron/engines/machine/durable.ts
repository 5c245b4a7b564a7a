import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';

/**
 * Syncs a file or a folder to the disk (fsync); does nothing where neither exists. Windows syncs only files that were
 * opened for writing, and no folders: its file system records names itself.
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
