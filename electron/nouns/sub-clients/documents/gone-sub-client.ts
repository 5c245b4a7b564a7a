import { appError, type AppError } from '../../../../shared/errors.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { subClientById } from '../records/tables.ts';
import { rereadSubClient } from '../refresh.ts';
import { isDeleted } from '../records/status-labels.ts';
import type { UploadParts } from './parts.ts';

type Problem = (context: Context) => AppError;

/** Returns why a file is not sent at all: the local copy knows that its sub-client was deleted. Null when there is no objection. */
export function goneBefore(parts: UploadParts, item: UploadItem): Problem | null {
  const name = nameOfGone(parts, item.subClientId);
  if (name === null) return null;
  return ({ correlationId }) =>
    goneError(correlationId, `${name} was deleted at the bank, so ${item.fileName} was not sent.`);
}

/**
 * Returns why the bank took no file. After a refusal the sub-client is read again, as somebody may have deleted it elsewhere. The bank's
 * own words are included.
 */
export async function whyRefused(
  parts: UploadParts,
  { subClientId, fileName }: UploadItem,
  { clientId, error }: { clientId: string; error: AppError | null },
  context: Context,
): Promise<AppError | null> {
  if (error?.code !== 'bank.refused') return error;
  await rereadSubClient(parts, { clientId, id: subClientId }, context);
  const name = nameOfGone(parts, subClientId);
  if (name === null) return error;
  const message = `${name} was deleted at the bank, which did not take ${fileName}.`;
  const refusal = error.bank ? { bank: error.bank } : {};
  return { ...goneError(error.correlationId, message), ...refusal };
}

const goneError = (correlationId: string, message: string): AppError =>
  appError('sub-client.gone', correlationId, { operation: 'uploadSubclientDocuments', message });

/** Returns its name, if the local copy knows that it is deleted or gone at the bank; else null. */
function nameOfGone({ reader }: UploadParts, subClientId: string): string | null {
  const known = subClientById(reader, subClientId);
  if (!known || (known.goneAt === null && !isDeleted(known.subClient))) return null;
  return known.subClient.name || known.subClient.businessName || 'The sub-client';
}
