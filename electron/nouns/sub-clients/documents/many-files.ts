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
 * Sets owner, type and days of many files, each on its own: saves all or nothing. Files that are on their way or at the bank stay as they
 * are. Returns the changed ones. Throws `input.invalid` for a sub-client that takes no documents.
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
  // How each relates to the others is known once all are changed.
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
 * Removes waiting files from the queue; a file that is on its way, at the bank or may be there stays. Their bytes stay, so that the files
 * can be put back while the desk is open. Returns which were removed.
 */
export function leaveOut({ journal, clock }: UploadParts, itemIds: readonly string[]): string[] {
  const waiting = itemIds.filter((itemId) => {
    const stored = uploadById(journal, itemId);
    return stored && !stored.isPutAway && isWaiting(stored);
  });
  if (waiting.length > 0) putAwayUploads(journal, waiting, timestampNow(clock));
  return waiting;
}

/** Puts back files that were removed from the queue; skips those that are gone for good. */
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

/** Deletes the bytes of removed files: after a restart they cannot be put back. */
export function sweepLeftOut(journal: Journal, spoolFolder: string): void {
  for (const name of forgetLeftOut(journal)) rmSync(join(spoolFolder, name), { force: true });
}
