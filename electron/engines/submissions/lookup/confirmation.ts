import { isChanging, type ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { timestampNow, type Context } from '../../machine/context.ts';
import {
  submissionById,
  unconfirmedSubmissions,
  type Submission,
} from '../journal/submission-table.ts';
import { settleSubmission, type Settlement } from '../journal/table-writes.ts';
import { readBack } from '../acceptance.ts';
import type { ChangeParts } from '../change.ts';
import { sentAs, type Sent } from '../sent.ts';
import { stateAfter } from '../carry-out.ts';
import { answered, keep } from '../save-response.ts';

/** Submissions per run; the others follow in the next run. */
const confirmationsMax = 50;

/** True for a submission that is accepted and not yet confirmed as ours. */
export const isUnconfirmed = ({ state, confirmed }: Submission): boolean =>
  state === 'accepted' && confirmed === false;

/** Looks up all accepted submissions that are not confirmed yet at the bank. Reads only. */
export async function confirmAccepted(parts: ChangeParts, context: Context): Promise<void> {
  for (const submission of unconfirmedSubmissions(parts.journal).slice(0, confirmationsMax)) {
    if (context.signal?.aborted || !parts.bank.session.isSignedIn()) return;
    await confirm(parts, submission, context);
  }
}

/**
 * Looks up one submission: in the bank's list by our reference, then in the statement of the local copy. Found and ours:
 * confirmed. Found as something else, twice or failed: it is reported and no longer accepted. Not found: it stays accepted.
 */
export async function confirm(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
): Promise<Submission> {
  const { operation } = submission;
  if (!isUnconfirmed(submission) || !isChanging(operation)) return submission;
  const sent = sentAs(operation, submission);
  return sent.ok ? askBank(parts, sent.value, context) : submission;
}

async function askBank<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Submission> {
  const { submission } = sent;
  const found = await readBack(parts, sent, context);
  // It may have been settled while the bank was asked.
  const known = submissionById(parts.journal, submission.submissionId) ?? submission;
  if (!isUnconfirmed(known)) return known;
  if (found === null)
    return isBooked(parts, sent) ? settle(parts, known, { state: 'accepted' }) : known;
  if (!found.ok) return settle(parts, known, { state: stateAfter(found), error: found.error });
  const { answer } = found.value;
  await keep(parts, sent, answer);
  return settle(parts, known, { state: 'accepted', ...answered(parts, sent, answer) });
}

/** Does the statement show the change exactly once, by reference, direction and amount? */
function isBooked<N extends ChangingOperation>(
  { evidence, registry }: ChangeParts,
  { operation, input, submission: { reference } }: Sent<N>,
): boolean {
  const wanted = registry[operation].booking?.(input);
  if (!wanted) return false;
  const booked = evidence
    .byReference(wanted.accountNumber, reference)
    .filter(
      ({ direction, amount, transactionType }) =>
        direction === wanted.direction &&
        transactionType !== 'fee' &&
        (wanted.amount === null || toUnits(amount.amount) === toUnits(wanted.amount)),
    );
  return booked.length === 1;
}

function settle(
  parts: ChangeParts,
  { submissionId }: Submission,
  settlement: Omit<Settlement, 'at'>,
): Submission {
  const at = timestampNow(parts.clock);
  const settled = settleSubmission(parts.journal, submissionId, { ...settlement, at });
  parts.announce(settled);
  return settled;
}
