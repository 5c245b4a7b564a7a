import { createHash } from 'node:crypto';

import {
  isChanging,
  type ChangingOperation,
  type OperationInput,
  type OperationOutput,
} from '../../shared/bank/catalogue.ts';
import {
  type ErrorCode,
  type Outcome,
  appError,
  errorCatalogue,
  fail,
  type AppError,
  type DeskFault,
} from '../../shared/errors.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import type { SubmissionAbout, SubmissionState } from '../../shared/ipc/submissions.ts';
import { err, ok } from '../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../machine/context.ts';
import type { Journal } from '../store/database.ts';
import { quietly, tried, triedNow } from '../store/local-faults.ts';
import { alikeSince, openSubmissionFor, type Attempt, type Submission } from './table.ts';
import { addAttempt, createSubmission, settleSubmission, type Settlement } from './table-writes.ts';
import { judgeAnswer, type Acceptance } from './acceptance.ts';
import type { ChangeParts, ChangeRegistry } from './change.ts';
import { sentAs, type Sent } from './sent.ts';
import { shownMeanwhile } from './shown-meanwhile.ts';

export type Intent<N extends ChangingOperation> = {
  /** Born with the form; the same reference is never sent twice. */
  readonly reference: string;
  readonly operation: N;
  /** What it is about, such as an entity id: while one of its changes is open, another is refused. */
  readonly subject: string;
  /** The operation's input. */
  readonly payload: OperationInput<N>;
  /** What is written down beside the payload and not sent with it, such as a file's digest. */
  readonly alongside?: Readonly<Record<string, string>>;
  readonly about: SubmissionAbout;
  /** Equal for orders that look like the same one sent twice. */
  readonly likeness?: string;
};

/** What is sent carries the reference, where the bank has a place for it. */
export type SendContext = Context & { readonly idempotencyKey: string };

/** Sends what was written down. The default calls the operation with the payload. */
type Send<N extends ChangingOperation> = (
  context: SendContext,
) => Promise<Outcome<OperationOutput<N>>>;

/** What happened to a submission, and the bank's answer if it accepted. */
export type Submitted<N extends ChangingOperation> = {
  readonly submission: Submission;
  /** Null where it was not accepted, or sent before. */
  readonly answer: OperationOutput<N> | null;
  /** What went wrong on this machine behind an acceptance; null where nothing did. */
  readonly localFault: AppError | null;
};

/**
 * Codes after which nobody knows whether the bank did it. Every other failure of a change happened before a byte of it
 * was sent, or is the bank's own clear word that it did nothing.
 */
const unknownCodes: ReadonlySet<ErrorCode> = new Set([
  'outcome.unknown',
  'outcome.duplicated',
  'internal',
]);

/**
 * Changes the bank once: the intent is durable before a byte is sent, nothing is sent again by itself, and no answer
 * means unknown. A second call with the same reference reports the first; while a change of the same subject is
 * open, another is refused.
 */
export async function submit<N extends ChangingOperation>(
  parts: ChangeParts,
  intent: Intent<N>,
  context: Context,
  send?: Send<N>,
): Promise<Outcome<Submitted<N>>> {
  const begun = begin(parts, intent, context);
  if (!begun.ok) return begun;
  const { submission, created } = begun.value;
  if (!created) return ok({ submission, answer: null, localFault: null });
  const sent = { operation: intent.operation, input: intent.payload, submission };
  return carryOut(parts, sent, context, send ?? sendInput(parts, sent));
}

/** The word of whoever has the same sent again. */
export type SendAgainWord = {
  /** They have seen that one like it was sent since, and mean both. */
  readonly twinsAreMeant?: boolean;
  /** They answer for the payee's bank details where the bank does not tell them now. */
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
  { twinsAreMeant = false, payeeChecked = false }: SendAgainWord = {},
): Promise<Outcome<Submitted<ChangingOperation>>> {
  const { operation } = submission;
  const allowed = parts.continuity.allows(context);
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
  return resend(parts, sent.value, { payeeChecked, context });
}

