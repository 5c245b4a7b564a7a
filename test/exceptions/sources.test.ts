import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inTransaction, run, type Journal } from '../../electron/engines/store/database.ts';
import { closeExceptions } from '../../electron/nouns/exceptions/closed.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import {
  addLines,
  beginFile,
  finishFile,
} from '../../electron/nouns/payments/file/tables/file-tables.ts';
import { listExceptions } from '../../electron/nouns/exceptions/list.ts';
import { exceptionReads } from '../../electron/nouns/exceptions/sources/reads.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { byNeed, exceptionOf } from '../../electron/nouns/exceptions/sources/rules.ts';
import { endingOf, noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { ExceptionItem, ExceptionKind } from '../../shared/ipc/review/exceptions.ts';
import type { JournalStatus, SubmissionState } from '../../shared/ipc/submissions.ts';
import type { PaymentFileState } from '../../shared/ipc/changes/payment-files.ts';
import { closing, key, openCopy, temporaryFolder, type Copy } from '../support/stores/store.ts';
import { wholeStanding } from '../support/desks/open-sending.ts';
import { wallClock } from '../support/setup/time.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { aboutOf } from '../support/about.ts';

const now = '2026-11-20T09:41:00.000Z';
const clock = wallClock(() => Date.parse(now));
const ago = (minutes: number): string => new Date(clock.now() - minutes * 60_000).toISOString();

type Desk = Copy & {
  readonly journal: Journal;
  list(journalStatus?: JournalStatus): Promise<ExceptionItem[]>;
};

function openDesk(): Desk {
  const copy = openCopy();
  const file = join(temporaryFolder(), 'journal.db');
  const journal = closing(openJournal(file, key, { program: 'a test' }));
  return {
    ...copy,
    journal,
    list: (journalStatus = wholeStanding) =>
      listExceptions({
        ...{ journal, reader: copy.reader, journalStatus, clock, statusWords: noWords },
        afterInFlight: () => null,
        questions: answeredHere(exceptionReads(copy.reader)),
      }),
  };
}

let made = 0;

/** One submission as it stands after it was settled, or not, so many minutes ago. */
function submission(
  { journal }: Desk,
  state: SubmissionState,
  minutesAgo: number,
  { reference = `ref-${String(made)}`, operation = 'createSingleTransfer' } = {},
): string {
  made += 1;
  const id = `s-${String(made)}`;
  const at = ago(minutesAgo);
  const about = aboutOf(`Transfer ${id}`, {
    amount: { amount: '10.00', currency: 'USD' },
    accountNumber: '1',
    counterparty: 'Oduya Foods',
    counterpartyId: 'B-1',
  });
  run(
    journal,
    `INSERT INTO submission (submission_id, reference, operation, subject, payload, payload_hash, state, created_at,
       settled_at, about) VALUES (?, ?, ?, ?, '{}', 'hash', ?, ?, ?, ?)`,
    id,
    reference,
    operation,
    `transfer:${id}`,
    state,
    at,
    state === 'unknown' || state === 'sending' ? null : at,
    JSON.stringify(about),
  );
  return id;
}

type File = {
  readonly state: PaymentFileState;
  readonly lines: readonly ('sent' | 'waits' | 'skipped' | SubmissionState)[];
};

/** A payment file; a line is as its submission stands, or waits for being sent. */
function paymentFile(desk: Desk, batchId: string, { state, lines }: File): void {
  beginFile(desk.journal, {
    batchId,
    fileName: 'payroll.csv',
    sha256: 'sha',
    state,
    addedAt: ago(60),
    stopReason: 'The line to the bank went down.',
    acknowledged: [],
    defaultAccount: null,
    headings: [],
    columns: {},
    notes: [],
  });
  const referenceOf = (index: number): string => `${batchId}-${String(index)}`;
  addLines(
    desk.journal,
    batchId,
    lines.map((is, index) => ({
      state: is === 'skipped' ? 'skipped' : 'ready',
      checked: {
        line: index + 2,
        reference: referenceOf(index),
        accountNumber: '1',
        beneficiaryId: 'B-1',
        payeeName: 'Oduya Foods',
        amount: { amount: '10.00', currency: 'USD' },
        amountText: '10',
        narration: '',
        problems: {},
        warnings: [],
      },
      cells: [],
    })),
  );
  finishFile(desk.journal, batchId);
  lines.forEach((is, index) => {
    if (is !== 'waits' && is !== 'skipped')
      submission(desk, is === 'sent' ? 'accepted' : is, 30, { reference: referenceOf(index) });
  });
}

const transfer = (id: string, status: string, createdAt: string) => ({
  id,
  reference: `r-${id}`,
  status,
  reason: '',
  accountNumber: '1',
  beneficiaryId: 'B-1',
  beneficiaryName: 'Oduya Foods',
  amount: '5.00',
  currency: 'USD',
  fee: null,
  narration: '',
  createdAt,
  settledAt: null,
});

test('what needs a person most comes first, and of the same kind the oldest', async () => {
  const desk = openDesk();
  const refused = submission(desk, 'refused', 5);
  const notSent = submission(desk, 'not-sent', 5);
  const young = submission(desk, 'unknown', 9);
  const old = submission(desk, 'unknown', 20);
  const older = submission(desk, 'unknown', 40);
  const absent = submission(desk, 'not-found', 3_000);
  desk.writer.saveTransfers(
    [transfer('t-1', 'RETURNED', ago(10)), transfer('t-2', 'failed', ago(90))],
    now,
    { complete: true },
  );
  paymentFile(desk, 'file-1', { state: 'stopped', lines: ['sent', 'waits'] });
  expect((await desk.list()).map(({ kind, submissionId }) => submissionId ?? kind)).toEqual([
    older,
    old,
    absent,
    'failed',
    'returned',
    young,
    'stopped-batch',
    notSent,
    refused,
  ]);
});

test('a file that was stopped is one exception, which comes back when it stops again elsewhere', async () => {
  const desk = openDesk();
  paymentFile(desk, 'file-1', {
    state: 'stopped',
    lines: ['sent', 'not-sent', 'waits', 'waits', 'skipped'],
  });
  const [stopped, ...rest] = await desk.list();
  expect(rest).toEqual([]);
  expect(stopped).toMatchObject({
    exceptionId: 'stopped-batch:file-1:2',
    title: 'payroll.csv stopped half way',
    detail: 'The line to the bank went down. 2 of its 5 lines were not sent.',
    since: ago(30),
    place: { view: 'batches', batchId: 'file-1' },
    mayClose: true,
  });
  closeExceptions(desk.journal, [{ at: 0, exceptionId: 'stopped-batch:file-1:2' }], {
    at: now,
    actor: actorNamed('Ada'),
  });
  expect((await desk.list()).map(({ kind }) => kind)).not.toContain('stopped-batch');
  submission(desk, 'accepted', 0, { reference: 'file-1-2' });
  expect((await desk.list()).map(({ exceptionId }) => exceptionId)).toContain(
    'stopped-batch:file-1:1',
  );
});

test('a file that is not begun, being sent or done is no exception', async () => {
  const desk = openDesk();
  paymentFile(desk, 'ready', { state: 'ready', lines: ['waits'] });
  paymentFile(desk, 'sending', { state: 'sending', lines: ['sent', 'waits'] });
  paymentFile(desk, 'done', { state: 'done', lines: ['sent', 'skipped'] });
  paymentFile(desk, 'whole', { state: 'stopped', lines: ['sent', 'skipped'] });
  expect(await desk.list()).toEqual([]);
});

test('lines that came to nothing are one exception per file, those without an answer one each', async () => {
  const desk = openDesk();
  paymentFile(desk, 'file-1', {
    state: 'done',
    lines: ['refused', 'refused', 'sent', 'not-sent', 'unknown', 'unknown'],
  });
  expect((await desk.list()).map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    expect.stringMatching(/^unknown Transfer/),
    expect.stringMatching(/^unknown Transfer/),
    'not-sent payroll.csv: 1 line not sent',
    'refused payroll.csv: 2 lines refused by the bank',
  ]);
});

