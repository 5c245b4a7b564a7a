import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubmissionAbout, SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { rows, type Journal } from '../../store/database.ts';
import { storedAbout } from './submission-table.ts';

/** A change of the bank that is about one record, such as a payee. */
export type SubmissionOf = {
  readonly submissionId: string;
  readonly reference: string;
  readonly operation: string;
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly recordId: string | null;
  /** JSON text of what was sent. */
  readonly payload: string;
  readonly about: SubmissionAbout | null;
};

type Stored = Omit<SubmissionOf, 'about'> & { readonly about: string | null };

const columns = `submission_id AS submissionId, reference, operation, state, created_at AS createdAt, record_id AS recordId,
  payload, about`;

const submissionIn = ({ about, ...stored }: Stored): SubmissionOf => ({
  ...stored,
  about: storedAbout(about),
});

/** Returns the changes with a record as counterparty, newest first: payments to a payee, and changes of it. */
export const submissionsAbout = (
  journal: Journal,
  counterpartyId: string,
  limit: number,
): SubmissionOf[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM submission INDEXED BY submission_counterparty
     WHERE about ->> '$.counterpartyId' = ? ORDER BY id DESC LIMIT ?`,
    counterpartyId,
    limit,
  ).map(submissionIn);

/** Finds the change that created a record at the bank; null where none from here did. */
export const creationOf = (
  journal: Journal,
  operation: string,
  recordId: string,
): SubmissionOf | null =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM submission WHERE operation = ? AND record_id = ? LIMIT 1`,
    operation,
    recordId,
  ).map(submissionIn)[0] ?? null;
