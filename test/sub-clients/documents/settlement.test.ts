import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { deskClock } from '../../../electron/engines/machine/context.ts';
import { uploadFile } from '../../../electron/cli/input/upload-file.ts';
import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import {
  submissionById,
  submissionByReference,
  type Submission,
} from '../../../electron/engines/submissions/journal/submission-table.ts';
import { aboutRecord } from '../../../electron/engines/submissions/submission-views.ts';
import { settleFromReading } from '../../../electron/engines/submissions/settle.ts';
import { submit } from '../../../electron/engines/submissions/submissions.ts';
import {
  settleUploads,
  takeInSettled,
  type ShownDocument,
} from '../../../electron/nouns/sub-clients/upload-settlement.ts';
import { SubClientDocument } from '../../../shared/bank/onboarding.ts';
import { appError, fail } from '../../../shared/errors.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { addUpload, uploadById } from '../../../electron/nouns/sub-clients/records/upload-table.ts';
import { settleByPerson } from '../../../electron/engines/submissions/settle-by-person.ts';
import { testTime } from '../../support/setup/time.ts';
import { openReconcilingDesk } from '../../support/desks/reconciling-desk.ts';
import { actorNamed } from '../../support/desks/actors.ts';

const context = { correlationId: 'an upload' };
const form = {
  path: { clientId: 'c-1', id: 's-1' },
  body: { documentType: 'TAX_CERTIFICATE' },
};

/** An upload whose answer was lost, and what later readings of the sub-client’s documents make of it. */
async function lostUpload() {
  const desk = await openReconcilingDesk();
  const time = testTime();
  const changes = { ...desk.parts.changes, clock: deskClock(time.clock, () => null) };
  const upload = async (reference: string): Promise<string> => {
    const sent = await submit(
      changes,
      {
        reference,
        operation: 'uploadSubclientDocuments',
        subject: `file-${reference}`,
        payload: form,
        about: aboutRecord('Upload'),
      },
      context,
      () => Promise.resolve(fail('outcome.unknown', 'lost')),
    );
    if (!sent.ok) throw new Error(sent.error.message);
    return sent.value.submission.submissionId;
  };
  const submissionId = await upload('U-1');
  return {
    desk,
    upload,
    changes,
    time,
    known: (id = submissionId): Submission | null => submissionById(changes.journal, id),
    /** Minutes later the bank shows these. */
    shows: (minutes: number, shown: readonly ShownDocument[]): void => {
      time.passes(minutes * 60_000);
      settleUploads(changes, 's-1', shown);
    },
  };
}

const document = (id: string, wasKnown: boolean, given: object = {}): ShownDocument => ({
  document: SubClientDocument.parse({ id, documentType: 'TAX_CERTIFICATE', ...given }),
  wasKnown,
});
const old = { createdAt: '2026-01-01T00:00:00.000Z' };
const lately = { createdAt: '2099-01-01T00:00:00.000Z' };

test('an upload that the bank does not show stays unknown while nothing proves that it would', async () => {
  const { shows, known } = await lostUpload();
  for (const minutes of [3, 12, 30]) shows(minutes, []);
  expect(known()?.state).toBe('unknown');
  expect(known()?.lookups.map(({ found }) => found)).toEqual(Array(3).fill('unavailable'));
});

test('beside a document that the bank is known to have, it is not there after two looks', async () => {
  const { shows, known } = await lostUpload();
  shows(3, [document('d-1', true, old)]);
  expect(known()?.state).toBe('unknown');
  shows(12, [document('d-1', true, old)]);
  expect(known()?.state).toBe('not-found');
});

test.each([
  ['was made since', lately],
  ['has no time, and was not there before', {}],
])('a document of its type that %s is it', async (_words, given) => {
  const { shows, known } = await lostUpload();
  shows(3, [document('d-1', true, old), document('d-2', false, given)]);
  expect(known()).toMatchObject({ state: 'accepted', recordId: 'd-2' });
});

test('one that was there before, or is of another type, is not', async () => {
  const { shows, known } = await lostUpload();
  shows(3, [
    document('d-1', true, {}),
    document('d-2', false, { ...lately, documentType: 'BANK_LETTER' }),
  ]);
  expect(known()?.state).toBe('unknown');
});

