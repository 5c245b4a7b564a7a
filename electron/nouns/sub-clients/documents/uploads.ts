import { createHash, randomUUID } from 'node:crypto';

import type { SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import {
  appError,
  DeskFault,
  fail,
  type AppError,
  type Outcome,
} from '../../../../shared/errors.ts';
import type { UnsureDay, UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { documentTypeWords, lackingDays } from '../../../../shared/document-types.ts';
import { err, ok, type Err } from '../../../../shared/result.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { attempt, attemptSync } from '../../../engines/store/local-faults.ts';
import { namedAlone } from '../by-id.ts';
import { noClient } from '../changes-routes.ts';
import { subClientById } from '../records/tables.ts';
import { readSpooled, removeSpooled, spoolFile } from '../../../engines/store/spool.ts';
import type { Submission } from '../../../engines/submissions/journal/submission-table.ts';
import {
  addUpload,
  changeUpload,
  forgetUpload,
  listUploads,
  putAwayUploads,
  uploadById,
  uploadBySha256,
  type StoredUpload,
  type UploadChange,
} from '../records/upload-table.ts';
import { checkFile } from './file-check.ts';
import { isDeleted } from '../records/status-labels.ts';
import { documentIntent, factsOfFile, type UploadIntent } from './document-intent.ts';
import { goneBefore, whyRefused } from './gone-sub-client.ts';
import { maySend } from '../../../engines/submissions/claims.ts';
import { submit } from '../../../engines/submissions/submissions.ts';
import { reportNotSaved } from '../../../engines/submissions/save-response.ts';
import type { UploadParts } from './parts.ts';

export type DroppedFile = {
  readonly subClientId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
};

/**
 * Checks a dropped file and stores it, encrypted, until a person sends or removes it. A file that fails a check stays in the queue as
 * refused, with the reason and without its bytes.
 */
export async function addToQueue(
  parts: UploadParts,
  file: DroppedFile,
  context: Context,
): Promise<UploadItem> {
  const fileName = cleanFileName(file.fileName);
  const verdict = await checkFile(fileName, file.bytes, parts.rules);
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const earlier = uploadBySha256(parts.journal, file.subClientId, sha256);
  const item: UploadItem = {
    itemId: randomUUID(),
    subClientId: file.subClientId,
    fileName,
    mimeType: verdict.ok ? verdict.mimeType : file.mimeType,
    sizeBytes: file.bytes.length,
    documentType: '',
    businessUserId: null,
    issueDate: null,
    expiryDate: null,
    unsureDays: [],
    state: verdict.ok ? 'ready' : 'refused',
    sentBytes: 0,
    problem: verdict.ok
      ? null
      : appError(verdict.code, context.correlationId, { message: verdict.message }),
    documentId: null,
    addedAt: timestampNow(parts.clock),
    duplicateOf: earlier?.item.fileName ?? null,
    sameAs: null,
  };
  addUpload(parts.journal, { item, sha256, ...(await spooled(parts, verdict.ok, file.bytes)) });
  return known(parts.journal, item.itemId).item;
}

async function spooled(
  { spoolFolder }: UploadParts,
  isRetained: boolean,
  bytes: Uint8Array,
): Promise<Pick<StoredUpload, 'spoolFile' | 'spoolKey'>> {
  if (!isRetained) return { spoolFile: null, spoolKey: null };
  const { name, key } = await spoolFile(spoolFolder, [bytes]);
  return { spoolFile: name, spoolKey: key };
}

export type Description = {
  readonly documentType?: string | undefined;
  readonly businessUserId?: string | null | undefined;
  readonly issueDate?: string | null | undefined;
  readonly expiryDate?: string | null | undefined;
  readonly unsureDays?: readonly UnsureDay[] | undefined;
};

/** Changes the description of a file that was not sent yet. */
export function describeUpload(
  { journal }: UploadParts,
  itemId: string,
  description: Description,
): UploadItem {
  const { item } = known(journal, itemId);
  if (item.state === 'sending' || item.state === 'sent' || item.state === 'unknown') return item;
  const changes = Object.fromEntries(
    Object.entries(description).filter(([, value]) => value !== undefined),
  );
  return changeUpload(journal, itemId, changes).item;
}

/**
 * Removes a file from the queue; one that is on its way or has no answer yet stays. The record of a sent file stays, as it shows that the
 * same bytes were sent before.
 */
export async function removeFromQueue(
  { journal, spoolFolder, clock }: UploadParts,
  itemId: string,
): Promise<void> {
  const stored = known(journal, itemId);
  if (stored.item.state === 'sent') {
    putAwayUploads(journal, [itemId], timestampNow(clock));
    return;
  }
  if (stored.item.state === 'sending' || stored.item.state === 'unknown')
    throw new DeskFault('input.invalid', 'A file that may be at the bank stays in the list.');
  if (stored.spoolFile) await removeSpooled(spoolFolder, stored.spoolFile);
  forgetUpload(journal, itemId);
}

/** Whether this item may be sent now: never sent, or refused by the bank, and its bytes are still stored. */
export const isSendable = ({ item, spoolFile: name, isPutAway }: StoredUpload): boolean =>
  name !== null && !isPutAway && (item.state === 'ready' || item.state === 'refused');

const dayWords = { issueDate: 'day of issue', expiryDate: 'day of expiry' } as const;

/** Returns why a file cannot be sent yet: its owner or type is missing, or its days are impossible. Null when it can. */
export function undescribed(
  { journal, rules }: UploadParts,
  itemId: string,
  { correlationId }: Context,
): Err<AppError> | null {
  const stored = known(journal, itemId);
  if (!isSendable(stored)) return null;
  const { fileName, subClientId, documentType, unsureDays } = stored.item;
  if (subClientId === '')
    return fail('input.invalid', correlationId, {
      message: `${fileName} has no sub-client yet.`,
      fields: { subClientId: 'choose the sub-client' },
    });
  if (documentType === '')
    return fail('input.invalid', correlationId, {
      message: `${fileName} has no document type yet.`,
      fields: { documentType: 'choose the type of document' },
    });
  const [unsure] = unsureDays;
  if (unsure)
    return fail('input.invalid', correlationId, {
      message: `The day “${unsure.words}” of ${fileName} is not confirmed yet.`,
      fields: { [unsure.field]: 'say which day it is' },
    });
  return wrongDays(stored.item, rules.types, { correlationId });
}

type DatedDocument = Pick<UploadItem, 'fileName' | 'documentType' | 'issueDate' | 'expiryDate'>;

/** Refuses a document that lacks a day its type needs, or expires before it was issued; null where its days are right. */
export function wrongDays(
  document: DatedDocument,
  types: Parameters<typeof lackingDays>[1],
  { correlationId }: Pick<Context, 'correlationId'>,
): Err<AppError> | null {
  const { fileName, documentType, issueDate, expiryDate } = document;
  const [lacking] = lackingDays(document, types);
  if (lacking)
    return fail('input.invalid', correlationId, {
      message: `${fileName} lacks the ${dayWords[lacking]}, which a ${documentTypeWords(documentType)} is not sent without.`,
      fields: { [lacking]: 'is missing' },
    });
  if (issueDate === null || expiryDate === null || expiryDate >= issueDate) return null;
  return fail('input.invalid', correlationId, {
    message: `${fileName} would expire before it was issued.`,
    fields: { expiryDate: 'is before the day of issue' },
  });
}

/**
 * Uploads one file (section 4.4): journalled before it is sent, sent once, never repeated automatically. The bank's answer is saved to the
 * local copy; the file's bytes are removed once the bank has them.
 */
export async function sendUpload(
  parts: UploadParts,
  itemId: string,
  clientOf: (subClientId: string) => string | null,
  context: Context,
): Promise<Outcome<UploadItem>> {
  const stored = known(parts.journal, itemId);
  if (!isSendable(stored) || !stored.spoolFile || !stored.spoolKey) return ok(stored.item);
  // Checked before the state becomes `sending`: a refusal leaves the file as it was.
  const allowed = maySend(parts, context);
  if (!allowed.ok) return allowed;
  const bare = undescribed(parts, itemId, context);
  if (bare) return bare;
  const clientId = clientOf(stored.item.subClientId);
  if (clientId === null) return noClient(context);
  const gone = goneBefore(parts, stored.item);
  if (gone) return ok(announced(parts, itemId, { state: 'refused', problem: gone(context) }));
  const { spoolFile: name, spoolKey } = stored;
  const read = await attempt(() => bytesOf(parts, name, spoolKey));
  // Another call may have sent it in the meantime: it is sent once.
  const now = known(parts.journal, itemId);
  if (!isSendable(now)) return ok(now.item);
  if (!read.ok) {
    const { code, message } = read.error;
    const problem = appError(code, context.correlationId, { message });
    return ok(announced(parts, itemId, { state: 'refused', problem }));
  }
  const bytes = read.value;
  const { fileName, mimeType } = now.item;
  const facts = factsOfFile(fileName, mimeType, bytes);
  if (facts.sha256 !== stored.sha256) return ok(announced(parts, itemId, changedFile(context)));
  const sending = announced(parts, itemId, { state: 'sending', sentBytes: 0, problem: null });
  const intent = documentIntent(inputOf(sending, clientId), facts, { subject: itemId });
  const submitted = await submit(parts, intent, context, (sendContext) =>
    parts.bank.upload(
      intent.payload,
      { name: fileName, mimeType, bytes },
      sendContext,
      (sentBytes) => {
        parts.announceUpload({ ...sending, sentBytes });
      },
    ),
  );
  if (!submitted.ok && hasNoSession(submitted.error))
    return ok(keepWaiting(parts, itemId, submitted.error));
  if (!submitted.ok) {
    // Any other failure occurred before a byte left.
    const isUnknown = submitted.error.code === 'outcome.unknown';
    const state = isUnknown ? 'unknown' : 'refused';
    announced(parts, itemId, { state, problem: submitted.error });
    return submitted;
  }
  const { submission, answer } = submitted.value;
  if (answer) return ok(await arrived(parts, stored, { document: answer, submission }));
  const { state, error } = submission;
  if (state === 'unknown') return ok(announced(parts, itemId, { state, problem: error }));
  if (state === 'not-sent' && error) return ok(keepWaiting(parts, itemId, error));
  const problem = await whyRefused(parts, sending, { clientId, error }, context);
  return ok(announced(parts, itemId, { state: 'refused', problem }));
}

const changedFile = ({ correlationId }: Context): UploadChange => ({
  state: 'refused',
  problem: appError('file.unreadable', correlationId, {
    message: 'The file that was stored here is not the one that was added. Add it again.',
  }),
});

/**
 * Returns what {@link sendUpload} would send, after the same checks. Sends nothing. Fails with `input.invalid` for a file that does not
 * wait here, or is not fully described.
 */
export function queuedUpload(
  parts: UploadParts,
  itemId: string,
  clientOf: (subClientId: string) => string | null,
  context: Context,
): Outcome<UploadIntent> {
  const stored = known(parts.journal, itemId);
  const { item, sha256 } = stored;
  if (!isSendable(stored))
    return fail('input.invalid', context.correlationId, {
      message: `${item.fileName} does not wait here to be sent.`,
    });
  const bare = undescribed(parts, itemId, context);
  if (bare) return bare;
  const clientId = clientOf(item.subClientId);
  if (clientId === null) return noClient(context);
  const gone = goneBefore(parts, item);
  if (gone) return err(gone(context));
  const { fileName, mimeType, sizeBytes } = item;
  const facts = { fileName, mimeType, sizeBytes, sha256 };
  return ok(documentIntent(inputOf(item, clientId), facts, { subject: itemId }));
}

/** Whether the session could not be renewed before the upload was journalled. */
const hasNoSession = ({ code }: AppError): boolean =>
  code.startsWith('network.') || code.startsWith('session.');

/** Leaves a file waiting, with the reason; no byte of it left. */
export const keepWaiting = (parts: UploadParts, itemId: string, problem: AppError): UploadItem =>
  announced(parts, itemId, { state: 'ready', sentBytes: 0, problem });

/** Records that the bank has the file: a later failure is reported, and does not change that. */
async function arrived(
  parts: UploadParts,
  { item, spoolFile: name }: StoredUpload,
  { document, submission }: { document: SubClientDocument; submission: Submission },
): Promise<UploadItem> {
  const asOf = timestampNow(parts.clock);
  const sent = {
    state: 'sent',
    sentBytes: item.sizeBytes,
    documentId: document.id,
    problem: null,
  } as const;
  const saved = await attempt(async () => {
    await parts.cache.saveDocuments(item.subClientId, [document], asOf, { complete: false });
    if (name) await removeSpooled(parts.spoolFolder, name);
  });
  const shown = attemptSync(() => announced(parts, item.itemId, sent));
  const fault = shown.ok ? (saved.ok ? null : saved.error) : shown.error;
  if (fault) reportNotSaved(parts, submission, fault);
  return shown.ok ? shown.value : { ...item, ...sent };
}

function inputOf(item: UploadItem, clientId: string) {
  return {
    path: { clientId, id: item.subClientId },
    body: {
      documentType: item.documentType,
      ...(item.businessUserId === null ? {} : { businessUserId: item.businessUserId }),
      ...(item.issueDate ? { issueDate: item.issueDate } : {}),
      ...(item.expiryDate ? { expiryDate: item.expiryDate } : {}),
    },
  };
}

/** Marks uploads as unknown after a restart: what was on its way when the program ended may be at the bank. */
export function recoverQueue(journal: Journal, correlationId: string): void {
  for (const { item } of listUploads(journal))
    if (item.state === 'sending')
      changeUpload(journal, item.itemId, {
        state: 'unknown',
        problem: appError('outcome.unknown', correlationId, {
          operation: 'uploadSubclientDocuments',
          message: `Nostro ended while ${item.fileName} was being sent.`,
        }),
      });
}

/**
 * Assigns a file that is not at the bank to another sub-client, with its type, dates and bytes; its problem there and its person are
 * cleared. Throws `input.invalid` for one that is on its way, without its bytes, or for a sub-client that takes none.
 */
export function moveUpload(parts: UploadParts, itemId: string, subClientId: string): UploadItem {
  const stored = known(parts.journal, itemId);
  if (stored.item.subClientId === subClientId) return stored.item;
  if (!isSendable(stored))
    throw new DeskFault('input.invalid', 'Only a file that waits here can be moved.');
  assertTakesDocuments(parts, subClientId);
  return announced(parts, itemId, givenTo(parts, stored, subClientId));
}

/** Throws `input.invalid` for a sub-client that is gone, deleted or unknown. */
export function assertTakesDocuments(parts: UploadParts, subClientId: string): void {
  const taker = subClientById(parts.reader, subClientId) ?? namedAlone(parts, subClientId);
  if (taker?.goneAt !== null || isDeleted(taker.subClient))
    throw new DeskFault('input.invalid', 'That sub-client takes no documents: choose another.');
}

/** The changes of a file that is assigned to another sub-client, or, with '', to none. */
export function givenTo(
  { journal }: Pick<UploadParts, 'journal'>,
  { sha256 }: StoredUpload,
  subClientId: string,
): UploadChange {
  const earlier = subClientId === '' ? null : uploadBySha256(journal, subClientId, sha256);
  return {
    subClientId,
    businessUserId: null,
    state: 'ready',
    problem: null,
    duplicateOf: earlier?.item.fileName ?? null,
  };
}

function announced(parts: UploadParts, itemId: string, change: UploadChange): UploadItem {
  const { item } = changeUpload(parts.journal, itemId, change);
  parts.announceUpload(item);
  return item;
}

export async function bytesOf(
  { spoolFolder }: Pick<UploadParts, 'spoolFolder'>,
  name: string,
  key: Uint8Array,
) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readSpooled(spoolFolder, name, key)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

export function known(journal: Journal, itemId: string): StoredUpload {
  const stored = uploadById(journal, itemId);
  if (!stored) throw new DeskFault('input.invalid', 'This file is no longer in the queue.');
  return stored;
}
