import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { markMany, unmarkMany } from '../../../electron/nouns/statements/annotations/many-marks.ts';
import { markEntries, readMarks } from '../../../electron/nouns/statements/annotations/marks.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import type { EntryRow, SeenEntry } from '../../../shared/ipc/accounts/statements.ts';
import { limits } from '../../../shared/limits.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import {
  accountNumber,
  asOf,
  closing,
  entry,
  fetchRange,
  key,
  openCopy,
  temporaryFolder,
} from '../../support/stores/store.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { openSyncedSandbox, type TestDesk } from '../../support/desks/test-desk.ts';

const stamp = { actor: actorNamed('Ada'), at: asOf };
const seen = (id: string, version = 1): SeenEntry => ({ accountNumber, id, version });

/** A local copy with entries of these ids, all read, and its journal. */
function copyWith(ids: readonly string[]) {
  const { writer, reader } = openCopy();
  fetchRange(writer, [ids.map((id, ordinal) => entry(id, { ordinal }))]);
  writer.markRead(accountNumber, ids, true);
  const journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 't' }),
  );
  const markRead = (...of: Parameters<typeof writer.markRead>): Promise<void> => {
    writer.markRead(...of);
    return Promise.resolve();
  };
  return { reader, journal, writer: { markRead }, refetch: writer };
}

const flaggedIn = (copy: ReturnType<typeof copyWith>, ids: readonly string[]): string[] =>
  [...readMarks(copy.journal, accountNumber, ids)]
    .filter(([, { flagged }]) => flagged)
    .map(([id]) => id)
    .toSorted();

