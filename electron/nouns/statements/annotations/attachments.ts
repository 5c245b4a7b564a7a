import { createHash, randomUUID } from 'node:crypto';

import type { Stamp } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import type { Attachment } from '../../../../shared/ipc/accounts/attachments.ts';
import { limits } from '../../../../shared/limits.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { readSpooled, removeSpooled, spoolFile } from '../../../engines/store/spool.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import { hasJoined } from '../../../engines/team-record/membership-row.ts';
import { findKey } from '../entries/places.ts';
import { mediaTypeOf } from './check-file.ts';
import {
  addAttachment,
  attachmentById,
  attachmentsOf,
  removeAttachment,
  type StoredBlob,
} from './attachment-table.ts';
import { shareFile, shareRemoval } from './shared-files.ts';

export type AttachingParts = {
  readonly reader: CacheReader;
  readonly journal: Journal;
  /** The folder of the encrypted bytes, next to the journal. */
  readonly folder: string;
};

export type OfferedFile = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
};

/**
 * Attaches a file to an entry. Writes its encrypted bytes to disk before the journal row. Returns the existing attachment if the
 * entry has the same bytes already. Throws what `mediaTypeOf` throws, `offline.not-cached` for an unknown entry, or a disk error.
 */
export async function attach(
  { reader, journal, folder }: AttachingParts,
  { accountNumber, entryId, fileName, bytes }: OfferedFile,
  { actor, at }: Stamp,
): Promise<Attachment> {
  assertEntry(reader, accountNumber, entryId);
  const name = cleanFileName(fileName);
  const mediaType = await mediaTypeOf(name, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const there = attachmentsOf(journal, accountNumber, entryId);
  const same = there.find((file) => file.sha256 === sha256);
  if (same) return same;
  if (there.length >= limits.attachmentsMax)
    throw new DeskFault(
      'input.invalid',
      `An entry takes ${String(limits.attachmentsMax)} files, and has them: ${name} was not attached.`,
    );
  const { name: blob, key } = await spoolFile(folder, [bytes]);
  const file: Attachment = {
    ...{ fileId: randomUUID(), accountNumber, entryId, name, mediaType },
    ...{ sizeBytes: bytes.length, sha256, addedAt: at, addedBy: actor.name },
  };
  return Promise.resolve()
    .then(() =>
      writeJournal(journal, 'entry_file', () => {
        shareFile(journal, file, bytes, at);
        return addAttachment(journal, file, { blob, key, actor });
      }),
    )
    .catch(async (cause: unknown) => {
      await removeSpooled(folder, blob);
      throw cause;
    });
}

/** Removes a file from its entry. Its bytes stay until the bank is opened again. */
export function detach({ journal }: AttachingParts, fileId: string, stamp: Stamp): Attachment {
  const { file } = known(journal, fileId);
  writeJournal(journal, 'entry_file', () => {
    removeAttachment(journal, fileId, stamp);
    shareRemoval(journal, { fileId, isRemoved: true }, stamp.at);
  });
  return file;
}

/** Restores a removed file if its bytes still exist. Shares the bytes again, since colleagues' desks may have deleted theirs. */
export async function restoreAttachment(
  parts: AttachingParts,
  fileId: string,
  at: Timestamp,
): Promise<Attachment> {
  const { journal } = parts;
  const { file, blob } = known(journal, fileId);
  if (blob === null) throw gone(file.name, 'it was removed before the bank was opened last');
  const bytes = hasJoined(journal) ? (await attachedBytes(parts, fileId)).bytes : null;
  writeJournal(journal, 'entry_file', () => {
    removeAttachment(journal, fileId, null);
    shareRemoval(journal, { fileId, isRemoved: false }, at);
    if (bytes !== null) shareFile(journal, file, bytes, at);
  });
  return file;
}

/** Returns the bytes of a file and checks their digest. Throws `attachment.unreadable` if they are missing or damaged. */
export async function attachedBytes(
  { journal, folder }: AttachingParts,
  fileId: string,
): Promise<{ readonly file: Attachment; readonly bytes: Uint8Array }> {
  const { file, blob } = known(journal, fileId);
  const bytes = await bytesOf(folder, blob).catch((cause: unknown) => {
    throw gone(file.name, 'its bytes are missing or damaged on this machine', cause);
  });
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
    throw gone(file.name, 'its bytes are not those that were attached');
  return { file, bytes };
}

function assertEntry(reader: CacheReader, accountNumber: string, entryId: string): void {
  const account = findOrdinal(reader, accountNumber);
  if (account === null || findKey(reader, account, entryId) === null)
    throw new DeskFault(
      'offline.not-cached',
      `Entry ${entryId} is not in the local copy: nothing was attached.`,
    );
}

async function bytesOf(folder: string, stored: StoredBlob): Promise<Uint8Array> {
  if (stored === null) throw new DeskFault('attachment.unreadable');
  const chunks: Uint8Array[] = [];
  for await (const chunk of readSpooled(folder, stored.blob, stored.key)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const gone = (name: string, why: string, cause?: unknown): DeskFault =>
  new DeskFault('attachment.unreadable', `${name} cannot be read any more: ${why}.`, { cause });

function known(journal: Journal, fileId: string) {
  const found = attachmentById(journal, fileId);
  if (found === null)
    throw new DeskFault('input.invalid', 'This file is not attached to any entry.');
  return found;
}
