import { z } from 'zod';

import { MoreTexts } from '../../../shared/bank/required-fields.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { ReviewedPayment } from '../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import type { Premise } from '../../nouns/approvals/contents.ts';
import type { EnteredTransfer } from '../../nouns/payments/order.ts';
import { reviewTransfer } from '../../nouns/payments/review.ts';
import { unreadKinds } from '../../nouns/payments/warnings.ts';
import type { DeskParts } from '../open-bank/changes.ts';

/** A payload with a payment as it was entered. */
const Payload = z.object({
  body: z.object({
    ...{ accountNumber: z.string(), beneficiaryId: z.string(), amount: z.string() },
    ...{ currency: z.string(), reference: z.string(), narration: z.string().default('') },
    more: MoreTexts,
  }),
});

/** Reads the payment of a payload. Fails with `input.invalid` where it is none. */
export function paymentIn(payload: string, { correlationId }: Context): Outcome<EnteredTransfer> {
  const json = attemptSync((): unknown => JSON.parse(payload));
  const { data } = Payload.safeParse(json.ok ? json.value : null);
  return data === undefined
    ? fail('input.invalid', correlationId, { message: 'This request is no payment.' })
    : ok(data.body);
}

export type PaymentReading = { readonly reviewed: ReviewedPayment; readonly premise: Premise };

/** Reviews a payment by this desk's own reading of the bank. Also returns the premise of an approval. */
export async function readPayment(
  changes: DeskParts,
  entered: EnteredTransfer,
  context: Context,
): Promise<Outcome<PaymentReading>> {
  const reviewed = await reviewTransfer(changes, entered, context);
  return reviewed.ok
    ? ok({ reviewed: reviewed.value, premise: premiseOf(reviewed.value) })
    : reviewed;
}

const premiseOf = ({
  payee,
  payeeFingerprint,
  amount,
  warnings,
  fee,
  debitTotal,
}: ReviewedPayment): Premise => ({
  ...{ details: payeeFingerprint, country: payee.country },
  twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
  warnings: unreadKinds(warnings),
  // A fee in another currency is not part of this debit.
  debit: fee?.currency === amount.currency ? debitTotal.amount : null,
});