test('an act flags what is as it was seen, names what is not, and undoes no flag that stood before', async () => {
  const copy = copyWith(['a', 'b', 'c', 'd']);
  markEntries(copy.journal, { accountNumber, entryIds: ['a'], flagged: true, ...stamp });
  fetchRange(copy.refetch, [
    [entry('a'), entry('b', { ordinal: 1 }), entry('c', { ordinal: 2, narration: 'another' })],
  ]);
  const entries = ['a', 'b', 'c', 'gone', 'b'].map((id) => seen(id));
  const done = await markMany(copy, { entries, mark: { flagged: true } }, stamp);
  expect(done).toMatchObject({
    changed: 1,
    skipped: [
      { at: 3, reason: 'missing' },
      { at: 2, reason: 'changed' },
    ],
  });
  expect(flaggedIn(copy, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b']);
  expect(readMarks(copy.journal, accountNumber, ['b']).get('b')?.markedBy).toBe('Ada');
  expect(await unmarkMany(copy, done.act, stamp)).toEqual({ changed: 1, skipped: [] });
  expect(flaggedIn(copy, ['a', 'b', 'c', 'd'])).toEqual(['a']);
  await expect(unmarkMany(copy, done.act, stamp)).rejects.toMatchObject({ code: 'undo.overtaken' });
});

test('an older note comes back, unless somebody worded the note otherwise since', async () => {
  const copy = copyWith(['a', 'b', 'c']);
  const note = (id: string, text: string) =>
    markEntries(copy.journal, { accountNumber, entryIds: [id], note: text, ...stamp });
  const notes = () =>
    ['a', 'b', 'c'].map((id) => readMarks(copy.journal, accountNumber, [id]).get(id)?.note);
  note('a', 'old');
  const entries = ['a', 'b', 'c'].map((id) => seen(id));
  const done = await markMany(copy, { entries, mark: { note: 'ask the bank' } }, stamp);
  expect(notes()).toEqual(['ask the bank', 'ask the bank', 'ask the bank']);
  note('c', 'asked');
  expect(await unmarkMany(copy, done.act, stamp)).toEqual({
    changed: 2,
    skipped: [{ at: 2, reason: 'changed' }],
  });
  expect(notes()).toEqual(['old', '', 'asked']);
});

test('of two acts on the same entries, each undoes its own', async () => {
  const copy = copyWith(['a', 'b']);
  const entries = [seen('a'), seen('b')];
  const flag = await markMany(copy, { entries, mark: { flagged: true } }, stamp);
  const off = await markMany(copy, { entries: [seen('a')], mark: { flagged: false } }, stamp);
  expect(await unmarkMany(copy, flag.act, stamp)).toEqual({
    changed: 1,
    skipped: [{ at: 0, reason: 'changed' }],
  });
  expect(flaggedIn(copy, ['a', 'b'])).toEqual([]);
  expect(await unmarkMany(copy, off.act, stamp)).toEqual({ changed: 1, skipped: [] });
  expect(flaggedIn(copy, ['a', 'b'])).toEqual(['a']);
});

test('an act that fails on one entry marks none, and cannot be undone', async () => {
  const copy = copyWith(['a', 'b', 'c']);
  copy.journal.connection.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON entry_mark WHEN NEW.entry_id = 'c'
     BEGIN SELECT raise(ABORT, 'no room'); END`,
  );
  const entries = ['a', 'b', 'c'].map((id) => seen(id));
  await expect(markMany(copy, { entries, mark: { flagged: true } }, stamp)).rejects.toThrow();
  expect(flaggedIn(copy, ['a', 'b', 'c'])).toEqual([]);
});

test('a thousand entries are unread in one act, and read again in one undo', async () => {
  const ids = Array.from({ length: limits.actItemsMax }, (_, at) => `e${String(at)}`);
  const copy = copyWith(ids);
  const entries = ids.map((id) => seen(id));
  const done = await markMany(copy, { entries, mark: { read: false } }, stamp);
  expect(done).toMatchObject({ changed: 1_000, skipped: [] });
  const again = await markMany(copy, { entries, mark: { read: false } }, stamp);
  expect(again).toMatchObject({ changed: 0, skipped: [] });
  expect(await unmarkMany(copy, done.act, stamp)).toEqual({ changed: 1_000, skipped: [] });
});

const seenOf = (number: string, rows: readonly EntryRow[]): SeenEntry[] =>
  rows.map(({ id, version }) => ({ accountNumber: number, id, version }));

async function pageOf(desk: TestDesk, number: string, limit: number): Promise<readonly EntryRow[]> {
  const view = { accountNumber: number, filter: {}, index: 0, limit };
  return (await desk.get('statements.page', view)).rows;
}

test('entries of two accounts are marked in one request, which takes a thousand at most', async () => {
  const desk = await openSyncedSandbox();
  const accounts = (await desk.get('accounts.list', {})).rows.slice(0, 2);
  const entries: SeenEntry[] = [];
  for (const { accountNumber: number } of accounts)
    entries.push(...seenOf(number, await pageOf(desk, number, 3)));
  const flagged = async () => (await desk.get('review.counts', {})).flagged;
  const before = await flagged();
  const done = await desk.get('statements.markMany', { entries, mark: { flagged: true } });
  expect(done).toMatchObject({ changed: entries.length, skipped: [] });
  expect(await flagged()).toBe(before + entries.length);
  await desk.get('statements.unmarkMany', { act: done.act });
  expect(await flagged()).toBe(before);
  const one = { accountNumber: 'x', id: 'y', version: 1 };
  const tooMany = Array.from({ length: limits.actItemsMax + 1 }, () => one);
  const mark = { flagged: true };
  for (const refused of [[], tooMany])
    expect((await desk.refused('statements.markMany', { entries: refused, mark })).code).toBe(
      'input.invalid',
    );
});

test('of a statement only the chosen entries are exported, oldest first', async () => {
  const desk = await openSyncedSandbox();
  const number = (await desk.get('accounts.list', {})).rows[0]?.accountNumber ?? '';
  const rows = await pageOf(desk, number, 9);
  const chosen = [rows[7], rows[1], rows[4]].flatMap((row) => row ?? []);
  for (const format of ['csv', 'json']) {
    const path = join(tempFolder(), `chosen.${format}`);
    desk.saveTo = path;
    const entryIds = [...chosen.map(({ id }) => id), 'gone'];
    const request = { accountNumber: number, filter: {}, format, entryIds };
    expect(await desk.get('statements.export', request)).toMatchObject({ entries: 3 });
    const text = readFileSync(path, 'utf8');
    const places = [rows[7], rows[4], rows[1]].map((row) => text.indexOf(row?.id ?? '?'));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text).not.toContain(rows[0]?.id);
  }
});
