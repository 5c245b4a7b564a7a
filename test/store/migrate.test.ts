import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
import {
  migrate,
  versionOf,
  type Migration,
  type Schema,
} from '../../electron/engines/store/migrate.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { cacheSchema } from '../../electron/engines/store/schema/cache.ts';
import { journalSchema } from '../../electron/engines/store/schema/journal.ts';
import { schemaToKill } from './migrating-steps.ts';
import { closing, codeOf, key, temporaryFolder } from '../support/stores/store.ts';

const role = 'cache-writer';
const schemaOf = (database: AnyDatabase) =>
  rows<{ sql: string }>(
    database,
    'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name',
  ).map(({ sql }) => sql);

const make = (file: string, schema: Schema) => closing(openOrCreate({ role, file, key, schema }));

const first = 'CREATE TABLE note (text TEXT NOT NULL) STRICT';
const second: Migration = { name: 'times', up: 'ALTER TABLE note ADD COLUMN at TEXT' };
const failing: Migration = {
  name: 'no',
  up: 'CREATE TABLE half (a TEXT) STRICT; INSERT INTO nowhere VALUES (1)',
};

/** A file that holds notes, and the given steps. */
const notes = (...steps: Migration[]): Schema => ({ baseline: 1, tables: first, steps });

const filesOfDesk: readonly [name: string, Schema][] = [
  ['cache.db', cacheSchema],
  ['journal.db', journalSchema],
];

describe('the schema', () => {
  test('of new files is the reviewed one', async () => {
    const folder = temporaryFolder();
    const text = filesOfDesk.flatMap(([name, schema]) => [
      `-- ${name}`,
      ...schemaOf(make(join(folder, name), schema)),
    ]);
    await expect(`${text.join(';\n\n')};\n`).toMatchFileSnapshot('schema.snap');
  });

  test.each(filesOfDesk)('of %s gets a later step once, and its rows stay', (name, schema) => {
    const folder = temporaryFolder();
    const file = join(folder, name);
    const released = make(file, schema);
    expect(versionOf(released)).toBe(schema.baseline);
    const table = name === 'cache.db' ? 'topic (name, as_of)' : 'hand_over_folder (profile, path)';
    run(released, `INSERT INTO ${table} VALUES ('a', 'b')`);
    closeDatabase(released);
    const next = { ...schema, steps: [{ name: 'notes', up: first }] };
    for (let opening = 0; opening < 2; opening += 1) {
      const database = make(file, next);
      expect(versionOf(database)).toBe(schema.baseline + 1);
      expect(rows(database, `SELECT * FROM ${table.split(' ')[0] ?? ''}`)).toHaveLength(1);
      expect(rows(database, 'SELECT * FROM note')).toEqual([]);
      closeDatabase(database);
    }
    expect(readdirSync(join(folder, 'backup'))).toHaveLength(1);
    expect(schemaOf(make(file, next))).toEqual(schemaOf(make(join(folder, `new-${name}`), next)));
  });

  test('has strict tables only', () => {
    const database = make(join(temporaryFolder(), 'cache.db'), cacheSchema);
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

const withNote = () => {
  const folder = temporaryFolder();
  const file = join(folder, 'cache.db');
  const database = make(file, notes());
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
    const database = make(file, notes(second));
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
      second,
      ...['a', 'b', 'c'].map((name) => ({ name, up: `CREATE TABLE ${name} (x TEXT) STRICT` })),
    ];
    for (let count = 1; count <= steps.length; count++)
      closeDatabase(make(file, notes(...steps.slice(0, count))));
    expect(readdirSync(join(folder, 'backup')).map((name) => name.slice(0, 8))).toEqual([
      'cache-v3',
      'cache-v4',
    ]);
  });

  test('that fails leaves the schema before it, whole [S10]', () => {
    const { file } = withNote();
    expect(codeOf(() => make(file, notes(second, failing)))).toBe('internal');
    const database = closing(openDatabase({ role, file, key }));
    expect(versionOf(database)).toBe(2);
    expect(rows(database, `SELECT name FROM sqlite_schema WHERE name = 'half'`)).toEqual([]);
  });

  test('killed in any of its steps leaves the schema of a whole number of steps, and goes on behind them [S10]', async () => {
    const child = fileURLToPath(new URL('./migrating-child.ts', import.meta.url));
    const schema = schemaToKill();
    const newest = schema.baseline + schema.steps.length;
    for (let last = 2; last <= newest; last++) {
      const file = join(temporaryFolder(), 'journal.db');
      closeDatabase(make(file, { ...schema, steps: [] }));
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
      expect(tablesOf(left)).toEqual(
        Array.from({ length: version }, (_, at) => `t${String(at + 1)}`),
      );
      closeDatabase(left);
      expect(versionOf(make(file, schema))).toBe(newest);
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
        migrate(database, notes(second));
      }),
    ).toBe('store.full');
    expect(versionOf(database)).toBe(1);
    expect(readdirSync(join(folder, 'backup'))).toEqual([]);
  });

  test('never touches a file of a newer app [S9]', () => {
    const file = join(temporaryFolder(), 'cache.db');
    const database = make(file, { ...cacheSchema, steps: [{ name: 'notes', up: first }] });
    closeDatabase(database);
    const before = readFileSync(file);
    expect(codeOf(() => openCacheConnection(file, key))).toBe('store.newer-than-app');
    expect(codeOf(() => openCacheReader(file, key))).toBe('store.newer-than-app');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test.each(['cache.db', 'journal.db'])(
    'never touches a %s of a build before the first release',
    (name) => {
      const isCache = name === 'cache.db';
      const { baseline } = isCache ? cacheSchema : journalSchema;
      for (const version of [1, baseline - 1]) {
        const folder = temporaryFolder();
        const file = join(folder, name);
        closeDatabase(make(file, { baseline: version, tables: first, steps: [] }));
        const before = readFileSync(file);
        if (isCache) {
          expect(codeOf(() => openCacheConnection(file, key))).toBe('store.outdated');
          expect(codeOf(() => openCacheReader(file, key))).toBe('store.outdated');
        } else {
          const holder = { program: 'a test' };
          expect(codeOf(() => openJournal(file, key, holder))).toBe('store.journal-outdated');
        }
        expect(readFileSync(file).equals(before)).toBe(true);
        expect(existsSync(join(folder, 'backup'))).toBe(false);
      }
    },
  );
});
