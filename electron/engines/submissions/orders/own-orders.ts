import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { isDecimal, toUnits } from '../../../../shared/money/decimal.ts';
import { money, type Money } from '../../../../shared/money/money.ts';
import type { ChangeParts } from '../change.ts';
import { sentOrders, type OrderOperation, type SentOrder } from '../journal/sent-orders.ts';
import { inputIn } from '../sent.ts';

/** One booking that an order expects. */
export type Leg = {
  readonly accountNumber: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: Money;
  readonly isFee: boolean;
};

/** An order that was sent from this desk, and what it expects to be booked. */
export type OwnOrder = {
  readonly reference: string;
  readonly operation: OrderOperation;
  readonly state: SubmissionState;
  /** The bank confirmed that the accepted order is ours. */
  readonly isConfirmed: boolean;
  /** By the bank's own record it failed, or the money came back. */
  readonly isVoid: boolean;
  readonly sentAt: Timestamp;
  /** The names under which the payee is known; a conversion has none. */
  readonly payees: readonly string[];
  /** The amount, and each fee that is not nil: as the quote or the review had it, else as the bank accepted the order. */
  readonly legs: readonly Leg[];
};

export type OrderParts = Pick<ChangeParts, 'journal' | 'reader' | 'bank' | 'registry'>;

/** Orders read at a time: other work of the main thread has its turn in between. */
const atOnce = 200;

/** The orders with these references that left this desk, with what each expects to be booked. */
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

/** None where what was sent cannot be read back. */
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

/** The fee in the bank's answer, where no review asked for it; its currency is the amount's. Null where the answer has none. */
function acceptedFee({ answer }: SentOrder, currency: string): Money | null {
  const read = JSON.parse(answer ?? 'null') as Answer;
  const fee = read?.transfer?.fee ?? read?.remittance?.fee;
  return typeof fee === 'string' && isDecimal(fee) ? money(fee, currency) : null;
}

type Answer = {
  readonly transfer?: { readonly fee?: unknown };
  readonly remittance?: { readonly fee?: unknown };
} | null;