test('only what moves money or makes something is an exception when it never left', async () => {
  const desk = openDesk();
  submission(desk, 'not-sent', 5, { operation: 'updateBeneficiary' });
  submission(desk, 'not-sent', 5, { operation: 'submitSubclient' });
  const created = submission(desk, 'not-sent', 5, { operation: 'createBeneficiary' });
  const old = submission(desk, 'not-sent', 8 * 24 * 60);
  expect((await desk.list()).map(({ submissionId }) => submissionId)).toEqual([created]);
  expect(old).not.toBe(created);
});

test('a transfer that was dismissed comes back when the bank says something else of it', async () => {
  const desk = openDesk();
  const save = (status: string): void => {
    desk.writer.saveTransfers([transfer('t-1', status, ago(90))], now, { complete: true });
  };
  save('failed');
  closeExceptions(desk.journal, [{ at: 0, exceptionId: 'failed:transfer-t-1:failed' }], {
    at: now,
    actor: actorNamed('Ada'),
  });
  expect(await desk.list()).toEqual([]);
  save('RETURNED_BY_BANK');
  expect(await desk.list()).toMatchObject([
    { kind: 'returned', status: 'RETURNED_BY_BANK', detail: 'The bank says “RETURNED_BY_BANK”.' },
  ]);
});

