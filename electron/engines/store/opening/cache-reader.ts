import { closeDatabase, openDatabase, row, type CacheReader } from '../database.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import { versionOf } from '../migrate.ts';
import { cacheMigrations } from '../migrations/cache/index.ts';

/** Opens an existing cache.db for reading only; the writer makes and migrates it. */
export function openCacheReader(file: string, key: Uint8Array): CacheReader {
  const reader = openDatabase({ role: 'cache-reader', file, key });
  const version = versionOf(reader);
  if (version === cacheMigrations.length) return reader;
  closeDatabase(reader);
  throw version > cacheMigrations.length
    ? new DeskFault('store.newer-than-app')
    : new DeskFault(
        'store.readonly',
        'The local copy is of an older Nostro and was not brought up to date.',
      );
}

/** Changes whenever another connection has committed; what was counted holds while it stays. */
export function dataVersion(reader: CacheReader): number {
  return row<{ data_version: number }>(reader, 'PRAGMA data_version')?.data_version ?? 0;
}
