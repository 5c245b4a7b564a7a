import { expect, test } from 'vitest';

import type { Journal } from '../../electron/engines/store/database.ts';
import {
  addAttachment,
  removeAttachment,
} from '../../electron/nouns/statements/annotations/attachment-table.ts';
import { markEntries, type MarkChange } from '../../electron/nouns/statements/annotations/marks.ts';
import { entryChangeHandlers } from '../../electron/nouns/rules/entry-change-routes.ts';
import { setManualCounterparty, setManualTag } from '../../electron/nouns/rules/manual-tags.ts';
import { sharedOfRules } from '../../electron/nouns/rules/shared.ts';
import { sharedOfStatements } from '../../electron/nouns/statements/shared.ts';
import { entryChangesMax, type EntryChange } from '../../shared/ipc/accounts/entry-changes.ts';
import { send, settle, sharedTeam } from '../support/team/shared-team.ts';
import { memoryRecord, sharedDesk } from '../support/team/shared-desks.ts';

const entry = { accountNumber: '0690000031', entryId: 'e1' };
const kinds = [...sharedOfStatements, ...sharedOfRules];

/** A stamp of some minute past nine. */
const minute = (minutes: number) => ({
  at: `2026-11-20T09:${String(minutes).padStart(2, '0')}:00.000Z`,
  actor: { id: '', name: 'this desk', desk: 'd' },
});

const mark = (
  journal: Journal,
  minutes: number,
  change: Pick<MarkChange, 'read' | 'flagged' | 'note'>,
  entryId = 'e1',
): void => {
  const { accountNumber } = entry;
  markEntries(journal, { accountNumber, entryIds: [entryId], ...change, ...minute(minutes) });
};

function answerOf(journal: Journal) {
  const { 'entryChanges.list': list } = entryChangeHandlers(() => ({ copy: { journal } }));
  const outcome = list(entry, { correlationId: 'a test' });
  if (outcome instanceof Promise || !outcome.ok) expect.fail('no list');
  return outcome.value;
}

const lineOf = ({ kind, text, at, by, n, isBeside }: EntryChange): string =>
  `${at.slice(14, 16)} ${by}: ${kind} ${text}${n === null ? '' : ` (${String(n)})`}${isBeside ? ' beside' : ''}`;

const linesOf = (journal: Journal): string[] => answerOf(journal).changes.map(lineOf);

const attached = (journal: Journal, name: string, minutes: number): void => {
  const { at, actor } = minute(minutes);
  const file = { ...entry, fileId: name, name, mediaType: 'text/plain', sizeBytes: 1 };
  addAttachment(
    journal,
    { ...file, sha256: '', addedAt: at, addedBy: actor.name },
    { blob: name, key: new Uint8Array(32), actor },
  );
};

test('each change of both desks is listed with its person and its number, newest first', async () => {
  const { ada, ben } = await sharedTeam(kinds);
  mark(ada.journal, 1, { read: true });
  mark(ada.journal, 2, { flagged: true });
  await settle(ada, ben);
  mark(ben.journal, 3, { note: 'ask the payer' });
  mark(ben.journal, 4, { flagged: false });
  mark(ben.journal, 5, { read: false });
  setManualTag(ben.journal, { ...entry, tag: 'rent', is: true }, minute(6));
  setManualCounterparty(ben.journal, { ...entry, name: 'Oduya Foods' }, minute(7));
  await settle(ben, ada);
  setManualTag(ada.journal, { ...entry, tag: 'rent', is: null }, minute(8));
  setManualCounterparty(ada.journal, { ...entry, name: null }, minute(9));
  await settle(ada, ben);
  const lines = [
    '09 Ada: left-to-rules  (10)',
    '08 Ada: left-to-rules rent (9)',
    '07 Ben: named Oduya Foods (8)',
    '06 Ben: tagged rent (7)',
    '05 Ben: unread  (6)',
    '04 Ben: unflagged  (5)',
    '03 Ben: noted ask the payer (4)',
    '02 Ada: flagged  (3)',
    '01 Ada: read  (2)',
  ];
  for (const { journal } of [ada, ben])
    expect(linesOf(journal).map((line) => line.replace(/ \(\d+\)/, ''))).toEqual(
      lines.map((line) => line.replace(/ \(\d+\)/, '')),
    );
  expect(linesOf(ada.journal)).toEqual(linesOf(ben.journal));
});

test('another entry whose name begins alike has a list of its own', async () => {
  const { ada } = await sharedTeam(kinds);
  mark(ada.journal, 1, { flagged: true }, 'e11');
  setManualTag(ada.journal, { ...entry, entryId: 'e11', tag: 'rent', is: true }, minute(2));
  setManualTag(ada.journal, { ...entry, entryId: 'e', tag: 'rent', is: true }, minute(2));
  await settle(ada);
  expect(linesOf(ada.journal)).toEqual([]);
});

test('a note that was written at the same time says so, and a name in an item counts for nothing', async () => {
  const { ada, ben } = await sharedTeam(kinds);
  mark(ada.journal, 1, { note: 'by Ada' });
  mark(ben.journal, 2, { note: 'by Ben' });
  await settle(ada, ben);
  expect(linesOf(ada.journal)).toEqual([
    '02 Ben: noted by Ben (3) beside',
    '01 Ada: noted by Ada (2)',
  ]);
  await send(ben, 'mark-flag', { ...entry, is: true, by: 'Ada', actor: 'Ada' });
  await settle(ben, ada);
  expect(linesOf(ada.journal)[0]).toBe('41 Ben: flagged  (4)');
});

test('what waits for the record is listed without a number', async () => {
  const { ada, ben } = await sharedTeam(kinds);
  ben.line.isAway = true;
  mark(ben.journal, 1, { note: 'waits' });
  mark(ben.journal, 2, { read: true });
  expect(linesOf(ben.journal)).toEqual(['02 this desk: marked read', '01 this desk: noted waits']);
  ben.line.isAway = false;
  await settle(ben, ada);
  for (const { journal } of [ada, ben])
    expect(linesOf(journal)).toEqual([
      expect.stringMatching(/^02 Ben: read {2}\(\d\)$/),
      expect.stringMatching(/^01 Ben: noted waits \(\d\)$/),
    ]);
});

test('a lone desk lists each note and file, the last of its other marks, and the last of each tag', () => {
  const { journal } = sharedDesk(memoryRecord(), 1, kinds);
  mark(journal, 1, { note: 'one' });
  mark(journal, 2, { note: '' });
  mark(journal, 3, { flagged: true });
  mark(journal, 4, { read: true });
  attached(journal, 'bill.pdf', 5);
  removeAttachment(journal, 'bill.pdf', minute(6));
  setManualTag(journal, { ...entry, tag: 'rent', is: false }, minute(7));
  setManualCounterparty(journal, { ...entry, name: '' }, minute(8));
  expect(linesOf(journal)).toEqual([
    '08 this desk: named ',
    '07 this desk: untagged rent',
    '06 this desk: removed bill.pdf',
    '05 this desk: attached bill.pdf',
    '04 this desk: marked read, flagged',
    '02 this desk: noted ',
    '01 this desk: noted one',
  ]);
});

test('a colleague’s thousand changes fill the list and not the desk', async () => {
  const { ada, ben } = await sharedTeam(kinds);
  for (let at = 0; at < 1_000; at += 1) mark(ben.journal, at % 60, { flagged: at % 2 === 0 });
  await settle(ben, ada);
  const { changes, hasMore } = answerOf(ada.journal);
  expect([changes.length, hasMore]).toEqual([entryChangesMax, true]);
});
