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
import type { PaymentParts } from '../parts.ts';
import { columnsToMatch, type DroppedPaymentFile } from './payment-files.ts';
import {
  keepSaid,
  keepWaiting,
  listWaiting,
  waitingById,
  waitingBytes,
  type WaitingFile,
} from './tables/waiting-table.ts';

type Dropped = Omit<DroppedPaymentFile, 'match' | 'waitedAs'>;

/**
 * Shows what the columns of a file look like, and keeps it until a person has said what they mean. The same bytes wait once, with what
 * was said of them before. A file that cannot be read is refused, and not kept.
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
  return ok({ ...seen.value, ...standing({ ...file, said: null }) });
}

/** What is seen of a file that waits; from the line that was said before, where none is named. */
export async function lookAtWaiting(
  parts: PaymentParts,
  { fileId, firstLine }: { fileId: string; firstLine?: number | undefined },
  context: Context,
): Promise<Outcome<FileToMatch>> {
  const file = knownWaiting(parts.journal, fileId);
  const bytes = await waitingBytes(parts.journal, fileId);
  const begin = firstLine ?? file.said?.firstLine;
  const seen = await columnsToMatch(
    parts,
    { fileName: file.fileName, bytes, firstLine: begin },
    context,
  );
  return seen.ok ? ok({ ...seen.value, ...standing(file) }) : seen;
}

/** Keeps what a person says of a file's columns, as often as they say it. */
export function sayOfColumns(journal: Journal, fileId: string, said: ColumnMatchDraft): void {
  knownWaiting(journal, fileId);
  keepSaid(journal, fileId, said);
}

/** Throws `input.invalid` for one that was matched or dropped meanwhile. */
export function knownWaiting(journal: Journal, fileId: string): WaitingFile {
  const file = waitingById(journal, fileId);
  if (file === null)
    throw new DeskFault('input.invalid', 'This file no longer waits for its columns.');
  return file;
}

const standing = ({ fileId, accountNumber, said }: WaitingFile) => ({
  fileId,
  accountNumber,
  said,
});
