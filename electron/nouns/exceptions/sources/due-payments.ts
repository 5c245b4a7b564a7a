import { todayAt } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { limits } from '../../../../shared/limits.ts';
import { money } from '../../../../shared/money/money.ts';
import { dueStateIn } from '../../due-payments/due-state.ts';
import { scheduledPayments, type DuePayment } from '../../due-payments/tables.ts';
import { counted, exceptionId, type Finding, type Source } from './exception.ts';

/** So many overdue payments have an exception each; more are one together. */
const apartMax = 10;

/** What is due today, as one exception, and what is overdue. Nothing of either is sent by itself. */
export const duePayments: Source = ({ journal, clock }) => {
  const today = todayAt(clock.now());
  const days = { first: today, last: today };
  const payments = scheduledPayments(journal, limits.duePaymentsMax).filter(
    ({ day }) => day <= today,
  );
  const inState = (state: string): DuePayment[] =>
    payments.filter((payment) => dueStateIn(journal, payment, days) === state);
  const [due, overdue] = [inState('due'), inState('overdue')];
  return [
    ...(due.length === 0 ? [] : [dueToday(due, today)]),
    ...(overdue.length <= apartMax ? overdue.map(overdueFinding) : [manyOverdue(overdue)]),
  ];
};

const nothingKnown = { status: null, submissionId: null } as const;

const dueToday = (due: readonly DuePayment[], today: string): Finding => ({
  ...{ ...nothingKnown, kind: 'due-today', exceptionId: exceptionId('due-today', today) },
  title: `${counted(due.length, 'payment')} due today`,
  detail: 'Nothing is sent by itself: review what is due, and send it.',
  amount: null,
  since: today,
  next: 'Review and send',
  place: { view: 'due' },
});

const overdueFinding = ({ order, payee, day, source }: DuePayment): Finding => ({
  ...{
    ...nothingKnown,
    kind: 'overdue',
    exceptionId: exceptionId('overdue', order.reference, day),
  },
  title: `${source === 'recurring' ? 'Recurring payment missed' : 'Payment overdue'}: ${payee}`,
  detail: `It was due on ${fullDay(day, 'named')} and was not sent. Nothing overdue is sent by itself.`,
  amount: money(order.amount, order.currency),
  since: day,
  next: 'Send, move or withdraw',
  place: { view: 'due', reference: order.reference },
});

const manyOverdue = (overdue: readonly DuePayment[]): Finding => {
  const [first] = overdue;
  const day = first?.day ?? '';
  return {
    ...{ ...nothingKnown, kind: 'overdue', exceptionId: exceptionId('overdue', 'many', day) },
    title: `${counted(overdue.length, 'payment')} overdue`,
    detail: `The first was due on ${fullDay(day, 'named')}. Nothing overdue is sent by itself.`,
    amount: null,
    since: day,
    next: 'Send, move or withdraw',
    place: { view: 'due' },
  };
};
