import { z } from 'zod';

import type { JsonObject } from '../../../engines/acts/act.ts';
import { sharedKind, type SharedKind } from '../../../engines/sharing/shared-kind.ts';
import type { Stamp } from '../../../../shared/actor.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { writeWithAmount } from '../amount-needed.ts';
import { sharedPayment } from '../order-schema.ts';
import { isSameAmount, isSameOrder } from '../same-order.ts';
import { sharedDuePayment } from '../shared-item.ts';
import { duePaymentUnder, noteChange, writeDuePayment, type DuePayment } from '../tables.ts';
import { seriesById } from './series-table.ts';

/**
 * The kind of an amount that was entered for a payment in a recurring series. Its record is separate: a pending change of the day on
 * another desk neither hides nor undoes it.
 */
export const amountKind = 'due-payment-amount';

/** A payment with the amount that was entered for it, as a team shares it. */
export function sharedAmount(payment: DuePayment): JsonObject {
  const { change: _change, source: _source, scheduledBy: _by, ...item } = sharedDuePayment(payment);
  return item;
}

const Item = z.strictObject(sharedPayment);
type Item = z.output<typeof Item>;

/** The later amount counts, until the payment is tried. */
export const sharedAmounts: SharedKind = sharedKind<Item>({
  ...{ kind: amountKind, topic: 'duePayments', merge: 'last', schema: Item },
  label: 'entered the amount of a recurring payment',
  aboutOf: ({ order: { reference, amount, currency }, payee, day }) =>
    `Payment ${reference} to ${payee}, due ${day}: ${amount} ${currency}.`,
  keyOf: ({ order: { reference } }) => reference,
  apply: applyAmount,
  // Existing amounts are shared with the payments.
  allOf: () => [],
});

function applyAmount(
  journal: Journal,
  { order, sourceId, ...item }: Item,
  { actor, at }: Stamp,
): void {
  const { reference, amount } = order;
  const series = seriesById(journal, sourceId);
  const isOfSeries =
    series?.order.amount === null && isSameOrder({ ...series.order, reference, amount }, order);
  // A payment that was tried here is sent again unchanged.
  if (!isOfSeries || toUnits(amount) <= 0n || submissionUnder(journal, reference) !== null) return;
  const known = duePaymentUnder(journal, reference);
  const note = { kind: 'amount', day: known?.day ?? item.day, at, actor } as const;
  if (known === null) {
    const source = { source: 'recurring', sourceId } as const;
    writeWithAmount(journal, { ...item, ...source, order, state: 'scheduled', actor });
    noteChange(journal, reference, { ...note, detail: '' });
    return;
  }
  const { amount: before } = known.order;
  const isOpen = known.state !== 'sent' && known.sourceId === sourceId;
  if (!isOpen || isSameAmount(before, amount)) return;
  writeDuePayment(journal, { ...known, order: { ...known.order, amount }, actor });
  noteChange(journal, reference, { ...note, detail: before });
}
