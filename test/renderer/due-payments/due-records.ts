import { addDays, dayNumber } from '../../../shared/calendar/calendar.ts';
import type { DayRunView } from '../../../shared/ipc/changes/day-runs.ts';
import type {
  DueAccount,
  DuePaymentRow,
  DueView,
  PaymentSeriesRow,
} from '../../../shared/ipc/changes/due-payments.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { add, compare, money, negate, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { paymentAnswers, paymentView, reviewOf } from '../payments/payment-records.ts';
import type { Answers } from '../support/fake-bridge.ts';

const today = '2026-11-20';

/** A scheduled payment; what matters to a test is given. */
export const dueRow = (reference: string, given: Partial<DuePaymentRow> = {}): DuePaymentRow => ({
  ...{ reference, day: today, moved: null, accountNumber: '30026712', beneficiaryId: 'b-1' },
  ...{ payee: 'Harbour Customs Agency BV', amount: { amount: '14175.36', currency: 'EUR' } },
  ...{ narration: 'Duty October, MRN 26NL4471', state: 'due', source: 'form' },
  ...{ scheduledAt: '2026-11-18T09:12:00.000Z', scheduledBy: 'Ada Merlin', held: null },
  ...{ arrivesOn: '2026-11-23', sendsUntil: null, hasVariableAmount: false },
  approvals: null,
  ...given,
  currency: given.amount?.currency ?? given.currency ?? 'EUR',
});

/** A payment of a recurring one whose amount is entered for each. */
export const neededRow = dueRow('POWER-11', {
  ...{ payee: 'Northlight Power Grid plc', narration: 'Electricity, metered', amount: null },
  ...{ state: 'amount-needed', source: 'recurring', hasVariableAmount: true, arrivesOn: null },
  held: 'Its amount is needed: enter it first.',
});

/** Another one of it, with its amount. */
export const enteredRow = dueRow('POWER-10', {
  ...{ payee: 'Northlight Power Grid plc', narration: 'Electricity, metered' },
  ...{
    amount: { amount: '1204.50', currency: 'EUR' },
    source: 'recurring',
    hasVariableAmount: true,
  },
});

/** One of two approvals is given. */
export const unapprovedRow = dueRow('AUDIT-4', {
  ...{ payee: 'Clearwell Audit LLP', amount: { amount: '19630.00', currency: 'EUR' } },
  approvals: {
    ...{ has: 1, count: 2, isRequested: true },
    missing: ['It needs 2 other persons for more than 10,000.00 EUR, and has 1.'],
  },
});

export const overdueRow = dueRow('INV-2026-45533', {
  ...{ day: '2026-11-19', state: 'overdue', payee: 'Pioneer Fasteners East Africa Corporation' },
  ...{ narration: 'INV-2026-45533', amount: { amount: '7240.00', currency: 'EUR' } },
  held: 'It was due on 19 Nov 2026 and was not sent then.',
});

const rows: readonly DuePaymentRow[] = [
  overdueRow,
  dueRow('DUTY-10'),
  dueRow('PARK-11', {
    ...{ payee: 'Quayside Estates Ltd', narration: 'Parking, monthly on the 24th' },
    ...{ amount: { amount: '5000.00', currency: 'EUR' }, source: 'recurring' },
  }),
  dueRow('AUDIT-3', {
    ...{ state: 'scheduled', day: '2026-11-23', moved: { from: '2026-11-21', reason: 'Saturday' } },
    ...{ payee: 'Clearwell Audit LLP', amount: { amount: '196304.00', currency: 'EUR' } },
  }),
  dueRow('SABLE-5', {
    ...{ state: 'scheduled', day: '2026-11-26', source: 'file', narration: 'INV-2026-88005' },
    ...{ payee: 'Sable Trading Company', amount: { amount: '61940.00', currency: 'EUR' } },
  }),
];

const isWeekend = (day: string): boolean => [0, 6].includes((dayNumber(day) + 4) % 7);

const calendar = Array.from({ length: 20 }, (_, at) => addDays(today, at))
  .filter((day) => !isWeekend(day))
  .slice(0, 10)
  .map((day) => ({
    day,
    closed: day === '2026-11-25' ? [{ currency: 'EUR', reason: 'Harbour day' }] : [],
  }));

function accountOf(due: readonly DuePaymentRow[]): DueAccount {
  const available = money('3036045.89', 'EUR');
  const floor = money('2800000.00', 'EUR');
  let left: Money = available;
  return {
    ...{ accountNumber: '30026712', accountName: 'Operating', currency: 'EUR', available },
    floor,
    cells: calendar.map(({ day }) => {
      const here = due.filter((row) => row.day === day || (day === today && row.day < today));
      if (here.length === 0) return null;
      const amounts = here.flatMap((row) => row.amount ?? []);
      const amount = amounts.reduce(add, money('0', 'EUR'));
      left = add(left, negate(amount));
      const unknown = here.length - amounts.length;
      return {
        day,
        count: here.length,
        unknown,
        amount,
        left,
        isUnderFloor: compare(left, floor) < 0,
      };
    }),
  };
}

