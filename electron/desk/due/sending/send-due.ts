import type { Stamp } from '../../../../shared/actor.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { ok } from '../../../../shared/result.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Approval } from '../../../engines/submissions/approval.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import type { Submitted } from '../../../engines/submissions/carry-out.ts';
import { lookUp } from '../../../engines/submissions/lookup/lookup.ts';
import { amountNeededUnder } from '../../../nouns/due-payments/amount-needed.ts';
import { whileSending } from '../../../nouns/due-payments/being-sent.ts';
import { noteRelease, settleSent } from '../../../nouns/due-payments/change.ts';
import { dueDaysAt } from '../../../nouns/due-payments/due-days.ts';
import { dueState } from '../../../nouns/due-payments/due-state.ts';
import { isSameAmount, wasWithdrawn } from '../../../nouns/due-payments/same-order.ts';
import { duePaymentUnder, type DuePayment } from '../../../nouns/due-payments/tables.ts';
import { sendTransfer } from '../../../nouns/payments/send.ts';
import type { PaymentParts } from '../../../nouns/payments/tables.ts';
import { amountIsNeeded } from '../amounts/needed-rows.ts';
import { whyHeld } from './due-holds.ts';
import { guardedContinuity } from './guarded.ts';

/** The state of a sent payment, and a failure on this machine after it was sent. */
type SentPayment = Pick<Submitted<'createSingleTransfer'>, 'submission' | 'localFault'>;

/** How a due payment is sent. */
export type DueSending = {
  readonly approval: Approval;
  /** The fingerprint of the bank details that a person reviewed now; absent: that of the scheduling. */
  readonly payeeFingerprint?: string | undefined;
  /** The bank's fee in that review. */
  readonly fee?: Money | null | undefined;
  /** The person who releases a held payment; null where none is named. */
  readonly release: Stamp | null;
  readonly stamp: Stamp;
  readonly deskId: string;
};

/**
 * Sends one due payment, with all checks made again. One without an answer is looked up instead, and one that left is reported. Fails
 * without sending: `input.invalid` where it was withdrawn or its day has not come, `confirmation.required` where it is held and no person
 * is named, and as `sendTransfer` does.
 */
export async function sendDue(
  parts: PaymentParts,
  reference: string,
  sending: DueSending,
  context: Context,
): Promise<Outcome<SentPayment>> {
  const { journal } = parts;
  const refuse = (message: string): Outcome<never> =>
    fail('input.invalid', context.correlationId, { message });
  const payment = duePaymentUnder(journal, reference);
  if (payment === null)
    return refuse(
      amountNeededUnder(journal, reference)?.state === 'needed'
        ? `${amountIsNeeded} Nothing was sent.`
        : 'No payment is scheduled under this reference.',
    );
  const known = submissionByReference(journal, payment.order.reference);
  const days = dueDaysAt(parts.clock);
  const state = dueState(payment, known, days);
  if (state === 'withdrawn') return refuse(wasWithdrawn(journal, payment));
  if (state === 'scheduled')
    return refuse(`It is due on ${fullDay(payment.day, 'named')}. Nothing was sent.`);
  if (known !== null && known.state !== 'not-sent') return settled(parts, known, sending, context);
  if (state === 'sent') return refuse('A colleague sent it already. Nothing was sent.');
  const deskId = sending.approval.by === 'script' ? sending.deskId : null;
  const why = whyHeld({ journal, deskId }, payment, days);
  if (why !== null && sending.release === null)
    return fail('confirmation.required', context.correlationId, {
      operation: 'createSingleTransfer',
      message: `${why} Nothing was sent. A named person can release it: in the window, or with --release-as NAME.`,
      fields: { held: why },
    });
  return whileSending(journal, payment.order.reference, async () => {
    if (why !== null && sending.release) noteRelease(journal, payment, why, sending.release);
    const continuity = guardedContinuity(
      parts.continuity,
      () => whyChanged(journal, payment),
      'input.invalid',
    );
    const guarded = { ...parts, continuity };
    const sent = await sendNow(guarded, payment, { known, ...sending }, context);
    settleSent(journal, sending.stamp);
    return sent;
  });
}

/** Returns the result of a payment that left; looks it up where it is not known yet. */
async function settled(
  parts: PaymentParts,
  known: Submission,
  { stamp }: Pick<DueSending, 'stamp'>,
  context: Context,
): Promise<Outcome<SentPayment>> {
  const looked = known.state === 'unknown' ? await lookUp(parts, known, context) : ok(known);
  settleSent(parts.journal, stamp);
  return ok({ submission: looked.ok ? looked.value : known, localFault: null });
}

/** Sends a payment. One that provably never left is sent again under its own reference. */
async function sendNow(
  parts: PaymentParts,
  { order, fingerprint }: DuePayment,
  { known, approval, payeeFingerprint, fee }: DueSending & { readonly known: Submission | null },
  context: Context,
): Promise<Outcome<SentPayment>> {
  if (known !== null) {
    if (!wasTriedAs(known, order))
      return fail('input.invalid', context.correlationId, {
        message:
          'Its amount was changed after it was tried. Withdraw it, and pay it under another reference. Nothing was sent.',
      });
    const { sendAgain } = await import('../../../engines/submissions/send-again.ts');
    return sendAgain(parts, known, context, approval);
  }
  return sendTransfer(
    parts,
    {
      ...order,
      narration: order.narration ?? '',
      payeeFingerprint: payeeFingerprint ?? fingerprint,
      fee,
      approval,
    },
    context,
  );
}

/** Whether the earlier attempt had the present amount: it is sent again as it was. */
function wasTriedAs({ about }: Submission, { amount, currency }: PaymentOrder): boolean {
  const tried = about?.amount ?? null;
  return tried?.currency === currency && isSameAmount(tried.amount, amount);
}

/** Why a payment changed since its sending began: a colleague withdrew it, or entered another amount. */
function whyChanged(journal: Journal, { order }: DuePayment): string | null {
  const now = duePaymentUnder(journal, order.reference);
  return now?.state === 'withdrawn' ||
    (now !== null && !isSameAmount(now.order.amount, order.amount))
    ? 'A colleague changed or withdrew this payment meanwhile. Nothing was sent: look at it again.'
    : null;
}
