import type { Timestamp } from '../../../../../shared/calendar/calendar.ts';
import type { ColumnMatchDraft } from '../../../../../shared/ipc/changes/payment-files.ts';
import { inTurns } from '../../../../engines/files/turns.ts';
import { row, rows, run, type Journal } from '../../../../engines/store/database.ts';
import { writeJournal } from '../../../../engines/store/write-journal.ts';

/** A payment file that waits until a person has matched its columns. */
export type WaitingFile = {
  readonly fileId: string;
  readonly fileName: string;
  readonly sha256: string;
  /** The account for lines that name none. */
  readonly accountNumber: string | null;
  /** The person's match so far. */
  readonly draft: ColumnMatchDraft | null;
  readonly addedAt: Timestamp;
};

type Stored = {
  readonly file_id: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly account_number: string | null;
  readonly draft: string | null;
  readonly added_at: string;
};

const columns = 'file_id, file_name, sha256, account_number, draft, added_at';

/** Bytes written at a time, few enough not to block the thread. */
const partBytes = 256 * 1024;

/** Writes a file part by part; it is listed once all parts are on the disk. */
export async function keepWaiting(
  journal: Journal,
  { fileId, fileName, sha256, accountNumber, addedAt }: Omit<WaitingFile, 'draft'>,
  bytes: Uint8Array,
): Promise<void> {
  writeJournal(journal, 'unmatched_payment_file', () =>
    run(
      journal,
      'INSERT INTO unmatched_payment_file (file_id, file_name, sha256, account_number, added_at) VALUES (?, ?, ?, ?, ?)',
      ...[fileId, fileName, sha256, accountNumber, addedAt],
    ),
  );
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, part) => part);
  for await (const part of inTurns(parts))
    writeJournal(journal, 'unmatched_payment_file_part', () =>
      run(
        journal,
        'INSERT INTO unmatched_payment_file_part (file_id, part, bytes) VALUES (?, ?, ?)',
        ...[fileId, part, bytes.subarray(part * partBytes, (part + 1) * partBytes)],
      ),
    );
  writeJournal(journal, 'unmatched_payment_file', () =>
    run(journal, 'UPDATE unmatched_payment_file SET is_whole = 1 WHERE file_id = ?', fileId),
  );
}

/** Newest first. */
export const listWaiting = (journal: Journal): WaitingFile[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM unmatched_payment_file WHERE is_whole = 1 ORDER BY added_at DESC, file_id`,
  ).map(waitingFile);

export function waitingById(journal: Journal, fileId: string): WaitingFile | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM unmatched_payment_file WHERE file_id = ? AND is_whole = 1`,
    fileId,
  );
  return stored && waitingFile(stored);
}

/** The bytes of a waiting file, as they were dropped. */
export async function waitingBytes(journal: Journal, fileId: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const bytes of inTurns(partsOf(journal, fileId))) parts.push(bytes);
  return Buffer.concat(parts);
}

function* partsOf(journal: Journal, fileId: string): Generator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const found = row<{ bytes: Uint8Array }>(
      journal,
      'SELECT bytes FROM unmatched_payment_file_part WHERE file_id = ? AND part = ?',
      fileId,
      part,
    );
    if (found === null) return;
    yield found.bytes;
  }
}

export function updateMatchDraft(journal: Journal, fileId: string, draft: ColumnMatchDraft): void {
  writeJournal(journal, 'unmatched_payment_file', () =>
    run(
      journal,
      'UPDATE unmatched_payment_file SET draft = ? WHERE file_id = ?',
      JSON.stringify(draft),
      fileId,
    ),
  );
}

/** Deletes a waiting file with its bytes, within the caller's transaction where there is one. */
export function forgetWaiting(journal: Journal, fileId: string): void {
  writeJournal(journal, 'unmatched_payment_file', () =>
    run(journal, 'DELETE FROM unmatched_payment_file WHERE file_id = ?', fileId),
  );
}

const waitingFile = (stored: Stored): WaitingFile => ({
  fileId: stored.file_id,
  fileName: stored.file_name,
  sha256: stored.sha256,
  accountNumber: stored.account_number,
  draft: stored.draft === null ? null : (JSON.parse(stored.draft) as ColumnMatchDraft),
  addedAt: stored.added_at,
});
