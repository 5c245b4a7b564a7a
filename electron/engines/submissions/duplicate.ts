import type { ChangingOperation } from '../../../shared/bank/catalogue.ts';
import type { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { timestampNow, withPatience, type Context } from '../machine/context.ts';
import { attempt, attemptSync } from '../store/local-faults.ts';
import type { ChangeParts } from './change.ts';
import { addLookup } from './journal/lookup-table.ts';
import { settleSubmission } from './journal/table-writes.ts';
import type { Submission } from './journal/submission-table.ts';

/**
 * Reads the bank's list once after an acceptance, where the bank takes no idempotency key: two desks may have sent one reference at
 * the same moment without either journal knowing. More than one record under it is `outcome.duplicated`. A list that cannot be read
 * changes nothing.
 */
export async function lookForDuplicate(
  parts: ChangeParts,
  operation: ChangingOperation,
  submission: Submission,
  context: Context,
): Promise<Submission> {
  const { duplicateOf } = parts.registry[operation];
  if (!duplicateOf || parts.bank.knowsKeys || submission.state !== 'accepted') return submission;
  const patient = withPatience(context, limits.readBackMs);
  const found = await attempt(() => duplicateOf(parts, submission, patient));
  return found.ok && found.value ? markDuplicate(parts, submission, found.value) : submission;
}

/** Records that the bank has a change more than once. If the journal cannot be written, the submission stays unchanged. */
export function markDuplicate(
  { journal, clock }: Pick<ChangeParts, 'journal' | 'clock'>,
  submission: Submission,
  error: AppError,
): Submission {
  const at = timestampNow(clock);
  const { submissionId } = submission;
  const { message: words } = error;
  const marked = attemptSync(() => {
    addLookup(journal, submissionId, { at, source: 'bank', found: 'doubtful', words });
    return settleSubmission(journal, submissionId, { state: 'unknown', at, error });
  });
  return marked.ok ? marked.value : submission;
}
