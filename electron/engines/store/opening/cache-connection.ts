import { statSync } from 'node:fs';

import { DeskFault } from '../../../../shared/errors.ts';
import { openOrCreate } from './create.ts';
import { closeDatabase, quickCheck, rows, type CacheConnection } from '../database.ts';
import { cacheSchema } from '../schema/cache.ts';

/** Up to here every page is read at the start: some tens of milliseconds, and damage is known before anything is shown. */
const checkedBytesMax = 32 * 1024 * 1024;

/** Opens cache.db for writing, made and migrated where needed. */
export function openCacheConnection(file: string, key: Uint8Array): CacheConnection {
  const database = openOrCreate({ role: 'cache-writer', file, key, schema: cacheSchema });
  if (statSync(file).size <= checkedBytesMax) checkOrClose(database);
  return database;
}

/** Moves what is in the -wal into the database itself. */
export function checkpoint(database: CacheConnection): void {
  rows(database, 'PRAGMA wal_checkpoint(TRUNCATE)');
}

/** A full disk keeps it from nothing: what stays in the -wal is read from it at the next opening. */
export function closeCacheConnection(database: CacheConnection): void {
  try {
    checkpoint(database);
  } catch (cause) {
    if (!(cause instanceof DeskFault)) throw cause;
  } finally {
    closeDatabase(database);
  }
}

function checkOrClose(database: CacheConnection): void {
  try {
    quickCheck(database);
  } catch (cause) {
    closeDatabase(database);
    throw cause;
  }
}
