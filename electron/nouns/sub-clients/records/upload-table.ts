import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';

/** A row of the upload queue: the window's part, and the main process's own. */
export type StoredUpload = {
  readonly item: UploadItem;
  /** Of the file's bytes, hex. */
  readonly sha256: string;
  /** Name of its encrypted file in spool/; null when it was refused and not stored. */
  readonly spoolFile: string | null;
  /** The file's own AES-256 key; null with `spoolFile`. */
  readonly spoolKey: Uint8Array | null;
  /** Out of the queue: at the bank, or left out by a person. */
  readonly isPutAway: boolean;
};

type StoredRow = {
  item: string;
  sha256: string;
  spool_file: string | null;
  spool_key: Buffer | null;
  same_as: string | null;
  dismissed_at: string | null;
};

const mayBeThere = `('sending', 'sent', 'unknown')`;

/**
 * Another upload of the same bytes, for a file that still waits: one that is at the bank or may be, or one that waits before it. Of
 * several, the one for the same sub-client counts, then a sent one. Computed at each reading, as the others come and go.
 */
const sameAs = `SELECT json_object(
    'fileName', json_extract(o.item, '$.fileName'), 'subClientId', o.sub_client_id,
    'isSent', json(iif(o.state IN ${mayBeThere}, 'true', 'false')))
  FROM upload o WHERE o.sha256 = u.sha256 AND o.id <> u.id
    AND (o.state IN ${mayBeThere} OR o.spool_file IS NOT NULL AND o.dismissed_at IS NULL AND o.id < u.id)
  ORDER BY o.sub_client_id = u.sub_client_id DESC, o.state IN ${mayBeThere} DESC, o.id LIMIT 1`;

const columns = `u.item, u.sha256, u.spool_file, u.spool_key, u.dismissed_at,
  CASE WHEN u.state IN ('ready', 'refused') AND u.spool_file IS NOT NULL THEN (${sameAs}) END AS same_as`;

