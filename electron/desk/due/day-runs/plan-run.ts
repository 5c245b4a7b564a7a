import { randomUUID } from 'node:crypto';

import type { Actor } from '../../../../shared/actor.ts';
import {
  clockText,
  dayOf,
  type IsoDate,
  type Timestamp,
} from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { DayRunPreview } from '../../../../shared/ipc/changes/day-runs.ts';
import { limits } from '../../../../shared/limits.ts';
import { money } from '../../../../shared/money/money.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, type Context, type DeskClock } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { lastReconciliation } from '../../../engines/submissions/journal/reconciliations.ts';
import {
  coveredPayment,
  digestOf,
  type NamedPayment,
} from '../../../nouns/due-payments/day-runs/covered.ts';
import {
  openDayRunOf,
  writeDayRun,
  type DayRun,
} from '../../../nouns/due-payments/day-runs/tables.ts';
import { dueDaysAt } from '../../../nouns/due-payments/due-days.ts';
import { dayProblem } from '../../../nouns/due-payments/schedule.ts';
import { scheduledPayments, type DuePayment } from '../../../nouns/due-payments/tables.ts';
import { amountIsNeeded, neededRows } from '../amounts/needed-rows.ts';
import { whyHeld } from '../sending/due-holds.ts';
import { runView } from './run-view.ts';

/** The parts with which a run is planned. */
export type PlanningParts = {
  readonly journal: Journal;
  readonly clock: DeskClock;
  /** The approvals that a payment still needs, in a sentence; null where none. */
  readonly whyUnapproved: (payment: DuePayment) => string | null;
};

/** The payments that a run of a day would send, and those left to a person with the reason; of these accounts, or of all. Local only. */
export function previewRun(
  parts: PlanningParts,
  day: IsoDate,
  accounts: readonly string[] | null = null,
): DayRunPreview {
  const { journal } = parts;
  const payments: DayRunPreview['payments'][number][] = [];
  const leftOut: DayRunPreview['leftOut'][number][] = [];
  for (const payment of scheduledPayments(journal, limits.duePaymentsMax)) {
    const { order, payee } = payment;
    if (payment.day !== day || accounts?.includes(order.accountNumber) === false) continue;
    const { reference, amount, currency } = order;
    const shown = { reference, payee, amount: money(amount, currency) };
    const reason =
      whyLeftOut(parts, payment) ?? (payments.length < limits.dayRunPaymentsMax ? null : tooMany);
    if (reason === null) payments.push({ ...shown, digest: digestOf(journal, payment) });
    else leftOut.push({ ...shown, reason });
  }
  for (const { amount, reference, payee, ...row } of neededRows(journal))
    if (row.day === day && accounts?.includes(row.accountNumber) !== false)
      leftOut.push({ reference, payee, amount, reason: amountIsNeeded });
  const planned = openDayRunOf(journal, day);
  return { day, payments, leftOut, planned: planned && runView(planned) };
}

const tooMany = `A run has ${String(limits.dayRunPaymentsMax)} payments at most.`;

/** Why only a person may send a payment; null where a run may contain it. */
function whyLeftOut(
  { journal, clock, whyUnapproved }: PlanningParts,
  payment: DuePayment,
): string | null {
  if (submissionUnder(journal, payment.order.reference) !== null)
    return 'It was tried before: a person looks at it.';
  if (payment.fingerprint === null)
    return 'The payee’s bank details were not known when it was scheduled.';
  return whyHeld({ journal, deskId: null }, payment, dueDaysAt(clock)) ?? whyUnapproved(payment);
}

/** A run as a person plans it. */
export type WantedRun = {
  readonly day: IsoDate;
  readonly until: Timestamp;
  /** As they were shown. */
  readonly payments: readonly NamedPayment[];
  readonly actor: Actor;
};

/**
 * Plans a run: it is on the disk before this returns, and nothing is sent yet. Fails with `input.invalid` where the time is past or not on
 * that day, where a run of the day is open, and where a payment is no longer as it was shown.
 */
export function planRun(
  parts: PlanningParts,
  { day, until, payments, actor }: WantedRun,
  { correlationId }: Context,
): Outcome<DayRun> {
  const { journal, clock } = parts;
  const refuse = (field: string, problem: string): Outcome<never> =>
    fail('input.invalid', correlationId, {
      message: `${problem} Nothing was planned.`,
      fields: { [field]: problem },
    });
  const wrongDay = dayProblem(day, dueDaysAt(clock));
  if (wrongDay !== null) return refuse('day', wrongDay);
  if (dayOf(until) !== day)
    return refuse('until', `${clockText(until)} is not on ${fullDay(day, 'named')}.`);
  const at = timestampNow(clock);
  if (Date.parse(until) <= Date.parse(at)) return refuse('until', 'That time is past.');
  const open = openDayRunOf(journal, day);
  if (open !== null)
    return refuse(
      'day',
      `A run of that day was planned by ${open.actor.name} already: withdraw it first.`,
    );
  const isShown = payments.every((named) => isNamed(parts, day, named));
  if (payments.length === 0 || !isShown)
    return refuse('payments', 'The payments of that day changed meanwhile: look at them again.');
  return ok(
    writeDayRun(journal, {
      ...{ runId: randomUUID(), day, until, payments, plannedAt: at, actor },
      reconciledAt: lastReconciliation(journal)?.openedAt ?? null,
    }),
  );
}

function isNamed(parts: PlanningParts, day: IsoDate, named: NamedPayment): boolean {
  const payment = coveredPayment(parts.journal, named);
  return payment?.day === day && whyLeftOut(parts, payment) === null;
}
