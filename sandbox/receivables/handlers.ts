import type {
  Receivable,
  ReceivableOrder,
  receivables as operations,
} from '../../shared/bank/receivables.ts';
import type { Bank } from '../bank/bank.ts';
import { timestampOf, todayOf } from '../server/clock.ts';
import type { HandlersOf } from '../server/noun.ts';
import { accountIn, checkedAmount, found, refuseOverLimit } from '../orders/checks.ts';
import { openReceivable } from './life.ts';
import type { ReceivableRecord } from '../orders/records.ts';
import { keepOrder, seenOrder } from '../orders/register.ts';
import { takeOrder } from '../orders/schedule.ts';
import { uuidOf } from '../seed/random.ts';
import { invalid } from '../server/refusal.ts';

export const receivables: HandlersOf<typeof operations> = {
  createReceivable: ({ body }, { bank, faults }) => {
    const receivable = acceptedReceivable(bank, body);
    keepOrder(bank.orders.receivables, receivable);
    takeOrder(bank, { id: receivable.id, late: 'receivable-booked' }, faults, openReceivable);
    return { message: 'Receivable created', receivable: answerOf(bank, receivable) };
  },

  getReceivable: ({ path }, { bank }) => {
    const receivable = found(seenOrder(bank.orders.receivables, path.id), `Receivable ${path.id}`);
    return { message: 'Receivable retrieved', receivable: answerOf(bank, receivable) };
  },
};

/** The receivable that an order becomes. Throws Refusal 400, 404 and 422. */
function acceptedReceivable(bank: Bank, order: ReceivableOrder): ReceivableRecord {
  const { currency } = accountIn(bank, order);
  const amount = checkedAmount(order.amount, currency);
  refuseOverLimit(amount, currency);
  if (order.dueDate !== undefined && order.dueDate < todayOf(bank.clock))
    throw invalid({ field: 'dueDate', message: 'must not be in the past' });
  return {
    id: uuidOf(`receivable ${bank.parameters.seed} ${bank.orders.receivables.byId.size + 1}`),
    reference: order.reference,
    isBooked: false,
    status: 'open',
    reason: '',
    accountNumber: order.accountNumber,
    amount,
    currency,
    paidAmount: null,
    payerName: order.payerName,
    payerEmail: order.payerEmail ?? '',
    description: order.description ?? '',
    dueDate: order.dueDate ?? null,
    createdAt: timestampOf(bank.clock),
    paidAt: null,
  };
}

/** With the coordinates by which others pay into the account. */
function answerOf(bank: Bank, receivable: ReceivableRecord): Receivable {
  const account = bank.accounts.find(
    ({ accountNumber }) => accountNumber === receivable.accountNumber,
  );
  return { ...receivable, fundingDetails: account?.fundingDetails?.[0] ?? null };
}
