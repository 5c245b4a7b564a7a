import { z } from 'zod';

import { MoreTexts } from '../../../shared/bank/required-fields.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { ReviewedPayment } from '../../../shared/ipc/changes/payments.ts';
import type { DeskParts } from '../../desk/open-bank/changes.ts';
import type { Premise } from '../../nouns/approvals/contents.ts';
import { reviewTransfer } from '../../nouns/payments/review.ts';
import { newContext, valueOf } from '../input/command.ts';

/** The payment in a payload, as `pay` takes it. */
const Payload = z.object({
  body: z.object({
    ...{ accountNumber: z.string(), beneficiaryId: z.string(), amount: z.string() },
    ...{ currency: z.string(), reference: z.string(), narration: z.string().optional() },
    more: MoreTexts,
  }),
});

/** Reads the order of a payload. Throws where it is no payment. */
export function paymentIn(payload: string): PaymentOrder {
  const { data } = Payload.safeParse(JSON.parse(payload));
  if (data === undefined) throw new DeskFault('input.invalid', 'This request is no payment.');
  return data.body;
}

/** The review of a payment by this desk's own reading of the bank, and what an approval of it rests on. */
export async function reviewNow(
  changes: DeskParts,
  order: PaymentOrder,
): Promise<{ readonly reviewed: ReviewedPayment; readonly premise: Premise }> {
  const entered = { ...order, narration: order.narration ?? '' };
  const reviewed = valueOf(await reviewTransfer(changes, entered, newContext()));
  const { payee, payeeFingerprint, warnings, fee, debitTotal } = reviewed;
  const premise = {
    ...{ details: payeeFingerprint, country: payee.country },
    twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
    warnings: warnings.map(({ kind }) => kind).filter((kind) => kind.endsWith('-unread')),
    debit: fee === null ? null : debitTotal.amount,
  };
  return { reviewed, premise };
}
