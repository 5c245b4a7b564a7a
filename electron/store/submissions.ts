import { randomUUID } from 'node:crypto';

import type { Timestamp } from '../../shared/calendar.ts';
import { DeskFault, type AppError } from '../../shared/errors.ts';
import type { SubmissionState } from '../../shared/ipc/records.ts';
import { row, rows, run, type Journal } from './database.ts';
import { durably } from './journal.ts';

export type NewSubmission = {
  /** Born with the form; unique. */
  readonly reference: string;
  readonly operation: string;
  /** What it is about, such as an entity id. */
  readonly subject: string;
  /** JSON text of what will be sent. */
  readonly payload: string;
  /** SHA-256 of the payload, hex. */
  readonly payloadHash: string;
  readonly at: Timestamp;
};

type SubmissionAttempt = {
  readonly at: Timestamp;
  readonly correlationId: string;
  /** null while it is under way. */
  readonly outcome: string | null;
};

export type Submission = Omit<NewSubmission, 'at'> & {
  readonly submissionId: string;
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly settledAt: Timestamp | null;
  readonly error: AppError | null;
  /** JSON text of the bank's answer, if one came. */
  readonly answer: string | null;
  readonly attempts: readonly SubmissionAttempt[];
};

export type Settlement = {
  readonly state: Exclude<SubmissionState, 'sending'>;
  readonly at: Timestamp;
  readonly error?: AppError | null;
  readonly answer?: string | null;
};

type StoredSubmission = {
  submission_id: string;
  reference: string;
  operation: string;
  subject: string;
  payload: string;
  payload_hash: string;
  state: SubmissionState;
  created_at: string;
  settled_at: string | null;
  error: string | null;
  answer: string | null;
};

/**
 * Writes the intent down, durably, in state `sending`, before anything is sent. A second one with the same reference gives
 * back the first with `created: false`; with another operation, subject or payload it throws `input.invalid`.
 */
export function createSubmission(
  journal: Journal,
  submission: NewSubmission,
): { submission: Submission; created: boolean } {
  return durably(journal, () => {
    const known = submissionByReference(journal, submission.reference);
    if (known === null) return { submission: insert(journal, submission), created: true };
    if (!isSameIntent(known, submission))
      throw new DeskFault('input.invalid', 'This reference was used for something else.');
    return { submission: known, created: false };
  });
}

/** Durable before it returns, so that an attempt is never forgotten. Sets the state to `sending`. */
export function addAttempt(
  journal: Journal,
  submissionId: string,
  attempt: { at: Timestamp; correlationId: string },
): void {
  durably(journal, () => {
    run(
      journal,
      'INSERT INTO submission_attempt (submission_id, at, correlation_id) VALUES (?, ?, ?)',
      submissionId,
      attempt.at,
      attempt.correlationId,
    );
    run(
      journal,
      `UPDATE submission SET state = 'sending', settled_at = NULL, error = NULL WHERE submission_id = ?`,
      submissionId,
    );
  });
}

/** Writes down how it ended, or that nobody knows; the open attempt ends with it. */
export function settleSubmission(
  journal: Journal,
  submissionId: string,
  settlement: Settlement,
): Submission {
  return durably(journal, () => {
    const { state, at, error = null, answer = null } = settlement;
    const changed = run(
      journal,
      `UPDATE submission SET state = ?, settled_at = ?, error = ?, answer = coalesce(?, answer) WHERE submission_id = ?`,
      state,
      state === 'unknown' ? null : at,
      error && JSON.stringify(error),
      answer,
      submissionId,
    );
    if (changed === 0) throw new RangeError(`the submission ${submissionId} is not known`);
    run(
      journal,
      'UPDATE submission_attempt SET outcome = ? WHERE submission_id = ? AND outcome IS NULL',
      state,
      submissionId,
    );
    return existing(journal, submissionId);
  });
}

export function submissionById(journal: Journal, submissionId: string): Submission | null {
  return one(journal, 'submission_id = ?', submissionId);
}

function submissionByReference(journal: Journal, reference: string): Submission | null {
  return one(journal, 'reference = ?', reference);
}

/** The subject's newest one that is `sending` or `unknown`; null when all are settled. */
export function openSubmissionFor(journal: Journal, subject: string): Submission | null {
  return one(journal, `subject = ? AND state IN ('sending', 'unknown')`, subject);
}

/** Newest first. */
export function listSubmissions(
  journal: Journal,
  { states, limit = -1 }: { states?: readonly SubmissionState[]; limit?: number } = {},
): Submission[] {
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE @states IS NULL OR state IN (SELECT value FROM json_each(@states)) ORDER BY id DESC LIMIT @limit`,
    { states: states === undefined ? null : JSON.stringify(states), limit },
  ).map((stored) => withAttempts(journal, stored));
}

function insert(journal: Journal, submission: NewSubmission): Submission {
  const submissionId = randomUUID();
  run(
    journal,
    `INSERT INTO submission (submission_id, reference, operation, subject, payload, payload_hash, state, created_at)
     VALUES (?, ?, ?, ?, ?, ?, 'sending', ?)`,
    submissionId,
    submission.reference,
    submission.operation,
    submission.subject,
    submission.payload,
    submission.payloadHash,
    submission.at,
  );
  return existing(journal, submissionId);
}

function isSameIntent(known: Submission, wanted: NewSubmission): boolean {
  return (
    known.payloadHash === wanted.payloadHash &&
    known.operation === wanted.operation &&
    known.subject === wanted.subject
  );
}

function existing(journal: Journal, submissionId: string): Submission {
  const submission = submissionById(journal, submissionId);
  if (submission === null) throw new RangeError(`the submission ${submissionId} is not known`);
  return submission;
}

function one(journal: Journal, condition: string, value: string): Submission | null {
  const stored = row<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE ${condition} ORDER BY id DESC LIMIT 1`,
    value,
  );
  return stored && withAttempts(journal, stored);
}

function withAttempts(journal: Journal, stored: StoredSubmission): Submission {
  const attempts = rows<SubmissionAttempt>(
    journal,
    `SELECT at, correlation_id AS correlationId, outcome FROM submission_attempt WHERE submission_id = ? ORDER BY id`,
    stored.submission_id,
  );
  return {
    submissionId: stored.submission_id,
    reference: stored.reference,
    operation: stored.operation,
    subject: stored.subject,
    payload: stored.payload,
    payloadHash: stored.payload_hash,
    state: stored.state,
    createdAt: stored.created_at,
    settledAt: stored.settled_at,
    error: stored.error === null ? null : (JSON.parse(stored.error) as AppError),
    answer: stored.answer,
    attempts,
  };
}
