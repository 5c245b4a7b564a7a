import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';

import { DeskFault } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { damaged, faultOf, guarded, type Role } from './faults.ts';

type Connection = BetterSqlite3.Database;
type Statement = BetterSqlite3.Statement;

/** An open database. Use its connection only through the functions of this file, so that every failure is a DeskFault. */
export type Open<R extends Role> = {
  readonly role: R;
  readonly file: string;
  readonly connection: Connection;
  readonly inode: string;
  readonly statements: Readonly<Record<Shape, Map<string, Statement>>>;
};

/** Read-only, for the main thread. */
export type CacheReader = Open<'cache-reader'>;
/** The connection that writes cache.db. It exists only in the worker. */
export type CacheConnection = Open<'cache-writer'>;
/** The sent changes and the marks of people. */
export type Journal = Open<'journal'>;
/** The desk's copy of its team's record. */
export type TeamCopy = Open<'team'>;
export type AnyDatabase = CacheReader | CacheConnection | Journal | TeamCopy;

/**
 * Authenticates every page, so a changed bit is an error and never a wrong sum. It is the faster of the two such ciphers
 * where pages are read cold.
 */
export const cipher = 'aegis';

/** SQLite treats any shorter file as a new, empty database. */
const pageBytes = 4096;

type Setting = readonly [name: string, value: number | string];

const settingsOfAll: readonly Setting[] = [
  ['synchronous', 2],
  ['temp_store', 2],
  ['foreign_keys', 1],
  ['trusted_schema', 0],
  ['cell_size_check', 1],
  ['mmap_size', 0],
];

const settingsByRole: Record<Role, readonly Setting[]> = {
  'cache-reader': [
    ['query_only', 1],
    ['cache_size', -16_384],
  ],
  'cache-writer': [
    ['journal_mode', 'wal'],
    ['cache_size', -32_768],
    ['wal_autocheckpoint', 20_000],
  ],
  journal: [
    ['locking_mode', 'exclusive'],
    ['journal_mode', 'wal'],
    ['fullfsync', 1],
    ['checkpoint_fullfsync', 1],
  ],
  team: [
    ['locking_mode', 'exclusive'],
    ['journal_mode', 'wal'],
  ],
};

type OpenOptions<R extends Role> = {
  readonly role: R;
  readonly file: string;
  readonly key: Uint8Array;
};

/**
 * Opens an existing file with its raw 32-byte key and asserts every setting.
 * Throws `store.damaged` or `store.journal-damaged` for a file that is not a database under this key, even an empty one.
 */
export function openDatabase<R extends Role>(options: OpenOptions<R>): Open<R> {
  refuseHalves(options);
  return openConnection(options, true);
}

/** Creates a database like {@link openDatabase}. The file must not exist yet. */
export function createDatabase<R extends Role>(options: OpenOptions<R>): Open<R> {
  if (existsSync(options.file)) throw damaged(options, new Error(`${options.file} already exists`));
  return openConnection(options, false);
}

export function closeDatabase(database: AnyDatabase): void {
  guarded(database, () => database.connection.close());
}

/** Returns every row as an object. The query must cast integers beyond 2^53 to text. */
export function rows<Row>(database: AnyDatabase, sql: string, ...params: unknown[]): Row[] {
  return guarded(database, () => prepared(database, sql).all(...params) as Row[]);
}

/** Returns every row as the list of its values in column order, which costs a quarter less than objects. */
export function valueRows<Values extends readonly unknown[]>(
  database: AnyDatabase,
  sql: string,
  ...params: unknown[]
): Values[] {
  return guarded(database, () => prepared(database, sql, 'values').all(...params) as Values[]);
}

export function row<Row>(
  database: AnyDatabase,
  sql: string,
  ...params: unknown[]
): Readonly<Row> | null {
  return guarded(
    database,
    () => (prepared(database, sql).get(...params) as Row | undefined) ?? null,
  );
}

/** Runs a statement and returns the number of changed rows. */
export function run(database: AnyDatabase, sql: string, ...params: unknown[]): number {
  return guarded(database, () => prepared(database, sql).run(...params).changes);
}

export function inTransaction<T>(database: AnyDatabase, work: () => T): T {
  return guarded(database, () => database.connection.transaction(work).immediate());
}

/**
 * Runs a transaction without waiting for the disk. It is atomic, ordered, and survives the end of the process. Before the next synced
 * transaction, a power cut may undo the newest of these, each as a whole. For data that can be fetched again or is synced otherwise.
 */
export function inUnsyncedTransaction<T>(database: AnyDatabase, work: () => T): T {
  return guarded(database, () => {
    const { connection } = database;
    connection.pragma('synchronous = 1');
    try {
      return inTransaction(database, work);
    } finally {
      connection.pragma('synchronous = 2');
    }
  });
}

