import { addDays, earliest, todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { limits } from '../../../../shared/limits.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { amountsNeeded, type AmountNeeded } from '../../due-payments/amount-needed.ts';
import { coveredPayment } from '../../due-payments/day-runs/covered.ts';
import { dayRunsSince, openDayRunOf, type DayRun } from '../../due-payments/day-runs/tables.ts';
import { seriesById } from '../../due-payments/recurring/series-table.ts';
import { dueStateIn } from '../../due-payments/due-state.ts';
import { scheduledPayments, type DuePayment } from '../../due-payments/tables.ts';
import { counted, exceptionId, type ExceptionParts, type Finding } from './exception.ts';

/** The most overdue payments with an exception each; more share one. */
const apartMax = 10;

/** Finds runs that stopped at a doubt, payments that a person must send today (as one exception), and overdue ones. */
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
  const needed = amountsNeeded(journal, limits.duePaymentsMax).filter(
    ({ day, reference }) => day <= today && submissionUnder(journal, reference) === null,
  );
  const neededToday = needed.filter(({ day }) => day === today).length;
  const late = [
    ...overdue.map(({ day, ...payment }) => ({
      day,
      finding: () => overdueFinding({ day, ...payment }),
    })),
    ...needed
      .filter(({ day }) => day < today)
      .map((one) => ({ day: one.day, finding: () => missedFinding(journal, one) })),
  ];
  return [
    ...stoppedRuns(journal, today),
    ...(toSend.length + neededToday === 0 ? [] : [dueToday(toSend.length, neededToday, today)]),
    ...(late.length <= apartMax ? late.map(({ finding }) => finding()) : [manyOverdue(late)]),
  ];
};

const isNamed = (run: DayRun | null, reference: string): boolean =>
  run?.payments.some((named) => named.reference === reference) ?? false;

/** The days for which a stopped run is shown, while payments of it are left. */
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

const dueToday = (toSend: number, needed: number, today: string): Finding => ({
  ...{ ...nothingKnown, kind: 'due-today', exceptionId: exceptionId('due-today', today) },
  title: `${counted(toSend + needed, 'payment')} due today`,
  detail: `A person sends it: review what is due, and send it.${needed === 0 ? '' : ` ${counted(needed, 'amount')} must be entered first.`}`,
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

/** A payment that had no amount when its day ended. */
const missedFinding = (journal: Journal, { reference, seriesId, day }: AmountNeeded): Finding => ({
  ...{ ...nothingKnown, kind: 'overdue', exceptionId: exceptionId('overdue', reference, day) },
  title: `Recurring payment missed: ${seriesById(journal, seriesId)?.payee ?? 'payee not known'}`,
  detail: `It was due on ${fullDay(day, 'named')}, and no amount was entered. Nothing was sent.`,
  amount: null,
  since: day,
  next: 'Enter the amount, or withdraw',
  place: { view: 'due', reference },
});

const manyOverdue = (overdue: readonly { readonly day: IsoDate }[]): Finding => {
  const day = overdue
    .map((one) => one.day)
    .reduce((one, other) => earliest(one, other), '9999-12-31');
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
