import { createHash } from 'node:crypto';

import type { ChangingOperation, OperationInput } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionAbout } from '../../../shared/ipc/submissions.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import { aboutWithMore, whyUnfilled } from './required-fields.ts';
import { attemptNow, carryOut, sendInput, type Send, type Submitted } from './carry-out.ts';
import type { ChangeParts } from './change.ts';
import { createSubmission } from './journal/table-writes.ts';
import { openSubmissionFor, submissionUnder, type Submission } from './journal/submission-table.ts';

export type Intent<N extends ChangingOperation> = {
  /** Born with the form; the same reference is never sent twice. */
  readonly reference: string;
  readonly operation: N;
  /** What it is about, such as an entity id: while one of its changes is open, another is refused. */
  readonly subject: string;
  /** The operation's input. */
  readonly payload: OperationInput<N>;
  /** What is stored with the payload and not sent, such as a file's digest. */
  readonly alongside?: Readonly<Record<string, string>>;
  readonly about: SubmissionAbout;
  /** Equal for orders that look like the same one sent twice. */
  readonly likeness?: string;
};

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
  const isKnown = submissionUnder(parts.journal, intent.reference) !== null;
  if (!isKnown && parts.bank.session.mayEndDuringChange()) {
    const renewed = await parts.bank.session.refresh(context);
    if (!renewed.ok) return renewed;
  }
  const begun = begin(parts, intent, context);
  if (!begun.ok) return begun;
  const { submission, created } = begun.value;
  if (!created) return ok({ submission, answer: null, localFault: null });
  const sent = { operation: intent.operation, input: intent.payload, submission };
  return carryOut(parts, sent, context, send ?? sendInput(parts, sent));
}

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
  const { operation } = intent;
  // The outcome of an earlier one is returned whatever fields the bank file requires by now.
  const isKnown = submissionUnder(journal, intent.reference) !== null;
  const unfilled = isKnown ? null : whyUnfilled(parts, operation, input, context);
  if (unfilled) return err(unfilled);
  const payload = JSON.stringify({ ...input, ...alongside });
  return ok(
    createSubmission(
      journal,
      {
        ...intent,
        about: aboutWithMore(parts, operation, input, intent.about),
        likeness: intent.likeness ?? null,
        payload,
        payloadHash: createHash('sha256').update(payload).digest('hex'),
      },
      attemptNow(parts, context),
    ),
  );
}

/** While a change of a record is open, another one of it is refused. */
export function stillOpen(open: Submission, context: Context): AppError {
  return appError('outcome.unknown', context.correlationId, {
    operation: open.operation,
    message: `An earlier change of the same record (sent ${open.createdAt}) has no answer yet.`,
  });
}