test('what ended long ago is no exception, and an id that is too long for a route is shortened', async () => {
  const desk = openDesk();
  desk.writer.saveTransfers(
    [transfer('t-1', 'failed', ago(200 * 24 * 60)), transfer('t-'.repeat(150), 'failed', ago(5))],
    now,
    { complete: true },
  );
  const items = await desk.list();
  expect(items).toHaveLength(1);
  expect(items[0]?.exceptionId).toMatch(/^failed:[0-9a-f]{64}$/);
});

test('among 20,000 submissions and as many transfers, the few in trouble are found', async () => {
  const desk = openDesk();
  inTransaction(desk.journal, () => {
    for (let index = 0; index < 20_000; index++)
      submission(desk, index % 2_000 === 0 ? 'unknown' : 'accepted', 30);
  });
  desk.writer.saveTransfers(
    Array.from({ length: 20_000 }, (_, index) =>
      transfer(`t-${String(index)}`, index % 2_000 === 0 ? 'failed' : 'completed', ago(index)),
    ),
    now,
    { complete: true },
  );
  expect(await desk.list()).toHaveLength(20);
});

test('closed sending needs a person before everything else, and leads to where it is opened', async () => {
  const desk = openDesk();
  submission(desk, 'unknown', 60);
  const since = ago(3);
  const [first, ...others] = await desk.list({
    ...wholeStanding,
    state: 'missing',
    since,
    expectedSends: 2,
  });
  expect(first).toMatchObject({
    kind: 'sending-closed',
    urgency: 'now',
    detail: expect.stringContaining('this machine knows of 2 sends') as string,
    since,
    next: 'Reconcile with the bank',
    place: { view: 'reconcile' },
    mayClose: false,
  });
  expect(others.map(({ kind }) => kind)).toEqual(['unknown']);
  expect((await desk.list()).map(({ kind }) => kind)).toEqual(['unknown']);
});

test('a document that expires is no exception where a later one took its place, or where its sub-client is gone', async () => {
  const desk = openDesk();
  const document = (id: string, expiryDate: string, documentType = 'PROOF_OF_ADDRESS') =>
    SubClientDocument.parse({ id, expiryDate, documentType });
  const subClient = (entityId: string, status = 'active') =>
    SubClient.parse({ entityId, name: `Sub ${entityId}`, status });
  desk.writer.saveSubClients([subClient('c-1'), subClient('c-2', 'deleted')], now, {
    complete: true,
  });
  desk.writer.saveDocuments(
    'c-1',
    [
      document('d-1', '2026-11-01'),
      document('d-2', '2027-11-01'),
      document('d-3', '2026-11-20', 'BANK_LETTER'),
      document('d-4', '2026-12-20', 'Zertifikat'),
      document('d-5', '2026-12-21', 'TAX_CERTIFICATE'),
    ],
    now,
  );
  desk.writer.saveDocuments('c-2', [document('d-6', '2026-11-01')], now);
  expect((await desk.list()).map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
    'Bank letter of Sub c-1: It expires today, on 20 Nov 2026.',
    'Zertifikat of Sub c-1: It expires in 30 days, on 20 Dec 2026.',
  ]);
});

