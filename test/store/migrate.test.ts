import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../electron/engines/store/opening/cache-reader.ts';
import { openOrCreate } from '../../electron/engines/store/opening/create.ts';
import {
  closeDatabase,
  openDatabase,
  rows,
  run,
  type AnyDatabase,
} from '../../electron/engines/store/database.ts';
import { migrate, versionOf, type Migration } from '../../electron/engines/store/migrate.ts';
import { cacheMigrations } from '../../electron/engines/store/migrations/cache/index.ts';
import { journalMigrations } from '../../electron/engines/store/migrations/journal/index.ts';
import { stepsToKill } from './migrating-steps.ts';
import { closing, codeOf, key, temporaryFolder } from '../support/store.ts';

const role = 'cache-writer';
const schemaOf = (database: AnyDatabase) =>
  rows<{ sql: string }>(
    database,
    'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name',
  ).map(({ sql }) => sql.replace(/\n {2}/g, '\n'));

const make = (file: string, migrations: readonly Migration[]) =>
  closing(openOrCreate({ role, file, key, migrations }));

describe('the schema', () => {
  test('after all migrations is the reviewed one', async () => {
    const folder = temporaryFolder();
    const cache = schemaOf(make(join(folder, 'cache.db'), cacheMigrations));
    const journal = schemaOf(make(join(folder, 'journal.db'), journalMigrations));
    const text = [`-- cache.db`, ...cache, `-- journal.db`, ...journal].join(';\n\n');
    await expect(`${text};\n`).toMatchFileSnapshot('schema.snap');
  });

  test.each([
    ['cache.db', cacheMigrations],
    ['journal.db', journalMigrations],
  ])('of an upgraded %s is that of a fresh one', (name, migrations) => {
    const folder = temporaryFolder();
    const fresh = schemaOf(make(join(folder, `fresh-${name}`), migrations));
    const file = join(folder, name);
    for (let version = 1; version <= migrations.length; version++) {
      const database = make(file, migrations.slice(0, version));
      expect(versionOf(database)).toBe(version);
      closeDatabase(database);
    }
    expect(schemaOf(make(file, migrations))).toEqual(fresh);
  });

  test('has strict tables only', () => {
    const database = make(join(temporaryFolder(), 'cache.db'), cacheMigrations);
    const loose = rows<{ name: string }>(
      database,
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    );
    expect(loose).toEqual([]);
    expect(codeOf(() => run(database, `INSERT INTO topic (name, as_of) VALUES ('x', NULL)`))).toBe(
      'internal',
    );
  });
});

const first: Migration = { name: 'notes', up: 'CREATE TABLE note (text TEXT NOT NULL) STRICT' };
const second: Migration = { name: 'times', up: 'ALTER TABLE note ADD COLUMN at TEXT' };
const failing: Migration = {
  name: 'no',
  up: 'CREATE TABLE half (a TEXT) STRICT; INSERT INTO nowhere VALUES (1)',
};

const withNote = () => {
  const folder = temporaryFolder();
  const file = join(folder, 'cache.db');
  const database = make(file, [first]);
  run(database, `INSERT INTO note VALUES ('kept')`);
  closeDatabase(database);
  return { folder, file };
};

const tablesOf = (database: AnyDatabase): string[] =>
  rows<{ name: string }>(
    database,
    `SELECT name FROM sqlite_schema WHERE name LIKE 't%' ORDER BY CAST(substr(name, 2) AS INTEGER)`,
  ).map(({ name }) => name);

describe('a migration', () => {
  test('of a file that holds something makes an encrypted copy first', () => {
    const { folder, file } = withNote();
    const database = make(file, [first, second]);
    expect(rows(database, 'SELECT * FROM note')).toEqual([{ text: 'kept', at: null }]);
    const [copy = '', ...others] = readdirSync(join(folder, 'backup'));
    expect(others).toEqual([]);
    expect(copy).toMatch(/^cache-v1-\d{8}T\d{9}Z\.db$/);
    const backup = closing(openDatabase({ role, file: join(folder, 'backup', copy), key }));
    expect(rows(backup, 'SELECT * FROM note')).toEqual([{ text: 'kept' }]);
    expect(readFileSync(join(folder, 'backup', copy)).includes('kept')).toBe(false);
  });

  test('keeps two copies', () => {
    const { folder, file } = withNote();
    const steps = [
      first,
      second,
      ...['a', 'b', 'c'].map((name) => ({ name, up: `CREATE TABLE ${name} (x TEXT) STRICT` })),
    ];
    for (let version = 2; version <= steps.length; version++)
      closeDatabase(make(file, steps.slice(0, version)));
    expect(readdirSync(join(folder, 'backup')).map((name) => name.slice(0, 8))).toEqual([
      'cache-v3',
      'cache-v4',
    ]);
  });

  test('that fails leaves the schema before it, whole [S10]', () => {
    const { file } = withNote();
    expect(codeOf(() => make(file, [first, second, failing]))).toBe('internal');
    const database = closing(openDatabase({ role, file, key }));
    expect(versionOf(database)).toBe(2);
    expect(rows(database, `SELECT name FROM sqlite_schema WHERE name = 'half'`)).toEqual([]);
  });

  test('killed in any of its steps leaves the schema of a whole number of steps, and goes on behind them [S10]', async () => {
    const child = fileURLToPath(new URL('./migrating-child.ts', import.meta.url));
    const steps = stepsToKill({ tells: false });
    for (let last = 2; last <= steps.length; last++) {
      const file = join(temporaryFolder(), 'journal.db');
      closeDatabase(make(file, steps.slice(0, 1)));
      const migrating = spawn(process.execPath, [child, file, Buffer.from(key).toString('hex')], {
        env: { PATH: process.env['PATH'] ?? '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      for await (const begun of createInterface({ input: migrating.stdout }))
        if (begun === String(last)) break;
      migrating.kill('SIGKILL');
      if (migrating.exitCode === null && migrating.signalCode === null)
        await once(migrating, 'exit');
      const left = openDatabase({ role, file, key });
      const version = versionOf(left);
      expect(version).toBeGreaterThanOrEqual(last - 1);
      expect(tablesOf(left)).toEqual(steps.slice(0, version).map((_, at) => `t${String(at + 1)}`));
      closeDatabase(left);
      expect(versionOf(make(file, steps))).toBe(steps.length);
    }
  });

  test('does not begin when the copy cannot be made, and leaves no half copy [S6]', () => {
    const { folder, file } = withNote();
    const database = closing(openDatabase({ role, file, key }));
    const prepare = database.connection.prepare.bind(database.connection);
    database.connection.prepare = (sql: string) => {
      if (sql.startsWith('VACUUM'))
        throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
      return prepare(sql);
    };
    expect(
      codeOf(() => {
        migrate(database, [first, second]);
      }),
    ).toBe('store.full');
    expect(versionOf(database)).toBe(1);
    expect(readdirSync(join(folder, 'backup'))).toEqual([]);
  });

  test('never touches a file of a newer app [S9]', () => {
    const file = join(temporaryFolder(), 'cache.db');
    const database = make(file, [...cacheMigrations, first]);
    closeDatabase(database);
    const before = readFileSync(file);
    expect(codeOf(() => openCacheConnection(file, key))).toBe('store.newer-than-app');
    expect(codeOf(() => openCacheReader(file, key))).toBe('store.newer-than-app');
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