/** Runs `work` in a read transaction, so that it sees one snapshot in spite of concurrent writes. */
export function atOneMoment<T>(database: AnyDatabase, work: () => T): T {
  return guarded(database, () => database.connection.transaction(work).deferred());
}

/** The form of rows. `exact`: integers as bigint. `value`: the first column only. `values`: a row as the list of its values. */
type Shape = 'rows' | 'exact' | 'value' | 'values';

/** Returns a statement that is prepared once per connection, for hot loops inside {@link inTransaction}. */
export function prepared(database: AnyDatabase, sql: string, shape: Shape = 'rows'): Statement {
  const known = database.statements[shape].get(sql);
  if (known !== undefined) return known;
  const statement = database.connection.prepare(withUnseenLimit(sql));
  if (shape === 'exact') statement.safeIntegers(true);
  if (shape === 'value') statement.pluck();
  if (shape === 'values') statement.raw();
  database.statements[shape].set(sql, statement);
  return statement;
}

/**
 * SQLite reads the value bound to a bare `LIMIT ?` when it plans, and so plans the statement again at every new binding, which takes
 * longer than reading a page. It does not look into an expression.
 */
const withUnseenLimit = (sql: string): string => sql.replaceAll(/\bLIMIT (?:\?|@\w+)/g, '$& + 0');

/** Throws `store.gone` when the file was removed or replaced while open: writing would go nowhere. */
export function assertStillThere(database: AnyDatabase): void {
  if (inodeOf(database.file) !== database.inode) throw new DeskFault('store.gone');
}

/** Reads every page. Throws the damage it finds. */
export function quickCheck(database: AnyDatabase): void {
  const found = row<{ quick_check: string }>(database, 'PRAGMA quick_check(1)')?.quick_check;
  if (found !== 'ok') throw damaged(database, new Error(found));
}

function openConnection<R extends Role>(
  { role, file, key }: OpenOptions<R>,
  mustExist: boolean,
): Open<R> {
  // If a new file cannot be created, it is not gone: its folder cannot be written.
  const place = { role, file: mustExist ? file : dirname(file) };
  const readonly = role === 'cache-reader';
  const connection = guarded(place, () => {
    // Otherwise SQLite would open the file read-only and fail at the lock without a reason.
    if (role === 'journal' && mustExist) accessSync(file, constants.W_OK);
    return new BetterSqlite3(file, {
      readonly,
      fileMustExist: mustExist,
      timeout: limits.storeBusyTimeoutMs,
    });
  });
  try {
    unlock(connection, key);
    const settings = [...settingsByRole[role], ...settingsOfAll];
    for (const [name, value] of settings) connection.pragma(`${name} = ${value}`);
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    for (const setting of settings) assertSetting(connection, setting);
  } catch (cause) {
    connection.close();
    throw faultOf(cause, place);
  }
  return {
    role,
    file,
    connection,
    inode: inodeOf(file) ?? '',
    statements: { rows: new Map(), exact: new Map(), value: new Map(), values: new Map() },
  };
}

/** Re-encrypts a closed journal under another key, page by page. Throws `store.journal-damaged` under a wrong one. */
export function rekeyFile(
  file: string,
  { now, next }: { readonly now: Uint8Array; readonly next: Uint8Array },
): void {
  guarded({ role: 'journal', file }, () => {
    const connection = new BetterSqlite3(file, { fileMustExist: true });
    try {
      unlock(connection, now);
      connection.pragma('journal_mode = delete');
      connection.pragma(`rekey = "raw:${Buffer.from(next).toString('hex')}"`);
    } finally {
      connection.close();
    }
  });
}

/** Sets the cipher and the raw key. It takes under a millisecond: the key is random, so it is not stretched. */
function unlock(connection: Connection, key: Uint8Array): void {
  if (key.byteLength !== 32) throw new RangeError('a database key has 32 bytes');
  connection.pragma(`cipher = '${cipher}'`);
  connection.pragma(`key = "raw:${Buffer.from(key).toString('hex')}"`);
}

function assertSetting(connection: Connection, [name, value]: Setting): void {
  const found = connection.pragma(name, { simple: true });
  if (found !== value)
    throw new DeskFault('internal', `The setting ${name} is ${String(found)} instead of ${value}.`);
}

function refuseHalves(place: { role: Role; file: string }): void {
  const size = statSync(place.file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size < pageBytes)
    throw damaged(place, new Error(`${place.file} is shorter than a page`));
  if (size === undefined && existsSync(`${place.file}-wal`))
    throw damaged(place, new Error(`${place.file} is missing, its -wal is not`));
}

function inodeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
