import type { AppError } from '../../../shared/errors.ts';
import { windowError } from '../../../shared/window-error.ts';
import type { SubmissionState, SubmissionView } from '../../../shared/ipc/submissions.ts';

/** The bank clearly does not have it. Any other outcome is no refusal: it shows as the open submission. */
const rejectedStates: readonly SubmissionState[] = ['refused', 'not-sent', 'not-found'];

/** The error of a rejected submission: the bank's own where it gave one. */
export const refusalOf = ({ error, submissionId }: SubmissionView): AppError =>
  error ?? windowError('bank.refused', submissionId);

/** The same, only where the bank clearly has not taken it; null where it has, or may have. */
export const refusalIn = (submission: SubmissionView): AppError | null =>
  rejectedStates.includes(submission.state) ? refusalOf(submission) : null;
