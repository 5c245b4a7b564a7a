import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { syncPath } from '../machine/durable.ts';
import { stampOf } from './migrate.ts';

/**
 * Moves the files of one database into `quarantine/<utc>/` beside it; nothing is deleted. The database must be closed.
 * Returns that folder, or null when there was nothing to move.
 */
export function quarantine(file: string, atMs: number): string | null {
  const present = ['', '-wal', '-shm', '-journal'].map((end) => file + end).filter(existsSync);
  if (present.length === 0) return null;
  const folder = freeFolder(join(dirname(file), 'quarantine', stampOf(atMs)));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of present) renameSync(path, join(folder, basename(path)));
  syncPath(folder);
  syncPath(dirname(file));
  return folder;
}

function freeFolder(wanted: string, turn = 1): string {
  const folder = turn === 1 ? wanted : `${wanted}-${turn}`;
  return existsSync(folder) ? freeFolder(wanted, turn + 1) : folder;
}
