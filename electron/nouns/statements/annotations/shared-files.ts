import { createHash } from 'node:crypto';

import { actorIn, actorText, type Stamp } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import type { Attachment } from '../../../../shared/ipc/accounts/attachments.ts';
import { OneByOne } from '../../../engines/machine/one-by-one.ts';
import { standingChange } from '../../../engines/sharing/change-table.ts';
import { shareChanges } from '../../../engines/sharing/outgoing.ts';
import { rows, run, type Journal } from '../../../engines/store/database.ts';
import { attempt, ignoreErrors, ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { removeSpooled, spoolFile } from '../../../engines/store/spool.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import { hasJoined } from '../../../engines/team-record/membership-row.ts';
import {
  addAttachment,
  attachmentById,
  attachmentsOf,
  removeAttachment,
  restoreBlob,
} from './attachment-table.ts';
import { mediaTypeOf } from './check-file.ts';

/** The kinds of attached files among the shared records. */
export const fileKinds = { part: 'file-part', removal: 'file-removal' } as const;

/** Larger files stay on their desk. */
export const sharedFileBytesMax = 5_000_000;
/** The maximum bytes of a part: as base64 they fit into an act of the record, which takes a megabyte. */
export const partBytesMax = 375_000;
/** An entry with this many files takes no more from colleagues. */
const filesOfEntryMax = 100;

/** The fields of a file that each of its parts repeats. */
export type FileHead = Pick<
  Attachment,
  'accountNumber' | 'entryId' | 'name' | 'sizeBytes' | 'sha256'
> & { readonly parts: number };

/** A part of an attached file; `part` counts from 0, `bytes` are base64. */
export type FilePart = FileHead & {
  readonly fileId: string;
  readonly part: number;
  readonly bytes: string;
};

export type FileRemoval = { readonly fileId: string; readonly isRemoved: boolean };

/** Is a file of this desk too large for its team's record? */
export const staysHere = (journal: Journal, { sizeBytes }: Attachment): boolean =>
  sizeBytes > sharedFileBytesMax && hasJoined(journal);

/** Shares the bytes of a file in parts, unless it is too large. */
export function shareFile(
  journal: Journal,
  file: Attachment,
  bytes: Uint8Array,
  at: Timestamp,
): void {
  if (!hasJoined(journal) || staysHere(journal, file)) return;
  const { fileId, accountNumber, entryId, name, sizeBytes, sha256 } = file;
  const parts = Math.ceil(bytes.length / partBytesMax);
  const items = Array.from({ length: parts }, (_, part) => ({
    ...{ fileId, accountNumber, entryId, name, sizeBytes, sha256, part, parts },
    bytes: Buffer.from(bytes.subarray(part * partBytesMax, (part + 1) * partBytesMax)).toString(
      'base64',
    ),
  }));
  shareChanges(journal, fileKinds.part, items, at);
}

/** Shares that a file was removed, or restored. */
export const shareRemoval = (journal: Journal, removal: FileRemoval, at: Timestamp): void => {
  shareChanges(journal, fileKinds.removal, [removal], at);
};

/** Stores a part of a colleague's file until all parts have arrived. Parts by another author belong to another file. */
export function writePart(
  journal: Journal,
  { fileId, part, bytes, ...head }: FilePart,
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'entry_file_part', () =>
    run(
      journal,
      `INSERT OR IGNORE INTO entry_file_part (file_id, author, part, head, bytes, at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[fileId, actor.desk, part, JSON.stringify(head), Buffer.from(bytes, 'base64')],
      ...[at, actorText(actor)],
    ),
  );
}

/** Removes or restores a colleague's file. For an incomplete file, `applyRemoval` does so once it is complete. */
export function writeRemoval(
  journal: Journal,
  { fileId, isRemoved }: FileRemoval,
  stamp: Stamp,
): void {
  removeAttachment(journal, fileId, isRemoved ? stamp : null);
}

/** A file whose parts have all arrived. */
type WholeFile = {
  readonly fileId: string;
  readonly author: string;
  readonly head: string;
  readonly at: Timestamp;
  readonly actor: string;
};

const wholeFiles = (journal: Journal): WholeFile[] =>
  rows<WholeFile>(
    journal,
    `SELECT file_id AS fileId, author, head, max(at) AS at, actor FROM entry_file_part
     GROUP BY file_id, author, head HAVING count(*) = json_extract(head, '$.parts') LIMIT 100`,
  );

/** How many incomplete files of one desk are stored. A desk sends the parts of a file one after another. */
const unfinishedFilesMax = 10;

/** Deletes the parts of the oldest incomplete files of each desk, beyond `unfinishedFilesMax`. */
function removeUnfinished(journal: Journal): void {
  writeJournal(journal, 'entry_file_part', () =>
    run(
      journal,
      `DELETE FROM entry_file_part WHERE (file_id, author, head) IN (
         SELECT file_id, author, head FROM (
           SELECT file_id, author, head, row_number() OVER (PARTITION BY author ORDER BY max(rowid) DESC) AS place
           FROM entry_file_part GROUP BY file_id, author, head
           HAVING count(*) < json_extract(head, '$.parts'))
         WHERE place > ?)`,
      unfinishedFilesMax,
    ),
  );
}

type FileParts = { readonly journal: Journal; readonly folder: string };

/** One run at a time per journal: two would write the same file twice. */
const runs = new WeakMap<Journal, OneByOne>();

/**
 * Attaches colleagues' files whose parts have all arrived. Discards a file that contradicts its head, or that this desk would not
 * attach either. After a disk error the parts stay for the next run.
 */
export function completeFiles(parts: FileParts): Promise<void> {
  const { journal } = parts;
  const alone = runs.get(journal) ?? new OneByOne();
  runs.set(journal, alone);
  return alone.run(async () => {
    for (const file of wholeFiles(journal))
      await ignoreErrorsAsync(() => completeFile(parts, file));
    ignoreErrors(() => {
      removeUnfinished(journal);
    });
  });
}

async function completeFile(parts: FileParts, file: WholeFile): Promise<void> {
  const { journal, folder } = parts;
  const head = JSON.parse(file.head) as FileHead;
  const bytes = bytesOf(journal, file);
  const name = cleanFileName(head.name);
  const mediaType = await attempt(() => mediaTypeOf(name, bytes));
  if (!mediaType.ok || !matchesHead(head, bytes) || !isWanted(journal, file, head)) {
    writeJournal(journal, 'entry_file_part', () => {
      removeParts(journal, file);
    });
    return;
  }
  const { accountNumber, entryId, sizeBytes, sha256 } = head;
  const { name: blob, key } = await spoolFile(folder, [bytes]);
  const actor = actorIn(file.actor);
  const attachment: Attachment = {
    ...{ fileId: file.fileId, accountNumber, entryId, name, mediaType: mediaType.value },
    ...{ sizeBytes, sha256, addedAt: file.at, addedBy: actor.name },
  };
  const stored = await attempt(() =>
    writeJournal(journal, ['entry_file', 'entry_file_part'], () => {
      if (attachmentById(journal, file.fileId) === null)
        addAttachment(journal, attachment, { blob, key, actor });
      else restoreBlob(journal, file.fileId, { blob, key });
      applyRemoval(journal, file.fileId);
      removeParts(journal, file);
    }),
  );
  if (stored.ok) return;
  await removeSpooled(folder, blob);
  throw stored.error;
}

const bytesOf = (journal: Journal, { fileId, author }: WholeFile): Buffer =>
  Buffer.concat(
    rows<{ bytes: Buffer }>(
      journal,
      'SELECT bytes FROM entry_file_part WHERE file_id = ? AND author = ? ORDER BY part',
      ...[fileId, author],
    ).map(({ bytes }) => bytes),
  );

const matchesHead = ({ sizeBytes, sha256 }: FileHead, bytes: Uint8Array): boolean =>
  bytes.length === sizeBytes &&
  bytes.length <= sharedFileBytesMax &&
  createHash('sha256').update(bytes).digest('hex') === sha256;

/** Checks whether a file is to be stored: it restores the missing bytes of a known file, or its entry has room for a new one. */
function isWanted(journal: Journal, { fileId }: WholeFile, head: FileHead): boolean {
  const known = attachmentById(journal, fileId);
  return known === null
    ? attachmentsOf(journal, head.accountNumber, head.entryId).length < filesOfEntryMax
    : known.blob === null && known.file.sha256 === head.sha256;
}

/** Applies a removal that arrived before the file was complete. */
function applyRemoval(journal: Journal, fileId: string): void {
  const standing = standingChange(journal, fileKinds.removal, fileId);
  if (standing === null) return;
  const { item, at, by, author } = standing;
  // The cast is safe: only items that could be parsed as removals are stored under this kind.
  writeRemoval(journal, item as FileRemoval, { at, actor: { id: '', name: by, desk: author } });
}

const removeParts = (journal: Journal, { fileId, author }: WholeFile): void => {
  run(journal, 'DELETE FROM entry_file_part WHERE file_id = ? AND author = ?', ...[fileId, author]);
};
