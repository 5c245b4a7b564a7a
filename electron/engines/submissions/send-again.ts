import { isChanging, type ChangingOperation } from '../../../shared/bank/catalogue.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import type { ResemblingRow, SubmissionState } from '../../../shared/ipc/submissions.ts';
import { likenessOf } from '../../../shared/reference-likeness.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import { confirmsPayee, nothingConfirmed, type Approval } from './approval.ts';
import { whyUnfilled } from './required-fields.ts';
import { attemptNow, carryOut, sendInput, type Submitted } from './carry-out.ts';
import { repeatable, type ChangeParts } from './change.ts';
import { maySend, type TeamTwin } from './claims.ts';
import { sentAs, type Sent } from './sent.ts';
import { lookMeanwhile, openIfListed } from './lookup/listed-meanwhile.ts';
import { stillOpen } from './submissions.ts';
import { addAttempt } from './journal/table-writes.ts';
import { alikeSince, openSubmissionFor, type Submission } from './journal/submission-table.ts';

/**
 * Sends a submission again with the same reference, on explicit request. Only one that was never sent, or that the bank does not
 * have, can be sent again; for any other, `input.invalid` is thrown. Fails without sending with
 * `confirmation.required` where an unnamed twin exists or the bank's list could not be read to its end.
 */
export async function sendAgain(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
  approval: Approval = nothingConfirmed,
): Promise<Outcome<Submitted<ChangingOperation>>> {
  const allowed = maySend(parts, context);
  if (!allowed.ok) return allowed;
  const sent = repeatableAs(parts, submission, context);
  if (!sent.ok) return sent;
  const { subject, reference } = submission;
  const open = openSubmissionFor(parts.journal, subject);
  if (open && open.reference !== reference) return err(stillOpen(open, context));
  return resend(parts, sent.value, approval, context);
}

/** Returns the warnings to confirm before a submission is sent again. Changes nothing. */
export async function reviewAgain(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
): Promise<Outcome<readonly PaymentWarning[]>> {
  const sent = repeatableAs(parts, submission, context);
  if (!sent.ok) return sent;
  return reviewTwins(parts, sent.value, context);
}

const reviewTwins = async <N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Outcome<readonly PaymentWarning[]>> =>
  parts.registry[sent.operation].twins?.review(parts, sent, context) ?? ok([]);

/** Reads back what was sent; `input.invalid` where the operation can be sent once only. */
function repeatableAs(
  { registry }: ChangeParts,
  submission: Submission,
  { correlationId }: Context,
): Outcome<Sent<ChangingOperation>> {
  const { operation } = submission;
  return isChanging(operation) && !registry[operation].isOnce
    ? sentAs(operation, submission)
    : fail('input.invalid', correlationId, { operation, message: madeAnew });
}

async function resend<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  approval: Approval,
  context: Context,
): Promise<Outcome<Submitted<N>>> {
  const unfilled = whyUnfilled(parts, sent.operation, sent.input, context);
  if (unfilled) return err({ ...unfilled, message: fieldsChanged });
  const confirmation = { payeeChecked: confirmsPayee(approval), context };
  const checked = await parts.registry[sent.operation].recheck?.(parts, sent, confirmation);
  if (checked && !checked.ok) return checked;
  const cleared = await clear(parts, sent, approval, context);
  if (!cleared.ok) return cleared;
  const { shown, twins } = cleared.value;
  if (shown) return ok({ submission: shown, answer: null, localFault: null });
  if (parts.bank.session.mayEndDuringChange()) {
    const renewed = await parts.bank.session.refresh(context);
    if (!renewed.ok) return renewed;
  }
  const attempt = attemptNow(parts, context);
  const { submissionId } = sent.submission;
  const submission = addAttempt(parts.journal, submissionId, attempt, repeatable);
  const again = { ...sent, submission, twins };
  return carryOut(parts, again, context, sendInput(parts, again));
}

