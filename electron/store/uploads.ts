import type { UploadItem } from '../../shared/ipc/records.ts';
import { row, rows, run, type Journal } from './database.ts';
import { durably } from './journal.ts';

/** A row of the upload queue: what the window sees, and what only main may know. */
export type StoredUpload = {
  readonly item: UploadItem;
  /** Of the file's bytes, hex. */
  readonly sha256: string;
  /** Name of its encrypted file in spool/; null when it was refused and nothing was kept. */
  readonly spoolFile: string | null;
  /** The file's own AES-256 key; null with `spoolFile`. */
  readonly spoolKey: Uint8Array | null;
};

type StoredRow = {
  item: string;
  sha256: string;
  spool_file: string | null;
  spool_key: Buffer | null;
};

const columns = 'item, sha256, spool_file, spool_key';

export function addUpload(
  journal: Journal,
  { item, sha256, spoolFile, spoolKey }: StoredUpload,
): void {
  durably(journal, () =>
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

/** Changes fields of the item, durably; the others stay. Throws RangeError for an item that is not queued. */
export function changeUpload(
  journal: Journal,
  itemId: string,
  change: Partial<Omit<UploadItem, 'itemId' | 'subClientId'>>,
): StoredUpload {
  return durably(journal, () => {
    const known = uploadById(journal, itemId);
    if (known === null) throw new RangeError(`the upload ${itemId} is not known`);
    const item = { ...known.item, ...change };
    run(
      journal,
      'UPDATE upload SET item = ?, state = ? WHERE item_id = ?',
      JSON.stringify(item),
      item.state,
      itemId,
    );
    return { ...known, item };
  });
}

/** Gives a queued file to another sub-client, durably. Throws RangeError for an item that is not queued. */
export function giveUpload(
  journal: Journal,
  itemId: string,
  change: Pick<UploadItem, 'subClientId' | 'state' | 'problem' | 'duplicateOf'>,
): StoredUpload {
  return durably(journal, () => {
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
    return { ...known, item };
  });
}

/** After its spooled file was removed: the row stays, as a record of what was sent. */
export function forgetSpooled(journal: Journal, itemId: string): void {
  run(journal, 'UPDATE upload SET spool_file = NULL, spool_key = NULL WHERE item_id = ?', itemId);
}

export function uploadById(journal: Journal, itemId: string): StoredUpload | null {
  const stored = row<StoredRow>(journal, `SELECT ${columns} FROM upload WHERE item_id = ?`, itemId);
  return stored && storedUpload(stored);
}

/** Oldest first; of one sub-client or of all. */
export function listUploads(journal: Journal, subClientId?: string): StoredUpload[] {
  return rows<StoredRow>(
    journal,
    `SELECT ${columns} FROM upload WHERE @subClientId IS NULL OR sub_client_id = @subClientId ORDER BY id`,
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
    `SELECT ${columns} FROM upload WHERE sub_client_id = ? AND sha256 = ?
       AND state IN ('sending', 'sent', 'unknown') ORDER BY id LIMIT 1`,
    subClientId,
    sha256,
  );
  return stored && storedUpload(stored);
}

export function forgetUpload(journal: Journal, itemId: string): void {
  durably(journal, () => run(journal, 'DELETE FROM upload WHERE item_id = ?', itemId));
}

function storedUpload({ item, sha256, spool_file, spool_key }: StoredRow): StoredUpload {
  return {
    item: JSON.parse(item) as UploadItem,
    sha256,
    spoolFile: spool_file,
    spoolKey: spool_key,
  };
}
