import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import type {
  DueApprovals,
  DuePaymentRow,
  DueState,
} from '../../../shared/ipc/changes/due-payments.ts';
import { limits } from '../../../shared/limits.ts';
import { money } from '../../../shared/money/money.ts';
import type { Journal } from '../../engines/store/database.ts';
import { coveredPayment } from '../../nouns/due-payments/day-runs/covered.ts';
import { openDayRuns } from '../../nouns/due-payments/day-runs/tables.ts';
import type { DueDays } from '../../nouns/due-payments/due-days.ts';
import { dueStateIn } from '../../nouns/due-payments/due-state.ts';
import { scheduledPayments, type DuePayment } from '../../nouns/due-payments/tables.ts';
import { variableSeriesOf, neededRows, type VariableSeries } from './amounts/needed-rows.ts';
import { whyHeld } from './sending/due-holds.ts';

type DueParts = {
  readonly journal: Journal;
  readonly days: DueDays;
  /** When a payment of a day arrives; absent where that is not shown. */
  readonly arrivesOn?: (payment: DuePayment) => IsoDate | null;
  /** The latest time at which a run sends a payment; read by default. */
  readonly sendsUntil?: (payment: DuePayment) => Timestamp | null;
  /** The approvals that a payment needs; absent where that is not shown. */
  readonly approvalsOf?: (payment: DuePayment) => DueApprovals | null;
  /** The recurring payments by their identifier; read by default. */
  readonly variableSeries?: VariableSeries;
};

/** The payments that wait for their day or their amount, or were not sent on it, and those without an answer; by their day. */
export function dueRows(parts: DueParts): DuePaymentRow[] {
  const { journal } = parts;
  const variableSeries = variableSeriesOf(journal);
  const all = { ...parts, variableSeries, sendsUntil: sendsUntilOf(journal) };
  const scheduled = scheduledPayments(journal, limits.duePaymentsMax)
    .map((payment) => dueRowOf(all, payment))
    .filter(({ state }) => state !== 'sent');
  const needed = neededRows(journal, variableSeries);
  return needed.length === 0
    ? scheduled
    : [...scheduled, ...needed].toSorted((one, other) => one.day.localeCompare(other.day));
}

/** The latest sending times by the open runs, which are read once. */
function sendsUntilOf(journal: Journal): (payment: DuePayment) => Timestamp | null {
  const runs = new Map(
    openDayRuns(journal).map(({ day, until, payments }) => [
      day,
      { until, named: new Map(payments.map((named) => [named.reference, named])) },
    ]),
  );
  return ({ day, order: { reference } }) => {
    const run = runs.get(day);
    const named = run?.named.get(reference);
    return run && named && coveredPayment(journal, named) !== null ? run.until : null;
  };
}

export function dueRowOf(
  {
    journal,
    days,
    arrivesOn,
    approvalsOf,
    sendsUntil = sendsUntilOf(journal),
    variableSeries = variableSeriesOf(journal),
  }: DueParts,
  payment: DuePayment,
): DuePaymentRow {
  const { day, enteredDay, moved, order, payee, source, scheduledAt, actor } = payment;
  const state = dueStateIn(journal, payment, days);
  return {
    ...{ reference: order.reference, day, accountNumber: order.accountNumber },
    moved: day === enteredDay ? null : { from: enteredDay, reason: moved ?? '' },
    ...{ beneficiaryId: order.beneficiaryId, payee },
    ...{ amount: money(order.amount, order.currency), currency: order.currency },
    hasVariableAmount: source === 'recurring' && variableSeries.has(payment.sourceId),
    narration: order.narration ?? '',
    ...{ state, source, scheduledAt, scheduledBy: actor.name },
    arrivesOn: arrivesOn?.(payment) ?? null,
    sendsUntil: sendsUntil(payment),
    approvals: approvalsOf?.(payment) ?? null,
    held: mayBeSent.has(state) ? whyHeld({ journal, deskId: null }, payment, days) : null,
  };
}

const mayBeSent: ReadonlySet<DueState> = new Set(['due', 'overdue']);
