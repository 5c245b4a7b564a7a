import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { syncPath } from '../machine/durable.ts';
import { ignoreErrors } from './local-faults.ts';
import { stampOf } from './migrate.ts';

const ends = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Moves the files of one database into `quarantine/<utc>/` next to it; nothing is deleted. The database must be closed. If the disk
 * fails partway, the files are moved back. Returns that folder, or null when there was nothing to move.
 */
export function quarantine(file: string, atMs: number): string | null {
  const present = ends.map((end) => file + end).filter(existsSync);
  if (present.length === 0) return null;
  const folder = freeFolder(join(dirname(file), 'quarantine', stampOf(atMs)));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    for (const path of present) renameSync(path, join(folder, basename(path)));
    syncPath(folder);
    syncPath(dirname(file));
  } catch (cause) {
    putBack(folder, file);
    throw cause;
  }
  return folder;
}

/** Moves the files of one database back out of its quarantine. Ignores errors of the disk. */
export function putBack(folder: string, file: string): void {
  for (const path of ends.map((end) => file + end))
    if (!existsSync(path))
      ignoreErrors(() => {
        renameSync(join(folder, basename(path)), path);
      });
}

function freeFolder(wanted: string, turn = 1): string {
  const folder = turn === 1 ? wanted : `${wanted}-${turn}`;
  return existsSync(folder) ? freeFolder(wanted, turn + 1) : folder;
}
