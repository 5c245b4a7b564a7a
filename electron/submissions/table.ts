import { randomUUID } from 'node:crypto';

import type { Timestamp } from '../../shared/calendar.ts';
import { DeskFault, type AppError } from '../../shared/errors.ts';
import type { SubmissionAbout, SubmissionState } from '../../shared/ipc/submissions.ts';
import type { Moment } from '../../shared/moment.ts';
import { row, rows, run, type Journal } from '../store/database.ts';
import { foundUnder, isFoundOrder, nearFound } from './found-at-bank.ts';
import { durably } from '../store/opening/journal.ts';
import { appendSend } from '../store/journal-chain.ts';
import { lookupsOf, momentIn, type SubmissionLookup } from './lookup-table.ts';

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
  readonly about: SubmissionAbout;
  /** Equal for orders that look like the same one sent twice; null where that cannot be. */
  readonly likeness: string | null;
};

export type Attempt = {
  readonly at: Timestamp;
  readonly correlationId: string;
  /** What every clock said then. */
  readonly clocks: Moment;
};

export type SubmissionAttempt = Omit<Attempt, 'clocks'> & {
  /** Null where it was sent by a version that did not note it. */
  readonly clocks: Moment | null;
  /** null while it is under way. */
  readonly outcome: string | null;
};

export type Submission = Omit<NewSubmission, 'about'> & {
  readonly about: SubmissionAbout | null;
  readonly submissionId: string;
  /** `found`: the bank has it, and it was adopted when the journal was compared with the bank. */
  readonly origin: 'sent' | 'found';
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly settledAt: Timestamp | null;
  readonly error: AppError | null;
  /** JSON text of the bank's answer, if one came. */
  readonly answer: string | null;
  /** The bank's identifier of what came of it. */
  readonly recordId: string | null;
  /** Accepted: does the bank tell that it is ours? Null where it was not accepted, or nobody asked. */
  readonly confirmed: boolean | null;
  readonly attempts: readonly SubmissionAttempt[];
  readonly lookups: readonly SubmissionLookup[];
};

export type Settlement = {
  readonly state: Exclude<SubmissionState, 'sending'>;
  readonly at: Timestamp;
  readonly error?: AppError | null;
  readonly answer?: string | null;
  readonly recordId?: string | null;
  /** False where it was accepted and nothing tells yet that it is ours. */
  readonly confirmed?: boolean;
};

type StoredSubmission = {
  submission_id: string;
  origin: Submission['origin'];
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
  about: string | null;
  likeness: string | null;
  record_id: string | null;
  confirmed: 0 | 1 | null;
};

/**
 * Writes the intent and its first attempt down, durably, in state `sending`, before anything is sent. A second one with
 * the same reference gives back the first with `created: false`; with another operation, subject or payload it
 * throws `input.invalid`. What was found at the bank counts as the first, also under a reference that only resembles this one.
 */
export function createSubmission(
  journal: Journal,
  submission: NewSubmission,
  attempt: Attempt,
): { submission: Submission; created: boolean } {
  return durably(journal, () => {
    const known = submissionUnder(journal, submission.reference);
    if (known !== null) {
      refuseOther(known, submission);
      return { submission: known, created: false };
    }
    const near = nearFound(journal, submission.reference);
    if (near !== null) throw new DeskFault('input.invalid', `${near} Nothing was sent.`);
    return { submission: insert(journal, submission, attempt), created: true };
  });
}

/**
 * Writes a further attempt down, durably, before it is made, and sets the state to `sending`. Throws `input.invalid`
 * when the submission is in none of the states given, so that two attempts are never under way together.
 */
