import { exactly, type BankAnswer } from '../bank-server.ts';
import { decimalOf } from '../book.ts';
import type { Booking } from './mirage-ledger.ts';

/** How the statement lies. */
export const statementLies = [
  /** Entries come half an hour after the booking; balances follow what is shown. */
  'late entries',
  'no references',
  'references in the narration',
  'references cut at 16',
  'small letters',
  /** An amount that cannot be stored exactly. */
  'unreadable entries',
  /** Balances that do not follow. */
  'broken balances',
  /** Yesterday, whatever day is asked for. */
  'another period',
  'fails',
] as const;
export type StatementLie = (typeof statementLies)[number];

/** Can a booking of the last ten minutes be out of sight in the statement? */
export const hidesInStatement = (lie: StatementLie | null): boolean => lie === 'late entries';

type AccountStatement = {
  readonly lie: StatementLie | null;
  readonly nowMs: number;
  readonly currency: string;
  readonly feeMinor: bigint;
  readonly feeIsWithin: boolean;
};

type Line = { id: string; at: string; minor: bigint; type: string; booking: Booking | null };

const opening = 1_000_000_00n;
const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Get Statement, section 4.1, of one account's bookings: oldest first, with the balance after each entry. */
export function statementOf(
  bookings: readonly Booking[],
  query: URLSearchParams,
  shownAs: AccountStatement,
): BankAnswer {
  const { lie, nowMs } = shownAs;
  if (lie === 'fails') return { status: 500, body: { message: 'The statement is not there' } };
  const from = query.get('startDate') ?? dayOf(nowMs);
  const to = query.get('endDate') ?? dayOf(nowMs);
  const lagMs = lie === 'late entries' ? 30 * 60_000 : 0;
  const lines = bookings
    .filter(({ at }) => at <= nowMs - lagMs)
    .flatMap((booking) => linesOf(booking, shownAs));
  const [first, last] =
    lie === 'another period' ? [dayOf(nowMs - dayMs), dayOf(nowMs - dayMs)] : [from, to];
  let balance = opening;
  let before = opening;
  const shown: object[] = [];
  for (const line of lines) {
    balance -= line.minor;
    const day = line.at.slice(0, 10);
    if (day < first) before = balance;
    else if (day <= last) shown.push(entryOf(line, balance, shownAs));
  }
  const closing = lines
    .filter(({ at }) => at.slice(0, 10) <= last)
    .reduce((sum, { minor }) => sum - minor, opening);
  const size = Math.min(Number(query.get('limit') ?? '20'), 50);
  const page = Number(query.get('pageNumber') ?? '1');
  return {
    body: {
      message: '',
      openingBalance: exactly(decimalOf(before)),
      closingBalance: exactly(decimalOf(closing)),
      startDate: from,
      endDate: to,
      statement: {
        data: shown.slice((page - 1) * size, page * size),
        page,
        pageSize: size,
        totalItems: shown.length,
        totalPages: Math.ceil(shown.length / size),
      },
    },
  };
}

function linesOf(booking: Booking, { feeMinor, feeIsWithin }: AccountStatement): Line[] {
  const at = new Date(booking.at).toISOString();
  const line = { id: `S-${booking.id}`, at, minor: booking.minor, type: 'transfer', booking };
  if (feeMinor === 0n) return [line];
  if (feeIsWithin) return [{ ...line, minor: booking.minor + feeMinor }];
  return [line, { id: `S-${booking.id}-fee`, at, minor: feeMinor, type: 'fee', booking: null }];
}

function entryOf(
  { id, at, minor, type, booking }: Line,
  balance: bigint,
  shownAs: AccountStatement,
) {
  const { lie, currency } = shownAs;
  const reference = booking?.reference ?? '';
  const amount = decimalOf(minor);
  return {
    id,
    amount: exactly(lie === 'unreadable entries' && booking ? `${amount}00001` : amount),
    currency,
    direction: 'debit',
    transactionType: type,
    transactionDate: at,
    narration: lie === 'references in the narration' ? `Payment ${reference} thank you` : 'Payment',
    customReference: shownReference(lie, reference),
    balance: exactly(decimalOf(lie === 'broken balances' && booking ? balance - 1n : balance)),
  };
}

function shownReference(lie: StatementLie | null, reference: string): string {
  if (lie === 'no references' || lie === 'references in the narration') return '';
  if (lie === 'references cut at 16') return reference.slice(0, 16);
  return lie === 'small letters' ? reference.toLowerCase() : reference;
}
