import { documentTypeWords } from '../../../../shared/document-types.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { ChangeFact, ReviewMark } from '../../../../shared/ipc/approvals.ts';
import { ok } from '../../../../shared/result.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import {
  listSubmissions,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import { noPremise } from '../../../nouns/approvals/contents.ts';
import {
  documentIn,
  documentOperation,
  type RequestedDocument,
} from '../../../nouns/approvals/document.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { clientOf } from '../../../nouns/sub-clients/by-id.ts';
import type { UploadIntent } from '../../../nouns/sub-clients/documents/document-intent.ts';
import { sendUploads } from '../../../nouns/sub-clients/documents/send-uploads.ts';
import { isSendable, queuedUpload } from '../../../nouns/sub-clients/documents/uploads.ts';
import { listUploads, type StoredUpload } from '../../../nouns/sub-clients/records/upload-table.ts';
import type { BankDesk } from '../../open-bank/bank-desk.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import { onlyLineOf, writeLine, type OpenApprovals, type Requested } from '../requests.ts';
import { factsOf } from './facts.ts';
import { subClientNamed } from './request-kinds.ts';

type Stores = { readonly reader: CacheReader; readonly journal: Journal };

/** A document's type, file and sub-client in words, such as `passport “scan.pdf” of Copperline`. */
export const aboutDocument = (
  stores: Pick<Stores, 'reader'>,
  { input, file }: RequestedDocument,
): string =>
  `${documentTypeWords(input.body.documentType)} “${file.fileName}” of ${subClientNamed(stores, input.path.id)}`;

/** Requests the approval of an upload. The request has the digest of the file, not its bytes. Sends nothing. */
export async function requestDocument(
  open: OpenApprovals,
  parts: Pick<DeskParts, 'bank' | 'clock'>,
  { intent, words }: { readonly intent: UploadIntent; readonly words: string },
  context: Context,
): Promise<Outcome<Requested>> {
  const allowed = mayAsk(parts.bank, documentOperation, context);
  if (!allowed.ok) return allowed;
  const { operation, reference } = intent;
  const { payload } = payloadOf(intent);
  const line = { operation, reference, payload, premise: noPremise, words };
  return writeLine(open, line, parts.clock, context);
}

/** Requests the approval of files in the queue of this desk, one request each. Returns the last; stops at the first failure. */
export async function requestQueued(
  open: OpenApprovals,
  desk: BankDesk,
  { itemIds, words }: { readonly itemIds: readonly string[]; readonly words: string },
  context: Context,
): Promise<Outcome<Requested>> {
  let last: Outcome<Requested> = nothingChosen(context);
  for (const itemId of itemIds) {
    const intent = queuedUpload(desk.uploads, itemId, (id) => clientOf(desk, id), context);
    last = intent.ok
      ? await requestDocument(open, desk.changes, { intent: intent.value, words }, context)
      : intent;
    if (!last.ok) return last;
  }
  return last;
}

const nothingChosen = ({ correlationId }: Context): Outcome<never> =>
  fail('input.invalid', correlationId, { message: 'No file was chosen.' });

/** The file in this desk's queue with the digest of a request; null where this desk does not have its bytes. */
const sameFile = ({ journal }: Pick<Stores, 'journal'>, sha256: string): StoredUpload | null =>
  listUploads(journal).findLast((one) => one.sha256 === sha256 && one.spoolFile !== null) ?? null;

export type DocumentReading = {
  readonly facts: readonly ChangeFact[];
  readonly marks: readonly ReviewMark[];
  /** The file in the queue of this desk; null where it does not have the file. */
  readonly itemId: string | null;
};

/** Reads what the request of a document would send. Does not call the bank. */
export function readDocument(
  stores: Stores,
  { input, file: { fileName, mimeType = '', sizeBytes = '', sha256 } }: RequestedDocument,
): DocumentReading {
  const here = sameFile(stores, sha256);
  const fact = (label: string, value: string): ChangeFact => ({ label, value, now: null });
  return {
    facts: [
      fact('Sub-client', subClientNamed(stores, input.path.id)),
      ...factsOf(input),
      fact('File', fileName),
      ...(mimeType === '' ? [] : [fact('Type of file', mimeType)]),
      ...(sizeBytes === '' ? [] : [fact('Bytes', sizeBytes)]),
      fact('SHA-256', sha256),
    ],
    marks: here === null ? [notHere] : [],
    itemId: here?.item.itemId ?? null,
  };
}

const notHere: ReviewMark = {
  place: 'warning',
  message:
    'This desk does not have the file. Ask its maker for it, and compare the SHA-256 digest of what you read.',
};

/**
 * Sends the file of an approved request from the queue of this desk. Fails with `input.invalid` where no file there would be sent as it was
 * approved: the same bytes, name, type and days for the same sub-client.
 */
export async function sendDocument(
  desk: BankDesk,
  request: Request,
  context: Context,
): Promise<Outcome<Submission>> {
  const { payload } = onlyLineOf(request);
  const document = documentIn(payload);
  const refuse = (message: string): Outcome<never> =>
    fail('input.invalid', context.correlationId, { operation: documentOperation, message });
  if (document === null) return refuse('This request cannot be read. Ask its maker for a new one.');
  const { uploads } = desk;
  const ofClient = (id: string): string | null => clientOf(desk, id);
  const waiting = listUploads(uploads.journal, document.input.path.id).find((one) => {
    if (one.sha256 !== document.file.sha256 || !isSendable(one)) return false;
    const intent = queuedUpload(uploads, one.item.itemId, ofClient, context);
    return intent.ok && payloadOf(intent.value).payload === payload;
  });
  if (waiting === undefined)
    return refuse(
      'The approved file does not wait under Documents of this desk. Nothing was sent. Add the same file for the same sub-client, with the same type and days.',
    );
  const { itemId } = waiting.item;
  const sent = await sendUploads(desk, [itemId], context);
  if (!sent.ok) return sent;
  const submission = listSubmissions(uploads.journal, { operation: documentOperation }).find(
    ({ subject }) => subject === itemId,
  );
  if (submission) return ok(submission);
  return refuse(sent.value[0]?.problem?.message ?? 'Nothing was sent.');
}