async function resend<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  word: { readonly payeeChecked: boolean; readonly context: Context },
): Promise<Outcome<Submitted<N>>> {
  const { context } = word;
  const checked = await parts.registry[sent.operation].recheck?.(parts, sent, word);
  if (checked && !checked.ok) return checked;
  const shown = await shownMeanwhile(parts, sent, context);
  if (!shown.ok) return shown;
  if (shown.value) return ok({ submission: shown.value, answer: null, localFault: null });
  const attempt = attemptNow(parts, context);
  const { submissionId } = sent.submission;
  const submission = addAttempt(parts.journal, submissionId, attempt, repeatable);
  const again = { ...sent, submission };
  return carryOut(parts, again, context, sendInput(parts, again));
}

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

const nothingCameOf: readonly SubmissionState[] = ['refused', 'not-sent', 'not-found'];

/** The states from which a person may send the same again. */
const repeatable: readonly SubmissionState[] = ['not-sent', 'not-found'];

async function carryOut<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
  send: Send<N>,
): Promise<Outcome<Submitted<N>>> {
  const { submission } = sent;
  tell(parts, submission);
  const witnessed = await parts.continuity.witness(context);
  const outcome = witnessed.ok ? await sendAndJudge(parts, sent, context, send) : witnessed;
  const settlement = settlementOf(parts, sent, outcome, timestampNow(parts.clock));
  const written = triedNow(() =>
    settleSubmission(parts.journal, submission.submissionId, settlement),
  );
  if (!outcome.ok) {
    if (!written.ok) return err(unwritten(submission, context));
    tell(parts, written.value);
    return ok({ submission: written.value, answer: null, localFault: null });
  }
  const settled = written.ok ? written.value : asSettled(parts, sent, settlement.at, outcome.value);
  const unheard = written.ok ? null : notWritten(parts, settled, written.error);
  const { answer } = outcome.value;
  const unkept = await keep(parts, { ...sent, submission: settled }, answer);
  tell(parts, settled);
  return ok({ submission: settled, answer, localFault: unheard ?? unkept });
}

/** Whoever hears of it changes nothing of it. */
function tell({ announce }: ChangeParts, submission: Submission): void {
  quietly(() => {
    announce(submission);
  });
}

function settlementOf<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  outcome: Outcome<Acceptance<N>>,
  at: Timestamp,
): Settlement {
  const state = stateAfter(outcome);
  if (!outcome.ok) return { state, at, error: outcome.error };
  const { answer, confirmed } = outcome.value;
  return { state, at, error: null, confirmed, ...answered(parts, sent, answer) };
}

/** As the journal would have it, had it taken the answer. */
const asSettled = <N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  settledAt: Timestamp,
  { answer, confirmed }: Acceptance<N>,
): Submission => ({
  ...sent.submission,
  state: 'accepted',
  settledAt,
  confirmed,
  ...answered(parts, sent, answer),
});

function notWritten(parts: ChangeParts, submission: Submission, fault: DeskFault): AppError {
  const { operation, submissionId, about } = submission;
  const error = appError('local.not-written', submissionId, {
    operation,
    message: `${about?.title ?? operation}: the bank accepted it, and the journal did not take its answer. ${fault.message}`,
  });
  return told(parts, error);
}

function told({ announceLocalFault }: ChangeParts, fault: AppError): AppError {
  quietly(() => {
    announceLocalFault(fault);
  });
  return fault;
}

/** An answer that belongs to something else is none: what came of ours is unknown then. */
async function sendAndJudge<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
  send: Send<N>,
): Promise<Outcome<Acceptance<N>>> {
  const answer = await send({ ...context, idempotencyKey: sent.submission.reference });
  return judgeAnswer(parts, sent, answer, context);
}

