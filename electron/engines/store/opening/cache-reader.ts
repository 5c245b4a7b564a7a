import { closeDatabase, openDatabase, row, type CacheReader } from '../database.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import { outdated } from '../faults.ts';
import { ageOf } from '../migrate.ts';
import { cacheSchema } from '../schema/cache.ts';

/** Opens an existing cache.db for reading only. The writer creates and migrates it. */
export function openCacheReader(file: string, key: Uint8Array): CacheReader {
  const reader = openDatabase({ role: 'cache-reader', file, key });
  const age = ageOf(reader, cacheSchema);
  if (age === 'current') return reader;
  closeDatabase(reader);
  if (age === 'newer') throw new DeskFault('store.newer-than-app');
  if (age === 'outdated') throw outdated(reader);
  throw new DeskFault(
    'store.readonly',
    'The local copy is of an older Nostro and was not brought up to date.',
  );
}

/** Returns a number that changes whenever another connection commits. Counts stay valid while it is the same. */
export function dataVersion(reader: CacheReader): number {
  return row<{ data_version: number }>(reader, 'PRAGMA data_version')?.data_version ?? 0;
}
