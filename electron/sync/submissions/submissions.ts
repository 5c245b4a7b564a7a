import { createHash } from 'node:crypto';

import type { OperationInput, OperationName } from '../../../shared/bank/catalogue.ts';
import type { ErrorCode, Outcome } from '../../../shared/errors.ts';
import { appError, errorCatalogue, fail, type AppError } from '../../../shared/errors.ts';
import type { SubmissionAbout, SubmissionState } from '../../../shared/ipc/submission-records.ts';
import { err, ok } from '../../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../../context.ts';
import type { Journal } from '../../store/database.ts';
import { assertStillThere } from '../../store/database.ts';
import { keptOrLeft, settledOrLeft } from '../../store/settled-or-left.ts';
import {
  addAttempt,
  alikeSince,
  createSubmission,
  openSubmissionFor,
  settleSubmission,
  type Submission,
} from '../../store/submissions.ts';
import type { ChangeParts } from './changes/change.ts';
import { changeOf } from './changes/table.ts';

export type Intent = {
  /** Born with the form; the same reference is never sent twice. */
  readonly reference: string;
  readonly operation: OperationName;
  /** What it is about, such as an entity id: while one of its changes is open, another is refused. */
  readonly subject: string;
  /** The operation's input. */
  readonly payload: unknown;
  readonly about: SubmissionAbout;
  /** Equal for orders that look like the same one sent twice. */
  readonly likeness?: string;
};

/** What is sent carries the reference, where the bank has a place for it. */
export type SendContext = Context & { readonly idempotencyKey: string };

/** Sends what was written down. The default calls the operation with the payload. */
export type Send = (context: SendContext) => Promise<Outcome<unknown>>;

/** What happened to a submission, and the bank's answer if it accepted. */
export type Submitted = { readonly submission: Submission; readonly answer: unknown };

/**
 * Codes after which nobody knows whether the bank did it. Every other failure of a change happened before a byte of it
 * was sent, or is the bank's own clear word that it did nothing.
 */
const unknownCodes: ReadonlySet<ErrorCode> = new Set(['outcome.unknown', 'internal']);

/**
 * Changes the bank once: the intent is durable before a byte is sent, nothing is sent again by itself, and no answer
 * means unknown. A second call with the same reference reports the first; while a change of the same subject is
 * open, another is refused.
 */
export async function submit(
  parts: ChangeParts,
  intent: Intent,
  context: Context,
  send: Send = sendPayload(parts, intent),
): Promise<Outcome<Submitted>> {
  const begun = begin(parts, intent, context);
  if (!begun.ok) return begun;
  const { submission, created } = begun.value;
  if (!created) return ok({ submission, answer: null });
  return carryOut(parts, submission, context, send);
}

/**
 * Sends the same thing once more, with the same reference, because a person asked for it. Only what never left, or what
 * the bank does not have, can be sent again; `input.invalid` is thrown for anything else.
 */
export async function sendAgain(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
  /** Somebody has seen that one like it was sent since, and means both. */
  { twinsAreMeant = false }: { twinsAreMeant?: boolean } = {},
): Promise<Outcome<Submitted>> {
  const { submissionId, operation, payload, subject, reference } = submission;
  const { isOnce, recheck } = changeOf(operation as OperationName);
  const allowed = parts.continuity.allows(context);
  if (!allowed.ok) return allowed;
  if (isOnce) return fail('input.invalid', context.correlationId, { operation, message: madeAnew });
  const open = openSubmissionFor(parts.journal, subject);
  if (open && open.reference !== reference) return err(stillOpen(open, context));
  const replaced = twinsAreMeant ? undefined : replacementOf(parts, submission);
  if (replaced) return err(alreadyReplaced(replaced, context));
  const checked = await recheck?.(parts, submission, context);
  if (checked && !checked.ok) return checked;
  const attempt = { at: timestampNow(parts.clock), correlationId: context.correlationId };
  const sending = addAttempt(parts.journal, submissionId, attempt, repeatable);
  const stored = {
    operation: operation as OperationName,
    payload: JSON.parse(payload) as unknown,
  };
  return carryOut(parts, sending, context, sendPayload(parts, stored));
}

const madeAnew = 'This cannot be sent again as it was: make it anew.';

/** May a person send the same again? */
export const mayRepeat = ({ state, operation }: Submission): boolean =>
  repeatable.includes(state) && !changeOf(operation as OperationName).isOnce;

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

async function carryOut(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
  send: Send,
): Promise<Outcome<Submitted>> {
  parts.announce(submission);
  const witnessed = await parts.continuity.witness(context);
  const outcome = witnessed.ok
    ? judged(submission, await send({ ...context, idempotencyKey: submission.reference }), context)
    : witnessed;
  const settled = settledOrLeft(parts.journal, submission.submissionId, {
    state: stateOf(outcome),
    at: timestampNow(parts.clock),
    error: outcome.ok ? null : outcome.error,
    ...(outcome.ok ? answered(submission, outcome.value) : {}),
  });
  if (!settled) return err(unwritten(submission, context));
  if (outcome.ok) await keptOrLeft(keep(parts, settled, outcome.value));
  parts.announce(settled);
  return ok({ submission: settled, answer: outcome.ok ? outcome.value : null });
}

/** An answer that belongs to something else is none: what came of ours is unknown. */
function judged(
  { operation, payload }: Submission,
  outcome: Outcome<unknown>,
  { correlationId }: Context,
): Outcome<unknown> {
  if (!outcome.ok) return outcome;
  const { mismatch } = changeOf(operation as OperationName);
  const message = mismatch?.(JSON.parse(payload) as never, outcome.value as never) ?? null;
  return message === null
    ? outcome
    : err(appError('outcome.unknown', correlationId, { operation, message }));
}

/** What of an accepted answer is written beside the submission. */
export function answered(
  { operation }: Submission,
  answer: unknown,
): { answer: string; recordId: string | null } {
  const { recordId } = changeOf(operation as OperationName);
  return { answer: JSON.stringify(answer), recordId: recordId?.(answer as never) ?? null };
}

/** Takes an accepted answer into the local copy. */
export async function keep(
  parts: ChangeParts,
  submission: Submission,
  answer: unknown,
): Promise<void> {
  await changeOf(submission.operation as OperationName).keep?.(parts, answer as never, submission);
}

const sendPayload =
  ({ bank }: ChangeParts, { operation, payload }: Pick<Intent, 'operation' | 'payload'>): Send =>
  (context) =>
    bank.call(operation, payload as OperationInput<OperationName>, context);

function begin(
  { bank, journal, clock, continuity }: ChangeParts,
  intent: Intent,
  context: Context,
): Outcome<{ submission: Submission; created: boolean }> {
  assertStillThere(journal);
  const allowed = continuity.allows(context);
  if (!allowed.ok) return allowed;
  if (!bank.isOpen(intent.operation))
    return fail('operation.closed', context.correlationId, { operation: intent.operation });
  const open = openSubmissionFor(journal, intent.subject);
  if (open && open.reference !== intent.reference) return err(stillOpen(open, context));
  const payload = JSON.stringify(intent.payload);
  return ok(
    createSubmission(
      journal,
      {
        ...intent,
        likeness: intent.likeness ?? null,
        payload,
        payloadHash: createHash('sha256').update(payload).digest('hex'),
      },
      { at: timestampNow(clock), correlationId: context.correlationId },
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

function stateOf(outcome: Outcome<unknown>): Exclude<SubmissionState, 'sending'> {
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
