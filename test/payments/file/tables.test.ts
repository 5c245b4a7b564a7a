import { join } from 'node:path';

import { expect, test } from 'vitest';

import { closeJournal, openJournal } from '../../../electron/engines/store/opening/journal.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import {
  addLines,
  fileById,
  beginFile,
  changeFile,
  earlierFile,
  forgetFile,
  listPaymentFiles,
  stopInterrupted,
} from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import {
  fileLines,
  countFound,
  lineGroups,
  linesAfter,
  nextToSend,
  replaceLines,
  unsentLine,
} from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import { add, batch, line, send } from '../../support/files/payment-lines.ts';
import { closing, key, temporaryFolder } from '../../support/stores/store.ts';

const open = (file = join(temporaryFolder(), 'journal.db')): Journal =>
  closing(openJournal(file, key, { program: 'test' }));

test('a file is there only when it is whole; half of one is gone after a crash', () => {
  const file = join(temporaryFolder(), 'journal.db');
  const journal = open(file);
  beginFile(journal, batch('half'));
  addLines(journal, 'half', [line(2)]);
  add(journal, batch('whole'), [line(2), line(3)]);
  expect(listPaymentFiles(journal).map(({ batchId }) => batchId)).toEqual(['whole']);
  expect(fileById(journal, 'half')).toBeNull();
  closeJournal(journal);
  const again = open(file);
  stopInterrupted(again, 'it ended');
  expect(fileById(again, 'whole')).toEqual(batch('whole'));
  expect(linesAfter(again, 'half', 0, 10)).toEqual([]);
});

test('a file that was being sent is stopped with the reason, the others stay as they are', () => {
  const journal = open();
  add(journal, batch('a'), [line(2)]);
  add(journal, batch('b'), [line(2)]);
  changeFile(journal, 'a', { state: 'sending', acknowledged: ['duplicate'] });
  stopInterrupted(journal, 'it ended');
  expect(fileById(journal, 'a')).toMatchObject({
    state: 'stopped',
    stopReason: 'it ended',
    acknowledged: ['duplicate'],
  });
  expect(fileById(journal, 'b')).toMatchObject({ state: 'ready', stopReason: null });
});

test('the state of a line is that of its submission, and that of a line in the way its own', () => {
  const journal = open();
  add(journal, batch('a'), [line(2), line(3), line(4), line(5, { state: 'invalid' }), line(6)]);
  send(journal, 'R-2', 'accepted');
  send(journal, 'R-3', 'refused');
  send(journal, 'R-4', 'not-sent');
  send(journal, 'R-5', 'accepted');
  const lines = fileLines(journal, 'a', { only: 'all', index: 0, limit: 10 });
  expect(lines.map(({ state }) => state)).toEqual([
    'accepted',
    'refused',
    'not-sent',
    'invalid',
    'ready',
  ]);
  expect(lines[0]).toMatchObject({ transferId: 'T-R-2', error: null });
  expect(lines[1]).toMatchObject({ transferId: null, error: 'No.' });
  expect(lines[3]).toMatchObject({ submissionId: null });
  const only = (filter: 'problems' | 'open' | 'sent') =>
    fileLines(journal, 'a', { only: filter, index: 0, limit: 10 }).map((shown) => shown.line);
  expect(only('problems')).toEqual([3, 4, 5]);
  expect(only('open')).toEqual([4, 6]);
  expect(only('sent')).toEqual([2]);
  expect(countFound(journal, 'a', 'problems')).toBe(3);
});

test('what is sent next are lines that are ready, and lines that provably never left, in order', () => {
  const journal = open();
  add(
    journal,
    batch('a'),
    [2, 3, 4, 5, 6].map((number) => line(number)),
  );
  for (const [number, state] of [
    [2, 'accepted'],
    [3, 'unknown'],
    [4, 'not-sent'],
    [5, 'not-found'],
  ] as const)
    send(journal, `R-${String(number)}`, state);
  const after = (line: number, limit = 9) => nextToSend(journal, 'a', { after: line, limit });
  const found = [
    { state: 'not-sent', checked: { line: 4 } },
    { state: 'ready', checked: { line: 6 } },
  ];
  expect(after(0)).toMatchObject(found);
  expect(after(0, 1)).toMatchObject(found.slice(0, 1));
  expect(after(4)).toMatchObject(found.slice(1));
  expect(after(6)).toEqual([]);
  expect(unsentLine(journal, 'a', 6)?.state).toBe('ready');
  expect(unsentLine(journal, 'a', 2)).toBeNull();
  expect(unsentLine(journal, 'a', 99)).toBeNull();
});

test('sums are exact beyond 64 bits', () => {
  const journal = open();
  const lines = Array.from({ length: 12 }, (_, at) =>
    line(at + 2, { amount: '99999999999999.99' }),
  );
  add(journal, batch('a'), [...lines, line(20, { toConfirm: true })]);
  expect(lineGroups(journal, 'a')).toEqual([
    {
      state: 'ready',
      toConfirm: [],
      accountNumber: '1',
      lines: 12,
      amount: { amount: '1199999999999999.88', currency: 'USD' },
    },
    {
      state: 'ready',
      toConfirm: ['duplicate'],
      accountNumber: '1',
      lines: 1,
      amount: { amount: '1.00', currency: 'USD' },
    },
  ]);
});

test('lines that were checked again keep their cells and their place', () => {
  const journal = open();
  add(journal, batch('a'), [line(2), line(3)]);
  replaceLines(journal, 'a', [{ ...line(2, { state: 'invalid' }), state: 'skipped' }]);
  const [first, second] = linesAfter(journal, 'a', 0, 10);
  expect(first).toMatchObject({ state: 'skipped', cells: line(2).cells });
  expect(second).toMatchObject({ state: 'ready' });
});

test('a file is forgotten with its lines while nothing of it was sent', () => {
  const journal = open();
  add(journal, batch('a'), [line(2)]);
  add(journal, batch('b'), [line(9)]);
  expect(earlierFile(journal, batch('b'))?.batchId).toBe('a');
  expect(earlierFile(journal, batch('a'))).toBeNull();
  send(journal, 'R-9', 'refused');
  expect(forgetFile(journal, 'b')).toBe(false);
  expect(forgetFile(journal, 'a')).toBe(true);
  expect(linesAfter(journal, 'a', 0, 10)).toEqual([]);
  expect(listPaymentFiles(journal).map(({ batchId }) => batchId)).toEqual(['b']);
});
