import type { Stamp } from '../../../../shared/actor.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { shareChanges } from '../../../engines/sharing/outgoing.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import {
  amountNeededUnder,
  writeAmountNeeded,
  writeWithAmount,
  type AmountNeeded,
} from '../amount-needed.ts';
import { isBeingSent } from '../being-sent.ts';
import { isSameAmount } from '../same-order.ts';
import { whyUsed } from '../schedule.ts';
import { endKind } from '../shared-item.ts';
import {
  duePaymentUnder,
  noteChange,
  scheduledCount,
  writeDuePayment,
  type DuePayment,
} from '../tables.ts';
import { seriesById } from './series-table.ts';
import { amountKind, sharedAmount } from './shared-amount.ts';

/** An amount as a person enters it. */
export type EnteredAmount = {
  /** In the minor digits of the currency. */
  readonly amount: Decimal;
  /** The amount that it replaces, as it was shown; null where none was entered before. */
  readonly instead: Decimal | null;
};

type Entering = { readonly stamp: Stamp; readonly context: Context };

/**
 * Sets or replaces the amount of a payment in a recurring series: from then on it is a scheduled payment like any other. Durable before it
 * returns; sends nothing. The same amount again changes nothing. Fails with `input.invalid` where the payment was tried or withdrawn, where
 * its amount is fixed, and where it has another amount than `instead`.
 */
export function enterAmount(
  journal: Journal,
  reference: string,
  entered: EnteredAmount,
  { stamp, context }: Entering,
): Outcome<DuePayment> {
  const refuse = (problem: string): Outcome<never> =>
    fail('input.invalid', context.correlationId, { message: `${problem} Nothing was changed.` });
  const tables = ['due_payment', 'due_payment_change', 'due_amount', 'team_outgoing'] as const;
  return writeJournal(journal, tables, () => {
    const known = duePaymentUnder(journal, reference);
    const needed = known === null ? amountNeededUnder(journal, reference) : null;
    if (known === null && needed === null)
      return refuse('No payment is scheduled under this reference.');
    const problem =
      known === null
        ? whyNoAmount(journal, needed, entered)
        : whyNoOtherAmount(journal, known, entered);
    if (problem !== null) return refuse(problem);
    if (known !== null && isSameAmount(known.order.amount, entered.amount)) return ok(known);
    const payment = known
      ? { ...known, order: { ...known.order, amount: entered.amount }, actor: stamp.actor }
      : needed && paymentOf(journal, needed, entered.amount, stamp);
    if (payment === null) return refuse('Its recurring payment is no longer here.');
    if (known === null) writeWithAmount(journal, payment);
    else writeDuePayment(journal, payment);
    const detail = known?.order.amount ?? '';
    noteChange(journal, reference, { kind: 'amount', day: payment.day, detail, ...stamp });
    shareChanges(journal, amountKind, [sharedAmount(payment)], stamp.at);
    return ok(payment);
  });
}

/** Why a payment without an amount cannot get one now; null where it can. */
function whyNoAmount(
  journal: Journal,
  needed: AmountNeeded | null,
  { instead }: EnteredAmount,
): string | null {
  if (needed?.state === 'withdrawn') return `${needed.actor.name} withdrew this payment.`;
  if (instead !== null) return 'This payment has no amount yet: look at it again.';
  const used = whyUsed(journal, needed?.reference ?? '');
  if (used !== null) return used;
  return scheduledCount(journal) < limits.duePaymentsMax
    ? null
    : `${String(limits.duePaymentsMax)} payments are scheduled: send or withdraw some first.`;
}

/** Why the amount of a payment cannot be replaced; null where it can. */
function whyNoOtherAmount(
  journal: Journal,
  { state, source, sourceId, order: { reference, amount, currency }, actor }: DuePayment,
  entered: EnteredAmount,
): string | null {
  const isVariable = source === 'recurring' && seriesById(journal, sourceId)?.order.amount === null;
  if (!isVariable)
    return 'The amount of this payment is fixed: withdraw it, and schedule another one.';
  if (state === 'withdrawn') return 'This payment was withdrawn.';
  if (state === 'sent') return 'This payment was sent.';
  if (isBeingSent(journal, reference)) return 'This payment is being sent now.';
  // A payment that was tried is sent again unchanged.
  if (submissionUnder(journal, reference) !== null)
    return 'This payment was tried before, and its amount stays. Withdraw it, and schedule another one.';
  if (isSameAmount(amount, entered.amount)) return null;
  return entered.instead !== null && isSameAmount(amount, entered.instead)
    ? null
    : `${actor.name} entered ${amount} ${currency} for this payment: look at it again.`;
}

/** Builds the payment with the bank details and time of its preparation: later changes and payments count for its holds and twins. */
function paymentOf(
  journal: Journal,
  { reference, seriesId, day, enteredDay, moved, fingerprint, preparedAt }: AmountNeeded,
  amount: Decimal,
  { actor }: Stamp,
): DuePayment | null {
  const series = seriesById(journal, seriesId);
  if (series === null) return null;
  return {
    ...{ state: 'scheduled', day, enteredDay, moved, payee: series.payee, fingerprint },
    order: { ...series.order, amount, reference },
    ...{ source: 'recurring', sourceId: seriesId, scheduledAt: preparedAt, actor },
  };
}

/** Withdraws a payment whose amount was not entered: it is not prepared again. Null where there is none. */
export function withdrawAmountNeeded(
  journal: Journal,
  reference: string,
  { actor, at }: Stamp,
): AmountNeeded | null {
  return writeJournal(journal, ['due_amount', 'team_outgoing'], () => {
    const needed = amountNeededUnder(journal, reference);
    if (needed === null || needed.state === 'withdrawn') return needed;
    const withdrawn: AmountNeeded = { ...needed, state: 'withdrawn', changedAt: at, actor };
    writeAmountNeeded(journal, withdrawn);
    const { seriesId, day, enteredDay, moved } = needed;
    const occurrence = { seriesId, day, enteredDay, moved };
    shareChanges(journal, endKind, [{ reference, state: 'withdrawn', occurrence }], at);
    return withdrawn;
  });
}
