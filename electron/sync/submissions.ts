import { createHash } from 'node:crypto';

import type { ErrorCode, Outcome } from '../../shared/errors.ts';
import { appError, errorCatalogue, type AppError } from '../../shared/errors.ts';
import type { SubmissionState, SubmissionView } from '../../shared/ipc/records.ts';
import { err, ok } from '../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../context.ts';
import { assertStillThere, type Journal } from '../store/database.ts';
import {
  addAttempt,
  createSubmission,
  openSubmissionFor,
  settleSubmission,
  type Submission,
} from '../store/submissions.ts';

export type Intent = {
  /** Born with the form; the same reference is never sent twice. */
  readonly reference: string;
  readonly operation: string;
  /** What it is about, such as an entity id. */
  readonly subject: string;
  readonly payload: unknown;
};

type Parts = { readonly journal: Journal; readonly clock: Clock };

/** What is sent carries the reference, where the bank has a place for it. */
export type SendContext = Context & { readonly idempotencyKey: string };

/** What happened to a submission, and the bank's answer if it accepted. */
export type Submitted<T> = { readonly view: SubmissionView; readonly value: T | null };

/** Codes after which nothing can have changed at the bank. */
const notSent: ReadonlySet<ErrorCode> = new Set([
  'input.invalid',
  'operation.closed',
  'session.required',
  'session.expired',
  'session.refused',
  'network.unreachable',
  'network.untrusted',
  'bank.busy',
  'file.empty',
  'file.too-large',
  'file.type-unsupported',
  'file.unreadable',
]);

/**
 * Changes the bank once: the intent is durable before a byte is sent, nothing is sent again by itself, and no answer
 * means unknown. A second call with the same reference reports the first; while a change of the same subject is
 * open, another is refused.
 */
export async function submit<T>(
  parts: Parts,
  intent: Intent,
  context: Context,
  send: (context: SendContext) => Promise<Outcome<T>>,
): Promise<Outcome<Submitted<T>>> {
  const begun = begin(parts, intent, context);
  if (!begun.ok) return begun;
  const { submission, created } = begun.value;
  if (!created) return ok({ view: viewOf(submission), value: null });
  const outcome = await send({ ...context, idempotencyKey: intent.reference });
  const settled = settleSubmission(parts.journal, submission.submissionId, {
    state: stateOf(outcome),
    at: timestampNow(parts.clock),
    error: outcome.ok ? null : outcome.error,
    answer: outcome.ok ? JSON.stringify(outcome.value) : null,
  });
  return ok({ view: viewOf(settled), value: outcome.ok ? outcome.value : null });
}

function begin(
  { journal, clock }: Parts,
  intent: Intent,
  context: Context,
): Outcome<{ submission: Submission; created: boolean }> {
  assertStillThere(journal);
  const open = openSubmissionFor(journal, intent.subject);
  if (open && open.reference !== intent.reference) return err(stillOpen(open, context));
  const payload = JSON.stringify(intent.payload);
  const at = timestampNow(clock);
  const made = createSubmission(journal, {
    ...intent,
    payload,
    payloadHash: createHash('sha256').update(payload).digest('hex'),
    at,
  });
  if (made.created)
    addAttempt(journal, made.submission.submissionId, {
      at,
      correlationId: context.correlationId,
    });
  return ok(made);
}

function stillOpen(open: Submission, context: Context): AppError {
  return appError('outcome.unknown', context.correlationId, {
    operation: open.operation,
    message: `An earlier change of the same record (sent ${open.createdAt}) has no answer yet.`,
  });
}

function stateOf(outcome: Outcome<unknown>): Exclude<SubmissionState, 'sending'> {
  if (outcome.ok) return 'accepted';
  if (outcome.error.code === 'bank.refused') return 'refused';
  return notSent.has(outcome.error.code) ? 'not-sent' : 'unknown';
}

/**
 * After a restart: what was being sent when the program ended may have gone through. The subject's next reading of
 * the bank settles it.
 */
export function unknownAfterRestart(
  journal: Journal,
  clock: Clock,
  open: readonly Submission[],
): void {
  for (const { submissionId, operation } of open)
    settleSubmission(journal, submissionId, {
      state: 'unknown',
      at: timestampNow(clock),
      error: {
        code: 'outcome.unknown',
        message: `Nostro ended while this was being sent. ${errorCatalogue['outcome.unknown'].advice}`,
        retryable: false,
        correlationId: submissionId,
        operation,
      },
    });
}

/** What the window is shown of a submission. */
export const viewOf = (submission: Submission): SubmissionView => ({
  submissionId: submission.submissionId,
  operation: submission.operation,
  subject: submission.subject,
  state: submission.state,
  createdAt: submission.createdAt,
  settledAt: submission.settledAt,
  error: submission.error,
});
