import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { AccountBalances, BookedDebit } from '../evidence.ts';

/** The balance and the clocks with which a booking is compared. */
export type Shown = {
  /** Null where no balance is known; then bookings have no effect on it. */
  readonly balance: Money | null;
  readonly asOf: Timestamp | null;
  /** True where the balance is, or equals, the statement's closing balance: it includes every entry of the statement. */
  readonly isStatements: boolean;
  readonly nowMs: number;
  /** How far the bank's clock is ahead of this machine's. */
  readonly bankAheadMs: number;
};

/** Returns the bank's available balance, else the statement's closing balance. */
export function shownBalance(
  balances: AccountBalances | null,
  currency: string,
  clocks: Pick<Shown, 'nowMs' | 'bankAheadMs'>,
): Shown {
  const available = inCurrency(balances?.available ?? null, currency);
  const booked = inCurrency(balances?.booked ?? null, currency);
  if (balances === null || (available ?? booked) === null)
    return { ...clocks, balance: null, asOf: null, isStatements: false };
  return {
    ...clocks,
    balance: available ?? booked,
    asOf: available === null ? balances.statementAsOf : balances.availableAsOf,
    isStatements:
      booked !== null &&
      (available === null || toUnits(available.amount) === toUnits(booked.amount)),
  };
}

const inCurrency = (amount: Money | null, currency: string): Money | null =>
  amount?.currency === currency ? amount : null;

/** Does the balance include a statement entry that carries the reference of a change sent at `sentAt`? */
export function hasEntry(shown: Shown, { at, seenAt }: BookedDebit, sentAt: Timestamp): boolean {
  const { balance, isStatements } = shown;
  if (balance === null || isStatements) return true;
  const readMs = readAt(shown);
  return readMs >= Date.parse(seenAt) || isBookedBefore(shown, at, sentAt);
}

/**
 * Was the balance read after a booking, by the bank's clock? Never where it was read before the sending. A bank's timestamps may be
 * off by `limits.bookedEarlyMs`; one that is further before the sending proves nothing. A date without a time counts as its end.
 */
export function isBookedBefore(shown: Shown, bookedAt: Timestamp, sentAt: Timestamp): boolean {
  const { balance, bankAheadMs } = shown;
  if (balance === null) return true;
  const readMs = readAt(shown);
  const sentMs = Date.parse(sentAt);
  const stampMs = Date.parse(bookedAt);
  const bookedMs = midnight.test(bookedAt) ? stampMs + dayMs : stampMs;
  return (
    readMs >= sentMs &&
    bookedMs >= sentMs + bankAheadMs - limits.bookedEarlyMs &&
    readMs + bankAheadMs >= bookedMs + limits.bookedEarlyMs
  );
}

/** Returns when the balance was read, in milliseconds. A future time proves nothing, since a clock was set: -Infinity. */
export function readAt({ asOf, nowMs }: Pick<Shown, 'asOf' | 'nowMs'>): number {
  const readMs = asOf === null ? -Infinity : Date.parse(asOf);
  return readMs > nowMs ? -Infinity : readMs;
}

const dayMs = 24 * 3_600_000;
const midnight = /T00:00:00(?:\.0+)?Z$/;
