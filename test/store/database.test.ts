import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { dayCounts, sums } from '../../electron/nouns/statements/search/long-reads.ts';
import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import { dataVersion, openCacheReader } from '../../electron/engines/store/opening/cache-reader.ts';
import {
  assertStillThere,
  closeDatabase,
  prepared,
  rows,
  run,
  type AnyDatabase,
} from '../../electron/engines/store/database.ts';
import { closeJournal, openJournal } from '../../electron/engines/store/opening/journal.ts';
import { quarantine } from '../../electron/engines/store/quarantine.ts';
import { writerMethods } from '../../electron/desk/open-bank/writer-methods.ts';
import {
  accountNumber,
  closeOpened,
  closing,
  codeOf,
  entry,
  fetchRange,
  key,
  openCopy,
  range,
  temporaryFolder,
} from '../support/stores/store.ts';

const pragma = (database: AnyDatabase, name: string) =>
  database.connection.pragma(name, { simple: true });
const holder = { program: 'a test' };

describe('every opening', () => {
  const everywhere = {
    cipher: 'aegis',
    journal_mode: 'wal',
    synchronous: 2,
    temp_store: 2,
    foreign_keys: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    mmap_size: 0,
    busy_timeout: 5_000,
  };

  test('sets and keeps the settings that the promises rely on, the second time too', () => {
    const folder = temporaryFolder();
    for (let turn = 0; turn < 2; turn++) {
      const writer = openCacheConnection(join(folder, 'cache.db'), key);
      const reader = openCacheReader(join(folder, 'cache.db'), key);
      const journal = openJournal(join(folder, 'journal.db'), key, holder);
      for (const database of [writer, reader, journal])
        for (const [name, value] of Object.entries(everywhere))
          expect([name, pragma(database, name)]).toEqual([name, value]);
      expect(pragma(writer, 'wal_autocheckpoint')).toBe(20_000);
      expect(pragma(reader, 'query_only')).toBe(1);
      expect(pragma(journal, 'locking_mode')).toBe('exclusive');
      closeDatabase(reader);
      closeDatabase(writer);
      closeJournal(journal);
    }
  });

  test('makes files that only their owner can read', () => {
    const { file, writer } = openCopy(join(temporaryFolder(), 'bank', 'cache.db'));
    fetchRange(writer, [[entry('a')]]);
    for (const name of readdirSync(join(file, '..')))
      expect([name, statSync(join(file, '..', name)).mode & 0o777]).toEqual([name, 0o600]);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  test('has a SQLite without the fault that lost the -wal', () => {
    const { reader } = openCopy();
    const [found] = rows<{ v: string }>(reader, 'SELECT sqlite_version() AS v');
    const [major = 0, minor = 0, patch = 0] = found?.v.split('.').map(Number) ?? [];
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
  });
});

test('a limit is nothing that SQLite plans for: bound to a bare one, each answer would be planned anew', () => {
  const { reader } = openCopy();
  const sources = ['SELECT 1 LIMIT ?', 'SELECT 1 LIMIT ? OFFSET ?', 'SELECT 1 LIMIT @limit'].map(
    (sql) => prepared(reader, sql).source,
  );
  expect(sources).toEqual([
    'SELECT 1 LIMIT ? + 0',
    'SELECT 1 LIMIT ? + 0 OFFSET ?',
    'SELECT 1 LIMIT @limit + 0',
  ]);
  const asked = 'SELECT value FROM json_each(?) ORDER BY value DESC LIMIT ?';
  const answers = [2, 1, -1].map((limit) => rows(reader, asked, '[1,2,3]', limit).length);
  expect(answers).toEqual([2, 1, 3]);
});

test('nothing of an entry is readable in any file of the folder', () => {
  const { file, writer, reader } = openCopy();
  const canary = 'CANARY-narration-7f3a';
  fetchRange(writer, [
    Array.from({ length: 200 }, (_, ordinal) =>
      entry(`e${ordinal}`, { ordinal, narration: `${canary} ${ordinal}` }),
    ),
  ]);
  dayCounts(reader, accountNumber, { search: 'canary' });
  const folder = join(file, '..');
  expect(readdirSync(folder)).toContain('cache.db-wal');
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name)).includes('CANARY')).toBe(false);
  writer.close();
  expect(readFileSync(file).includes('CANARY')).toBe(false);
  expect(readFileSync(file).includes('SQLite format')).toBe(false);
});

test('a wrong key looks like damage, so that the caller’s key check must come first', () => {
  const { file, writer } = openCopy();
  writer.close();
  const wrong = new Uint8Array(32).fill(8);
  expect(codeOf(() => openCacheReader(file, wrong))).toBe('store.damaged');
  expect(codeOf(() => openCacheConnection(file, wrong))).toBe('store.damaged');
});

function withBitFlipped(whole: Buffer, at: number, bit: number): Buffer {
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
  return flipped;
}

