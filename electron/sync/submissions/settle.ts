import { timestampNow, type Clock } from '../../context.ts';
import type { Journal } from '../../store/database.ts';
import { addLookup } from '../../store/submission-lookups.ts';
import {
  openSubmissionFor,
  settleSubmission,
  submissionById,
  type Submission,
} from '../../store/submissions.ts';
import { mayConclude } from './lookup-times.ts';

type Parts = { readonly journal: Journal; readonly clock: Clock };

/**
 * Settles an unknown submission about a subject from what the bank shows now. Seen: accepted. Not seen: it stays
 * unknown until the settle window is over and it was looked for often enough; then the bank does not have it, and a
 * person may send it again. Null while it is open.
 */
export function settleFromReading(
  parts: Parts,
  subject: string,
  isSeen: (submission: Submission) => boolean,
): Submission | null {
  const open = openSubmissionFor(parts.journal, subject);
  return open?.state === 'unknown' ? settleBySight(parts, open, isSeen(open)) : null;
}

/** The same for a submission at hand. */
export function settleBySight(
  { journal, clock }: Parts,
  open: Submission,
  seen: boolean,
  recordId: string | null = null,
): Submission | null {
  const { submissionId, error } = open;
  const at = timestampNow(clock);
  addLookup(journal, submissionId, {
    at,
    source: 'bank',
    found: seen ? 'yes' : 'no',
    words: seen ? 'The bank’s record shows it.' : 'The bank’s record does not show it.',
  });
  if (seen)
    return settleSubmission(journal, submissionId, {
      state: 'accepted',
      at,
      error: null,
      recordId,
    });
  const looked = submissionById(journal, submissionId) ?? open;
  return mayConclude(looked, clock.now(), { booksAt: null, statementAsOf: null })
    ? settleSubmission(journal, submissionId, { state: 'not-found', at, error })
    : null;
}
