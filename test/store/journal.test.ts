import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  appendActivity,
  listActivity,
  type NewActivity,
} from '../../electron/nouns/activity/tables.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import { closeJournal, openJournal } from '../../electron/engines/store/opening/journal.ts';
import { markEntries, readMarks } from '../../electron/nouns/statements/annotations/marks.ts';
import { addLookup } from '../../electron/engines/submissions/journal/lookup-table.ts';
import {
  alikeSince,
  listSubmissions,
  openSubmissionFor,
  submissionById,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import {
  addAttempt,
  createSubmission,
  settleSubmission,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import {
  addUpload,
  changeUpload,
  forgetUpload,
  listUploads,
  putAwayUploads,
  queuedUploads,
  uploadBySha256,
  type StoredUpload,
} from '../../electron/nouns/sub-clients/records/upload-table.ts';
import { appError } from '../../shared/errors.ts';
import { asOf, closing, codeOf, key, temporaryFolder } from '../support/stores/store.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { aboutOf } from '../support/about.ts';

const open = (file = join(temporaryFolder(), 'journal.db')): Journal =>
  closing(openJournal(file, key, { program: 'a test' }));

const intent = (reference: string, payload = '{}') => ({
  reference,
  operation: 'updateBeneficiary',
  subject: 'ben-1',
  payload,
  payloadHash: `hash of ${payload}`,
  likeness: null,
  about: aboutOf('Update Beneficiary', { counterparty: 'Oduya Foods', counterpartyId: 'ben-1' }),
});

const clocks = {
  wallMs: Date.parse(asOf),
  opening: 'a test',
  sinceOpeningMs: 0,
  bank: null,
};
const attempt = { at: asOf, correlationId: 'c1', clocks };

describe('the journal', () => {
  test('is held by one process; another one waits, then learns who holds it [S8]', async () => {
    const file = join(temporaryFolder(), 'journal.db');
    const script = `
      import { openJournal } from ${JSON.stringify(new URL('../../electron/engines/store/opening/journal.ts', import.meta.url).href)};
      openJournal(process.argv[1], new Uint8Array(32).fill(7), { program: 'Nostro 0.1.0' });
      process.stdout.write('held');
      setInterval(() => undefined, 1_000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    // Once: it waits for seconds.
    expect(() => open(file)).toThrow(
      expect.objectContaining({
        code: 'store.locked',
        message: expect.stringMatching(
          new RegExp(
            `^Nostro 0\\.1\\.0 \\(process ${other.pid}, since 20.*\\) is using this data folder\\.$`,
          ),
        ) as string,
      }),
    );
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(open(file).connection.open).toBe(true);
  }, 30_000);

  test('names its holder while it is open, and not afterwards', () => {
    const file = join(temporaryFolder(), 'journal.db');
    const journal = open(file);
    const holderFile = join(file, '..', 'writer.json');
    expect(JSON.parse(readFileSync(holderFile, 'utf8'))).toMatchObject({
      pid: process.pid,
      program: 'a test',
    });
    expect(statSync(holderFile).mode & 0o777).toBe(0o600);
    closeJournal(journal);
    expect(existsSync(holderFile)).toBe(false);
  });
});

describe('a submission', () => {
  test('is in the file itself before it may be sent [S4]', () => {
    const file = join(temporaryFolder(), 'journal.db');
    const { submission, created } = createSubmission(open(file), intent('r1'), attempt);
    expect(created).toBe(true);
    const copy = join(temporaryFolder(), 'journal.db');
    copyFileSync(file, copy);
    expect(submissionById(open(copy), submission.submissionId)).toMatchObject({
      state: 'sending',
      reference: 'r1',
    });
  });

  test('is one, however often it is asked for', () => {
    const journal = open();
    const first = createSubmission(journal, intent('r1'), attempt);
    const second = createSubmission(journal, intent('r1'), attempt);
    expect(second).toEqual({ submission: first.submission, created: false });
    expect(codeOf(() => createSubmission(journal, intent('r1', '{"name":"other"}'), attempt))).toBe(
      'input.invalid',
    );
    expect(
      codeOf(() => createSubmission(journal, { ...intent('r1'), subject: 'ben-2' }, attempt)),
    ).toBe('input.invalid');
    expect(listSubmissions(journal)).toHaveLength(1);
  });

  test('stays open while its outcome is unknown', () => {
    const journal = open();
    const { submissionId } = createSubmission(journal, intent('r1'), attempt).submission;
    const error = appError('outcome.unknown', 'c1');
    expect(
      settleSubmission(journal, submissionId, { state: 'unknown', at: asOf, error }),
    ).toMatchObject({ state: 'unknown', settledAt: null, error });
    expect(openSubmissionFor(journal, 'ben-1')?.submissionId).toBe(submissionId);
    const settled = settleSubmission(journal, submissionId, {
      state: 'accepted',
      at: asOf,
      answer: '{"ok":1}',
    });
    expect(settled).toMatchObject({
      state: 'accepted',
      settledAt: asOf,
      error: null,
      answer: '{"ok":1}',
    });
    expect(settled.attempts).toEqual([{ ...attempt, outcome: 'unknown' }]);
    expect(openSubmissionFor(journal, 'ben-1')).toBeNull();
    expect(listSubmissions(journal, { states: ['unknown'] })).toEqual([]);
    expect(listSubmissions(journal, { states: ['accepted'], limit: 1 })).toHaveLength(1);
  });

  test('is sent again only from a state in which nothing can be under way, and keeps every attempt', () => {
    const journal = open();
    const { submissionId } = createSubmission(journal, intent('r1'), attempt).submission;
    const again = { at: asOf, correlationId: 'c2', clocks };
    const repeat = () => addAttempt(journal, submissionId, again, ['not-sent', 'not-found']);
    expect(codeOf(repeat)).toBe('input.invalid');
    settleSubmission(journal, submissionId, { state: 'unknown', at: asOf });
    expect(codeOf(repeat)).toBe('input.invalid');
    settleSubmission(journal, submissionId, { state: 'not-found', at: asOf });
    expect(repeat()).toMatchObject({
      state: 'sending',
      attempts: [{ correlationId: 'c1', outcome: 'unknown' }, { correlationId: 'c2' }],
    });
    expect(codeOf(repeat)).toBe('input.invalid');
  });

  test('remembers what it was about and every look for it', () => {
    const journal = open();
    const { submissionId } = createSubmission(journal, intent('r1'), attempt).submission;
    const row = {
      source: 'list',
      recordId: 'P-9',
      reference: 'R1',
      amount: null,
      currency: 'USD',
      accountNumber: '',
      counterparty: '',
      at: null,
      narration: '',
      why: 'It resembles ours.',
    } as const;
    const look = {
      at: asOf,
      source: 'bank',
      found: 'doubtful',
      words: 'not there',
      clocks,
      resembling: [row],
    } as const;
    addLookup(journal, submissionId, look);
    const known = submissionById(journal, submissionId);
    expect(known?.lookups).toEqual([{ ...look, attempt: 1 }]);
    expect(known?.about).toMatchObject({ counterparty: 'Oduya Foods' });
  });

  test('finds those that look like the same one sent twice', () => {
    const journal = open();
    const like = (reference: string, likeness: string | null) =>
      createSubmission(journal, { ...intent(reference), likeness }, attempt);
    like('r1', 'transfer|ben-1|10.00|USD');
    like('r2', 'transfer|ben-1|10.00|USD');
    like('r3', 'transfer|ben-1|11.00|USD');
    like('r4', null);
    const found = (since: string) =>
      alikeSince(journal, 'transfer|ben-1|10.00|USD', since).map(({ reference }) => reference);
    expect(found(asOf)).toEqual(['r2', 'r1']);
    expect(found('2999-01-01T00:00:00.000Z')).toEqual([]);
  });

  test('is refused when the journal was removed under us [S11]', () => {
    const journal = open();
    rmSync(journal.file);
    expect(codeOf(() => createSubmission(journal, intent('r1'), attempt))).toBe('store.gone');
  });
});

test('marks keep what a change leaves out', () => {
  const journal = open();
  const change = { accountNumber: 'A', entryIds: ['e1', 'e2'], actor: actorNamed('Ada'), at: asOf };
  expect(markEntries(journal, { ...change, read: true, note: 'ask the bank' })).toBe(2);
  markEntries(journal, { ...change, entryIds: ['e1'], flagged: true, actor: actorNamed('Bo') });
  expect(readMarks(journal, 'A', ['e1', 'e2', 'e3'])).toEqual(
    new Map([
      ['e1', { read: true, flagged: true, note: 'ask the bank', markedAt: asOf, markedBy: 'Bo' }],
      ['e2', { read: true, flagged: false, note: 'ask the bank', markedAt: asOf, markedBy: 'Ada' }],
    ]),
  );
  markEntries(journal, { ...change, note: '' });
  expect(readMarks(journal, 'A', ['e1']).get('e1')?.note).toBe('');
  expect(readMarks(journal, 'B', ['e1']).size).toBe(0);
});

const upload = (
  itemId: string,
  given: Partial<StoredUpload['item']> = {},
): Omit<StoredUpload, 'isPutAway'> => ({
  item: {
    itemId,
    subClientId: 's1',
    fileName: 'proof.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 10,
    documentType: '',
    issueDate: null,
    expiryDate: null,
    unsureDays: [],
    state: 'ready',
    sentBytes: 0,
    problem: null,
    documentId: null,
    addedAt: asOf,
    duplicateOf: null,
    businessUserId: null,
    sameAs: null,
    ...given,
  },
  sha256: 'abc',
  spoolFile: 'x.spool',
  spoolKey: new Uint8Array(32).fill(1),
});

test('the upload queue outlives a restart and knows what was sent already', () => {
  const file = join(temporaryFolder(), 'journal.db');
  const journal = open(file);
  addUpload(journal, upload('u1'));
  addUpload(journal, upload('u2', { subClientId: 's2' }));
  expect(uploadBySha256(journal, 's1', 'abc')).toBeNull();
  changeUpload(journal, 'u1', { state: 'unknown', sentBytes: 10 });
  closeJournal(journal);
  const again = open(file);
  expect(listUploads(again, 's1')).toMatchObject([
    { item: { itemId: 'u1', state: 'unknown' }, sha256: 'abc' },
  ]);
  expect(new Uint8Array(listUploads(again)[1]?.spoolKey ?? [])).toEqual(new Uint8Array(32).fill(1));
  expect(uploadBySha256(again, 's1', 'abc')?.item.itemId).toBe('u1');
  forgetUpload(again, 'u1');
  expect(listUploads(again)).toHaveLength(1);
});

test('the same bytes are found whoever they were queued for, and what was put away is known still', () => {
  const journal = open(join(temporaryFolder(), 'journal.db'));
  const sameAs = () => queuedUploads(journal).map((item) => [item.itemId, item.sameAs]);
  addUpload(journal, upload('u1', { fileName: 'first.pdf' }));
  addUpload(journal, upload('u2', { subClientId: 's2' }));
  addUpload(journal, { ...upload('u3'), sha256: 'def' });
  const first = { fileName: 'first.pdf', subClientId: 's1', isSent: false };
  expect(sameAs()).toEqual([
    ['u1', null],
    ['u2', first],
    ['u3', null],
  ]);
  changeUpload(journal, 'u2', { state: 'sent' });
  // What waited first is the double now.
  expect(sameAs()[0]).toEqual(['u1', { fileName: 'proof.pdf', subClientId: 's2', isSent: true }]);
  putAwayUploads(journal, ['u2'], asOf);
  expect(sameAs().map(([itemId]) => itemId)).toEqual(['u1', 'u3']);
  expect(sameAs()[0]?.[1]).toMatchObject({ isSent: true });
  expect(listUploads(journal)).toHaveLength(3);
  forgetUpload(journal, 'u2');
  expect(sameAs()[0]).toEqual(['u1', null]);
});

test('the activity is newest first, paged, and the oldest is forgotten', () => {
  const journal = open();
  const call = (subject: string): NewActivity => ({
    at: asOf,
    operation: 'getStatement',
    method: 'GET',
    outcome: 'ok',
    status: 200,
    durationMs: 1.5,
    attempts: 1,
    correlationId: 'c',
    subject,
  });
  appendActivity(journal, ['1', '2', '3'].map(call));
  appendActivity(journal, ['4', '5'].map(call), 4);
  const first = listActivity(journal, { limit: 3 });
  expect(first.rows.map(({ subject }) => subject)).toEqual(['5', '4', '3']);
  expect(first.hasMore).toBe(true);
  const rest = listActivity(journal, { before: first.rows.at(-1)?.activityId, limit: 3 });
  expect(rest).toMatchObject({ rows: [{ subject: '2', durationMs: 2 }], hasMore: false });
});