function sumsIn(file: string): bigint {
  const connection = openCacheConnection(file, key);
  const { creditsE4 } = sums(connection, accountNumber, {});
  writerMethods(connection).close();
  return creditsE4;
}

describe('damage', () => {
  const fill = (file: string) => {
    const writer = writerMethods(openCacheConnection(file, key));
    writer.ensureAccount(accountNumber, 'USD');
    fetchRange(writer, [
      Array.from({ length: 400 }, (_, ordinal) => entry(`e${ordinal}`, { ordinal })),
    ]);
    writer.close();
  };

  /** Page 1 begins with the unused salt and the bytes that SQLite wants readable; nothing of ours is in them. */
  const plainHeaderBytes = 24;
  const pageBytes = 4096;

  /** Numbered from 1; most of a file's pages, or the test would hold nothing. */
  function pagesInUse(file: string): ReadonlySet<number> {
    const reader = openCacheReader(file, key);
    const used = new Set(
      rows<{ pageno: number }>(reader, 'SELECT pageno FROM dbstat').map(({ pageno }) => pageno),
    );
    closeDatabase(reader);
    expect(used.size).toBeGreaterThan((0.9 * statSync(file).size) / pageBytes);
    return used;
  }

  test('of one bit is always noticed and never a wrong sum [S1 S2]', () => {
    const file = join(temporaryFolder(), 'cache.db');
    fill(file);
    const used = pagesInUse(file);
    const whole = readFileSync(file);
    const isHarmless = (): boolean => {
      const seen = codeOf(() => openCacheConnection(file, key)) ?? sumsIn(file);
      return seen === 'store.damaged' || seen === 4_000_000n;
    };
    for (let turn = 0; turn < 60; turn++) {
      const span = whole.length - plainHeaderBytes;
      const at = plainHeaderBytes + Math.floor(((turn * 0.6180339887) % 1) * span);
      writeFileSync(file, withBitFlipped(whole, at, turn % 8));
      // A page that nothing uses is never read.
      if (used.has(Math.floor(at / pageBytes) + 1))
        expect([at, codeOf(() => openCacheConnection(file, key))]).toEqual([at, 'store.damaged']);
      else expect([at, isHarmless()]).toEqual([at, true]);
    }
    for (let at = 0; at < plainHeaderBytes; at++) {
      writeFileSync(file, withBitFlipped(whole, at, at % 8));
      expect([at, isHarmless()]).toEqual([at, true]);
    }
  });

  test.each([
    [
      'half of it',
      (file: string) => {
        truncateSync(file, Math.floor(statSync(file).size / 2));
      },
    ],
    [
      'nothing',
      (file: string) => {
        truncateSync(file, 0);
      },
    ],
    [
      'text',
      (file: string) => {
        writeFileSync(file, 'not a database at all\n'.repeat(500));
      },
    ],
    [
      'a short text',
      (file: string) => {
        writeFileSync(file, 'x');
      },
    ],
  ])('that leaves %s is noticed, and the file is left as it is [S3]', (_what, harm) => {
    const folder = temporaryFolder();
    const [cache, journal] = [join(folder, 'cache.db'), join(folder, 'journal.db')];
    fill(cache);
    closeJournal(openJournal(journal, key, holder));
    for (const file of [cache, journal]) harm(file);
    const before = [cache, journal].map((file) => readFileSync(file));
    expect(codeOf(() => openCacheConnection(cache, key))).toBe('store.damaged');
    expect(codeOf(() => openCacheReader(cache, key))).toBe('store.damaged');
    expect(codeOf(() => openJournal(journal, key, holder))).toBe('store.journal-damaged');
    expect([cache, journal].map((file) => readFileSync(file))).toEqual(before);
  });

  test('that took the database and left its -wal does not start an empty one [S4]', () => {
    const file = join(temporaryFolder(), 'cache.db');
    writeFileSync(`${file}-wal`, 'left behind');
    expect(codeOf(() => openCacheConnection(file, key))).toBe('store.damaged');
    expect(existsSync(file)).toBe(false);
  });

  test('is moved into quarantine with all its files, and a fresh start works', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'cache.db');
    for (const name of ['cache.db', 'cache.db-wal', 'cache.db-shm', 'journal.db'])
      writeFileSync(join(folder, name), name);
    const moved = quarantine(file, Date.UTC(2026, 10, 20));
    expect(moved).toBe(join(folder, 'quarantine', '20261120T000000000Z'));
    expect(readdirSync(moved ?? '').sort()).toEqual(['cache.db', 'cache.db-shm', 'cache.db-wal']);
    expect(readdirSync(folder).sort()).toEqual(['journal.db', 'quarantine']);
    expect(quarantine(file, 0)).toBeNull();
    fill(file);
    expect(quarantine(file, Date.UTC(2026, 10, 20))).toBe(`${moved}-2`);
  });
});

