import type { PaymentOrder } from '../../shared/bank/transfers.ts';
import { appError, type AppError, type Outcome } from '../../shared/errors.ts';
import { readCanonicalAmount } from '../../shared/money/entered.ts';
import { err, ok } from '../../shared/result.ts';
import type { DeskParts } from '../desk/open-bank/changes.ts';
import type { Context } from '../engines/machine/context.ts';
import type { Submitted } from '../engines/submissions/carry-out.ts';
import type { Submission } from '../engines/submissions/journal/submission-table.ts';
import { lookUp } from '../engines/submissions/lookup/lookup.ts';
import { sendTransfer } from '../nouns/payments/send.ts';
import { newContext } from './input/command.ts';
import type { ScriptConfirmation } from './input/script-confirmation.ts';

/** The state of a payment, and a failure on this machine after it was sent. */
export type SentPayment = { readonly submission: Submission; readonly localFault: AppError | null };

/** Whether a failure concerns one payment only, so that the others go on. */
export const isOfOnePayment = (code: string): boolean =>
  ['input.', 'confirmation.', 'payee.', 'team.taken', 'team.twin', 'team.not-approved'].some(
    (beginning) => code.startsWith(beginning),
  );

/** Sends a payment once; one without an answer yet is looked up instead. On failure nothing is sent. */
export async function sendOrder(
  changes: DeskParts,
  order: PaymentOrder,
  confirmation: ScriptConfirmation,
): Promise<Outcome<Submitted<'createSingleTransfer'>>> {
  const context = newContext();
  const amount = readCanonicalAmount(order.amount, order.currency);
  if (!amount.ok) return err(amountRefused(amount.error, context));
  const sent = await sendTransfer(
    changes,
    {
      ...order,
      narration: order.narration ?? '',
      payeeFingerprint: null,
      approval: confirmation,
    },
    context,
  );
  if (!sent.ok) return sent;
  const { submission } = sent.value;
  const wasKnown = submission.attempts[0]?.correlationId !== context.correlationId;
  if (submission.state !== 'unknown' || !wasKnown) return sent;
  const looked = await lookUp(changes, submission, context);
  return looked.ok ? ok({ submission: looked.value, answer: null, localFault: null }) : sent;
}

const amountRefused = (problem: string, { correlationId }: Context): AppError =>
  appError('input.invalid', correlationId, { fields: { amount: problem } });
