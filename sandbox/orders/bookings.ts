import type { Timestamp } from '../../shared/calendar/calendar.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { bookEntry } from '../ledger/changes.ts';
import type { Ledger } from '../ledger/ledger.ts';

type Booking = {
  readonly accountNumber: string;
  readonly amount: string;
  readonly direction: 'debit' | 'credit';
  readonly transactionType: string;
  readonly narration: string;
  readonly reference: string;
};

/** Books an entry that carries the order's reference; an amount of zero leaves no entry. */
export function book(ledger: Ledger, booking: Booking, at: Timestamp): void {
  const { accountNumber, amount, direction, transactionType, narration, reference } = booking;
  if (toUnits(amount) === 0n) return;
  bookEntry(ledger, {
    account: accountNumber,
    at,
    amount,
    direction,
    transactionType,
    narration,
    customReference: reference,
  });
}

type Payment = {
  readonly accountNumber: string;
  readonly amount: string;
  readonly fee: string;
  readonly narration: string;
  readonly reference: string;
};

/** Books the debit of a payment, and its fee after it. */
export function bookPayment(ledger: Ledger, payment: Payment, at: Timestamp): void {
  const { fee, ...entry } = payment;
  book(ledger, { ...entry, direction: 'debit', transactionType: 'transfer' }, at);
  const narration = 'Transfer fee';
  book(
    ledger,
    { ...entry, amount: fee, narration, direction: 'debit', transactionType: 'fee' },
    at,
  );
}

/** Books the amount of a payment back. */
export function bookReturn(
  ledger: Ledger,
  payment: Payment & { readonly reason: string },
  at: Timestamp,
): void {
  const { fee, reason, ...entry } = payment;
  const narration = `Payment returned: ${reason}`;
  book(ledger, { ...entry, narration, direction: 'credit', transactionType: 'return' }, at);
}

/** Books the amount and the fee of a payment back. */
export function bookUndoing(
  ledger: Ledger,
  payment: Payment & { readonly reason: string },
  at: Timestamp,
): void {
  bookReturn(ledger, payment, at);
  const { accountNumber, fee: amount, reference } = payment;
  const narration = 'Transfer fee given back';
  book(
    ledger,
    { accountNumber, amount, reference, narration, direction: 'credit', transactionType: 'fee' },
    at,
  );
}
