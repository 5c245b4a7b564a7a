import type { Stamp } from '../../../shared/actor.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { addDays, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { DueSource } from '../../../shared/ipc/changes/due-payments.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import type { Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { nearFound, otherUnderReference } from '../../engines/submissions/journal/found-at-bank.ts';
import {
  submissionInOtherCase,
  submissionUnder,
} from '../../engines/submissions/journal/submission-table.ts';
import type { DueDays } from './due-days.ts';
import { isSameOrder, otherScheduled, wasWithdrawn } from './same-order.ts';
import { duePaymentKind, sharedDuePayment } from './shared-item.ts';
import { duePaymentUnder, scheduledCount, writeDuePayment, type DuePayment } from './tables.ts';

/** The day on which a payment is due, for the day that a person or a file wants; `reason` is null where both are the same. */
export type DueDay = { readonly day: IsoDate; readonly reason: string | null };

/** A payment for a later day, as it is entered. */
export type NewDuePayment = {
  readonly order: PaymentOrder;
  readonly enteredDay: IsoDate;
  /** The day on which it is due; differs from `enteredDay` where that is no working day. */
  readonly due: DueDay;
  readonly payee: string;
  readonly fingerprint: string | null;
  readonly source: DueSource;
  readonly sourceId: string;
  /** Its day may be past: it is overdue from the beginning. */
  readonly isLate?: boolean;
};

/**
 * Schedules a payment. Durable before it returns; sends nothing. The same payment under the same reference is returned as it is. Fails with
 * `input.invalid` for another payment under a reference that is scheduled or was sent, for one that was withdrawn, and for a day that is
 * past or too far ahead.
 */
export function schedulePayment(
  journal: Journal,
  entered: NewDuePayment,
  stamp: Stamp,
  { days, context }: { readonly days: DueDays; readonly context: Context },
): Outcome<DuePayment> {
  const refuse = (field: string, problem: string): Outcome<never> =>
    fail('input.invalid', context.correlationId, {
      message: problem,
      fields: { [field]: problem },
    });
  const { order, enteredDay, due } = entered;
  return writeJournal(journal, ['due_payment', 'team_outgoing'], () => {
    const known = duePaymentUnder(journal, order.reference);
    if (known !== null) {
      if (!isSameOrder(known.order, order)) return refuse('reference', otherScheduled(known));
      if (known.state === 'withdrawn') return refuse('reference', wasWithdrawn(journal, known));
      return ok(known);
    }
    const used = whyUsed(journal, order.reference);
    if (used !== null) return refuse('reference', used);
    const problem = entered.isLate ? null : dayProblem(enteredDay, days);
    if (problem !== null) return refuse('due', problem);
    if (scheduledCount(journal) >= limits.duePaymentsMax)
      return refuse(
        'due',
        `${String(limits.duePaymentsMax)} payments are scheduled: send or withdraw some first.`,
      );
    const { day, reason } = due;
    const payment: DuePayment = {
      ...{ state: 'scheduled', day, enteredDay, moved: day === enteredDay ? null : reason },
      ...{ order, payee: entered.payee, fingerprint: entered.fingerprint },
      ...{ source: entered.source, sourceId: entered.sourceId },
      ...{ scheduledAt: stamp.at, actor: stamp.actor },
    };
    writeDuePayment(journal, payment);
    shareChanges(journal, duePaymentKind, [sharedDuePayment(payment)], stamp.at);
    return ok(payment);
  });
}

/** Why no payment can be due on a day; null where one can. Today is allowed. */
export function dayProblem(day: IsoDate, { last }: DueDays): string | null {
  if (day < last) return `The day ${fullDay(day, 'named')} is past. Leave the day out to pay now.`;
  if (day > addDays(last, limits.dueDaysAheadMax))
    return `The day ${fullDay(day, 'named')} is more than two years ahead: check the year.`;
  return null;
}

/** Why a new payment cannot have this reference: a payment was sent under it, or found at the bank; null where it is free. */
export function whyUsed(journal: Journal, reference: string): string | null {
  const sent = submissionUnder(journal, reference) ?? submissionInOtherCase(journal, reference);
  if (sent?.origin === 'found') return otherUnderReference(sent);
  if (sent)
    return `A payment was sent under the reference ${sent.reference} already. Nothing was scheduled.`;
  return nearFound(journal, reference);
}
