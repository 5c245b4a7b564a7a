import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { appendActivity, listActivity } from '../../../electron/nouns/activity/tables.ts';
import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import { closeDatabase, quickCheck } from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { closeJournal, openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { journalEpoch, beginEpoch } from '../../../electron/engines/store/opening/journal-locks.ts';
import { accountNumber, crashPage, crashRange, pageSize } from './crash-pages.ts';
import { closing, key, standingIds, temporaryFolder } from '../../support/stores/store.ts';

/** A local copy with eight pages of a range under way, none of them waited for. */
function eightPages() {
  const file = join(temporaryFolder(), 'cache.db');
  const connection = closing(openCacheConnection(file, key));
  const writer = writerMethods(connection);
  writer.ensureAccount(accountNumber, 'USD');
  const { rangeId } = writer.beginRange(crashRange);
  for (let page = 0; page < 8; page += 1)
    writer.savePage({ rangeId, cursor: String(page), entries: crashPage(page), unreadable: [] });
  return { file, connection, writer, rangeId };
}

test('a power cut takes back the newest pages at most, each as a whole with its cursor', () => {
  const { file } = eightPages();
  const [main, wal] = [readFileSync(file), readFileSync(`${file}-wal`)];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: wal.length }), (reached) => {
      const left = join(temporaryFolder(), 'cache.db');
      writeFileSync(left, main);
      writeFileSync(`${left}-wal`, wal.subarray(0, reached));
      const connection = openCacheConnection(left, key);
      const writer = writerMethods(connection);
      quickCheck(connection);
      writer.ensureAccount(accountNumber, 'USD');
      const cursor = Number(writer.resumableRange(crashRange)?.cursor ?? -1);
      expect(standingIds(connection)).toEqual(
        Array.from({ length: (cursor + 1) * pageSize }, (_, ordinal) => `e${ordinal}`),
      );
      expect(cursor).toBe(reached === wal.length ? 7 : cursor);
      closeDatabase(connection);
    }),
    { numRuns: 25, examples: [[wal.length], [0]] },
  );
});

test('pages are not waited for, the end of their range is', () => {
  const { connection, writer, rangeId } = eightPages();
  const pragma = vi.spyOn(connection.connection, 'pragma');
  writer.savePage({ rangeId, cursor: '8', entries: crashPage(8), unreadable: [] });
  expect(pragma.mock.calls).toEqual([['synchronous = 1'], ['synchronous = 2']]);
  pragma.mockClear();
  writer.finishRange({ rangeId, asOf: '2026-11-20T00:00:00.000Z', days: [], withdraw: true });
  expect(pragma).not.toHaveBeenCalled();
});

test('a page that cannot be saved leaves every later write waited for', () => {
  const { connection, writer } = eightPages();
  expect(() =>
    writer.savePage({ rangeId: 999, cursor: '', entries: crashPage(9), unreadable: [] }),
  ).toThrow('999');
  expect(connection.connection.pragma('synchronous', { simple: true })).toBe(2);
});

const program = { program: 'a test' };

/** A call of a sync, as it is recorded. */
const call = (subject: string) => ({
  at: '2026-11-20T09:00:00.000Z',
  operation: 'getStatement',
  method: 'GET',
  outcome: 'ok' as const,
  status: 200,
  durationMs: 3,
  attempts: 1,
  correlationId: 'c',
  subject,
});

test('recorded calls are not waited for, and take nothing with them that was durable before', () => {
  const file = join(temporaryFolder(), 'journal.db');
  const journal = openJournal(file, key, program);
  beginEpoch(journal, { epoch: 7, at: '2026-11-20T09:00:00.000Z' });
  const pragma = vi.spyOn(journal.connection, 'pragma');
  for (let flush = 0; flush < 4; flush += 1)
    appendActivity(journal, [call(`${flush}a`), call(`${flush}b`)]);
  expect(pragma.mock.calls.slice(0, 2)).toEqual([['synchronous = 1'], ['synchronous = 2']]);
  const [main, wal] = [readFileSync(file), readFileSync(`${file}-wal`)];
  closeJournal(journal);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: wal.length }), (reached) => {
      const left = join(temporaryFolder(), 'journal.db');
      writeFileSync(left, main);
      writeFileSync(`${left}-wal`, wal.subarray(0, reached));
      const found = openJournal(left, key, program);
      expect(journalEpoch(found)).toBe(7);
      const { rows } = listActivity(found, { limit: 20 });
      const all = ['0a', '0b', '1a', '1b', '2a', '2b', '3a', '3b'];
      expect(rows.length % 2).toBe(0);
      expect(rows.map(({ subject }) => subject).toReversed()).toEqual(all.slice(0, rows.length));
      if (reached === wal.length) expect(rows).toHaveLength(8);
      closeJournal(found);
    }),
    { numRuns: 25, examples: [[wal.length], [0]] },
  );
});
