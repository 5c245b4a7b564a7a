import type { Outcome } from '../../../shared/errors.ts';
import type { ReviewedPayment } from '../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Approval } from '../../engines/submissions/approval.ts';
import { mayRepeat } from '../../engines/submissions/change.ts';
import {
  submissionByReference,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { sendAgain } from '../../engines/submissions/send-again.ts';
import type { Line } from '../../nouns/approvals/state.ts';
import { sendTransfer } from '../../nouns/payments/send.ts';
import type { DeskParts } from '../open-bank/changes.ts';
import { paymentIn } from './payment-review.ts';

/**
 * Sends the payment of a request as `reviewed` shows it, under the reference of the request. What never left is sent again under the same
 * reference. Fails without sending as `sendTransfer` and `sendAgain` do.
 */
export async function sendRequested(
  changes: DeskParts,
  { reference, payload }: Pick<Line, 'reference' | 'payload'>,
  { payeeFingerprint, fee }: Pick<ReviewedPayment, 'payeeFingerprint' | 'fee'>,
  approval: Approval,
  context: Context,
): Promise<Outcome<Submission>> {
  const entered = paymentIn(payload, context);
  if (!entered.ok) return entered;
  const known = submissionByReference(changes.journal, reference);
  // What never left is reported by `sendTransfer`, and not sent.
  const isAgain = known?.payload === payload && mayRepeat(known, changes.registry);
  const sent = isAgain
    ? await sendAgain(changes, known, context, approval)
    : await sendTransfer(changes, { ...entered.value, payeeFingerprint, fee, approval }, context);
  return sent.ok ? ok(sent.value.submission) : sent;
}
