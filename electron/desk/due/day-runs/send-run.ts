import type { Stamp } from '../../../../shared/actor.ts';
import { executionAt, type PaymentArrival } from '../../../../shared/calendar/arrival.ts';
import type { ReviewedPayment } from '../../../../shared/ipc/changes/payments.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import { nothingConfirmed } from '../../../engines/submissions/approval.ts';
import { isCovered } from '../../../engines/submissions/funds/funds.ts';
import {
  submissionUnder,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { refreshAccount, refreshAccounts } from '../../../nouns/accounts/refresh.ts';
import { settleSent } from '../../../nouns/due-payments/change.ts';
import { coveredPayment } from '../../../nouns/due-payments/day-runs/covered.ts';
import type { DayRun, RunEnd } from '../../../nouns/due-payments/day-runs/tables.ts';
import { dueDaysAt } from '../../../nouns/due-payments/due-days.ts';
import { dueStateIn } from '../../../nouns/due-payments/due-state.ts';
import type { DuePayment } from '../../../nouns/due-payments/tables.ts';
import { reviewTransfer } from '../../../nouns/payments/review.ts';
import { whyHeld } from '../sending/due-holds.ts';
import { guardedContinuity } from '../sending/guarded.ts';
import { sendDue } from '../sending/send-due.ts';
import type { RunParts } from './run-parts.ts';
import { runStanding } from './run-standing.ts';

export type RunSending = {
  readonly changes: RunParts;
  readonly deskId: string;
  /** Why the run ends before its next payment; null while it goes on. */
  readonly whyEnded: () => string | null;
};

/**
 * Sends the payments of a started run one after the other, each with all checks made again and nothing confirmed. It ends at the first
 * doubt: a warning, an unreadable balance or payee, a missed cut-off, a refusal, an unknown outcome. A payment that was changed, moved,
 * withdrawn or sent since the planning is skipped.
 */
export async function sendRun(sending: RunSending, run: DayRun, context: Context): Promise<RunEnd> {
  const { journal } = sending.changes;
  const guarded = withGuard(sending, run);
  const readAccounts = new Set<string>();
  let sent = 0;
  let passedOver = 0;
  settleSent(journal, stampOf(guarded, run));
  for (const named of run.payments) {
    const payment = coveredPayment(journal, named);
    if (payment === null) {
      passedOver += 1;
      continue;
    }
    const doubt = await sendNamed(guarded, run, { payment, readAccounts }, context);
    if (doubt !== null)
      return { state: 'stopped', sent, reason: `Payment ${named.reference}: ${doubt}` };
    sent += 1;
  }
  const reason =
    passedOver === 0
      ? null
      : `${String(passedOver)} changed since it was planned, and stayed as it was.`;
  return { state: 'done', sent, reason };
}

type Guarded = RunSending & { readonly whyNotNow: () => string | null };

/** The same, but refuses right before a payment is journalled where the run may not go on. */
function withGuard(sending: RunSending, run: DayRun): Guarded {
  const { changes, deskId, whyEnded } = sending;
  const whyNotNow = (): string | null => {
    const ended = whyEnded();
    if (ended !== null) return ended;
    const standing = runStanding(changes, run, deskId);
    if (standing.is === 'over') return standing.reason;
    return standing.is === 'now' ? null : 'The two clocks or the sign-in no longer allow it.';
  };
  const continuity = guardedContinuity(changes.continuity, whyNotNow, 'cancelled');
  return { ...sending, changes: { ...changes, continuity }, whyNotNow };
}

const stampOf = ({ changes }: RunSending, { actor }: DayRun): Stamp => ({
  actor,
  at: timestampNow(changes.clock),
});

type Named = {
  readonly payment: DuePayment;
  /** The accounts whose balance this run has read. */
  readonly readAccounts: Set<string>;
};

/** Sends one payment. Returns the doubt that ends the run; null where the bank accepted it. */
async function sendNamed(
  sending: Guarded,
  run: DayRun,
  { payment, readAccounts }: Named,
  context: Context,
): Promise<string | null> {
  const { changes, deskId, whyNotNow } = sending;
  const before = whyNotNow() ?? whyNotDue(changes, payment);
  if (before !== null) return before;
  const { accountNumber, reference } = payment.order;
  if (!readAccounts.has(accountNumber)) {
    const unread = await whyUnread(changes, accountNumber, context);
    if (unread !== null) return `its balance could not be read. ${unread}`;
    readAccounts.add(accountNumber);
  }
  const entered = { ...payment.order, narration: payment.order.narration ?? '' };
  const review = await reviewTransfer(changes, entered, context);
  if (!review.ok) return review.error.message;
  const doubt = doubtOf(review.value, payment, changes.clock.now());
  if (doubt !== null) return doubt;
  const { payeeFingerprint, fee } = review.value;
  const sent = await sendDue(
    changes,
    reference,
    {
      ...{ approval: nothingConfirmed, payeeFingerprint, fee, release: null, deskId },
      stamp: stampOf(sending, run),
    },
    context,
  );
  return sent.ok ? doubtAbout(sent.value.submission) : sent.error.message;
}

/** Reads the balance of an account again. Returns why that failed; null on success. */
async function whyUnread(
  changes: RunParts,
  accountNumber: string,
  context: Context,
): Promise<string | null> {
  if (changes.bank.isOpen('getAccountsBy') || !changes.bank.isOpen('getAllAccounts')) {
    const read = await refreshAccount(changes, accountNumber, context);
    return read.ok ? null : read.error.message;
  }
  const listed = await refreshAccounts(changes, context);
  if (!listed.ok) return listed.error.message;
  return (
    listed.value.unread.find((one) => one.accountNumber === accountNumber)?.error.message ?? null
  );
}

/** Why a payment is not sent automatically, by the data on this machine. */
function whyNotDue({ journal, clock }: RunParts, payment: DuePayment): string | null {
  const days = dueDaysAt(clock);
  if (submissionUnder(journal, payment.order.reference) !== null) return 'it was tried before.';
  const state = dueStateIn(journal, payment, days);
  if (state !== 'due') return `it is ${state}.`;
  return whyHeld({ journal, deskId: null }, payment, days);
}

/** The problem that a person would have to look at; null where there is none. */
function doubtOf(
  { warnings, payeeFingerprint, balance, arrival }: ReviewedPayment,
  { fingerprint, day }: DuePayment,
  nowMs: number,
): string | null {
  const [warning] = warnings.filter(({ weight }) => weight !== 'notice');
  if (warning) return warning.message;
  if (payeeFingerprint !== fingerprint)
    return 'the payee has other bank details than when it was scheduled.';
  if (isCovered(balance) === null) return 'the balance of its account is not known.';
  return arrival !== null && isLate(arrival, day, nowMs) ? 'its cut-off has passed.' : null;
}

/** Whether the bank would execute it on a later day. */
const isLate = (arrival: PaymentArrival, day: string, nowMs: number): boolean =>
  executionAt(arrival, nowMs).executedOn > day;

/** Why nothing more is sent after a payment; null where the bank accepted and lists it. */
function doubtAbout({ state, error, confirmed }: Submission): string | null {
  if (state === 'accepted' && confirmed !== false) return null;
  if (state === 'accepted') return 'the bank accepted it and does not list it.';
  if (state === 'unknown' || state === 'sending')
    return 'it has no answer. It may have gone through: it is looked up, and not sent again.';
  return error?.message ?? `it is ${state}.`;
}