export function addUpload(
  journal: Journal,
  { item, sha256, spoolFile, spoolKey }: Omit<StoredUpload, 'isPutAway'>,
): void {
  writeJournal(journal, 'upload', () =>
    run(
      journal,
      `INSERT INTO upload (item_id, sub_client_id, sha256, state, item, spool_file, spool_key)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      item.itemId,
      item.subClientId,
      sha256,
      item.state,
      JSON.stringify(item),
      spoolFile,
      spoolKey,
    ),
  );
}

/** The changeable fields of a queued file, its owner among them. */
export type UploadChange = Partial<Omit<UploadItem, 'itemId'>>;

/** Changes fields of the item, durably; the others stay. Throws RangeError for an item that is not queued. */
export const changeUpload = (
  journal: Journal,
  itemId: string,
  change: UploadChange,
): StoredUpload => writeJournal(journal, 'upload', () => changed(journal, itemId, change));

/** Changes many items as {@link changeUpload} does: all of them or none. */
export const changeUploads = (
  journal: Journal,
  changes: readonly { readonly itemId: string; readonly change: UploadChange }[],
): StoredUpload[] =>
  writeJournal(journal, 'upload', () =>
    changes.map(({ itemId, change }) => changed(journal, itemId, change)),
  );

function changed(journal: Journal, itemId: string, change: UploadChange): StoredUpload {
  const known = uploadById(journal, itemId);
  if (known === null) throw new RangeError(`the upload ${itemId} is not known`);
  const item = { ...known.item, ...change };
  run(
    journal,
    'UPDATE upload SET item = ?, state = ?, sub_client_id = ? WHERE item_id = ?',
    JSON.stringify(item),
    item.state,
    item.subClientId,
    itemId,
  );
  return uploadById(journal, itemId) ?? { ...known, item };
}

export function uploadById(journal: Journal, itemId: string): StoredUpload | null {
  const stored = row<StoredRow>(
    journal,
    `SELECT ${columns} FROM upload u WHERE u.item_id = ?`,
    itemId,
  );
  return stored && storedUpload(stored);
}

/** The uploads that the queue shows, oldest first; of one sub-client or of all. */
export const queuedUploads = (journal: Journal, subClientId?: string): UploadItem[] =>
  rows<StoredRow>(
    journal,
    `SELECT ${columns} FROM upload u
     WHERE u.dismissed_at IS NULL AND (@subClientId IS NULL OR u.sub_client_id = @subClientId) ORDER BY u.id`,
    { subClientId: subClientId ?? null },
  ).map((stored) => storedUpload(stored).item);

/** Returns every recorded upload, oldest first; of one sub-client or of all. */
export function listUploads(journal: Journal, subClientId?: string): StoredUpload[] {
  return rows<StoredRow>(
    journal,
    `SELECT ${columns} FROM upload u WHERE @subClientId IS NULL OR u.sub_client_id = @subClientId ORDER BY u.id`,
    { subClientId: subClientId ?? null },
  ).map(storedUpload);
}

/** The first upload of the same bytes for the sub-client that was sent or may have been; null when there is none. */
export function uploadBySha256(
  journal: Journal,
  subClientId: string,
  sha256: string,
): StoredUpload | null {
  const stored = row<StoredRow>(
    journal,
    `SELECT ${columns} FROM upload u WHERE u.sub_client_id = ? AND u.sha256 = ?
       AND u.state IN ${mayBeThere} ORDER BY u.id LIMIT 1`,
    subClientId,
    sha256,
  );
  return stored && storedUpload(stored);
}

export function forgetUpload(journal: Journal, itemId: string): void {
  writeJournal(journal, 'upload', () =>
    run(journal, 'DELETE FROM upload WHERE item_id = ?', itemId),
  );
}

/**
 * Removes files from the queue, or, with null, puts them back. The record of one that is at the bank stays for good, so that the same bytes
 * are recognised; a removed file stays with its bytes until {@link forgetLeftOut}.
 */
export const putAwayUploads = (
  journal: Journal,
  itemIds: readonly string[],
  at: Timestamp | null,
): void => {
  writeJournal(journal, 'upload', () => {
    for (const itemId of itemIds)
      run(journal, 'UPDATE upload SET dismissed_at = ? WHERE item_id = ?', at, itemId);
  });
};

/** Deletes the records of removed files that were not put back; returns the names of the spool files with their bytes. */
export function forgetLeftOut(journal: Journal): string[] {
  const leftOut = rows<{ item_id: string; spool_file: string | null }>(
    journal,
    `SELECT u.item_id, u.spool_file FROM upload u
     WHERE u.dismissed_at IS NOT NULL AND u.state IN ('ready', 'refused')`,
  );
  if (leftOut.length > 0)
    writeJournal(journal, 'upload', () => {
      for (const { item_id } of leftOut)
        run(journal, 'DELETE FROM upload WHERE item_id = ?', item_id);
    });
  return leftOut.flatMap(({ spool_file }) => spool_file ?? []);
}

/** Fields that the oldest stored items lack. */
type Later = 'businessUserId' | 'unsureDays';

function storedUpload({
  item,
  sha256,
  spool_file,
  spool_key,
  same_as,
  dismissed_at,
}: StoredRow): StoredUpload {
  const stored = JSON.parse(item) as Omit<UploadItem, Later> & Partial<Pick<UploadItem, Later>>;
  const same = same_as === null ? null : (JSON.parse(same_as) as UploadItem['sameAs']);
  return {
    // The oldest items have no person: they are the company's.
    item: {
      ...stored,
      businessUserId: stored.businessUserId ?? null,
      unsureDays: stored.unsureDays ?? [],
      sameAs: same,
    },
    sha256,
    spoolFile: spool_file,
    spoolKey: spool_key,
    isPutAway: dismissed_at !== null,
  };
}
