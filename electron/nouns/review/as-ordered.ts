import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import type { SubmissionState } from '../../../shared/ipc/submissions.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { OrderOperation } from '../../engines/submissions/journal/sent-orders.ts';
import { foldText } from '../../engines/store/search/search-text.ts';

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
  /** Its day does not hold, or an entry with the same reference could not be read. */
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

/** Where banks cut names: the lengths of the fields in which payment messages carry them. */
const nameCuts = [35, 70, 140];

/** Is the bank's name one of the payee's, but for case, accents and blanks, or cut where payment messages cut? */
function isNamed(payees: readonly string[], counterparty: string | null): boolean {
  if (!isName(counterparty)) return true;
  const theirs = folded(counterparty);
  return payees.some((name) => {
    const ours = folded(name);
    const isCut = nameCuts.includes(counterparty.trim().length) && ours.startsWith(theirs);
    return theirs === ours || isCut;
  });
}

/** Blanks, marks alone and `NOTPROVIDED` name nobody. */
export const isName = (text: string | null): text is string =>
  text !== null && /[\p{L}\p{N}]/u.test(text) && !/^\s*not ?provided\s*$/i.test(text);

const folded = (name: string): string => foldText(name).replaceAll(/\s+/g, ' ').trim();
