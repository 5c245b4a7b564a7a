import { signingActor } from '../../../shared/actor.ts';
import { DeskFault, type Outcome } from '../../../shared/errors.ts';
import type { DuePaymentRow, duePaymentsRoutes } from '../../../shared/ipc/changes/due-payments.ts';
import { todayAt } from '../../../shared/calendar/calendar.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { stampOf } from '../../engines/submissions/open-bank.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import { amountNeededUnder } from '../../nouns/due-payments/amount-needed.ts';
import { changeDay, settleSent, withdrawPayment } from '../../nouns/due-payments/change.ts';
import { dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { dayProblem } from '../../nouns/due-payments/schedule.ts';
import { changesOf, duePaymentUnder, type DuePayment } from '../../nouns/due-payments/tables.ts';
import { withdrawAmountNeeded } from '../../nouns/due-payments/recurring/enter-amount.ts';
import { allSeries } from '../../nouns/due-payments/recurring/series-table.ts';
import { enterDueAmount } from '../due/amounts/enter-due-amount.ts';
import { amountIsNeeded, neededRowOf } from '../due/amounts/needed-rows.ts';
import { dueApprovalsIn, whoMayApprove } from '../approvals/due/unapproved.ts';
import { addSeriesOf, endSeries, seriesRow } from '../due/series.ts';
import { prepareDue } from '../due/prepare-due.ts';
import { dueRowOf, dueRows } from '../due/due-rows.ts';
import { dueView } from '../due/due-view.ts';
import { workingDaysOf, type WorkingDays } from '../../nouns/due-payments/working-days.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

/** The routes of the open bank's payments for a later day. Sending code is loaded on first use: the count is read at every start. */
export const dueHandlers = (
  desk: () => BankDesk,
): Pick<Handlers, keyof typeof duePaymentsRoutes> => ({
  'due.list': () => {
    const open = desk();
    prepareDue({ ...open.copy, clock: open.clock }, daysOf(open));
    settleSent(open.copy.journal, stampOf(open));
    return ok(dueView(open, daysOf(open)));
  },
  'due.count': () => {
    const open = desk();
    const { copy, clock } = open;
    prepareDue({ ...copy, clock }, daysOf(open));
    const rows = dueRows({ journal: copy.journal, days: dueDaysAt(clock) });
    const today = todayAt(clock.now());
    return ok({
      due: rows.filter(
        ({ state, day }) =>
          state === 'due' || state === 'overdue' || (state === 'amount-needed' && day <= today),
      ).length,
    });
  },
  'due.get': ({ reference }) => {
    const open = desk();
    const needed = neededRowUnder(open, reference);
    if (needed !== null) return ok({ row: needed, changes: [], mayApprove: [] });
    const payment = known(open, reference);
    const changes = changesOf(open.copy.journal, reference).map(({ actor, ...change }) => ({
      ...change,
      by: actor.name,
    }));
    const mayApprove = whoMayApprove(approvalParts(open), payment.order);
    return ok({ row: rowOf(open, payment), changes, mayApprove });
  },
  'due.dayOf': ({ due, currency }) => {
    const open = desk();
    const days = dueDaysAt(open.clock);
    const { day, reason } = daysOf(open)(due, { currency, notBefore: days.last });
    return ok({ day, reason, problem: dayProblem(due, days) });
  },
  'due.schedule': async (entered, context) => {
    const { scheduleDue } = await import('../due/schedule-due.ts');
    const open = desk();
    const scheduling = { stamp: stampOf(open), workingDays: daysOf(open) };
    const payment = { ...entered, source: 'form', sourceId: '' } as const;
    return rowOfChanged(open, scheduleDue(open.changes, payment, scheduling, context));
  },
  'due.series': () => {
    const { copy, clock } = desk();
    const { last } = dueDaysAt(clock);
    return ok({ rows: allSeries(copy.journal).map((series) => seriesRow(series, last)) });
  },
  'due.addSeries': (entered, context) => {
    const open = desk();
    const added = addSeriesOf(open, entered, context);
    if (!added.ok) return added;
    prepareDue({ ...open.copy, clock: open.clock }, daysOf(open));
    open.announce('store.changed', { topic: 'duePayments' });
    return ok(seriesRow(added.value, dueDaysAt(open.clock).last));
  },
  'due.endSeries': ({ seriesId }) => {
    const open = desk();
    const ended = endSeries(open, seriesId);
    if (ended === null)
      throw new DeskFault('input.invalid', 'This recurring payment is no longer here.');
    open.announce('store.changed', { topic: 'duePayments' });
    return ok(seriesRow(ended, dueDaysAt(open.clock).last));
  },
  'due.enterAmount': ({ reference, amount, instead }, context) => {
    const open = desk();
    const entering = { stamp: stampOf(open), context };
    return rowOfChanged(open, enterDueAmount(open.copy, reference, { amount, instead }, entering));
  },
  'due.withdraw': ({ reference }, context) => {
    const open = desk();
    if (neededRowUnder(open, reference) !== null) {
      withdrawAmountNeeded(open.copy.journal, reference, stampOf(open));
      open.announce('store.changed', { topic: 'duePayments' });
      const row = neededRowUnder(open, reference);
      if (row !== null) return ok(row);
    }
    const changing = { stamp: stampOf(open), context };
    return rowOfChanged(open, withdrawPayment(open.copy.journal, reference, changing));
  },
  'due.changeDay': ({ reference, due }, context) => {
    const open = desk();
    const { currency } = known(open, reference).order;
    const days = dueDaysAt(open.clock);
    const moved = daysOf(open)(due, { currency, notBefore: days.last });
    const changed = changeDay(open.copy.journal, reference, {
      ...{ enteredDay: due, due: moved, days },
      ...{ stamp: stampOf(open), context },
    });
    return rowOfChanged(open, changed);
  },
  'due.review': async ({ reference }, context) => {
    const { reviewTransfer } = await import('../../nouns/payments/review.ts');
    const open = desk();
    const payment = known(open, reference);
    const { order, fingerprint } = payment;
    const entered = { ...order, narration: order.narration ?? '' };
    const review = await reviewTransfer(open.changes, entered, context);
    if (!review.ok) return review;
    const hasOtherDetails = fingerprint !== null && fingerprint !== review.value.payeeFingerprint;
    return ok({ row: rowOf(open, payment), review: review.value, hasOtherDetails });
  },
  'due.send': async (sending, context) => {
    const { sendDue } = await import('../due/sending/send-due.ts');
    const open = desk();
    const { reference, payeeFingerprint, fee, acknowledged, twins, releaseAs } = sending;
    const stamp = stampOf(open);
    const sent = await sendDue(
      open.changes,
      reference,
      {
        approval: { by: 'person', acknowledged, twins },
        ...{ payeeFingerprint, fee, stamp, deskId: open.copy.deskId },
        release:
          releaseAs === null
            ? null
            : {
                actor: signingActor(open.copy.deskId, open.user, releaseAs),
                at: stamp.at,
              },
      },
      context,
    );
    open.announce('store.changed', { topic: 'duePayments' });
    if (!sent.ok) return sent;
    open.announce('store.changed', { topic: 'transfers' });
    return ok(viewOf(sent.value.submission, open.changes));
  },
});

const daysOf = ({ profile }: BankDesk): WorkingDays => workingDaysOf(profile.bankFile);

/** The row of a payment without an amount yet; null where there is none under that reference. */
function neededRowUnder({ copy: { journal } }: BankDesk, reference: string): DuePaymentRow | null {
  const needed = amountNeededUnder(journal, reference);
  return needed && neededRowOf(journal, needed);
}

function known({ copy }: BankDesk, reference: string): DuePayment {
  const payment = duePaymentUnder(copy.journal, reference);
  if (payment === null)
    throw new DeskFault(
      'input.invalid',
      amountNeededUnder(copy.journal, reference)?.state === 'needed'
        ? amountIsNeeded
        : 'This payment is no longer scheduled.',
    );
  return payment;
}

const approvalParts = ({ copy: { team, reader }, clock }: BankDesk) => ({
  ...{ team, reader },
  now: () => timestampNow(clock),
});

const rowOf = (open: BankDesk, payment: DuePayment): DuePaymentRow =>
  dueRowOf(
    {
      ...{ journal: open.copy.journal, days: dueDaysAt(open.clock) },
      approvalsOf: dueApprovalsIn(approvalParts(open)),
    },
    payment,
  );

function rowOfChanged(open: BankDesk, changed: Outcome<DuePayment>): Outcome<DuePaymentRow> {
  if (!changed.ok) return changed;
  open.announce('store.changed', { topic: 'duePayments' });
  return ok(rowOf(open, changed.value));
}
