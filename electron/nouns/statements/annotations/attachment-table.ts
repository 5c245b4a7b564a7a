import { actorIn, actorText, type Actor, type Stamp } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Attachment } from '../../../../shared/ipc/accounts/attachments.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';

/** The stored name of an attachment's encrypted bytes, and their key; null once the bytes are deleted. */
export type StoredBlob = { readonly blob: string; readonly key: Uint8Array } | null;

type Stored = {
  readonly file_id: string;
  readonly account_number: string;
  readonly entry_id: string;
  readonly name: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly blob: string | null;
  readonly blob_key: Buffer | null;
  readonly added_at: Timestamp;
  readonly actor: string;
};

const columns =
  'file_id, account_number, entry_id, name, media_type, size_bytes, sha256, blob, blob_key, added_at, actor';

export function addAttachment(
  journal: Journal,
  file: Attachment,
  stored: NonNullable<StoredBlob> & { readonly actor: Actor },
): Attachment {
  writeJournal(journal, 'entry_file', () =>
    run(
      journal,
      `INSERT INTO entry_file (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[file.fileId, file.accountNumber, file.entryId, file.name, file.mediaType],
      ...[
        file.sizeBytes,
        file.sha256,
        stored.blob,
        stored.key,
        file.addedAt,
        actorText(stored.actor),
      ],
    ),
  );
  return file;
}

/** Returns the attachments of an entry, oldest first. */
export const attachmentsOf = (
  journal: Journal,
  accountNumber: string,
  entryId: string,
): Attachment[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM entry_file INDEXED BY entry_file_entry
     WHERE account_number = ? AND entry_id = ? AND removed_at IS NULL`,
    accountNumber,
    entryId,
  )
    .map(attachment)
    .sort((a, b) => a.addedAt.localeCompare(b.addedAt) || a.name.localeCompare(b.name));

/** Returns the files of an entry, including removed ones, newest first, at most `limit`. */
export const filesOf = (
  journal: Journal,
  accountNumber: string,
  entryId: string,
  limit: number,
): {
  readonly name: string;
  readonly addedAt: Timestamp;
  readonly actor: string;
  readonly removedAt: Timestamp | null;
  readonly removalActor: string | null;
}[] =>
  rows(
    journal,
    `SELECT name, added_at AS addedAt, actor, removed_at AS removedAt, removal_actor AS removalActor
     FROM entry_file WHERE account_number = ? AND entry_id = ? ORDER BY file_id DESC LIMIT ?`,
    ...[accountNumber, entryId, limit],
  );

/** Returns the attachments of one account by entry id, for entries that have any. */
export function attachmentsByEntry(
  journal: Journal,
  accountNumber: string,
  entryIds: readonly string[],
): ReadonlyMap<string, readonly Attachment[]> {
  const stored = rows<Stored>(
    journal,
    `SELECT ${columns} FROM entry_file INDEXED BY entry_file_entry
     WHERE account_number = ? AND entry_id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL`,
    accountNumber,
    JSON.stringify(entryIds),
  );
  return Map.groupBy(stored.map(attachment), ({ entryId }) => entryId);
}

/** Finds a file by its id, even if it was removed. */
export function attachmentById(
  journal: Journal,
  fileId: string,
): { readonly file: Attachment; readonly blob: StoredBlob } | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM entry_file WHERE file_id = ?`,
    fileId,
  );
  return stored === null ? null : { file: attachment(stored), blob: storedBlob(stored) };
}

/** `removal`: who removed the file and when; null restores it. */
export function removeAttachment(journal: Journal, fileId: string, removal: Stamp | null): void {
  writeJournal(journal, 'entry_file', () =>
    run(
      journal,
      'UPDATE entry_file SET removed_at = ?, removal_actor = ? WHERE file_id = ?',
      removal?.at ?? null,
      removal && actorText(removal.actor),
      fileId,
    ),
  );
}

/** Sets the location and key of the bytes of a known file again. */
export function restoreBlob(
  journal: Journal,
  fileId: string,
  { blob, key }: NonNullable<StoredBlob>,
): void {
  writeJournal(journal, 'entry_file', () =>
    run(
      journal,
      'UPDATE entry_file SET blob = ?, blob_key = ? WHERE file_id = ?',
      ...[blob, key, fileId],
    ),
  );
}

/** Only this many of the newest attached files are searched. */
const attachedMax = 5_000;

/** Returns the entries with a file, those with the newest file first. */
export function attachedEntries(
  journal: Journal,
): { readonly accountNumber: string; readonly entryId: string }[] {
  const entries = rows<Pick<Stored, 'account_number' | 'entry_id'>>(
    journal,
    `SELECT account_number, entry_id FROM entry_file INDEXED BY entry_file_attached
     WHERE removed_at IS NULL ORDER BY added_at DESC LIMIT ?`,
    attachedMax,
  ).map(({ account_number, entry_id }) => ({ accountNumber: account_number, entryId: entry_id }));
  // An entry with several files is returned once.
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** How many references are cleared at most when the bank is opened. */
const forgottenMax = 500;

/** Clears the references to the bytes of removed files. Returns the names under which the bytes are stored. */
export function clearRemoved(journal: Journal): string[] {
  const removed = rows<{ file_id: string; blob: string }>(
    journal,
    `SELECT file_id, blob FROM entry_file INDEXED BY entry_file_removed
     WHERE removed_at IS NOT NULL AND blob IS NOT NULL LIMIT ?`,
    forgottenMax,
  );
  if (removed.length > 0)
    writeJournal(journal, 'entry_file', () => {
      for (const { file_id } of removed)
        run(
          journal,
          'UPDATE entry_file SET blob = NULL, blob_key = NULL WHERE file_id = ?',
          file_id,
        );
    });
  return removed.map(({ blob }) => blob);
}

const storedBlob = ({ blob, blob_key }: Stored): StoredBlob =>
  blob === null || blob_key === null ? null : { blob, key: blob_key };

const attachment = (stored: Stored): Attachment => ({
  fileId: stored.file_id,
  accountNumber: stored.account_number,
  entryId: stored.entry_id,
  name: stored.name,
  mediaType: stored.media_type,
  sizeBytes: stored.size_bytes,
  sha256: stored.sha256,
  addedAt: stored.added_at,
  addedBy: actorIn(stored.actor).name,
});

/** Returns the names of all attached files with the names under which their encrypted bytes are stored. */
export const storedFiles = (journal: Journal): { readonly name: string; readonly blob: string }[] =>
  rows(
    journal,
    `SELECT name, blob FROM entry_file INDEXED BY entry_file_attached
     WHERE removed_at IS NULL AND blob IS NOT NULL`,
  );
