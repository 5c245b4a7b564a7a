import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { deskClock, systemClock } from '../../../electron/engines/machine/context.ts';
import {
  chainHolds,
  journalHead,
  rechain,
} from '../../../electron/engines/submissions/journal/journal-chain.ts';
import { closeJournal, openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { markEntries, readMarks } from '../../../electron/nouns/statements/annotations/marks.ts';
import { salvageInto } from '../../../electron/engines/store/opening/salvage.ts';
import { listSubmissions } from '../../../electron/engines/submissions/journal/submission-table.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../../electron/engines/submissions/journal/table-writes.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { actorNamed } from '../../support/desks/actors.ts';

const key = new Uint8Array(32).fill(7);
const holder = { program: 'a test' };
const pageBytes = 4096;
const sends = 60;

function journalIn(folder: string, name: string) {
  return openJournal(join(folder, name), key, holder);
}

/** A journal of sends, settled in turns, and one note. */
function filled(folder: string): Buffer {
  const journal = journalIn(folder, 'journal.db');
  for (let count = 1; count <= sends; count += 1) {
    const at = `2026-11-22T00:00:${String(count % 60).padStart(2, '0')}.000Z`;
    const { submission } = createSubmission(
      journal,
      {
        ...{ reference: `INV-${count}`, operation: 'createSingleTransfer' },
        ...{ subject: `transfer:INV-${count}`, payload: JSON.stringify({ a: 'x'.repeat(200) }) },
        ...{ payloadHash: 'hash', likeness: null },
        about: {
          ...{ title: 'Transfer', amount: null, accountNumber: null },
          ...{ counterparty: null, counterpartyId: null },
        },
      },
      { at, correlationId: 'c', clocks: deskClock(systemClock, () => null).moment() },
    );
    if (count % 2 === 0)
      settleSubmission(journal, submission.submissionId, { state: 'accepted', at });
  }
  markEntries(journal, {
    ...{ accountNumber: '1', entryIds: ['E-1'], note: 'ask the bank' },
    ...{ at: '2026-11-22T00:00:00.000Z', actor: actorNamed('Ada') },
  });
  closeJournal(journal);
  return readFileSync(join(folder, 'journal.db'));
}

test('a journal with one damaged page gives all that stands on the others, each row as it was', () => {
  const folder = tempFolder();
  const original = filled(folder);
  const pages = original.length / pageBytes;
  const file = join(folder, 'damaged.db');
  let [looked, whole, withNote, knownToTheEnd] = [0, 0, 0, 0];
  for (let page = 0; page < pages; page += 4) {
    const bytes = Buffer.from(original);
    bytes[page * pageBytes + 200]! ^= 1;
    writeFileSync(file, bytes);
    const journal = journalIn(folder, `new-${page}.db`);
    const salvage = salvageInto(journal, { file, key, nowMs: Date.now(), rechain });
    const found = listSubmissions(journal);
    for (const { reference, state, attempts } of found) {
      const count = Number(reference.slice(4));
      expect(state).toBe(count % 2 === 0 ? 'accepted' : 'sending');
      expect(attempts).toHaveLength(1);
    }
    expect(journalHead(journal).count).toBe(found.length);
    expect(chainHolds(journal)).toBe(true);
    if (found.length === sends) whole += 1;
    if (found.length === sends && salvage.knownUntil !== null) knownToTheEnd += 1;
    looked += 1;
    withNote += readMarks(journal, '1', ['E-1']).size;
    closeJournal(journal);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  }
  // Only the content of the damaged page is lost, or everything where that page describes the file.
  expect(whole / looked).toBeGreaterThan(0.6);
  expect(knownToTheEnd / looked).toBeGreaterThan(0.5);
  expect(withNote / looked).toBeGreaterThan(0.7);
  expect(readdirSync(folder).some((name) => name.startsWith('salvage'))).toBe(false);
});

test('up to the first send that is lost, both sides know the same', () => {
  const folder = tempFolder();
  filled(folder);
  const damaged = journalIn(folder, 'journal.db');
  damaged.connection.exec(`PRAGMA foreign_keys = OFF; DELETE FROM submission WHERE id = 40;
    DELETE FROM submission_attempt WHERE id = 40`);
  closeJournal(damaged);
  const journal = journalIn(folder, 'new.db');
  const { knownUntil } = salvageInto(journal, {
    ...{ file: join(folder, 'journal.db'), key, nowMs: Date.now(), rechain },
  });
  expect(knownUntil).toBe('2026-11-22T00:00:39.000Z');
  expect(journalHead(journal).count).toBe(sends - 1);
  closeJournal(journal);
});

test('a file under another key gives nothing, and takes nothing', () => {
  const folder = tempFolder();
  filled(folder);
  const other = openJournal(join(folder, 'new.db'), new Uint8Array(32).fill(8), holder);
  const salvage = salvageInto(other, {
    ...{
      file: join(folder, 'journal.db'),
      key: new Uint8Array(32).fill(8),
      nowMs: Date.now(),
      rechain,
    },
  });
  expect(salvage).toEqual({ rows: 0, knownUntil: null });
  closeJournal(other);
});