export function addAttempt(
  journal: Journal,
  submissionId: string,
  attempt: Attempt,
  from: readonly SubmissionState[],
): Submission {
  return durably(journal, () => {
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

/** Writes down how it ended, or that nobody knows; the open attempt ends with it. */
export function settleSubmission(
  journal: Journal,
  submissionId: string,
  settlement: Settlement,
): Submission {
  return durably(journal, () => {
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
  });
}

export function submissionById(journal: Journal, submissionId: string): Submission | null {
  return one(journal, 'submission_id = ?', submissionId);
}

export function submissionByReference(journal: Journal, reference: string): Submission | null {
  return one(journal, 'reference = ?', reference);
}

/** The same, also where the bank writes the reference of what was found there in another case. */
export function submissionUnder(journal: Journal, reference: string): Submission | null {
  const exact = submissionByReference(journal, reference);
  const found = exact ? null : foundUnder(journal, reference);
  return exact ?? (found === null ? null : submissionById(journal, found));
}

/** The subject's newest one that is `sending` or `unknown`; null when all are settled. */
export function openSubmissionFor(journal: Journal, subject: string): Submission | null {
  return one(journal, `subject = ? AND state IN ('sending', 'unknown')`, subject);
}

/** Those that look the same and were made or settled since then, or have no answer, whenever they were made; newest first. */
export function alikeOrOpen(journal: Journal, likeness: string, since: Timestamp): Submission[] {
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE likeness = ?
       AND (created_at >= ? OR (origin = 'sent' AND settled_at >= ?) OR state IN ('sending', 'unknown')) ORDER BY id DESC`,
    likeness,
    since,
    since,
  ).map((stored) => withHistory(journal, stored));
}

/** Those that look the same, made since then, newest first. */
export function alikeSince(journal: Journal, likeness: string, since: Timestamp): Submission[] {
  return rows<StoredSubmission>(
    journal,
    'SELECT * FROM submission WHERE likeness = ? AND created_at >= ? ORDER BY id DESC',
    likeness,
    since,
  ).map((stored) => withHistory(journal, stored));
}

type Question = {
  readonly states?: readonly SubmissionState[];
  readonly operations?: readonly string[];
  readonly limit?: number;
};

/** Newest first. */
export function listSubmissions(
  journal: Journal,
  { states, operations, limit = -1 }: Question = {},
): Submission[] {
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE (@states IS NULL OR state IN (SELECT value FROM json_each(@states)))
       AND (@operations IS NULL OR operation IN (SELECT value FROM json_each(@operations)))
     ORDER BY id DESC LIMIT @limit`,
    {
      states: states === undefined ? null : JSON.stringify(states),
      operations: operations === undefined ? null : JSON.stringify(operations),
      limit,
    },
  ).map((stored) => withHistory(journal, stored));
}

/** Those that were accepted and of which nothing tells yet that they are ours, oldest first. */
export function unconfirmedSubmissions(journal: Journal): Submission[] {
  return rows<StoredSubmission>(
    journal,
    'SELECT * FROM submission WHERE confirmed = 0 ORDER BY id',
  ).map((stored) => withHistory(journal, stored));
}

/** Those that are on their way or have no answer, oldest first. */
export function openSubmissions(journal: Journal): Submission[] {
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE state IN ('sending', 'unknown') ORDER BY id`,
  ).map((stored) => withHistory(journal, stored));
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

function refuseOther(known: Submission, wanted: NewSubmission): void {
  if (isSameIntent(known, wanted)) return;
  throw new DeskFault(
    'input.invalid',
    known.origin === 'sent'
      ? 'This reference was used for something else.'
      : `The bank has something else under this reference, of ${known.createdAt.slice(0, 10)}. Nothing was sent.`,
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

function one(journal: Journal, condition: string, value: string): Submission | null {
  const stored = row<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE ${condition} ORDER BY id DESC LIMIT 1`,
    value,
  );
  return stored && withHistory(journal, stored);
}

function withHistory(journal: Journal, stored: StoredSubmission): Submission {
  const attempts = rows<Omit<SubmissionAttempt, 'clocks'> & { clocks: string | null }>(
    journal,
    `SELECT at, correlation_id AS correlationId, outcome, clocks FROM submission_attempt
     WHERE submission_id = ? ORDER BY id`,
    stored.submission_id,
  ).map(({ clocks, ...attempt }) => ({ ...attempt, clocks: momentIn(clocks) }));
  return {
    submissionId: stored.submission_id,
    origin: stored.origin,
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
    about: stored.about === null ? null : (JSON.parse(stored.about) as SubmissionAbout),
    likeness: stored.likeness,
    recordId: stored.record_id,
    confirmed: stored.confirmed === null ? null : stored.confirmed === 1,
    attempts,
    lookups: lookupsOf(journal, stored.submission_id),
  };
}