test('two new ones of its type settle nothing, and are reported', async () => {
  const { shows, known } = await lostUpload();
  const two = [document('d-1', true, old), document('d-2', false, lately), document('d-3', false)];
  shows(3, two);
  shows(12, two);
  expect(known()).toMatchObject({ state: 'unknown', recordId: null });
  expect(known()?.lookups.at(-1)?.words).toBe('The bank has 2 new documents like it: d-2 and d-3.');
  shows(30, [document('d-1', true, old)]);
  expect(known()?.state).toBe('unknown');
});

test('one document is not taken for two uploads', async () => {
  const { shows, known, upload } = await lostUpload();
  const second = await upload('U-2');
  shows(3, [document('d-1', true, old), document('d-2', false, lately)]);
  expect([known()?.state, known(second)?.state].toSorted()).toEqual(['accepted', 'unknown']);
});

test('a reading settles nothing that is on its way', async () => {
  const { desk } = await lostUpload();
  const { changes } = desk.parts;
  const seen: unknown[] = [];
  const sent = await submit(
    changes,
    {
      reference: 'U-9',
      operation: 'uploadSubclientDocuments',
      subject: 'file-U-9',
      payload: form,
      about: aboutRecord('Upload'),
    },
    context,
    () => {
      seen.push(settleFromReading(changes, 'file-U-9', () => ({ seen: true })));
      settleUploads(changes, 's-1', [document('d-9', false, lately)]);
      seen.push(submissionByReference(changes.journal, 'U-9')?.state);
      return Promise.resolve(fail('outcome.unknown', 'lost'));
    },
  );
  expect(seen).toEqual([null, 'sending']);
  expect(sent).toMatchObject({ value: { submission: { state: 'unknown', lookups: [] } } });
});

test('a file for which nothing may be sent is refused, not unknown', async () => {
  const { desk } = await lostUpload();
  const { changes } = desk.parts;
  const closed = appError('operation.closed', 'closed');
  const bank = { ...changes.bank, whyClosed: () => closed };
  const rules = { sizeBytesMax: 1_000_000, mimeTypes: ['image/png'], types: [] };
  const parts = { bank, changes: { ...changes, bank }, uploads: { rules } } as unknown as BankDesk;
  const picture = fileURLToPath(new URL('../../../docs/pictures/price.png', import.meta.url));
  const uploaded = await uploadFile(parts, form, picture);
  expect(uploaded).toMatchObject({ outcome: 'refused', error: { code: 'operation.closed' } });
});

/** The file in the queue that was sent as `U-1`. */
const queued: UploadItem = {
  itemId: 'file-U-1',
  subClientId: 's-1',
  fileName: 'tax.pdf',
  mimeType: 'application/pdf',
  sizeBytes: 10,
  documentType: 'TAX_CERTIFICATE',
  businessUserId: null,
  issueDate: null,
  expiryDate: null,
  unsureDays: [],
  state: 'unknown',
  sentBytes: 0,
  problem: null,
  documentId: null,
  addedAt: '2026-11-20T10:00:00.000Z',
  duplicateOf: null,
  sameAs: null,
};

test.each([
  ['accepted', 'sent'],
  ['not-found', 'refused'],
] as const)('a person’s word that it is %s makes the file in the queue %s', async (as, state) => {
  const { changes, time, known } = await lostUpload();
  const { journal } = changes;
  addUpload(journal, { item: queued, sha256: 'abc', spoolFile: null, spoolKey: null });
  const announced: UploadItem[] = [];
  const parts = { journal, announceUpload: (item: UploadItem) => announced.push(item) };
  takeInSettled(parts);
  expect(uploadById(journal, queued.itemId)?.item.state).toBe('unknown');
  time.passes(11 * 60_000);
  const submission = known();
  if (!submission) throw new Error('it was sent');
  const decision = { as, note: 'told on the telephone', actor: actorNamed('Ada') };
  expect(settleByPerson(changes, submission, decision, context)).toMatchObject({ ok: true });
  takeInSettled(parts);
  expect(uploadById(journal, queued.itemId)?.item.state).toBe(state);
  expect(announced.map((item) => item.state)).toEqual([state]);
});
