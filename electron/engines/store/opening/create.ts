import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncPath } from '../../machine/durable.ts';
import {
  closeDatabase,
  createDatabase,
  openDatabase,
  type AnyDatabase,
  type Open,
} from '../database.ts';
import { guarded, type Role } from '../faults.ts';
import { migrate, type Schema } from '../migrate.ts';

type Wanted<R extends Role> = {
  readonly role: R;
  readonly file: string;
  readonly key: Uint8Array;
  readonly schema: Schema;
};

/**
 * Opens a database for writing, at the newest schema. A new one is created completely under another name and then renamed,
 * so that a crash leaves either no file or a valid database, never an empty file that looks damaged.
 */
export function openOrCreate<R extends Exclude<Role, 'cache-reader'>>(wanted: Wanted<R>): Open<R> {
  const { role, file, key, schema } = wanted;
  if (!existsSync(file) && !existsSync(`${file}-wal`))
    guarded(wanted, () => {
      createInPlace(wanted);
    });
  const database = openDatabase({ role, file, key });
  try {
    migrate(database as AnyDatabase, schema);
  } catch (cause) {
    closeDatabase(database as AnyDatabase);
    throw cause;
  }
  return database;
}

function createInPlace({ role, file, key, schema }: Wanted<Role>): void {
  const draft = `${file}.new`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true });
  const database = createDatabase({ role, file: draft, key }) as AnyDatabase;
  migrate(database, schema);
  closeDatabase(database);
  chmodSync(draft, 0o600);
  syncPath(draft);
  renameSync(draft, file);
  syncPath(dirname(file));
}
