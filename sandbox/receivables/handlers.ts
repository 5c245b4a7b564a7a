import type {
  Receivable,
  ReceivableOrder,
  receivables as operations,
} from '../../shared/bank/receivables.ts';
import { takeOrder } from '../orders/agenda.ts';
import { accountIn, checkedAmount, refuseOverLimit } from '../orders/checks.ts';
import { saveOrder, newOrder, seenOrder } from '../orders/register.ts';
import { todayOf } from '../server/clock.ts';
import type { HandlersOf } from '../server/noun.ts';
import { invalid } from '../server/refusal.ts';
import { steps } from './life.ts';
import type { ReceivableRecord, ReceivablesBank } from './state.ts';

export const handlers: HandlersOf<typeof operations, ReceivablesBank> = {
  createReceivable: ({ body }, { bank, faults }) => {
    const receivable = acceptedReceivable(bank, body);
    saveOrder(bank.receivables, receivable);
    takeOrder(bank, { id: receivable.id, steps, first: 'receivable-booked' }, faults);
    return { message: 'Receivable created', receivable: answerOf(bank, receivable) };
  },

  getReceivable: ({ path }, { bank }) => {
    const receivable = seenOrder(bank.receivables, path.id);
    return { message: 'Receivable retrieved', receivable: answerOf(bank, receivable) };
  },
};

/** The receivable that an order becomes. Throws Refusal 400, 404 and 422. */
function acceptedReceivable(bank: ReceivablesBank, order: ReceivableOrder): ReceivableRecord {
  const { currency } = accountIn(bank, order);
  const amount = checkedAmount(order.amount, currency);
  refuseOverLimit(amount, currency);
  if (order.dueDate !== undefined && order.dueDate < todayOf(bank.clock))
    throw invalid({ field: 'dueDate', message: 'must not be in the past' });
  return {
    ...order,
    ...newOrder(bank, bank.receivables, order.reference),
    status: 'open',
    amount,
    paidAmount: null,
    payerEmail: order.payerEmail ?? '',
    description: order.description ?? '',
    dueDate: order.dueDate ?? null,
    paidAt: null,
  };
}

/** Adds the coordinates by which others pay into the account. */
function answerOf(bank: ReceivablesBank, receivable: ReceivableRecord): Receivable {
  const account = bank.accounts.find(
    ({ accountNumber }) => accountNumber === receivable.accountNumber,
  );
  return { ...receivable, fundingDetails: account?.fundingDetails?.[0] ?? null };
}
