import { addDays, todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { limits } from '../../../../shared/limits.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { coveredPayment } from '../../due-payments/day-runs/covered.ts';
import { dayRunsSince, openDayRunOf, type DayRun } from '../../due-payments/day-runs/tables.ts';
import { dueStateIn } from '../../due-payments/due-state.ts';
import { scheduledPayments, type DuePayment } from '../../due-payments/tables.ts';
import { counted, exceptionId, type ExceptionParts, type Finding } from './exception.ts';

/** So many overdue payments have an exception each; more are one together. */
const apartMax = 10;

/** Runs that ended at a doubt, what a person must send today, as one exception, and what is overdue. */
export const duePayments = ({
  journal,
  clock,
}: Pick<ExceptionParts, 'journal' | 'clock'>): readonly Finding[] => {
  const today = todayAt(clock.now());
  const days = { first: today, last: today };
  const payments = scheduledPayments(journal, limits.duePaymentsMax).filter(
    ({ day }) => day <= today,
  );
  const inState = (state: string): DuePayment[] =>
    payments.filter((payment) => dueStateIn(journal, payment, days) === state);
  const [due, overdue] = [inState('due'), inState('overdue')];
  const run = openDayRunOf(journal, today);
  const toSend = due.filter(({ order }) => !isNamed(run, order.reference));
  return [
    ...stoppedRuns(journal, today),
    ...(toSend.length === 0 ? [] : [dueToday(toSend, today)]),
    ...(overdue.length <= apartMax ? overdue.map(overdueFinding) : [manyOverdue(overdue)]),
  ];
};

const isNamed = (run: DayRun | null, reference: string): boolean =>
  run?.payments.some((named) => named.reference === reference) ?? false;

/** So long a run that ended at a doubt is shown, while payments of it are left. */
const runDaysMax = 7;

const stoppedRuns = (journal: Journal, today: IsoDate): Finding[] =>
  dayRunsSince(journal, addDays(today, -runDaysMax)).flatMap((run) => {
    const { runId, day, state, sent, reason, endedAt, payments } = run;
    const left = payments.filter((named) => coveredPayment(journal, named) !== null).length;
    if (state !== 'stopped' || left === 0) return [];
    return [
      {
        ...{ ...nothingKnown, kind: 'stopped-run', exceptionId: exceptionId('stopped-run', runId) },
        title: `Run of ${fullDay(day, 'named')} stopped: ${counted(left, 'payment')} left`,
        detail: `${counted(sent, 'payment')} sent. ${reason ?? ''} Nothing more of it is sent by itself.`,
        ...{ amount: null, since: endedAt ?? day, next: 'Review and send' },
        place: { view: 'due' },
      },
    ];
  });

const nothingKnown = { status: null, submissionId: null } as const;

const dueToday = (due: readonly DuePayment[], today: string): Finding => ({
  ...{ ...nothingKnown, kind: 'due-today', exceptionId: exceptionId('due-today', today) },
  title: `${counted(due.length, 'payment')} due today`,
  detail: 'A person sends it: review what is due, and send it.',
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
