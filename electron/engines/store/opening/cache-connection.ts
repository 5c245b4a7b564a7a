import { statSync } from 'node:fs';

import { DeskFault } from '../../../../shared/errors.ts';
import { openOrCreate } from './create.ts';
import { closeDatabase, quickCheck, rows, type CacheConnection } from '../database.ts';
import { cacheSchema } from '../schema/cache.ts';

/** Up to this size every page is checked at the start. It takes tens of milliseconds and finds damage before anything is shown. */
const checkedBytesMax = 32 * 1024 * 1024;

/** Opens cache.db for writing. Creates and migrates it where needed. */
export function openCacheConnection(file: string, key: Uint8Array): CacheConnection {
  const database = openOrCreate({ role: 'cache-writer', file, key, schema: cacheSchema });
  if (statSync(file).size <= checkedBytesMax) checkOrClose(database);
  return database;
}

/** Moves the contents of the WAL into the database. */
export function checkpoint(database: CacheConnection): void {
  rows(database, 'PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Closes the database, even on a full disk. Contents that remain in the WAL are read from it at the next opening. */
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
