import type { JsonObject } from '../../engines/acts/act.ts';
import type { DuePayment } from './tables.ts';

/** The kind of a payment for a later day among the shared records. */
export const duePaymentKind = 'due-payment';
/** The kind of its end. Its record is separate: a pending change of the day on another desk neither hides nor undoes it. */
export const endKind = 'due-payment-end';

/** A payment as a team shares it, without its end. `change` is what its author did. */
export function sharedDuePayment(
  { order, actor, ...payment }: DuePayment,
  change: 'scheduled' | 'day' = 'scheduled',
): JsonObject {
  const { narration, more, ...rest } = order;
  const { day, enteredDay, moved, payee, fingerprint, source, sourceId, scheduledAt } = payment;
  return {
    order: { ...rest, ...(narration && { narration }), ...(more && { more }) },
    ...{ day, enteredDay, moved, payee, fingerprint, source, sourceId },
    ...{ scheduledAt, scheduledBy: actor.name, change },
  };
}
