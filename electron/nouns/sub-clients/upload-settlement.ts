import type { SubClientDocument } from '../../../shared/bank/onboarding.ts';
import { isTimestamp } from '../../../shared/calendar/calendar.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { timestampNow, type DeskClock } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { addLookup } from '../../engines/submissions/journal/lookup-table.ts';
import {
  listSubmissions,
  openSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { changeUpload, listUploads, uploadById } from './records/upload-table.ts';
import { sentByBankTime } from './records/bank-time.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { settleBySight } from '../../engines/submissions/settle.ts';

type Parts = {
  readonly bank: BankClient;
  readonly journal: Journal;
  readonly clock: DeskClock;
  readonly announceUpload: (item: UploadItem) => void;
};

/** A document that the bank shows, and whether the local copy had it before this reading. */
export type ShownDocument = { readonly document: SubClientDocument; readonly wasKnown: boolean };

const operation = 'uploadSubclientDocuments';

/**
 * Settles a sub-client's uploads without an answer from the documents that the bank shows now. The document is the only one of the same
 * type that was made after the upload began and is not known from another upload. Two such are reported and settle nothing. A missing
 * document proves something only where the bank shows a document that it is known to have.
 */
export function settleUploads(
  parts: Parts,
  subClientId: string,
  shown: readonly ShownDocument[],
): void {
  const { journal } = parts;
  const open = openSubmissions(journal).filter((one) => isUploadFor(one, subClientId));
  if (open.length === 0) return;
  const matched = new Set([
    ...listUploads(journal, subClientId).map(({ item }) => item.documentId),
    ...listSubmissions(journal, { operation }).map(({ recordId }) => recordId),
  ]);
  const wouldShow = shown.some(({ document, wasKnown }) => wasKnown || matched.has(document.id));
  for (const submission of open) {
    const found = shown.filter(
      (one) => !matched.has(one.document.id) && isOf(parts, submission, one),
    );
    const [only, another] = found;
    if (only && another) announceAll(parts, submission, found);
    else {
      const recordId = only?.document.id ?? null;
      matched.add(recordId);
      const sight = only ? ({ seen: true, recordId } as const) : null;
      settled(parts, settleBySight(parts, submission, sight ?? { seen: false, wouldShow }));
    }
  }
}

/**
 * Applies an outcome that was settled elsewhere to the queued file: by a person who asked the bank, where it has no list that the desk
 * could read. An accepted file may then leave the queue, and one that the bank does not have may be sent again.
 */
export function takeInSettled(parts: Pick<Parts, 'journal' | 'announceUpload'>): void {
  const waiting = listUploads(parts.journal).filter(({ item }) => item.state === 'unknown');
  if (waiting.length === 0) return;
  const sent = listSubmissions(parts.journal, { operation });
  for (const { item } of waiting) {
    const last = sent.find(({ subject }) => subject === item.itemId);
    if (last && last.state !== 'unknown' && last.state !== 'sending') settled(parts, last);
  }
}

const isUploadFor = (submission: Submission, subClientId: string): boolean =>
  submission.state === 'unknown' && inputIn(operation, submission)?.path.id === subClientId;

/** Whether this may be the document. One without a time counts, unless it was there before. */
function isOf(
  { bank }: Parts,
  submission: Submission,
  { document, wasKnown }: ShownDocument,
): boolean {
  if (document.documentType !== inputIn(operation, submission)?.body.documentType) return false;
  if (!isTimestamp(document.createdAt)) return !wasKnown;
  return Date.parse(document.createdAt) >= Date.parse(sentByBankTime(bank, submission.createdAt));
}

function announceAll(
  { journal, clock }: Parts,
  { submissionId }: Submission,
  found: readonly ShownDocument[],
): void {
  const ids = found.map(({ document }) => document.id).join(' and ');
  addLookup(journal, submissionId, {
    at: timestampNow(clock),
    clocks: clock.moment(),
    source: 'bank',
    found: 'doubtful',
    words: `The bank has ${String(found.length)} new documents like it: ${ids}.`,
  });
}

/** Updates the file in the queue, where it was sent from there. */
function settled(
  parts: Pick<Parts, 'journal' | 'announceUpload'>,
  submission: Submission | null,
): void {
  const item = submission && uploadById(parts.journal, submission.subject)?.item;
  if (item?.state !== 'unknown') return;
  const { item: changed } = changeUpload(
    parts.journal,
    item.itemId,
    submission?.state === 'accepted'
      ? {
          state: 'sent',
          documentId: submission.recordId,
          problem: null,
          sentBytes: item.sizeBytes,
        }
      : { state: 'refused' },
  );
  parts.announceUpload(changed);
}
