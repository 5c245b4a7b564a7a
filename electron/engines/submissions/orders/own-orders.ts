import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { isDecimal, toUnits } from '../../../../shared/money/decimal.ts';
import { money, type Money } from '../../../../shared/money/money.ts';
import type { ChangeParts } from '../change.ts';
import { sentOrders, type OrderOperation, type SentOrder } from '../journal/sent-orders.ts';
import { inputIn } from '../sent.ts';

/** An expected booking of an order. */
export type Leg = {
  readonly accountNumber: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: Money;
  readonly isFee: boolean;
};

/** An order that was sent from this desk, and its expected bookings. */
export type OwnOrder = {
  readonly reference: string;
  readonly operation: OrderOperation;
  readonly state: SubmissionState;
  /** The bank confirmed that the accepted order is ours. */
  readonly isConfirmed: boolean;
  /** True where, by the bank's own record, the order failed or the money came back. */
  readonly isVoid: boolean;
  readonly sentAt: Timestamp;
  /** The names under which the payee is known; a conversion has none. */
  readonly payees: readonly string[];
  /** The amount and each non-zero fee: from the quote or the review, else from the bank's acceptance. */
  readonly legs: readonly Leg[];
};

export type OrderParts = Pick<ChangeParts, 'journal' | 'reader' | 'bank' | 'registry'>;

/** Orders per batch. Other work of the main thread runs between batches. */
const atOnce = 200;

/** Returns the orders with these references that were sent from this desk, with their expected bookings. */
export async function ownOrders(
  parts: OrderParts,
  references: readonly string[],
): Promise<OwnOrder[]> {
  const orders: OwnOrder[] = [];
  for (let from = 0; from < references.length; from += atOnce) {
    if (from > 0) await nextTurn();
    for (const sent of sentOrders(parts.journal, references.slice(from, from + atOnce)))
      orders.push(ownOrder(parts, sent));
  }
  return orders;
}

function ownOrder(parts: OrderParts, sent: SentOrder): OwnOrder {
  const { reference, operation, state, isConfirmed, createdAt, recordId, about } = sent;
  const recorded = parts.registry[operation].recorded?.(parts, { reference, recordId }) ?? null;
  const names = [about?.counterparty, about?.bankDetails?.['accountName']];
  return {
    ...{ reference, operation, state, isConfirmed, sentAt: createdAt },
    isVoid: recorded?.isVoid ?? false,
    payees: names.filter((name): name is string => typeof name === 'string' && name !== ''),
    legs: legsOf(sent).filter(({ amount }) => toUnits(amount.amount) !== 0n),
  };
}

/** Returns the expected bookings of an order; none where what was sent cannot be read back. */
function legsOf(sent: SentOrder): Leg[] {
  if (sent.operation === 'lockRate') return legsOfTrade(sent);
  const body =
    inputIn('createSingleTransfer', sent)?.body ?? inputIn('initiateRemittance', sent)?.body;
  if (!body) return [];
  const { accountNumber, amount, currency } = body;
  const fee = sent.about?.fee ?? acceptedFee(sent, currency);
  return [
    debit(accountNumber, money(amount, currency)),
    ...(fee ? [{ ...debit(accountNumber, fee), isFee: true }] : []),
  ];
}

function legsOfTrade(sent: SentOrder): Leg[] {
  const body = inputIn('lockRate', sent)?.body;
  const quote = sent.about?.quote;
  if (!body || !quote) return [];
  const { sellAccountNumber, buyAccountNumber } = body;
  return [
    debit(sellAccountNumber, quote.sell),
    { ...debit(buyAccountNumber, quote.buy), direction: 'credit' },
    ...(quote.fee ? [{ ...debit(sellAccountNumber, quote.fee), isFee: true }] : []),
  ];
}

const debit = (accountNumber: string, amount: Money): Leg => ({
  ...{ accountNumber, amount },
  direction: 'debit',
  isFee: false,
});

/** Reads the fee from the bank's answer, where the review had none, in the amount's currency. Null where the answer has none. */
function acceptedFee({ answer }: SentOrder, currency: string): Money | null {
  const read = JSON.parse(answer ?? 'null') as Answer;
  const fee = read?.transfer?.fee ?? read?.remittance?.fee;
  return typeof fee === 'string' && isDecimal(fee) ? money(fee, currency) : null;
}

type Answer = {
  readonly transfer?: { readonly fee?: unknown };
  readonly remittance?: { readonly fee?: unknown };
} | null;
