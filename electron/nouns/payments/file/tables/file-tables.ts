import type { Timestamp } from '../../../../../shared/calendar/calendar.ts';
import type {
  Decimals,
  PaymentFileState,
  ProposedColumn,
} from '../../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../../shared/ipc/changes/payments.ts';
import { row, rows, run, type Journal } from '../../../../engines/store/database.ts';
import { writeJournal } from '../../../../engines/store/write-journal.ts';
import { submissionStampSql } from '../../../../engines/submissions/journal/submission-sql.ts';
import { accountNamesStampSql } from '../../../accounts/names.ts';
import { bankDetailsStampSql } from '../../../beneficiaries/fingerprints.ts';
import { insertLine, wasSent, type PaymentLine } from './line-tables.ts';
import { forgetWaiting } from './waiting-table.ts';

/** A payment file in the journal, without its lines. */
export type PaymentFileRecord = {
  readonly batchId: string;
  readonly fileName: string;
  /** Of the file's bytes, hex. */
  readonly sha256: string;
  readonly state: PaymentFileState;
  readonly addedAt: Timestamp;
  readonly stopReason: string | null;
  /** The kinds of warnings that the person who started it confirmed. */
  readonly acknowledged: readonly PaymentWarningKind[];
  /** The account for lines that name none. */
  readonly defaultAccount: string | null;
  /** As the file writes them. */
  readonly headings: readonly string[];
  /** The meaning of a column -> its number, from 0. */
  readonly columns: Readonly<Record<string, number>>;
  /** The decimal mark of its amounts, where a person chose one. */
  readonly decimals?: Decimals;
  readonly notes: readonly string[];
  /** Columns that a person must confirm before it is sent; absent where there are none. */
  readonly proposed?: ProposedColumns;
};

/** Columns to confirm, and the shape that the answer is saved under. */
export type ProposedColumns = {
  readonly columns: readonly ProposedColumn[];
  readonly shape: string;
  readonly offset: number;
};

type StoredFile = {
  file_id: string;
  file_name: string;
  sha256: string;
  state: PaymentFileState;
  added_at: string;
  stop_reason: string | null;
  acknowledged: string;
  default_account: string | null;
  headings: string;
  columns: string;
  decimals: Decimals | null;
  notes: string;
  proposed: string | null;
};

