import { limits } from '../../shared/limits.ts';
import { timestampNow, type Clock } from '../context.ts';
import type { Journal } from '../store/database.ts';
import { openSubmissionFor, settleSubmission, type Submission } from '../store/submissions.ts';

type Parts = { readonly journal: Journal; readonly clock: Clock };

/**
 * Settles an unknown submission about a subject from what the bank shows now. Seen: accepted. Not seen: it stays
 * unknown until the settle window is over, and then counts as not sent, so that a person may send again.
 */
export function settleFromReading(
  { journal, clock }: Parts,
  subject: string,
  isSeen: (submission: Submission) => boolean,
): Submission | null {
  const open = openSubmissionFor(journal, subject);
  if (open?.state !== 'unknown') return null;
  const at = timestampNow(clock);
  if (isSeen(open))
    return settleSubmission(journal, open.submissionId, { state: 'accepted', at, error: null });
  if (clock.now() - Date.parse(open.createdAt) < limits.settleWindowMs) return null;
  return settleSubmission(journal, open.submissionId, { state: 'not-sent', at, error: open.error });
}