test('a half-made database of a crash is made anew', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'cache.db');
  writeFileSync(`${file}.new`, 'half');
  closing(openCacheConnection(file, key));
  expect(existsSync(`${file}.new`)).toBe(false);
});

test('files that were removed or replaced while open are noticed before anything more is written [S11]', () => {
  const { file, reader } = openCopy();
  assertStillThere(reader);
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  expect(
    codeOf(() => {
      assertStillThere(reader);
    }),
  ).toBe('store.gone');
  rmSync(file);
  expect(
    codeOf(() => {
      assertStillThere(reader);
    }),
  ).toBe('store.gone');
});

describe('a full disk', () => {
  const many = (id: string) =>
    Array.from({ length: 500 }, (_, ordinal) =>
      entry(`${id}${ordinal}`, { ordinal, narration: 'x'.repeat(300) }),
    );

  test('rolls the page back, cursor and all, and reading goes on [S5]', () => {
    const file = join(temporaryFolder(), 'cache.db');
    const connection = closing(openCacheConnection(file, key));
    const writer = writerMethods(connection);
    writer.ensureAccount(accountNumber, 'USD');
    const { rangeId } = writer.beginRange(range());
    writer.savePage({ rangeId, cursor: '{"page":1}', entries: many('a'), unreadable: [] });
    const pages = Number(pragma(connection, 'page_count'));
    pragma(connection, `max_page_count = ${pages + 5}`);
    const second = { rangeId, cursor: '{"page":2}', entries: many('b'), unreadable: [] };
    expect(codeOf(() => writer.savePage(second))).toBe('store.full');
    expect(writer.resumableRange(range())).toMatchObject({ rangeId, cursor: '{"page":1}' });
    expect(dayCounts(connection, accountNumber, {}).total).toBe(500);
    pragma(connection, 'max_page_count = 1000000');
    expect(writer.savePage(second)).toMatchObject({ inserted: 500 });
    expect(
      writer.finishRange({ rangeId, asOf: '2026-11-20T00:00:00.000Z', days: [], withdraw: true }),
    ).toEqual({ withdrawn: 0, active: 1_000 });
  });

  test('that is real', ({ skip }) => {
    const folder = join(temporaryFolder(), 'small');
    mkdirSync(folder);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1500k', 'tmpfs', folder]);
    if (mounted.status !== 0)
      skip('NO SMALL DISK COULD BE MOUNTED HERE: the real full disk was not tried');
    const connection = openCacheConnection(join(folder, 'cache.db'), key);
    const writer = writerMethods(connection);
    writer.ensureAccount(accountNumber, 'USD');
    const { rangeId } = writer.beginRange(range());
    let saved = 0;
    const fillUp = () => {
      for (; saved < 50; saved++)
        writer.savePage({
          rangeId,
          cursor: `{"page":${saved}}`,
          entries: many(`p${saved}-`),
          unreadable: [],
        });
    };
    expect(codeOf(fillUp)).toBe('store.full');
    expect(saved).toBeGreaterThan(0);
    expect(dayCounts(connection, accountNumber, {}).total).toBe(saved * 500);
    expect(writer.resumableRange(range())?.cursor).toBe(`{"page":${saved - 1}}`);
    closeDatabase(connection);
    execFileSync('umount', [folder]);
  });
});

test('a disk that cannot be written is reported as such, and is never mistaken for damage [S7]', ({
  skip,
}) => {
  const folder = join(temporaryFolder(), 'readonly');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  if (mounted.status !== 0) skip('NO DISK COULD BE MOUNTED HERE: the read-only disk was not tried');
  const file = join(folder, 'cache.db');
  const { writer } = openCopy(file);
  fetchRange(writer, [[entry('a')]]);
  writer.close();
  closeOpened();
  const remount = (mode: string) => execFileSync('mount', ['-o', `remount,${mode}`, folder]);
  remount('ro');
  const connection = closing(openCacheConnection(file, key));
  const seen = dayCounts(connection, accountNumber, {}).total;
  const codes = [
    codeOf(() => {
      writerMethods(connection).ensureAccount('b', null);
    }),
    codeOf(() => openJournal(join(folder, 'journal.db'), key, holder)),
  ];
  closeOpened();
  remount('rw');
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  remount('ro');
  codes.push(codeOf(() => openCacheReader(file, key)));
  execFileSync('umount', [folder]);
  expect(seen).toBe(1);
  expect(codes).toEqual(['store.readonly', 'store.readonly', 'store.readonly']);
});

test('a reader cannot write and notices what others wrote', () => {
  const { writer, reader } = openCopy();
  expect(codeOf(() => run(reader, 'DELETE FROM account'))).toBe('store.readonly');
  const before = dataVersion(reader);
  expect(dataVersion(reader)).toBe(before);
  fetchRange(writer, [[entry('a')]]);
  expect(dataVersion(reader)).not.toBe(before);
});
