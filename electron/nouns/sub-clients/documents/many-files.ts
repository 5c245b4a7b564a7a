import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { FileDetails, UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import {
  changeUploads,
  forgetLeftOut,
  putAwayUploads,
  uploadById,
  type StoredUpload,
  type UploadChange,
} from '../records/upload-table.ts';
import type { UploadParts } from './parts.ts';
import { assertTakesDocuments, givenTo, isSendable } from './uploads.ts';

/**
 * Says of many files whose they are, what they are and their days, each by itself: all of it is kept, or nothing. What is on its way or
 * at the bank stays as it is; answered is what was changed. Throws `input.invalid` for a sub-client that takes no documents.
 */
export function describeFiles(parts: UploadParts, details: readonly FileDetails[]): UploadItem[] {
  const owners = new Set(details.flatMap(({ subClientId }) => subClientId ?? []));
  for (const owner of owners) if (owner !== '') assertTakesDocuments(parts, owner);
  const changes = details.flatMap(({ itemId, ...rest }) => {
    const stored = uploadById(parts.journal, itemId);
    return stored && isSendable(stored) ? [{ itemId, change: changeOf(parts, stored, rest) }] : [];
  });
  if (changes.length === 0) return [];
  changeUploads(parts.journal, changes);
  // What one of them is to another is known once all are changed.
  const items = changes.flatMap(({ itemId }) => uploadById(parts.journal, itemId)?.item ?? []);
  for (const item of items) parts.announceUpload(item);
  return items;
}

function changeOf(
  parts: UploadParts,
  stored: StoredUpload,
  { subClientId, ...details }: Omit<FileDetails, 'itemId'>,
): UploadChange {
  const given = Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  );
  if (subClientId === undefined || subClientId === stored.item.subClientId) return given;
  return { ...givenTo(parts, stored, subClientId), ...given };
}

/**
 * Leaves files out of the queue that wait in it; one that is on its way, at the bank or may be there stays. Their bytes are kept, so that
 * they can be put back while the desk is open. Answers which were left out.
 */
export function leaveOut({ journal, clock }: UploadParts, itemIds: readonly string[]): string[] {
  const waiting = itemIds.filter((itemId) => {
    const stored = uploadById(journal, itemId);
    return stored && !stored.isPutAway && isWaiting(stored);
  });
  if (waiting.length > 0) putAwayUploads(journal, waiting, timestampNow(clock));
  return waiting;
}

/** Puts back what was left out; what is gone for good is left away. */
export function putBack(
  { journal }: Pick<UploadParts, 'journal'>,
  itemIds: readonly string[],
): UploadItem[] {
  const left = itemIds.filter((itemId) => {
    const stored = uploadById(journal, itemId);
    return stored?.isPutAway === true && isWaiting(stored);
  });
  if (left.length > 0) putAwayUploads(journal, left, null);
  return left.flatMap((itemId) => uploadById(journal, itemId)?.item ?? []);
}

const isWaiting = ({ item: { state } }: StoredUpload): boolean =>
  state === 'ready' || state === 'refused';

/** Deletes the bytes of files left out: after a new opening they cannot be put back. */
export function sweepLeftOut(journal: Journal, spoolFolder: string): void {
  for (const name of forgetLeftOut(journal)) rmSync(join(spoolFolder, name), { force: true });
}
