import { z } from 'zod';

import type { Stamp } from '../../../shared/actor.ts';
import { Reference } from '../../../shared/bank/operation.ts';
import { IsoDateText } from '../../../shared/calendar/calendar-schemas.ts';
import { dueSources } from '../../../shared/ipc/changes/due-payments.ts';
import { limits } from '../../../shared/limits.ts';
import { standingChange } from '../../engines/sharing/change-table.ts';
import { sharedKind, type SharedKind } from '../../engines/sharing/shared-kind.ts';
import type { Journal } from '../../engines/store/database.ts';
import { allAmountsNeeded, writeAmountNeeded, writeWithAmount } from './amount-needed.ts';
import { sharedPayment } from './order-schema.ts';
import { isSameOrder } from './same-order.ts';
import { duePaymentKind, endKind, sharedDuePayment } from './shared-item.ts';
import { allDuePayments, duePaymentUnder, noteChange, writeDuePayment } from './tables.ts';

const Item = z.strictObject({
  ...sharedPayment,
  source: z.enum(dueSources),
  scheduledBy: z.string().max(200),
  change: z.enum(['scheduled', 'day']),
});
type Item = z.output<typeof Item>;

/**
 * The later change of the day wins, except for a recurring payment that a desk prepares after a person has moved it. The content of a
 * payment never changes under its reference.
 */
const duePayments = sharedKind<Item>({
  ...{ kind: duePaymentKind, topic: 'duePayments', merge: 'last', schema: Item },
  label: 'changed a scheduled payment',
  aboutOf: ({ order: { reference, amount, currency }, payee, day, change }) =>
    `Payment ${reference}, ${amount} ${currency} to ${payee}, due ${day}: ${change === 'day' ? 'moved' : 'scheduled'}.`,
  keyOf: ({ order: { reference } }) => reference,
  counts: (journal, item) => !isPrepared(item) || !isMoved(journal, item),
  apply: applyItem,
  allOf: (journal) =>
    allDuePayments(journal, limits.duePaymentsMax).map((payment) => ({
      item: sharedDuePayment(payment),
      stamp: { actor: payment.actor, at: payment.scheduledAt },
    })),
});

const isPrepared = ({ source, change }: Item): boolean =>
  source === 'recurring' && change === 'scheduled';

/** Does the change that currently counts move the payment to another day? */
function isMoved(journal: Journal, { order: { reference } }: Item): boolean {
  const standing = standingChange(journal, duePaymentKind, reference);
  return standing !== null && Item.safeParse(standing.item).data?.change === 'day';
}

function applyItem(
  journal: Journal,
  { change, scheduledBy, order, ...item }: Item,
  { actor, at }: Stamp,
): void {
  const { reference } = order;
  const known = duePaymentUnder(journal, reference);
  if (known === null) {
    // The person who moved it is not the one who scheduled it.
    const by = change === 'scheduled' ? actor : { ...actor, desk: '' };
    const maker = { ...by, name: scheduledBy };
    writeWithAmount(journal, { ...item, order, state: 'scheduled', actor: maker });
    return;
  }
  const { day, enteredDay, moved } = item;
  // The amount of a recurring payment may have been entered again since its author moved it.
  const isRecurring = known.source === 'recurring' && item.source === 'recurring';
  const moving = isRecurring ? { ...order, amount: known.order.amount } : order;
  if (!isSameOrder(known.order, moving) || known.day === day) return;
  writeDuePayment(journal, { ...known, day, enteredDay, moved });
  noteChange(journal, reference, { kind: 'day', day, detail: known.day, at, actor });
}

const End = z.strictObject({
  reference: Reference,
  state: z.enum(['sent', 'withdrawn']),
  /** Where it was withdrawn before its amount was entered. */
  occurrence: z
    .strictObject({
      seriesId: z.uuid(),
      day: IsoDateText,
      enteredDay: IsoDateText,
      moved: z.string().max(200).nullable(),
    })
    .optional(),
});

/** A withdrawn payment stays withdrawn unless it was sent, and a sent one stays sent, in any order of reading. */
const ends = sharedKind<z.output<typeof End>>({
  ...{ kind: endKind, topic: 'duePayments', merge: 'all', schema: End },
  label: 'ended a scheduled payment',
  aboutOf: ({ reference, state }) => `Payment ${reference}: ${state}.`,
  keyOf: ({ reference, state }) => `${reference} ${state}`,
  apply: (journal, { reference, state, occurrence }, { actor, at }) => {
    const known = duePaymentUnder(journal, reference);
    if (known === null && occurrence !== undefined && state === 'withdrawn')
      writeAmountNeeded(journal, {
        ...{ ...occurrence, reference, state, fingerprint: null, preparedAt: at },
        ...{ changedAt: at, actor },
      });
    if (known === null || known.state === 'sent' || known.state === state) return;
    writeDuePayment(journal, { ...known, state });
    const { day } = known;
    noteChange(journal, reference, { kind: state, day, detail: '', at, actor });
  },
  allOf: (journal) => [
    ...allDuePayments(journal, limits.duePaymentsMax).flatMap(
      ({ state, order: { reference }, scheduledAt, actor }) =>
        state === 'scheduled'
          ? []
          : [{ item: { reference, state }, stamp: { actor, at: scheduledAt } }],
    ),
    ...allAmountsNeeded(journal, limits.duePaymentsMax).flatMap(
      ({ state, reference, seriesId, day, enteredDay, moved, changedAt, actor }) =>
        state === 'needed'
          ? []
          : [
              {
                item: { reference, state, occurrence: { seriesId, day, enteredDay, moved } },
                stamp: { actor, at: changedAt },
              },
            ],
    ),
  ],
});

/** The records about payments for a later day that a team shares. */
export const sharedOfDuePayments: readonly SharedKind[] = [duePayments, ends];