/** What waits for its day at a desk with these payments. */
const dueViewOf = (
  due: readonly DuePaymentRow[] = rows,
  runs: readonly DayRunView[] = [],
): DueView => ({
  ...{ today, rows: due, calendar, later: 0, runs, clocks: null },
  accounts: due.length === 0 ? [] : [accountOf(due)],
});

const rentSeries: PaymentSeriesRow = {
  ...{ seriesId: 's-1', name: 'Parking', payee: 'Quayside Estates Ltd', accountNumber: '30026712' },
  ...{ amount: { amount: '5000.00', currency: 'EUR' }, currency: 'EUR' },
  ...{ rhythm: 'monthly, on day 24' },
  ...{ next: '2026-11-24', until: null, isEnded: false },
};

/** A run that is planned for today; what matters to a test is given. */
export const dayRun = (given: Partial<DayRunView> = {}): DayRunView => ({
  ...{ runId: 'run-1', day: today, until: `${today}T15:00:00.000Z`, state: 'open' },
  ...{ plannedBy: 'Ada Merlin', plannedAt: '2026-11-20T09:00:00.000Z', count: 2, sent: 0 },
  ...{ reason: null, endedAt: null },
  ...given,
});

type Given = {
  readonly due?: readonly DuePaymentRow[];
  readonly runs?: readonly DayRunView[];
  /** By reference. */
  readonly warnings?: Readonly<Record<string, readonly PaymentWarning[]>>;
};

/** A desk where each payment that is sent is accepted, and leaves the list. */
export function dueAnswers({ due = rows, runs = [], warnings = {} }: Given = {}): Answers {
  let left = [...due];
  let planned = [...runs];
  const rowOf = (reference: string): DuePaymentRow =>
    left.find((row) => row.reference === reference) ?? dueRow(reference);
  return {
    ...paymentAnswers([]),
    'due.list': () => ok(dueViewOf(left, planned)),
    'dayRuns.preview': ({ day }) => {
      const ofDay = left.filter((row) => row.day === day);
      return ok({
        day,
        payments: ofDay.flatMap(({ reference, payee, amount, held }) =>
          held !== null || amount === null
            ? []
            : [{ reference, payee, amount, digest: 'd'.repeat(64) }],
        ),
        leftOut: ofDay.flatMap(({ reference, payee, amount, held }) =>
          held === null ? [] : [{ reference, payee, amount, reason: held }],
        ),
        planned: planned.find((run) => run.day === day && run.endedAt === null) ?? null,
      });
    },
    'dayRuns.plan': ({ day, until, by, payments }) => {
      const run = dayRun({ day, until, plannedBy: by, count: payments.length });
      planned = [...planned, run];
      left = left.map((row) =>
        payments.some(({ reference }) => reference === row.reference)
          ? { ...row, sendsUntil: until }
          : row,
      );
      return ok(run);
    },
    'dayRuns.withdraw': ({ runId }) => {
      const ended = { state: 'withdrawn', endedAt: '2026-11-20T09:44:00.000Z' } as const;
      planned = planned.map((run) => (run.runId === runId ? { ...run, ...ended } : run));
      left = left.map((row) => ({ ...row, sendsUntil: null }));
      return ok(dayRun({ runId, ...ended }));
    },
    'due.count': () => ok({ due: left.filter(({ state }) => state !== 'scheduled').length }),
    'due.get': ({ reference }) =>
      ok({ row: rowOf(reference), changes: [], mayApprove: ['Ben', 'Mo'] }),
    'due.series': () => ok({ rows: [rentSeries] }),
    'due.addSeries': () => ok(rentSeries),
    'due.endSeries': () => ok({ ...rentSeries, next: null, isEnded: true }),
    'due.dayOf': ({ due: day }) =>
      ok(
        day === '2026-11-21'
          ? { day: '2026-11-23', reason: 'Saturday', problem: null }
          : { day, reason: null, problem: null },
      ),
    'due.review': ({ reference }) => {
      const row = rowOf(reference);
      const { accountNumber, narration, amount } = row;
      const entered = { reference, accountNumber, beneficiaryId: row.beneficiaryId, narration };
      const reviewed = reviewOf(entered, warnings[reference]);
      const review = { ...reviewed, amount: amount ?? reviewed.amount };
      return ok({ row, review, hasOtherDetails: false });
    },
    'due.send': ({ reference }) => {
      left = left.filter((row) => row.reference !== reference);
      return ok(paymentView('accepted', { reference }));
    },
    'due.enterAmount': ({ reference, amount }) => {
      const row: DuePaymentRow = {
        ...rowOf(reference),
        ...{ amount: money(amount, 'EUR'), state: 'due', held: null },
      };
      left = left.map((one) => (one.reference === reference ? row : one));
      return ok(row);
    },
    'due.withdraw': ({ reference }) => {
      const row = rowOf(reference);
      left = left.filter((one) => one !== row);
      return ok({ ...row, state: 'withdrawn' });
    },
    'due.changeDay': ({ reference, due: day }) => {
      const row = { ...rowOf(reference), day, state: 'scheduled' } as const;
      left = [...left.filter((one) => one.reference !== reference), row];
      return ok(row);
    },
    'due.schedule': ({ reference, due: day, amount, currency }) =>
      ok(dueRow(reference, { day, state: 'scheduled', amount: money(amount, currency) })),
  };
}
