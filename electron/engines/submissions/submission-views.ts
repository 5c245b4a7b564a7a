import { catalogue, isOperationName } from '../../../shared/bank/catalogue.ts';
import type {
  ResemblingRow,
  SubmissionAbout,
  SubmissionDetail,
  SubmissionView,
} from '../../../shared/ipc/submissions.ts';
import type { Submission } from './journal/submission-table.ts';
import { isLookedUp, mayRepeat, type ChangeParts } from './change.ts';
import { lookupDueAt } from './lookup/lookup-due.ts';
import { isSettled, lastAttemptOf, lookupsSinceAttempt } from './lookup/lookup-times.ts';

/** What a view depends on in addition to the submission: the definition of its operation, and the time. */
export type ViewParts = Pick<ChangeParts, 'clock' | 'registry'>;

/** Returns a submission as a person sees it. */
export function viewOf(submission: Submission, { clock, registry }: ViewParts): SubmissionView {
  const { submissionId, operation, subject, reference, state } = submission;
  const lastAttemptAt = lastAttemptOf(submission);
  return {
    submissionId,
    operation,
    subject,
    reference,
    state,
    createdAt: submission.createdAt,
    settledAt: submission.settledAt,
    error: submission.error,
    about: aboutOf(submission),
    attempts: submission.attempts.length,
    lastAttemptAt,
    isLookedUp: isLookedUp(registry, operation),
    lookups: submission.lookups.length,
    nextLookupAt: lookupDueAt(submission, registry),
    recordId: submission.recordId,
    confirmed: submission.confirmed,
    mayRepeat: mayRepeat(submission, registry),
    resembling: state === 'unknown' ? resemblingOf(submission) : [],
    maySettle: state === 'unknown' && isSettled(submission, clock.moment()),
  };
}

/** Returns the resembling rows of the last lookup that found any. */
export const resemblingOf = (submission: Submission): readonly ResemblingRow[] =>
  lookupsSinceAttempt(submission).findLast(({ resembling }) => resembling.length > 0)?.resembling ??
  [];

/** Returns the view with the history of attempts and lookups, oldest first. */
export function detailOf(submission: Submission, parts: ViewParts): SubmissionDetail {
  const attempts = submission.attempts.map(({ at, outcome }) => ({
    at,
    event: 'attempt' as const,
    words: outcome ?? 'on its way',
  }));
  const lookups = submission.lookups.map(({ at, source, words }) => ({
    at,
    event: source === 'person' ? ('person' as const) : ('lookup' as const),
    words,
  }));
  return {
    ...viewOf(submission, parts),
    history: [...attempts, ...lookups].toSorted((a, b) => a.at.localeCompare(b.at)),
  };
}

/** Falls back to the operation's title: the earliest submissions have no description. */
const aboutOf = ({ about, operation }: Submission): SubmissionAbout =>
  about ?? aboutRecord(titleOf(operation));

export const titleOf = (operation: string): string =>
  isOperationName(operation) ? catalogue[operation].title : operation;

/** Describes a change of a record, which has no money and at most a name. */
export const aboutRecord = (
  title: string,
  counterparty: string | null = null,
  counterpartyId: string | null = null,
): SubmissionAbout => ({ title, amount: null, accountNumber: null, counterparty, counterpartyId });
