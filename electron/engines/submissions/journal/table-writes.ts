import { randomUUID } from 'node:crypto';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { DeskFault, type AppError } from '../../../../shared/errors.ts';
import type { SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { run, type Journal } from '../../store/database.ts';
import { deferOutcome, writeJournal } from '../../store/write-journal.ts';
import { isFoundOrder, nearFound, otherUnderReference } from './found-at-bank.ts';
import { appendSend } from './journal-chain.ts';
import { reportSettlement } from './settlement-listener.ts';
import {
  submissionById,
  submissionInOtherCase,
  submissionUnder,
  type Attempt,
  type NewSubmission,
  type Submission,
} from './submission-table.ts';

export type Settlement = {
  readonly state: Exclude<SubmissionState, 'sending'>;
  readonly at: Timestamp;
  readonly error?: AppError | null;
  readonly answer?: string | null;
  readonly recordId?: string | null;
  /** False where it was accepted and is not yet confirmed as ours. */
  readonly confirmed?: boolean;
};

/**
 * Records the intent and its first attempt durably, in state `sending`, before anything is sent. A second intent with the same
 * reference returns the first with `created: false`; with another operation, subject or payload it throws `input.invalid`. So does
 * one whose reference is an earlier one in lower or upper case. A payment found at the bank counts as the first, also under a
 * reference that only resembles this one.
 */
export function createSubmission(
  journal: Journal,
  submission: NewSubmission,
  attempt: Attempt,
): { submission: Submission; created: boolean } {
  return writeJournal(journal, ['submission', 'submission_attempt'], () => {
    const known = submissionUnder(journal, submission.reference);
    if (known !== null) {
      refuseOther(known, submission);
      return { submission: known, created: false };
    }
    const other = submissionInOtherCase(journal, submission.reference);
    if (other !== null) throw new DeskFault('input.invalid', inOtherCase(other.reference));
    const near = nearFound(journal, submission.reference);
    if (near !== null) throw new DeskFault('input.invalid', `${near} Nothing was sent.`);
    return { submission: insert(journal, submission, attempt), created: true };
  });
}

/**
 * Records a further attempt durably before it is made, and sets the state to `sending`. Throws `input.invalid`
 * when the submission is in none of the given states, so that two attempts never run at the same time.
 */
export function addAttempt(
  journal: Journal,
  submissionId: string,
  attempt: Attempt,
  from: readonly SubmissionState[],
): Submission {
  return writeJournal(journal, ['submission', 'submission_attempt'], () => {
    const changed = run(
      journal,
      `UPDATE submission SET state = 'sending', settled_at = NULL, error = NULL
       WHERE submission_id = ? AND state IN (SELECT value FROM json_each(?))`,
      submissionId,
      JSON.stringify(from),
    );
    if (changed === 0)
      throw new DeskFault('input.invalid', 'This cannot be sent again as it stands.');
    appendSend(journal, submissionId, attempt);
    return existing(journal, submissionId);
  });
}

/** Records the outcome durably, which may be `unknown`, and closes the open attempt. */
export const settleSubmission = (
  journal: Journal,
  submissionId: string,
  settlement: Settlement,
): Submission =>
  reported(
    journal,
    writeJournal(journal, ['submission', 'submission_attempt'], () =>
      settle(journal, submissionId, settlement),
    ),
  );

/**
 * Records an outcome that reaches the disk with the intent of the next submission. If it is lost before that, the submission is still
 * `sending`, as without an answer, and is looked up at the next opening.
 */
export const settleDeferred = (
  journal: Journal,
  submissionId: string,
  settlement: Settlement,
): Submission =>
  reported(
    journal,
    deferOutcome(journal, () => settle(journal, submissionId, settlement)),
  );

function reported(journal: Journal, settled: Submission): Submission {
  reportSettlement(journal, () => settled);
  return settled;
}

function settle(journal: Journal, submissionId: string, settlement: Settlement): Submission {
  const { state, at, error = null, answer = null, recordId = null } = settlement;
  const isConfirmed = settlement.confirmed === false ? 0 : 1;
  const changed = run(
    journal,
    `UPDATE submission SET state = ?, settled_at = ?, error = ?, answer = coalesce(?, answer),
         record_id = coalesce(?, record_id), confirmed = ? WHERE submission_id = ?`,
    state,
    state === 'unknown' ? null : at,
    error && JSON.stringify(error),
    answer,
    recordId,
    state === 'accepted' ? isConfirmed : null,
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
}

function insert(journal: Journal, submission: NewSubmission, attempt: Attempt): Submission {
  const submissionId = randomUUID();
  run(
    journal,
    `INSERT INTO submission (submission_id, reference, operation, subject, payload, payload_hash, state, created_at,
       about, likeness) VALUES (?, ?, ?, ?, ?, ?, 'sending', ?, ?, ?)`,
    submissionId,
    submission.reference,
    submission.operation,
    submission.subject,
    submission.payload,
    submission.payloadHash,
    attempt.at,
    JSON.stringify(submission.about),
    submission.likeness,
  );
  appendSend(journal, submissionId, attempt);
  return existing(journal, submissionId);
}

const inOtherCase = (reference: string): string =>
  `The reference ${reference} was used before, and a bank may take both for the same.`;

function refuseOther(known: Submission, wanted: NewSubmission): void {
  if (isSameIntent(known, wanted)) return;
  throw new DeskFault(
    'input.invalid',
    known.origin === 'sent'
      ? 'This reference was used for something else.'
      : otherUnderReference(known),
  );
}

function isSameIntent(known: Submission, wanted: NewSubmission): boolean {
  if (known.origin === 'found')
    return known.operation === wanted.operation && isFoundOrder(known.payload, wanted.payload);
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
