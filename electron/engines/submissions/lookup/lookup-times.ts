import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import {
  believedMs,
  clocksAgree,
  surelyPassedMs,
  type Moment,
} from '../../../../shared/calendar/moment.ts';
import type { Submission } from '../journal/submission-table.ts';
import type { SubmissionLookup } from '../journal/lookup-table.ts';

export const lastAttemptOf = ({ attempts, createdAt }: Submission): Timestamp =>
  attempts.at(-1)?.at ?? createdAt;

/** Returns when the submission was last sent, by every clock; null where that was not recorded. */
export const sentAt = ({ attempts }: Submission): Moment | null => attempts.at(-1)?.clocks ?? null;

/** Returns the most credible time of the last sending, in milliseconds since 1970. */
export function sentMs(submission: Submission): number {
  const moment = sentAt(submission);
  return moment ? believedMs(moment) : Date.parse(lastAttemptOf(submission));
}

/** Returns the time from which a record of the bank may be ours. Milliseconds since 1970. */
export const heldAgainstFromMs = (submission: Submission): number =>
  sentMs(submission) - limits.bookedEarlyMs;

/** Returns the desk's own lookups since the last sending. */
export const lookupsSinceAttempt = ({ attempts, lookups }: Submission): SubmissionLookup[] =>
  lookups.filter(({ source, attempt }) => source !== 'person' && attempt === attempts.length);

/**
 * Returns when the desk looks up next: soon and often at first, then every five minutes, for a day. Null when the submission is
 * settled or in progress, or the day is over; then a sync or a person looks it up.
 */
export function nextLookupAt(submission: Submission): Timestamp | null {
  if (submission.state !== 'unknown') return null;
  const attemptMs = Date.parse(lastAttemptOf(submission));
  const done = lookupsSinceAttempt(submission);
  const delay = limits.lookupDelaysMs[roundsOf(done)];
  const lastMs = Date.parse(done.at(-1)?.at ?? lastAttemptOf(submission));
  const nextMs = delay === undefined ? lastMs + limits.lookupEveryMs : attemptMs + delay;
  return nextMs > attemptMs + limits.lookupDayMs ? null : new Date(nextMs).toISOString();
}

/** One round may look in two places. */
const roundsOf = (looks: readonly SubmissionLookup[]): number =>
  Math.max(
    ...(['bank', 'statement'] as const).map(
      (place) => looks.filter(({ source }) => source === place).length,
    ),
  );

/** Has the settle window certainly passed since the last sending? Before that the bank itself may not know yet. */
export const isSettled = (submission: Submission, at: Moment, now: Moment = at): boolean =>
  surelyPassedMs(sentAt(submission), at, now) >= limits.settleWindowMs;

/**
 * May the desk conclude that the bank does not have the submission? Only if nothing resembled it since the last sending, and two
 * lookups that would have shown it did not: the later one after the settle window, the other at least a minute before that. Nothing
 * is concluded while this machine's clock and the bank's disagree.
 */
export function mayConclude(submission: Submission, now: Moment): boolean {
  const looks = lookupsSinceAttempt(submission);
  if (!clocksAgree(now) || looks.some(({ found }) => found === 'yes' || found === 'doubtful'))
    return false;
  const negatives = looks.flatMap(({ found, clocks }) =>
    found === 'no' && clocks ? [clocks] : [],
  );
  return negatives.some(
    (later) =>
      isSettled(submission, later, now) &&
      negatives.some((other) => surelyPassedMs(other, later, now) >= limits.looksApartMs),
  );
}
