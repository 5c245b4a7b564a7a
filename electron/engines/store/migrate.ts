import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import { syncPath } from '../machine/durable.ts';
import { inTransaction, row, run, type AnyDatabase } from './database.ts';
import { faultOf, outdated } from './faults.ts';

/** One change of a schema. */
export type Migration = {
  readonly name: string;
  /** SQL, or a function where rows must be moved. */
  readonly up: string | ((database: AnyDatabase) => void);
};

/** The tables of a file, and all later changes of them. */
export type Schema = {
  /** The version of a file with the tables and no step. A lower version is from a build before the first release. */
  readonly baseline: number;
  /** SQL. Never edited after the first release. */
  readonly tables: string;
  /** The position in the list, counted from the baseline, is the version. Never edited or moved once released. */
  readonly steps: readonly Migration[];
};

const backupsMax = 2;

/**
 * Creates the tables of a new file and runs the missing steps. A file with content is backed up first. Throws
 * `store.newer-than-app` for a version beyond the steps, and `store.outdated` or `store.journal-outdated` for one below the
 * baseline, with the file untouched.
 */
export function migrate(database: AnyDatabase, schema: Schema): void {
  const age = ageOf(database, schema);
  if (age === 'newer') throw new DeskFault('store.newer-than-app');
  if (age === 'outdated') throw outdated(database);
  const { baseline, tables, steps } = schema;
  if (age === 'new') step(database, tables, baseline);
  if (age === 'earlier') backUp(database);
  for (const { up } of steps.slice(versionOf(database) - baseline))
    step(database, up, versionOf(database) + 1);
}

/** `outdated`: below the baseline. `earlier`: a step is missing. */
type Age = 'new' | 'outdated' | 'earlier' | 'current' | 'newer';

/** How the version of a file compares to a schema. */
export function ageOf(database: AnyDatabase, { baseline, steps }: Schema): Age {
  const version = versionOf(database);
  const newest = baseline + steps.length;
  if (version === 0) return 'new';
  if (version < baseline) return 'outdated';
  if (version > newest) return 'newer';
  return version === newest ? 'current' : 'earlier';
}

export function versionOf(database: AnyDatabase): number {
  return row<{ user_version: number }>(database, 'PRAGMA user_version')?.user_version ?? 0;
}

function step(database: AnyDatabase, up: Migration['up'], version: number): void {
  inTransaction(database, () => {
    if (typeof up === 'string') database.connection.exec(up);
    else up(database);
    database.connection.pragma(`user_version = ${version}`);
  });
}

/** Makes a dated copy under the same key. SQLite syncs neither file nor folder for VACUUM INTO, so this does. */
function backUp(database: AnyDatabase): void {
  const folder = join(dirname(database.file), 'backup');
  const stem = basename(database.file, '.db');
  const name = `${stem}-v${versionOf(database)}-${stampOf(Date.now())}.db`;
  const target = join(folder, name);
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

/** Formats a time as `20261121T000000000Z`, which sorts by time and is a valid name on every file system. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:.]/g, '');
}

function byDate(a: string, b: string): number {
  const dateOf = (name: string) => name.slice(name.lastIndexOf('-'));
  return dateOf(a) < dateOf(b) ? -1 : 1;
}
