import type { Stamp } from '../../../shared/actor.ts';
import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import type { Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { submissionUnder } from '../../engines/submissions/journal/submission-table.ts';
import type { DueDays } from './due-days.ts';
import { hasLeft } from './due-state.ts';
import { isBeingSent } from './being-sent.ts';
import { dayProblem, type DueDay } from './schedule.ts';
import { duePaymentKind, endKind, sharedDuePayment } from './shared-item.ts';
import {
  duePaymentUnder,
  noteChange,
  scheduledPayments,
  writeDuePayment,
  type DuePayment,
} from './tables.ts';

type Changing = { readonly stamp: Stamp; readonly context: Context };

/** Withdraws a payment that was not sent. Withdrawing it again changes nothing. Fails with `input.invalid` where it left. */
export function withdrawPayment(
  journal: Journal,
  reference: string,
  { stamp, context }: Changing,
): Outcome<DuePayment> {
  return change(journal, reference, { stamp, context }, (payment) => ({
    payment: { ...payment, state: 'withdrawn' },
    kind: 'withdrawn',
    detail: '',
  }));
}

/** Moves a payment to another day. `due` is that day by the calendar. Fails with `input.invalid` where it left or was withdrawn. */
export function changeDay(
  journal: Journal,
  reference: string,
  {
    enteredDay,
    due,
    days,
    ...changing
  }: Changing & {
    readonly enteredDay: IsoDate;
    readonly due: DueDay;
    readonly days: DueDays;
  },
): Outcome<DuePayment> {
  const problem = dayProblem(enteredDay, days);
  if (problem !== null)
    return fail('input.invalid', changing.context.correlationId, { fields: { due: problem } });
  return change(journal, reference, changing, (payment) => ({
    payment: {
      ...payment,
      ...{ day: due.day, enteredDay, moved: due.day === enteredDay ? null : due.reason },
    },
    kind: 'day',
    detail: payment.day,
  }));
}

type Changed = {
  readonly payment: DuePayment;
  readonly kind: 'day' | 'withdrawn';
  readonly detail: string;
};

function change(
  journal: Journal,
  named: string,
  { stamp, context }: Changing,
  changed: (payment: DuePayment) => Changed,
): Outcome<DuePayment> {
  const refuse = (message: string): Outcome<never> =>
    fail('input.invalid', context.correlationId, { message });
  return writeJournal(journal, ['due_payment', 'due_payment_change', 'team_outgoing'], () => {
    const known = duePaymentUnder(journal, named);
    if (known === null) return refuse('No payment is scheduled under this reference.');
    const { reference } = known.order;
    const submission = submissionUnder(journal, reference);
    if (known.state === 'sent' || (submission !== null && hasLeft(submission)))
      return refuse('This payment was sent: it cannot be changed here any more.');
    if (isBeingSent(journal, reference))
      return refuse('This payment is being sent now. Nothing was changed.');
    const { payment, kind, detail } = changed(known);
    if (known.state === 'withdrawn')
      return kind === 'withdrawn' ? ok(known) : refuse('This payment was withdrawn.');
    writeDuePayment(journal, payment);
    noteChange(journal, reference, { kind, day: payment.day, detail, ...stamp });
    if (kind === 'day')
      shareChanges(journal, duePaymentKind, [sharedDuePayment(payment, kind)], stamp.at);
    else shareChanges(journal, endKind, [{ reference, state: 'withdrawn' }], stamp.at);
    return ok(payment);
  });
}

/** Notes that a named person let a held payment be sent, and why it was held. */
export function noteRelease(
  journal: Journal,
  { order: { reference }, day }: DuePayment,
  why: string,
  stamp: Stamp,
): void {
  noteChange(journal, reference, { kind: 'released', day, detail: why, ...stamp });
}

/**
 * Marks as sent the scheduled payments that left, by the journal's own submissions. This covers a program that ended right after sending.
 * Returns how many.
 */
export function settleSent(journal: Journal, stamp: Stamp): number {
  const left = scheduledPayments(journal, limits.duePaymentsMax).filter(({ order }) => {
    const submission = submissionUnder(journal, order.reference);
    return submission !== null && settled.has(submission.state);
  });
  if (left.length === 0) return 0;
  writeJournal(journal, ['due_payment', 'due_payment_change', 'team_outgoing'], () => {
    for (const payment of left) {
      const { reference } = payment.order;
      writeDuePayment(journal, { ...payment, state: 'sent' });
      noteChange(journal, reference, { kind: 'sent', day: payment.day, detail: '', ...stamp });
    }
    const items = left.map(({ order: { reference } }) => ({ reference, state: 'sent' }));
    shareChanges(journal, endKind, items, stamp.at);
  });
  return left.length;
}

/** The states of a payment that left and whose outcome is known: from then on it is a payment like any other. */
const settled: ReadonlySet<string> = new Set(['accepted', 'refused', 'not-found']);