/** Starts to save a file. It is hidden until {@link finishFile}, and a crash before that discards it. */
export function beginFile(journal: Journal, file: PaymentFileRecord): void {
  writeJournal(journal, 'payment_file', () =>
    run(
      journal,
      `INSERT INTO payment_file (file_id, file_name, sha256, state, added_at, stop_reason, acknowledged, default_account,
         headings, columns, notes, decimals, proposed, is_whole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      file.batchId,
      file.fileName,
      file.sha256,
      file.state,
      file.addedAt,
      file.stopReason,
      JSON.stringify(file.acknowledged),
      file.defaultAccount,
      JSON.stringify(file.headings),
      JSON.stringify(file.columns),
      JSON.stringify(file.notes),
      file.decimals ?? null,
      file.proposed ? JSON.stringify(file.proposed) : null,
    ),
  );
}

/** Saves some of its lines, few enough not to block the thread. {@link finishFile} makes them durable. */
export function addLines(journal: Journal, batchId: string, lines: readonly PaymentLine[]): void {
  writeJournal(journal, 'payment_line', () => {
    for (const line of lines) insertLine(journal, batchId, line);
  });
}

/** Makes a file with all its lines durable and visible; the waiting file is deleted. */
export function finishFile(journal: Journal, batchId: string, waitedAs?: string): void {
  writeJournal(journal, ['payment_file', 'unmatched_payment_file'], () => {
    run(journal, 'UPDATE payment_file SET is_whole = 1 WHERE file_id = ?', batchId);
    if (waitedAs !== undefined) forgetWaiting(journal, waitedAs);
  });
}

export const fileById = (journal: Journal, batchId: string): PaymentFileRecord | null =>
  filesBy(journal, 'file_id = ?', batchId)[0] ?? null;

/** Newest first. */
export const listPaymentFiles = (journal: Journal): PaymentFileRecord[] =>
  filesBy(journal, '1 = 1');

export const isAnyFileSending = (journal: Journal): boolean =>
  row(journal, `SELECT 1 FROM payment_file WHERE state = 'sending' LIMIT 1`) !== null;

/** The first file with the same bytes that was dropped before this one; null when there is none. */
export function earlierFile(
  journal: Journal,
  { batchId, sha256 }: Pick<PaymentFileRecord, 'batchId' | 'sha256'>,
): PaymentFileRecord | null {
  return (
    filesBy(
      journal,
      `sha256 = ? AND id < coalesce((SELECT id FROM payment_file WHERE file_id = ?), 9007199254740991)`,
      sha256,
      batchId,
    ).at(-1) ?? null
  );
}

/** Durable before it returns, so that a file that is being sent is known after a crash. */
export function changeFile(
  journal: Journal,
  batchId: string,
  change: Partial<Pick<PaymentFileRecord, 'state' | 'stopReason' | 'acknowledged'>>,
): void {
  writeJournal(journal, 'payment_file', () => {
    const known = fileById(journal, batchId);
    if (known === null) throw new RangeError(`the payment file ${batchId} is not known`);
    const { state, stopReason, acknowledged } = { ...known, ...change };
    run(
      journal,
      'UPDATE payment_file SET state = ?, stop_reason = ?, acknowledged = ? WHERE file_id = ?',
      state,
      stopReason,
      JSON.stringify(acknowledged),
      batchId,
    );
  });
}

/** Saves the meaning of the columns as a person confirmed it: nothing is left to confirm. */
export function saveColumns(
  journal: Journal,
  batchId: string,
  { columns, notes }: Pick<PaymentFileRecord, 'columns' | 'notes'>,
): void {
  writeJournal(journal, 'payment_file', () =>
    run(
      journal,
      'UPDATE payment_file SET columns = ?, notes = ?, proposed = NULL WHERE file_id = ?',
      JSON.stringify(columns),
      JSON.stringify(notes),
      batchId,
    ),
  );
}

/** Cleans up after a crash: stops files that were being sent, with the reason, and deletes incomplete ones. */
export function stopInterrupted(journal: Journal, reason: string): void {
  writeJournal(journal, ['payment_file', 'unmatched_payment_file'], () => {
    run(journal, 'DELETE FROM payment_file WHERE is_whole = 0');
    run(journal, 'DELETE FROM unmatched_payment_file WHERE is_whole = 0');
    run(
      journal,
      `UPDATE payment_file SET state = 'stopped', stop_reason = ? WHERE state = 'sending'`,
      reason,
    );
  });
}

/** Deletes a file with its lines; false where a line was sent and the file stays. */
export function forgetFile(journal: Journal, batchId: string): boolean {
  return writeJournal(journal, 'payment_file', () => {
    if (wasSent(journal, batchId)) return false;
    run(journal, 'DELETE FROM payment_file WHERE file_id = ?', batchId);
    return true;
  });
}

function filesBy(journal: Journal, condition: string, ...params: unknown[]): PaymentFileRecord[] {
  return rows<StoredFile>(
    journal,
    `SELECT * FROM payment_file WHERE is_whole = 1 AND (${condition}) ORDER BY id DESC`,
    ...params,
  ).map((stored) => ({
    batchId: stored.file_id,
    fileName: stored.file_name,
    sha256: stored.sha256,
    state: stored.state,
    addedAt: stored.added_at,
    stopReason: stored.stop_reason,
    acknowledged: JSON.parse(stored.acknowledged) as PaymentWarningKind[],
    defaultAccount: stored.default_account,
    headings: JSON.parse(stored.headings) as string[],
    columns: JSON.parse(stored.columns) as Record<string, number>,
    ...(stored.decimals === null ? {} : { decimals: stored.decimals }),
    notes: JSON.parse(stored.notes) as string[],
    ...(stored.proposed === null
      ? {}
      : { proposed: JSON.parse(stored.proposed) as ProposedColumns }),
  }));
}

/** A stamp of the journal data that the check of a line depends on. */
export const checkStamp = (journal: Journal): string =>
  JSON.stringify(
    row(
      journal,
      `SELECT ${submissionStampSql} AS sent, ${bankDetailsStampSql} AS details, ${accountNamesStampSql} AS named,
         (SELECT count(*) FROM payment_release) AS released`,
    ),
  );