test('an expired document is an exception since the day it expired, one that will expire since its first warning', async () => {
  const desk = openDesk();
  desk.writer.saveSubClients(
    [SubClient.parse({ entityId: 'c-1', name: 'Sub c-1', status: 'active' })],
    now,
    {
      complete: true,
    },
  );
  const documents = [
    { id: 'd-1', expiryDate: '2026-11-02', documentType: 'BANK_LETTER' },
    { id: 'd-2', expiryDate: '2026-12-05', documentType: 'TAX_CERTIFICATE' },
  ].map((document) => SubClientDocument.parse(document));
  desk.writer.saveDocuments('c-1', documents, now);
  expect((await desk.list()).map(({ kind, since }) => [kind, since])).toEqual([
    ['expired-document', '2026-11-02'],
    ['expiring-document', '2026-11-05'],
  ]);
});

test('a payment without an answer stands above an expired document in its first minutes too', () => {
  const found = (kind: ExceptionKind): ExceptionItem =>
    exceptionOf(
      {
        ...{ exceptionId: kind, kind, title: kind, detail: '', status: null, amount: null },
        ...{ since: now, next: '', place: null, submissionId: null },
      },
      Date.parse(now) + 1,
    );
  const kinds = ['expired-document', 'red-day', 'unknown', 'returned', 'refused'] as const;
  expect(
    kinds
      .map(found)
      .toSorted(byNeed)
      .map(({ kind, urgency }) => [kind, urgency]),
  ).toEqual([
    ['returned', 'now'],
    ['unknown', 'watch'],
    ['red-day', 'check'],
    ['expired-document', 'check'],
    ['refused', 'nothing'],
  ]);
});

test('a document that has expired needs a person now, and its type is written in words', async () => {
  const desk = openDesk();
  const subClient = SubClient.parse({ entityId: 'c-1', name: 'Sub c-1', status: 'active' });
  desk.writer.saveSubClients([subClient], now, { complete: true });
  const document = (id: string, expiryDate: string, documentType: string) =>
    SubClientDocument.parse({ id, expiryDate, documentType });
  desk.writer.saveDocuments(
    'c-1',
    [
      document('d-1', '2026-11-19', 'PROOF_OF_ADDRESS'),
      document('d-2', '2026-11-21', 'DIRECTOR_IDENTIFICATION'),
      document('d-3', '2026-11-18', 'FORM_W8_BEN_E'),
    ],
    now,
  );
  expect((await desk.list()).map(({ kind, urgency, title }) => [kind, urgency, title])).toEqual([
    ['expired-document', 'check', 'Form w8 ben e of Sub c-1'],
    ['expired-document', 'check', 'Proof of address of Sub c-1'],
    ['expiring-document', 'ahead', 'Director identification of Sub c-1'],
  ]);
});

test.each([
  ['failed', 'failed'],
  ['REJECTED', 'failed'],
  ['declinedByBank', 'failed'],
  ['Returned to sender', 'returned'],
  ['EXPIRED', 'expired'],
  ['awaiting_funds', 'awaiting-funds'],
  ['AwaitingFunds', 'awaiting-funds'],
  ['completed', null],
  ['processing', null],
  ['not_returned', null],
  ['pending return', null],
  ['RJCT', 'failed'],
  ['NOT_ACCEPTED', 'failed'],
  ['not yet accepted', null],
  ['', null],
])('the bank’s word “%s” is understood as %s', (status, ending) => {
  expect(endingOf(status)).toBe(ending);
});