type Cleared = {
  /** The submission, unknown again, where the bank's list shows it; null where it does not. */
  readonly shown: Submission | null;
  /** References of the twins, all confirmed. */
  readonly twins: readonly string[];
};

/**
 * Looks in the bank's list for the submission itself, then for twins. A row that agrees with it under another reference counts as a
 * possible twin; if the sender did not name it, it may be the submission itself.
 */
async function clear<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  approval: Approval,
  context: Context,
): Promise<Outcome<Cleared>> {
  if (!repeatable.includes(sent.submission.state)) return ok({ shown: null, twins: [] });
  const listed = await lookMeanwhile(parts, sent, context);
  if (!listed.ok) return listed;
  const { matches, resembling } = listed.value;
  const alike = resembling.filter((row) => mayBeTwin(parts, sent, row));
  const ours = resembling.filter((row) => !alike.includes(row));
  const shown = openIfListed(parts, sent, { matches, resembling: ours });
  if (shown) return ok({ shown, twins: [] });
  const twins = await confirmTwins(parts, sent, approval, context);
  if (!twins.ok) return twins;
  const names = new Set(twins.value);
  const unnamed = alike.filter(
    ({ reference, recordId }) => ![reference, recordId].some((name) => names.has(name)),
  );
  return ok({
    shown: openIfListed(parts, sent, { matches: [], resembling: unnamed }),
    twins: twins.value,
  });
}

/** Does the row carry another reference than ours, and does the operation have a twin check? */
const mayBeTwin = <N extends ChangingOperation>(
  { registry }: ChangeParts,
  { operation, submission }: Sent<N>,
  { reference, narration }: ResemblingRow,
): boolean =>
  registry[operation].twins !== undefined &&
  likenessOf(submission.reference, reference, narration) === 'other';

/** Returns the references of the confirmed twins. An operation without a twin check refuses any twin. */
async function confirmTwins<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  approval: Approval,
  context: Context,
): Promise<Outcome<readonly string[]>> {
  const { twins } = parts.registry[sent.operation];
  if (twins) return twins.confirm(parts, sent, approval, context);
  const replaced = replacementOf(parts, sent.submission);
  if (replaced) return err(alreadyReplaced(replaced, context));
  const [twin] = twinsInTeam(parts, sent.submission);
  return twin ? err(sentInTeam(sent.submission, twin, context)) : ok([]);
}

const fieldsChanged =
  'The bank file asks for other fields by now than were filled in: nothing was sent. Make it anew.';
const madeAnew = 'This cannot be sent again as it was: make it anew.';

/** Finds a submission that looks the same and was sent since, as a person entered it anew. Sending this one too would pay twice. */
const replacementOf = (
  { journal }: ChangeParts,
  { likeness, createdAt, reference }: Submission,
): Submission | undefined =>
  likeness === null
    ? undefined
    : alikeSince(journal, likeness, createdAt).find(
        (other) => other.reference !== reference && !nothingCameOf.includes(other.state),
      );

const alreadyReplaced = (other: Submission, { correlationId }: Context): AppError =>
  appError('confirmation.required', correlationId, {
    operation: other.operation,
    message: `The same was sent since, under the reference ${other.reference}. If both are meant, enter it as a new one.`,
  });

const twinsInTeam = (
  { claims }: ChangeParts,
  { likeness, reference }: Submission,
): readonly TeamTwin[] => (likeness === null ? [] : (claims?.alike(likeness, reference) ?? []));

const sentInTeam = (
  { operation }: Submission,
  { by, at, reference }: TeamTwin,
  { correlationId }: Context,
): AppError =>
  appError('confirmation.required', correlationId, {
    operation,
    message: `${by} sent the same at ${clockText(at)}, under the reference ${reference}. If both are meant, enter it as a new one.`,
  });

const nothingCameOf: readonly SubmissionState[] = ['refused', 'not-sent', 'not-found'];
