import { isChanging, type ChangingOperation } from '../../../shared/bank/catalogue.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionState } from '../../../shared/ipc/submissions.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import { whyUnfilled } from './required-fields.ts';
import { attemptNow, carryOut, sendInput, type Submitted } from './carry-out.ts';
import type { ChangeParts, ChangeRegistry } from './change.ts';
import { maySend, type TeamTwin } from './claims.ts';
import { sentAs, type Sent } from './sent.ts';
import { shownMeanwhile } from './listed-meanwhile.ts';
import { stillOpen } from './submissions.ts';
import { addAttempt } from './journal/table-writes.ts';
import { alikeSince, openSubmissionFor, type Submission } from './journal/submission-table.ts';

/** What a person confirms when sending the same again. */
export type ResendConfirmation = {
  /** They have seen that one like it was sent since, and mean both. */
  readonly twinsAreMeant?: boolean;
  /** References of the twins that they have seen, for a claim of the team; all that are known where left out. */
  readonly twins?: readonly string[];
  /** They confirm the payee's bank details where the bank does not send them now. */
  readonly payeeChecked?: boolean;
};

/**
 * Sends the same thing once more, with the same reference, because a person asked for it. Only what never left, or what
 * the bank does not have, can be sent again; `input.invalid` is thrown for anything else.
 */
export async function sendAgain(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
  { twinsAreMeant = false, twins, payeeChecked = false }: ResendConfirmation = {},
): Promise<Outcome<Submitted<ChangingOperation>>> {
  const { operation } = submission;
  const allowed = maySend(parts, context);
  if (!allowed.ok) return allowed;
  if (!isChanging(operation) || parts.registry[operation].isOnce)
    return fail('input.invalid', context.correlationId, { operation, message: madeAnew });
  const sent = sentAs(operation, submission);
  if (!sent.ok) return sent;
  const { subject, reference } = submission;
  const open = openSubmissionFor(parts.journal, subject);
  if (open && open.reference !== reference) return err(stillOpen(open, context));
  const replaced = twinsAreMeant ? undefined : replacementOf(parts, submission);
  if (replaced) return err(alreadyReplaced(replaced, context));
  const inTeam = twinsInTeam(parts, submission);
  const [twin] = twinsAreMeant ? [] : inTeam;
  if (twin) return err(sentInTeam(submission, twin, context));
  const again = { ...sent.value, twins: twins ?? inTeam.map((one) => one.reference) };
  return resend(parts, again, { payeeChecked, context });
}

async function resend<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  confirmation: { readonly payeeChecked: boolean; readonly context: Context },
): Promise<Outcome<Submitted<N>>> {
  const { context } = confirmation;
  const unfilled = whyUnfilled(parts, sent.operation, sent.input, context);
  if (unfilled) return err({ ...unfilled, message: fieldsChanged });
  const checked = await parts.registry[sent.operation].recheck?.(parts, sent, confirmation);
  if (checked && !checked.ok) return checked;
  const shown = await shownMeanwhile(parts, sent, context);
  if (!shown.ok) return shown;
  if (shown.value) return ok({ submission: shown.value, answer: null, localFault: null });
  if (parts.bank.session.mayEndDuringChange()) {
    const renewed = await parts.bank.session.refresh(context);
    if (!renewed.ok) return renewed;
  }
  const attempt = attemptNow(parts, context);
  const { submissionId } = sent.submission;
  const submission = addAttempt(parts.journal, submissionId, attempt, repeatable);
  const again = { ...sent, submission };
  return carryOut(parts, again, context, sendInput(parts, again));
}

const fieldsChanged =
  'The bank file asks for other fields by now than were filled in: nothing was sent. Make it anew.';
const madeAnew = 'This cannot be sent again as it was: make it anew.';

/** May a person send the same again? */
export const mayRepeat = ({ state, operation }: Submission, registry: ChangeRegistry): boolean =>
  repeatable.includes(state) && isChanging(operation) && !registry[operation].isOnce;

/** One that looks the same and was sent since, because a person typed it anew: sending this one too would pay twice. */
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

/** The states from which a person may send the same again. */
const repeatable: readonly SubmissionState[] = ['not-sent', 'not-found'];
