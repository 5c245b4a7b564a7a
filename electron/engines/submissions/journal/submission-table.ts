import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SubmissionAbout, SubmissionState } from '../../../../shared/ipc/submissions.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import { spellingsOf } from '../../../../shared/reference-likeness.ts';
import { row, rows, type Journal } from '../../store/database.ts';
import { foundUnder } from './found-at-bank.ts';
import { lookupsOf, momentIn, type SubmissionLookup } from './lookup-table.ts';

export type NewSubmission = {
  /** Created with the form; unique. */
  readonly reference: string;
  readonly operation: string;
  /** The subject, such as an entity id. */
  readonly subject: string;
  /** JSON text of what will be sent. */
  readonly payload: string;
  /** SHA-256 of the payload, hex. */
  readonly payloadHash: string;
  readonly about: SubmissionAbout;
  /** Equal for orders that look like one sent twice; null where no other can look the same. */
  readonly likeness: string | null;
};

export type Attempt = {
  readonly at: Timestamp;
  readonly correlationId: string;
  /** The clocks at that time. */
  readonly clocks: Moment;
};

export type SubmissionAttempt = Omit<Attempt, 'clocks'> & {
  /** Null where it was sent by a version that did not record them. */
  readonly clocks: Moment | null;
  /** null while it is in progress. */
  readonly outcome: string | null;
};

export type Submission = Omit<NewSubmission, 'about'> & {
  readonly about: SubmissionAbout | null;
  readonly submissionId: string;
  /** `found`: adopted from the bank when the journal was compared with it. */
  readonly origin: 'sent' | 'found';
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly settledAt: Timestamp | null;
  readonly error: AppError | null;
  /** JSON text of the bank's answer, if one came. */
  readonly answer: string | null;
  /** The bank's identifier of the resulting record. */
  readonly recordId: string | null;
  /** Did the bank confirm that an accepted submission is ours? Null where it was not accepted, or not checked. */
  readonly confirmed: boolean | null;
  readonly attempts: readonly SubmissionAttempt[];
  readonly lookups: readonly SubmissionLookup[];
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

export function submissionById(journal: Journal, submissionId: string): Submission | null {
  return one(journal, 'submission_id = ?', submissionId);
}

export function submissionByReference(journal: Journal, reference: string): Submission | null {
  return one(journal, 'reference = ?', reference);
}

/** Finds a submission under this reference in lower or upper case, which a bank may treat as the same; null where there is none. */
export function submissionInOtherCase(journal: Journal, reference: string): Submission | null {
  const others = spellingsOf(reference).filter((spelling) => spelling !== reference);
  return others.flatMap((other) => submissionByReference(journal, other) ?? [])[0] ?? null;
}

/** Finds the submission under a reference. One found at the bank matches in any case. */
export function submissionUnder(journal: Journal, reference: string): Submission | null {
  const exact = submissionByReference(journal, reference);
  const found = exact ? null : foundUnder(journal, reference);
  return exact ?? (found === null ? null : submissionById(journal, found));
}

/** Finds the subject's newest submission that is `sending` or `unknown`; null when all are settled. */
export function openSubmissionFor(journal: Journal, subject: string): Submission | null {
  return one(journal, `subject = ? AND state IN ('sending', 'unknown')`, subject);
}

/** Returns submissions that look the same: created or settled since then, or of any age without an answer. Newest first. */
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

/** Returns the references of all other submissions that look the same. */
export const alikeReferences = (journal: Journal, likeness: string, except: string): string[] =>
  rows<{ reference: string }>(
    journal,
    'SELECT reference FROM submission WHERE likeness = ? AND reference <> ?',
    likeness,
    except,
  ).map(({ reference }) => reference);

/** Returns submissions that look the same and were created since then, newest first. */
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
  readonly operation?: string;
  readonly limit?: number;
};

/** Newest first. */
export function listSubmissions(
  journal: Journal,
  { states, operation, limit = -1 }: Question = {},
): Submission[] {
  const conditions = [
    ...(operation === undefined ? [] : ['operation = @operation']),
    ...(states === undefined ? [] : ['state IN (SELECT value FROM json_each(@states))']),
  ];
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
     ORDER BY id DESC LIMIT @limit`,
    {
      ...(operation === undefined ? {} : { operation }),
      ...(states === undefined ? {} : { states: JSON.stringify(states) }),
      limit,
    },
  ).map((stored) => withHistory(journal, stored));
}

/** The submissions that were accepted and are not yet confirmed as ours, oldest first. */
export function unconfirmedSubmissions(journal: Journal): Submission[] {
  return rows<StoredSubmission>(
    journal,
    'SELECT * FROM submission WHERE confirmed = 0 ORDER BY id',
  ).map((stored) => withHistory(journal, stored));
}

/** Returns the submissions without effect that a person may send again, oldest first. */
export function unsentSubmissions(journal: Journal, operation: string): Submission[] {
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE state IN ('refused', 'not-sent', 'not-found')
       AND state <> 'refused' AND operation = ? ORDER BY id`,
    operation,
  ).map((stored) => withHistory(journal, stored));
}

/**
 * The submissions of an operation that have no record of the bank, newest first: those without an answer or accepted without a
 * record id, of any age; the others made since `since`.
 */
export function submissionsWithoutRecord(
  journal: Journal,
  operation: string,
  since: Timestamp,
): Submission[] {
  return rows<StoredSubmission>(
    journal,
    // The first condition selects the partial index.
    `SELECT * FROM submission WHERE (state <> 'accepted' OR record_id IS NULL) AND operation = ?
       AND (state IN ('sending', 'unknown', 'accepted') OR created_at >= ?) ORDER BY id DESC`,
    operation,
    since,
  ).map((stored) => withHistory(journal, stored));
}

/** The submissions that are in progress or have no answer, oldest first. */
export function openSubmissions(journal: Journal): Submission[] {
  return rows<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE state IN ('sending', 'unknown') ORDER BY id`,
  ).map((stored) => withHistory(journal, stored));
}

function one(journal: Journal, condition: string, value: string): Submission | null {
  const stored = row<StoredSubmission>(
    journal,
    `SELECT * FROM submission WHERE ${condition} ORDER BY id DESC LIMIT 1`,
    value,
  );
  return stored && withHistory(journal, stored);
}

/** Parses a submission's stored description, and its error below. Only this folder writes these texts. */
export const storedAbout = (text: string | null): SubmissionAbout | null =>
  text === null ? null : (JSON.parse(text) as SubmissionAbout);
export const storedError = (text: string | null): AppError | null =>
  text === null ? null : (JSON.parse(text) as AppError);

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
    error: storedError(stored.error),
    answer: stored.answer,
    about: storedAbout(stored.about),
    likeness: stored.likeness,
    recordId: stored.record_id,
    confirmed: stored.confirmed === null ? null : stored.confirmed === 1,
    attempts,
    lookups: lookupsOf(journal, stored.submission_id),
  };
}
