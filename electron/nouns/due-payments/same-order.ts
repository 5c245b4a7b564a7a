import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { limits } from '../../../shared/limits.ts';
import { toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import type { Journal } from '../../engines/store/database.ts';
import { transferLikeness } from '../../engines/submissions/intent/likeness.ts';
import { changesOf, duePaymentUnder, scheduledPayments, type DuePayment } from './tables.ts';

export const isSameAmount = (one: Decimal, other: Decimal): boolean =>
  toUnits(one) === toUnits(other);

/** Are both the same payment: account, payee, amount, currency, narration and the fields that the bank file requires? */
export const isSameOrder = (one: PaymentOrder, other: PaymentOrder): boolean =>
  isSameAmount(one.amount, other.amount) &&
  (['accountNumber', 'beneficiaryId', 'currency', 'reference'] as const).every(
    (field) => one[field] === other[field],
  ) &&
  (one.narration ?? '') === (other.narration ?? '') &&
  JSON.stringify(one.more ?? {}) === JSON.stringify(other.more ?? {});

/** Is the payment under that reference another one of the same recurring payment? */
export function isOfSameSeries(
  journal: Journal,
  { source, sourceId }: DuePayment,
  reference: string,
): boolean {
  const other = source === 'recurring' ? duePaymentUnder(journal, reference) : null;
  return other?.source === 'recurring' && other.sourceId === sourceId;
}

/**
 * Returns the scheduled payments that look like an order, by their day. Reads them with the first order that needs them, for all later
 * orders. An order that is itself scheduled has none: it was checked when it was scheduled.
 */
export function openScheduledAlike(
  journal: Journal,
): (order: PaymentOrder) => readonly DuePayment[] {
  let byLikeness: Map<string, DuePayment[]> | null = null;
  return (order) => {
    if (isScheduled(journal, order)) return [];
    byLikeness ??= Map.groupBy(scheduledPayments(journal, limits.duePaymentsMax), (payment) =>
      transferLikeness(payment.order),
    );
    return byLikeness.get(transferLikeness(order)) ?? [];
  };
}

function isScheduled(journal: Journal, { reference }: PaymentOrder): boolean {
  const known = duePaymentUnder(journal, reference);
  return known?.state === 'scheduled' && known.order.reference === reference;
}

/**
 * Why an order is not sent under its reference: another payment is scheduled under it, or this one was withdrawn. Null where
 * nothing is scheduled under it, or this very payment is.
 */
export function whyNotScheduled(journal: Journal, order: PaymentOrder): string | null {
  const known = duePaymentUnder(journal, order.reference);
  if (known === null) return null;
  if (!isSameOrder(known.order, order)) return otherScheduled(known);
  return known.state === 'withdrawn' ? wasWithdrawn(journal, known) : null;
}

export const otherScheduled = ({ order, payee, day }: DuePayment): string =>
  `Another payment is scheduled under the reference ${order.reference}: ${order.amount} ${order.currency} to ${payee} on ${fullDay(day, 'named')}. Use another reference.`;

export function wasWithdrawn(journal: Journal, { order: { reference } }: DuePayment): string {
  const last = changesOf(journal, reference).findLast(({ kind }) => kind === 'withdrawn');
  const by = last ? ` by ${last.actor.name} at ${clockText(last.at)}` : '';
  return `The payment ${reference} was withdrawn${by}. Use another reference where it is to be paid after all.`;
}
