import { toUnits } from '../../../../../shared/money/decimal.ts';
import type { Leg, OwnOrder } from '../../../../engines/submissions/orders/own-orders.ts';
import { isNamed } from '../../../../engines/submissions/orders/payee-names.ts';
import { isCharge, type ArrivedDebit } from './arrived-debit.ts';

/**
 * Returns the debits that no own order expects. Each booking that an order expects excuses one debit: of its account and amount, and of
 * its payee where the bank names one. So a payment or a fee that is booked twice excuses only the first.
 */
export function withoutOrder(
  debits: readonly ArrivedDebit[],
  orders: readonly OwnOrder[],
): ArrivedDebit[] {
  const open = new Map(orders.filter(mayBeBooked).map((order) => [order.reference, opened(order)]));
  const adopted = new Set<string>();
  return debits.filter((debit) => {
    const order = open.get(debit.reference);
    if (order) return !takeLeg(order, debit);
    // An order that was found at the bank has no bookings of its own to compare.
    if (!debit.isOrdered || adopted.has(debit.reference)) return true;
    adopted.add(debit.reference);
    return false;
  });
}

/** An order that the bank refused, or never got, cannot be booked. */
const mayBeBooked = ({ state }: OwnOrder): boolean =>
  state === 'accepted' || state === 'unknown' || state === 'sending';

type OpenOrder = Pick<OwnOrder, 'operation' | 'payees'> & {
  readonly legs: Leg[];
  readonly accounts: ReadonlySet<string>;
  /** No fee was announced, so one may come. */
  mayHaveFee: boolean;
};

const opened = ({ operation, payees, legs }: OwnOrder): OpenOrder => ({
  ...{ operation, payees },
  legs: legs.filter(({ direction }) => direction === 'debit'),
  accounts: new Set(legs.map(({ accountNumber }) => accountNumber)),
  mayHaveFee: !legs.some(({ isFee }) => isFee),
});

/** Removes the booking that a debit matches; false where there is none. */
function takeLeg(order: OpenOrder, debit: ArrivedDebit): boolean {
  const isFee = isCharge(debit);
  const at = [isFee, !isFee]
    .map((wanted) => order.legs.findIndex((leg) => isBooking(order, { ...leg, wanted }, debit)))
    .find((place) => place >= 0);
  if (at !== undefined) {
    order.legs.splice(at, 1);
    return true;
  }
  if (!isFee || !order.mayHaveFee || !order.accounts.has(debit.accountNumber)) return false;
  order.mayHaveFee = false;
  return true;
}

function isBooking(
  { operation, payees }: OpenOrder,
  leg: Leg & { readonly wanted: boolean },
  debit: ArrivedDebit,
): boolean {
  const { accountNumber, amount, isFee, wanted } = leg;
  if (isFee !== wanted || (isCharge(debit) && !isFee)) return false;
  return (
    accountNumber === debit.accountNumber &&
    amount.currency === debit.currency &&
    toUnits(amount.amount) === debit.units &&
    (isFee ||
      operation === 'lockRate' ||
      payees.length === 0 ||
      isNamed(payees, debit.counterparty))
  );
}
