import { SubClient, type PartialSubClient } from '../../../shared/bank/onboarding.ts';
import { isStatusTerm, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { definedFields } from '../../engines/submissions/echo.ts';
import { isDeleted, isDraft, isRejected } from './records/status-labels.ts';

/** Whether it is deleted, by its status or by the bank file's words for done. */
export const isDeletedAt = ({ done }: StatusWords, { status = '' }: PartialSubClient): boolean =>
  isDeleted({ status }) || isStatusTerm(done, status);

/** Returns why an answer to Delete Subclient (section 4.5) does not show the deletion, in words; null where it does. */
export function unshownDeletion(answer: PartialSubClient, words: StatusWords): string | null {
  if (isDeletedAt(words, answer)) return null;
  return answer.status === undefined || answer.status === ''
    ? 'The bank’s answer gives no status: it does not show the deletion.'
    : `The bank’s answer gives the status “${answer.status}”: it does not show the deletion.`;
}

/**
 * Returns why an answer to Submit Subclient (section 4.6) does not show the submission, in words; null where it does. What Submit does to
 * status and approvalStatus is not specified. It shows by a status, an approval or a stage that moved, or by the fields that only Submit
 * answers with (approvalComments, approvalDate) in a record that differs from the known one.
 */
export function unshownSubmission(
  known: SubClient | null,
  answer: PartialSubClient,
): string | null {
  if (isDeleted({ status: answer.status ?? '' }))
    return `The bank’s answer gives the status “${answer.status ?? ''}”: it does not show the submission.`;
  const hasMoved = known === null ? isBeyondDraft(answer) : moves(known, answer);
  if (hasMoved) return null;
  const isSubmits = answer.approvalComments !== undefined || answer.approvalDate !== undefined;
  if (
    isSubmits &&
    (known === null || (differs(known, answer) && !isRejectedAsBefore(known, answer)))
  )
    return null;
  return 'The bank’s answer does not show the submission: its record is as it was before.';
}

const isBeyondDraft = ({ status = '' }: PartialSubClient): boolean =>
  status !== '' && !isDraft({ status });

const moves = (known: SubClient, answer: PartialSubClient): boolean =>
  (['status', 'approvalStatus', 'stagesRemaining'] as const).some(
    (field) => answer[field] !== undefined && plain(answer[field]) !== plain(known[field]),
  );

const plain = (value: string | readonly string[]): string =>
  (typeof value === 'string' ? value : value.toSorted().join('\n')).trim().toLowerCase();

/** Compares only the record, without its message and extra fields, such as a number of the answer itself. */
const differs = (
  known: SubClient,
  { message: _message, extras: _extras, ...answer }: PartialSubClient,
): boolean =>
  Object.entries(definedFields(answer)).some(
    ([field, now]) => JSON.stringify(now) !== JSON.stringify(known[field as keyof SubClient]),
  );

/** An earlier rejection is no sign of a new submission. */
const isRejectedAsBefore = (known: SubClient, answer: PartialSubClient): boolean =>
  isRejected({ approvalStatus: answer.approvalStatus ?? known.approvalStatus }) &&
  (answer.approvalDate ?? '') === known.approvalDate;

/** Merges a partial answer into the known sub-client. */
export const mergedWith = (known: SubClient | null, answer: PartialSubClient): SubClient => ({
  ...(known ?? SubClient.decode({ entityId: answer.entityId, status: '' })),
  message: '',
  ...definedFields(answer),
});
