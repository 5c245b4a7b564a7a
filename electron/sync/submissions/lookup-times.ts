import type { Timestamp } from '../../../shared/calendar.ts';
import { limits } from '../../../shared/limits.ts';
import type { Submission } from '../../store/submissions.ts';
import type { SubmissionLookup } from '../../store/submission-lookups.ts';

export const lastAttemptOf = ({ attempts, createdAt }: Submission): Timestamp =>
  attempts.at(-1)?.at ?? createdAt;

/** What was looked up since it was last sent. */
const lookupsSinceAttempt = (submission: Submission): SubmissionLookup[] => {
  const since = lastAttemptOf(submission);
  return submission.lookups.filter(({ at, source }) => source !== 'person' && at >= since);
};

/**
 * When the desk asks the bank next by itself: soon and often at first, then every five minutes, for a day. Null when
 * the submission is settled or on its way, or the day is over; then a sync or a person asks.
 */
export function nextLookupAt(submission: Submission): Timestamp | null {
  if (submission.state !== 'unknown') return null;
  const sentMs = Date.parse(lastAttemptOf(submission));
  const done = lookupsSinceAttempt(submission);
  const delay = limits.lookupDelaysMs[done.length];
  const lastMs = Date.parse(done.at(-1)?.at ?? lastAttemptOf(submission));
  const nextMs = delay === undefined ? lastMs + limits.lookupEveryMs : sentMs + delay;
  return nextMs > sentMs + limits.lookupDayMs ? null : new Date(nextMs).toISOString();
}

/**
 * May the bank be said not to have it? Only after the settle window, when it was asked at least twice and said no, the
 * last time after the window; and, where it would be booked, a statement read after the window does not show it.
 */
export function mayConclude(
  submission: Submission,
  nowMs: number,
  { booksAt, statementAsOf }: { booksAt: string | null; statementAsOf: Timestamp | null },
): boolean {
  const windowEndMs = Date.parse(lastAttemptOf(submission)) + limits.settleWindowMs;
  if (nowMs < windowEndMs) return false;
  const negatives = lookupsSinceAttempt(submission).filter(({ found }) => found === 'no');
  const last = negatives.at(-1);
  if (negatives.length < limits.lookupNegativesMin || !last || Date.parse(last.at) < windowEndMs)
    return false;
  return booksAt === null || (statementAsOf !== null && Date.parse(statementAsOf) >= windowEndMs);
}
