import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { keepDraft } from '../../electron/nouns/drafts/tables.ts';
import { record } from '../../electron/nouns/review/recorded.ts';
import { setManualTag } from '../../electron/nouns/rules/manual-tags.ts';
import { saveRule } from '../../electron/nouns/rules/tables.ts';
import { addAttachment } from '../../electron/nouns/statements/annotations/attachment-table.ts';
import { markEntries } from '../../electron/nouns/statements/annotations/marks.ts';
import { saveTemplate } from '../../electron/nouns/payments/templates/templates.ts';
import { run, row, type Journal } from '../../electron/engines/store/database.ts';
import { onDisk } from '../../electron/engines/store/opening/deferred-sync.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { deferOutcome, writeJournal } from '../../electron/engines/store/write-journal.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { asOf, closing, key, temporaryFolder } from '../support/stores/store.ts';

const stamp = { actor: actorNamed('Ada'), at: asOf };
const open = (): Journal =>
  closing(openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }));

/** The rows of a table after a power cut took the whole -wal. */
function rowsWithoutWal(journal: Journal, table: string): number {
  const copy = join(temporaryFolder(), 'journal.db');
  copyFileSync(journal.file, copy);
  const left = closing(openJournal(copy, key, { program: 'test' }));
  return row<{ n: number }>(left, `SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
}

const decisions: readonly [table: string, decide: (journal: Journal) => unknown][] = [
  [
    'payment_template',
    (journal) =>
      saveTemplate(
        journal,
        {
          ...{ name: 'Rent', accountNumber: '1', beneficiaryId: 'b', narration: '' },
          ...{ amount: '1.00', currency: 'USD' },
        },
        { ...stamp, correlationId: 'c' },
      ),
  ],
  [
    'recorded_review',
    (journal) =>
      record(journal, {
        ...stamp,
        report: {
          ...{ from: '2026-11-01', to: '2026-11-20', accounts: [], open: [] },
          ...{ openTotal: 0, words: '' },
        },
      }),
  ],
  [
    'entry_rule',
    (journal) =>
      saveRule(
        journal,
        {
          rule: {
            ...{ words: 'rent', direction: null, accountNumber: null, amount: null },
            ...{ tag: 'rent', counterparty: '' },
          },
        },
        stamp,
      ),
  ],
  [
    'manual_tag',
    (journal) =>
      setManualTag(journal, { accountNumber: '1', entryId: 'e', tag: 't', is: true }, stamp),
  ],
  [
    'entry_mark',
    (journal) =>
      markEntries(journal, { accountNumber: '1', entryIds: ['e'], read: true, ...stamp }),
  ],
  [
    'entry_file',
    (journal) =>
      addAttachment(
        journal,
        {
          ...{ fileId: 'f', accountNumber: '1', entryId: 'e', name: 'a.pdf', sha256: '' },
          ...{ mediaType: 'application/pdf', sizeBytes: 1, addedAt: asOf, addedBy: 'Ada' },
        },
        { blob: 'b', key: new Uint8Array(32), actor: stamp.actor },
      ),
  ],
];

test.each(decisions)('what a person decided survives the loss of the -wal: %s', (table, decide) => {
  const journal = open();
  decide(journal);
  expect(rowsWithoutWal(journal, table)).toBe(1);
});

test('a draft waits for the next synced write, and then survives too', async () => {
  const journal = open();
  keepDraft(journal, 'begun pay', '{}', asOf);
  expect(rowsWithoutWal(journal, 'draft')).toBe(0);
  expect(await onDisk(journal)).toBeNull();
  expect(rowsWithoutWal(journal, 'draft')).toBe(1);
});

test('a write within another one is part of it, and of no weaker one', () => {
  const journal = open();
  const draft = (saved: string) => () =>
    run(journal, 'INSERT INTO draft (key, text, saved_at) VALUES (?, ?, ?)', saved, '', asOf);
  writeJournal(journal, 'named_sub_client', () => {
    run(journal, "INSERT INTO named_sub_client VALUES ('s', 'c', '')");
    writeJournal(journal, 'draft', draft('a'));
  });
  expect([rowsWithoutWal(journal, 'draft'), rowsWithoutWal(journal, 'named_sub_client')]).toEqual([
    1, 1,
  ]);
  expect(() =>
    writeJournal(journal, 'draft', () => {
      writeJournal(journal, 'entry_mark', draft('b'));
    }),
  ).toThrow(RangeError);
  expect(() =>
    deferOutcome(journal, () => {
      writeJournal(journal, 'entry_mark', draft('c'));
    }),
  ).toThrow(RangeError);
  expect(row(journal, 'SELECT count(*) AS n FROM draft')).toEqual({ n: 1 });
});

test('one synced table makes the whole write synced', () => {
  const journal = open();
  writeJournal(journal, ['draft', 'named_sub_client'], () =>
    run(journal, "INSERT INTO draft (key, text, saved_at) VALUES ('a', '', '')"),
  );
  expect(rowsWithoutWal(journal, 'draft')).toBe(1);
});
