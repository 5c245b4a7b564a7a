import { createHash, randomUUID } from 'node:crypto';

import { DeskFault, fail, type Outcome } from '../../../../shared/errors.ts';
import type {
  FileToMatch,
  ColumnMatchDraft,
} from '../../../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type { PaymentParts } from '../tables.ts';
import { columnsToMatch, type DroppedPaymentFile } from './payment-files.ts';
import {
  keepWaiting,
  listWaiting,
  updateMatchDraft,
  waitingById,
  waitingBytes,
  type WaitingFile,
} from './tables/waiting-table.ts';

type Dropped = Omit<DroppedPaymentFile, 'match' | 'waitedAs'>;

/**
 * Describes the columns of a file, and saves the file until a person has matched them. The same bytes are saved once, with the draft of
 * their match. Refuses a file that cannot be read, and does not save it.
 */
export async function awaitColumns(
  parts: PaymentParts,
  { fileName, bytes, accountNumber }: Dropped,
  context: Context,
): Promise<Outcome<FileToMatch>> {
  const seen = await columnsToMatch(parts, { fileName, bytes }, context);
  if (!seen.ok) return seen;
  const { journal, clock } = parts;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const waiting = listWaiting(journal);
  const same = waiting.find((file) => file.sha256 === sha256);
  if (same) return lookAtWaiting(parts, { fileId: same.fileId }, context);
  if (waiting.length >= limits.paymentFilesWaitingMax)
    return fail('input.invalid', context.correlationId, {
      message: `${seen.value.fileName} was not taken: ${limits.paymentFilesWaitingMax} files wait for their columns already. Match one of them, or do not take it.`,
    });
  const file = {
    fileId: randomUUID(),
    fileName: seen.value.fileName,
    sha256,
    accountNumber: accountNumber ?? null,
    addedAt: timestampNow(clock),
  };
  await keepWaiting(journal, file, bytes);
  return ok({ ...seen.value, ...matchState({ ...file, draft: null }) });
}

/** Describes a waiting file from `firstLine`, else from the first line of its draft. */
export async function lookAtWaiting(
  parts: PaymentParts,
  { fileId, firstLine }: { fileId: string; firstLine?: number | undefined },
  context: Context,
): Promise<Outcome<FileToMatch>> {
  const file = knownWaiting(parts.journal, fileId);
  const bytes = await waitingBytes(parts.journal, fileId);
  const begin = firstLine ?? file.draft?.firstLine;
  const seen = await columnsToMatch(
    parts,
    { fileName: file.fileName, bytes, firstLine: begin },
    context,
  );
  return seen.ok ? ok({ ...seen.value, ...matchState(file) }) : seen;
}

/** Saves the current draft of a person's match of the columns. */
export function saveMatchDraft(journal: Journal, fileId: string, draft: ColumnMatchDraft): void {
  knownWaiting(journal, fileId);
  updateMatchDraft(journal, fileId, draft);
}

/** Throws `input.invalid` for a file that was matched or dropped in the meantime. */
export function knownWaiting(journal: Journal, fileId: string): WaitingFile {
  const file = waitingById(journal, fileId);
  if (file === null)
    throw new DeskFault('input.invalid', 'This file no longer waits for its columns.');
  return file;
}

const matchState = ({ fileId, accountNumber, draft }: WaitingFile) => ({
  fileId,
  accountNumber,
  draft,
});
