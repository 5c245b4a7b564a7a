import type { Submission } from '../../electron/engines/submissions/journal/submission-table.ts';
import { decimalOf } from '../support/banks/book.ts';
import type { Booking, Order } from '../support/banks/mirage/mirage-ledger.ts';
import type { Payment, Plan } from './plan.ts';

/** What must never be. */
export type Fault = {
  readonly kind:
    | 'booked twice'
    /** Whatever the bank made of the second order: what was booked was sent once more. */
    | 'sent again, and booked'
    | 'shown as not found, and booked'
    | 'offered to send again, and booked'
    | 'shown as failed, and booked'
    | 'shown as accepted, and never booked'
    | 'forgotten'
    | 'left without an answer'
    | 'not opened'
    | 'internal';
  readonly words: string;
};

/** Every payment that somebody means, those of files among them: each is to be booked once at most. */
const meantIn = ({ payments, files }: Plan): Payment[] => [
  ...payments,
  ...files.flatMap(({ account, lines }) => lines.map((line) => ({ account, ...line }))),
];

export function sentTwice(
  plan: Plan,
  orders: readonly Order[],
  ledger: readonly Booking[],
): Fault[] {
  return meantIn(plan).flatMap((payment): Fault[] => {
    const booked = ledger.filter((booking) => isOf(booking, payment)).map(({ id }) => id);
    const sent = orders.filter((order) => isOf(order, payment)).map(({ id }) => id);
    const [first] = booked;
    if (booked.length > 1)
      return [{ kind: 'booked twice', words: `${nameOf(payment)}: ${booked.join(' and ')}` }];
    const last = sent.at(-1);
    return first !== undefined && last !== first
      ? [
          {
            kind: 'sent again, and booked',
            words: `${nameOf(payment)}: ${first}, then ${String(last)}`,
          },
        ]
      : [];
  });
}

/** By the reference as the bank received it; a line without one by its amount, which no other payment has. */
const isOf = (
  { reference, minor }: Pick<Booking, 'reference' | 'minor'>,
  payment: Payment,
): boolean =>
  payment.reference === '' ? decimalOf(minor) === payment.amount : reference === payment.reference;

const nameOf = ({ reference, amount }: Payment): string => reference || `the line of ${amount}`;

/** What the desk says of a submission, held against the ledger as it is now. */
export function wronglyReported(
  { submission, mayRepeat }: { submission: Submission; mayRepeat: boolean },
  ledger: readonly Booking[],
): Fault[] {
  const { reference, state } = submission;
  const booked = ledger.find((booking) => booking.reference === reference);
  if (!booked) return [];
  const words = `${reference} is booked as ${booked.id} and shown as ${state}`;
  if (state === 'not-found') return [{ kind: 'shown as not found, and booked', words }];
  if (state === 'refused' || state === 'not-sent')
    return [{ kind: 'shown as failed, and booked', words }];
  return mayRepeat ? [{ kind: 'offered to send again, and booked', words }] : [];
}

/** At the end, when nothing is booked late any more. What was found at the bank is called as the bank calls it. */
export const neverBooked = (
  { submission: { reference, state, attempts } }: { submission: Submission },
  ledger: readonly Booking[],
): Fault[] =>
  state === 'accepted' &&
  attempts.length > 0 &&
  !ledger.some((booking) => booking.reference === reference)
    ? [{ kind: 'shown as accepted, and never booked', words: reference }]
    : [];

/** What an honest bank showed a desk that read everything: each booking is known, and none is without an answer. */
export function forgotten(
  plan: Plan,
  shown: readonly { submission: Submission }[],
  ledger: readonly Booking[],
): Fault[] {
  return ledger.flatMap(({ id, reference }): Fault[] => {
    const known = shown.find(({ submission }) => isShownAs(submission.reference, reference));
    const words = `${reference}, booked as ${id}`;
    if (!known) return [{ kind: 'forgotten', words }];
    const { state } = known.submission;
    const isAnswered = state === 'accepted' || !plan.traits.hasList;
    return isAnswered ? [] : [{ kind: 'left without an answer', words: `${words}: ${state}` }];
  });
}

/** A list that lied when it was asked may have shown a reference in small letters, or cut. */
export const isShownAs = (known: string, booked: string): boolean =>
  [booked, booked.slice(0, 16)].some((text) => text.toLowerCase() === known.trim().toLowerCase());
