import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import type { Leg, OwnOrder } from '../../engines/submissions/orders/own-orders.ts';
import { isNamed } from '../../engines/submissions/orders/payee-names.ts';

/** An entry that carries the reference of an order. */
export type OrderEntry = Pick<
  EntryRow,
  | 'id'
  | 'version'
  | 'amount'
  | 'direction'
  | 'transactionType'
  | 'transactionDate'
  | 'day'
  | 'customReference'
  | 'withdrawnAt'
  | 'rewritten'
  | 'read'
> & {
  readonly accountNumber: string;
  /** As the bank names it; null where it names none. */
  readonly counterparty: string | null;
  readonly isFlagged: boolean;
  /** Its day is broken, or an entry with the same reference could not be read. */
  readonly isDoubtful: boolean;
};

export type BookedLeg = { readonly leg: Leg; readonly entry: OrderEntry };

/**
 * Pairs each booking that an order expects with the entry that equals it to the cent; null where anything differs. `under` is
 * every entry with the order's reference, in any account, withdrawn ones too. Null too where the order has no outcome, is not
 * confirmed or failed, where an entry was withdrawn, rewritten, flagged or is doubtful, and where the number of entries differs.
 */
export function bookedAsOrdered(
  order: OwnOrder,
  under: readonly OrderEntry[],
): readonly BookedLeg[] | null {
  if (order.state !== 'accepted' || !order.isConfirmed || order.isVoid) return null;
  const concerned = under.filter(isConcerned(order));
  if (order.legs.length === 0 || concerned.length !== order.legs.length) return null;
  if (concerned.some((entry) => needsPerson(entry, order))) return null;
  const open = new Set(concerned);
  const booked = order.legs.flatMap((leg): BookedLeg[] => {
    const entry = [...open].find((one) => isBookingOf(order, leg, one));
    if (entry === undefined) return [];
    open.delete(entry);
    return [{ leg, entry }];
  });
  return open.size === 0 && booked.length === order.legs.length ? booked : null;
}

/** A credit of another account is the payee's own side of a payment between own accounts. */
const isConcerned = ({ legs }: OwnOrder) => {
  const accounts = new Set(legs.map(({ accountNumber }) => accountNumber));
  return ({ accountNumber, direction, amount }: OrderEntry): boolean =>
    accounts.has(accountNumber) || direction === 'debit' || amount.amount.startsWith('-');
};

const needsPerson = (
  { customReference, withdrawnAt, rewritten, isFlagged, isDoubtful }: OrderEntry,
  { reference }: OwnOrder,
): boolean =>
  customReference !== reference || withdrawnAt !== null || rewritten || isFlagged || isDoubtful;

const isBookingOf = (order: OwnOrder, leg: Leg, entry: OrderEntry): boolean =>
  entry.accountNumber === leg.accountNumber &&
  entry.direction === leg.direction &&
  entry.amount.currency === leg.amount.currency &&
  unitsOf(entry) === toUnits(leg.amount.amount) &&
  (leg.isFee ? isFeeOf(order, leg, entry) : entry.transactionType !== 'fee') &&
  (leg.isFee || order.operation === 'lockRate' || isNamed(order.payees, entry.counterparty));

/** Some banks send debits with a minus sign of their own; a credit with one is no credit. */
const unitsOf = ({ amount: { amount }, direction }: OrderEntry): bigint => {
  const units = toUnits(amount);
  return units < 0n && direction === 'debit' ? -units : units;
};

/** A fee as large as the payment must be called one: else the payment could be booked twice. */
const isFeeOf = ({ legs }: OwnOrder, fee: Leg, { transactionType }: OrderEntry): boolean =>
  transactionType === 'fee' ||
  !legs.some(
    ({ isFee, accountNumber, amount }) =>
      !isFee &&
      accountNumber === fee.accountNumber &&
      amount.currency === fee.amount.currency &&
      toUnits(amount.amount) === toUnits(fee.amount.amount),
  );