/** What of an accepted answer is written beside the submission. */
export function answered<N extends ChangingOperation>(
  { registry }: ChangeParts,
  { operation }: Sent<N>,
  answer: OperationOutput<N>,
): { answer: string; recordId: string | null } {
  const { recordId } = registry[operation];
  return {
    answer: JSON.stringify(answer),
    recordId: recordId === 'none' ? null : recordId(answer),
  };
}

/** Takes an accepted answer into the local copy. What goes wrong there is told beside the outcome, and answered; never thrown. */
export async function keep<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  answer: OperationOutput<N>,
): Promise<AppError | null> {
  const { keep: take } = parts.registry[sent.operation];
  const kept = await tried(() => (take === 'not kept' ? undefined : take(parts, answer, sent)));
  return kept.ok ? null : notKept(parts, sent.submission, kept.error);
}

/** Tells what the local copy did not take of something that the bank accepted. */
export function notKept(parts: ChangeParts, submission: Submission, fault: DeskFault): AppError {
  const { operation, submissionId, about } = submission;
  const error = appError('local.not-kept', submissionId, {
    operation,
    message: `${about?.title ?? operation}: the bank accepted it, and this machine did not take all of it in. ${fault.message}`,
  });
  return told(parts, error);
}

const sendInput =
  <N extends ChangingOperation>({ bank }: ChangeParts, { operation, input }: Sent<N>): Send<N> =>
  (context) =>
    bank.call(operation, input, context);

const attemptNow = ({ clock }: ChangeParts, { correlationId }: Context): Attempt => ({
  at: timestampNow(clock),
  correlationId,
  clocks: clock.moment(),
});

function begin<N extends ChangingOperation>(
  parts: ChangeParts,
  { payload: input, alongside, ...intent }: Intent<N>,
  context: Context,
): Outcome<{ submission: Submission; created: boolean }> {
  const { bank, journal, continuity } = parts;
  const allowed = continuity.allows(context);
  if (!allowed.ok) return allowed;
  const closed = bank.whyClosed(intent.operation, context);
  if (closed) return err(closed);
  const open = openSubmissionFor(journal, intent.subject);
  if (open && open.reference !== intent.reference) return err(stillOpen(open, context));
  const payload = JSON.stringify({ ...input, ...alongside });
  return ok(
    createSubmission(
      journal,
      {
        ...intent,
        likeness: intent.likeness ?? null,
        payload,
        payloadHash: createHash('sha256').update(payload).digest('hex'),
      },
      attemptNow(parts, context),
    ),
  );
}

function stillOpen(open: Submission, context: Context): AppError {
  return appError('outcome.unknown', context.correlationId, {
    operation: open.operation,
    message: `An earlier change of the same record (sent ${open.createdAt}) has no answer yet.`,
  });
}

/** The answer came and could not be written down: the submission stays as it was, and is looked up later. */
const unwritten = ({ operation }: Submission, { correlationId }: Context): AppError =>
  appError('outcome.unknown', correlationId, {
    operation,
    message: 'The bank answered, but the disk took no more and the answer could not be written.',
  });

/** What an outcome makes of a submission. */
export function stateAfter(outcome: Outcome<unknown>): Exclude<SubmissionState, 'sending'> {
  if (outcome.ok) return 'accepted';
  if (outcome.error.code === 'bank.refused') return 'refused';
  return unknownCodes.has(outcome.error.code) ? 'unknown' : 'not-sent';
}

/**
 * What was being sent when the program ended, or so long ago that its answer was lost, may have gone through: it is
 * looked up.
 */
export function unknownAfterSilence(
  journal: Journal,
  clock: Clock,
  open: readonly Submission[],
): Submission[] {
  return open.map(({ submissionId, operation }) =>
    settleSubmission(journal, submissionId, {
      state: 'unknown',
      at: timestampNow(clock),
      error: {
        code: 'outcome.unknown',
        message: `Nostro ended or was held up while this was being sent. ${errorCatalogue['outcome.unknown'].advice}`,
        retryable: false,
        correlationId: submissionId,
        operation,
      },
    }),
  );
}
