import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { DuePaymentRow, DueState } from '../../../shared/ipc/changes/due-payments.ts';
import { limits } from '../../../shared/limits.ts';
import { money } from '../../../shared/money/money.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { DueDays } from '../../nouns/due-payments/due-days.ts';
import { dueStateIn } from '../../nouns/due-payments/due-state.ts';
import { scheduledPayments, type DuePayment } from '../../nouns/due-payments/tables.ts';
import { whyHeld } from './due-holds.ts';

type DueParts = {
  readonly journal: Journal;
  readonly days: DueDays;
  /** When a payment of a day arrives; absent where that is not shown. */
  readonly arrivesOn?: (payment: DuePayment) => IsoDate | null;
};

/** The payments that wait for their day or were not sent on it, and those without an answer; by their day. */
export const dueRows = (parts: DueParts): DuePaymentRow[] =>
  scheduledPayments(parts.journal, limits.duePaymentsMax)
    .map((payment) => dueRowOf(parts, payment))
    .filter(({ state }) => state !== 'sent');

export function dueRowOf(
  { journal, days, arrivesOn }: DueParts,
  payment: DuePayment,
): DuePaymentRow {
  const { day, enteredDay, moved, order, payee, source, scheduledAt, actor } = payment;
  const state = dueStateIn(journal, payment, days);
  return {
    ...{ reference: order.reference, day, accountNumber: order.accountNumber },
    moved: day === enteredDay ? null : { from: enteredDay, reason: moved ?? '' },
    ...{ beneficiaryId: order.beneficiaryId, payee },
    amount: money(order.amount, order.currency),
    narration: order.narration ?? '',
    ...{ state, source, scheduledAt, scheduledBy: actor.name },
    arrivesOn: arrivesOn?.(payment) ?? null,
    held: mayBeSent.has(state) ? whyHeld({ journal, deskId: null }, payment, days) : null,
  };
}

const mayBeSent: ReadonlySet<DueState> = new Set(['due', 'overdue']);
