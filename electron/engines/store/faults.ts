import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { DeskFault, type ErrorCode } from '../../../shared/errors.ts';

/** The role of a connection's file. A damaged journal has another code than a damaged cache. */
export type Role = 'cache-reader' | 'cache-writer' | 'journal' | 'team';
type Place = { readonly role: Role; readonly file: string };

/** Error codes for result codes of SQLite and the file system, by prefix. The first match counts. */
const codeByPrefix: readonly (readonly [string, ErrorCode])[] = [
  ['SQLITE_FULL', 'store.full'],
  // The index of the WAL already grows at opening.
  ['SQLITE_IOERR_SHMSIZE', 'store.full'],
  ['ENOSPC', 'store.full'],
  ['EDQUOT', 'store.full'],
  ['SQLITE_READONLY_DBMOVED', 'store.gone'],
  ['SQLITE_READONLY', 'store.readonly'],
  ['SQLITE_PERM', 'store.readonly'],
  ['EACCES', 'store.readonly'],
  ['EPERM', 'store.readonly'],
  ['EROFS', 'store.readonly'],
  ['SQLITE_BUSY', 'store.locked'],
  ['SQLITE_LOCKED', 'store.locked'],
  ['SQLITE_PROTOCOL', 'store.locked'],
  ['SQLITE_NOTADB', 'store.damaged'],
  ['SQLITE_CORRUPT', 'store.damaged'],
  ['SQLITE_AUTH', 'store.damaged'],
  ['SQLITE_IOERR_SHORT_READ', 'store.damaged'],
  ['SQLITE_IOERR_DATA', 'store.damaged'],
  ['SQLITE_IOERR_CORRUPTFS', 'store.damaged'],
  ['SQLITE_IOERR_NOMEM', 'internal'],
  ['EIO', 'store.disk-failed'],
];

/** Returns the fault for a damaged file: `store.journal-damaged` for the journal. */
export function damaged({ role, file }: Place, cause?: unknown): DeskFault {
  return new DeskFault(
    role === 'journal' ? 'store.journal-damaged' : 'store.damaged',
    undefined,
    cause === undefined ? { cause: new Error(`${file} does not hold together`) } : { cause },
  );
}

/** Returns the fault for a file of a build before the first release: `store.journal-outdated` for the journal. */
export const outdated = ({ role }: Pick<Place, 'role'>): DeskFault =>
  new DeskFault(role === 'journal' ? 'store.journal-outdated' : 'store.outdated');

/** Converts an error of SQLite to a {@link DeskFault}, and returns any other cause unchanged. The only place that does so. */
export function faultOf(cause: unknown, place: Place): unknown {
  if (cause instanceof DeskFault) return cause;
  const sqliteCode = (cause as { code?: unknown } | null)?.code;
  const code = typeof sqliteCode === 'string' ? codeOf(sqliteCode, place) : undefined;
  if (code === undefined) return cause;
  return code === 'store.damaged'
    ? damaged(place, cause)
    : new DeskFault(code, undefined, { cause });
}

/** Runs `work` and rethrows SQLite's errors as faults. */
export function guarded<T>(place: Place, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw faultOf(cause, place);
  }
}

function codeOf(sqliteCode: string, { file }: Place): ErrorCode | undefined {
  if (sqliteCode.startsWith('SQLITE_CANTOPEN')) {
    if (isNearlyFull(file)) return 'store.full';
    return existsSync(file) ? 'store.readonly' : 'store.gone';
  }
  const known = codeByPrefix.find(([prefix]) => sqliteCode.startsWith(prefix));
  if (known) return known[1];
  if (sqliteCode.startsWith('SQLITE_IOERR'))
    return isNearlyFull(file) ? 'store.full' : 'store.disk-failed';
  return sqliteCode.startsWith('SQLITE_') ? 'internal' : undefined;
}

/** The free space below which SQLite cannot create the side files of a database. */
const nearlyFullBytes = 256 * 1024;

/** SQLite reports a code other than “full” where a side file of the database cannot be created or extended. */
function isNearlyFull(file: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(existsSync(file) ? file : dirname(file));
    return bavail * bsize < nearlyFullBytes || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}
