import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SubmissionAbout } from '../../../../shared/ipc/submissions.ts';
import { rows, type Journal } from '../../store/database.ts';
import { storedAbout, storedError } from './submission-table.ts';

/** A submission with a problem, without its payload. */
export type TroubledSubmission = {
  readonly submissionId: string;
  readonly operation: string;
  readonly subject: string;
  readonly reference: string;
  readonly error: AppError | null;
  readonly about: SubmissionAbout | null;
  readonly recordId: string | null;
  /** When it was last sent, and when it was settled. */
  readonly lastAttemptAt: Timestamp;
  readonly settledAt: Timestamp | null;
  readonly lookups: number;
  /** The sentence of the last lookup; null when there was none. */
  readonly lastWords: string | null;
};

type Stored = Omit<TroubledSubmission, 'error' | 'about'> & {
  error: string | null;
  about: string | null;
};

const columns = `s.submission_id AS submissionId, s.operation, s.subject, s.reference, s.error, s.about,
  s.record_id AS recordId, s.settled_at AS settledAt,
  coalesce((SELECT a.at FROM submission_attempt a WHERE a.submission_id = s.submission_id ORDER BY a.id DESC LIMIT 1),
    s.created_at) AS lastAttemptAt,
  (SELECT count(*) FROM submission_lookup l WHERE l.submission_id = s.submission_id) AS lookups,
  (SELECT l.words FROM submission_lookup l WHERE l.submission_id = s.submission_id ORDER BY l.id DESC LIMIT 1)
    AS lastWords`;

/** Returns the submissions without an answer, oldest first. */
export const unansweredSubmissions = (journal: Journal): TroubledSubmission[] =>
  rows<Stored>(
    journal,
    // The first condition selects the partial index.
    `SELECT ${columns} FROM submission s WHERE s.state IN ('sending', 'unknown') AND s.state = 'unknown' ORDER BY s.id`,
  ).map(troubled);

/** Returns the submissions that the bank does not have, oldest first. */
export const absentSubmissions = (journal: Journal): TroubledSubmission[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM submission s WHERE s.state IN ('refused', 'not-sent', 'not-found')
       AND s.state = 'not-found' ORDER BY s.settled_at`,
  ).map(troubled);

/** Returns the submissions accepted before then that are not yet confirmed as ours, oldest first. */
export const unconfirmedBefore = (journal: Journal, before: Timestamp): TroubledSubmission[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM submission s WHERE s.confirmed = 0 AND s.settled_at < ? ORDER BY s.id`,
    before,
  ).map(troubled);

/** Returns the submissions that were refused or not sent since then, oldest first. `condition` is SQL that narrows `submission s`. */
export const submissionsThatCameToNothing = (
  journal: Journal,
  {
    state,
    since,
    condition,
  }: { state: 'refused' | 'not-sent'; since: Timestamp; condition: string },
): TroubledSubmission[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM submission s WHERE s.state IN ('refused', 'not-sent', 'not-found')
       AND s.state = ? AND s.settled_at >= ?
       AND ${condition} ORDER BY s.settled_at`,
    state,
    since,
  ).map(troubled);

const troubled = ({ error, about, ...rest }: Stored): TroubledSubmission => ({
  ...rest,
  error: storedError(error),
  about: storedAbout(about),
});
