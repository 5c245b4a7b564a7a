import { SubClient, type PartialSubClient } from '../../../shared/bank/onboarding.ts';
import { isStatusTerm, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { definedFields } from '../../engines/submissions/echo.ts';
import { isDeleted, isDraft, isRejected } from './records/status-labels.ts';

/** Is it deleted by its status, or by what the bank file says is done? */
export const isDeletedAt = ({ done }: StatusWords, { status = '' }: PartialSubClient): boolean =>
  isDeleted({ status }) || isStatusTerm(done, status);

/** Why an answer to Delete Subclient (section 4.5) does not show the deletion, in words; null where it does. */
export function unshownDeletion(told: PartialSubClient, words: StatusWords): string | null {
  if (isDeletedAt(words, told)) return null;
  return told.status === undefined || told.status === ''
    ? 'The bank’s answer tells no status: it does not show the deletion.'
    : `The bank’s answer tells the status “${told.status}”: it does not show the deletion.`;
}

/**
 * Why an answer to Submit Subclient (section 4.6) does not show the submission, in words; null where it does. What Submit does to
 * status and approvalStatus is not specified. It shows by a status, an approval or a stage that moved, or by the fields that only
 * Submit answers with (approvalComments, approvalDate) in a record that is not the one that was known before.
 */
export function unshownSubmission(known: SubClient | null, told: PartialSubClient): string | null {
  if (isDeleted({ status: told.status ?? '' }))
    return `The bank’s answer tells the status “${told.status ?? ''}”: it does not show the submission.`;
  const hasMoved = known === null ? isBeyondDraft(told) : moves(known, told);
  if (hasMoved) return null;
  const isSubmits = told.approvalComments !== undefined || told.approvalDate !== undefined;
  if (isSubmits && (known === null || (differs(known, told) && !isRejectedAsBefore(known, told))))
    return null;
  return 'The bank’s answer does not show the submission: its record is as it was before.';
}

const isBeyondDraft = ({ status = '' }: PartialSubClient): boolean =>
  status !== '' && !isDraft({ status });

const moves = (known: SubClient, told: PartialSubClient): boolean =>
  (['status', 'approvalStatus', 'stagesRemaining'] as const).some(
    (field) => told[field] !== undefined && plain(told[field]) !== plain(known[field]),
  );

const plain = (value: string | readonly string[]): string =>
  (typeof value === 'string' ? value : value.toSorted().join('\n')).trim().toLowerCase();

/** Anything of the record: a message is none of it, nor is what is said besides, such as a number of the answer itself. */
const differs = (
  known: SubClient,
  { message: _message, also: _also, ...told }: PartialSubClient,
): boolean =>
  Object.entries(definedFields(told)).some(
    ([field, now]) => JSON.stringify(now) !== JSON.stringify(known[field as keyof SubClient]),
  );

/** An earlier rejection is no sign of a new submission. */
const isRejectedAsBefore = (known: SubClient, told: PartialSubClient): boolean =>
  isRejected({ approvalStatus: told.approvalStatus ?? known.approvalStatus }) &&
  (told.approvalDate ?? '') === known.approvalDate;

/** The sub-client after an answer that tells a part of it: the rest is what was known before. */
export const mergedWith = (known: SubClient | null, told: PartialSubClient): SubClient => ({
  ...(known ?? SubClient.decode({ entityId: told.entityId, status: '' })),
  message: '',
  ...definedFields(told),
});
