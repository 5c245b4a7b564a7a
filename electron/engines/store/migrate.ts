import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import { syncPath } from '../machine/durable.ts';
import { inTransaction, row, run, type AnyDatabase } from './database.ts';
import { faultOf } from './faults.ts';

/** One step of the schema. Never edited or moved once released. */
export type Migration = {
  readonly name: string;
  /** SQL, or a function where rows must be moved. */
  readonly up: string | ((database: AnyDatabase) => void);
};

const backupsMax = 2;

/**
 * Runs the steps that are missing; the position in the list is the version. A file that holds something is copied first.
 * Throws `store.newer-than-app` for a version beyond the list, the file untouched.
 */
export function migrate(database: AnyDatabase, migrations: readonly Migration[]): void {
  const current = versionOf(database);
  if (current > migrations.length) throw new DeskFault('store.newer-than-app');
  if (current === migrations.length) return;
  if (current > 0) backUp(database, current);
  for (const [index, migration] of migrations.entries())
    if (index >= current) step(database, migration, index + 1);
}

export function versionOf(database: AnyDatabase): number {
  return row<{ user_version: number }>(database, 'PRAGMA user_version')?.user_version ?? 0;
}

function step(database: AnyDatabase, { up }: Migration, version: number): void {
  inTransaction(database, () => {
    if (typeof up === 'string') database.connection.exec(up);
    else up(database);
    database.connection.pragma(`user_version = ${version}`);
  });
}

/** A dated copy under the same key. SQLite syncs neither file nor folder for VACUUM INTO, so we do. */
function backUp(database: AnyDatabase, version: number): void {
  const folder = join(dirname(database.file), 'backup');
  const stem = basename(database.file, '.db');
  const target = join(folder, `${stem}-v${version}-${stampOf(Date.now())}.db`);
  const part = `${target}.part`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    run(database, 'VACUUM INTO ?', part);
    chmodSync(part, 0o600);
    syncPath(part);
    renameSync(part, target);
  } catch (cause) {
    rmSync(part, { force: true });
    throw faultOf(cause, database);
  }
  syncPath(folder);
  const mine = readdirSync(folder)
    .filter((name) => name.startsWith(`${stem}-v`))
    .sort(byDate);
  for (const name of mine.slice(0, -backupsMax)) rmSync(join(folder, name));
}

/** `20261121T000000000Z`: sorts as time does and is a name on every file system. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:.]/g, '');
}

function byDate(a: string, b: string): number {
  const dateOf = (name: string) => name.slice(name.lastIndexOf('-'));
  return dateOf(a) < dateOf(b) ? -1 : 1;
}
