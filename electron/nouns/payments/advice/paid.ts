import { lastFour } from '../../../../shared/account-digits.ts';
import { dayNumber, type IsoDate, type Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { AdviceKind } from '../../../../shared/ipc/changes/advice.ts';
import type { PaymentRow } from '../../../../shared/ipc/changes/payments.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { EvidenceEntry, StatementEvidence } from '../../../engines/submissions/evidence.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import { paymentByReference } from '../list.ts';

/** The facts of a payment for its payee, each sent by this desk or reported by the bank. */
export type PaidPayment = {
  readonly kind: AdviceKind;
  readonly reference: string;
  readonly payer: string;
  /** The last digits of the account that was debited. */
  readonly payerAccount: string;
  readonly payee: string;
  /** As it was sent; empty where that is not known here. */
  readonly payeeAccount: string;
  readonly payeeBank: string;
  readonly amount: Money;
  readonly narration: string;
  /** The bank's identifier, status and time; empty or null where the bank gave none. */
  readonly transferId: string;
  readonly status: string;
  readonly acceptedAt: Timestamp | null;
  /** The debit in the statement; null while there is none. */
  readonly booking: Booking | null;
};

type Booking = {
  readonly entryId: string;
  readonly day: IsoDate;
  readonly at: Timestamp;
  /** Do the balances of that day follow from entry to entry? */
  readonly isProven: boolean;
};

type Parts = Parameters<typeof paymentByReference>[0] & { readonly evidence: StatementEvidence };

/**
 * Returns the facts of a payment for an advice or a proof. Fails with a sentence where the bank has not accepted it, does not confirm it,
 * or has returned it. A proof also fails where the payment is not booked once, on a day whose balances are proven.
 */
export function paidPayment(
  parts: Parts,
  reference: string,
  kind: AdviceKind,
): Result<PaidPayment, string> {
  const payment = paymentByReference(parts, reference);
  if (!payment) return err('No payment with this reference is known here.');
  const obstacle = whyNotPaid(payment);
  if (obstacle !== null) return err(obstacle);
  const { submission, transfer } = payment;
  const about = submission?.about;
  const amount = transfer?.amount ?? about?.amount ?? null;
  const accountNumber = about?.accountNumber ?? transfer?.accountNumber ?? '';
  if (amount === null || accountNumber === '')
    return err('The bank reports no amount and no account of it.');
  const booked = bookingOf(parts.evidence, { accountNumber, reference, amount });
  if (!booked.ok) return booked;
  if (kind === 'proof' && booked.value === null)
    return err('It is not booked in the statement yet. Sync the account and try again.');
  if (kind === 'proof' && booked.value?.isProven === false)
    return err('The day on which it is booked is not proven: its balances do not follow yet.');
  const details = about?.bankDetails ?? {};
  return ok({
    ...{ kind, reference, amount },
    payer: accountByNumber(parts.reader, accountNumber)?.accountName ?? '',
    payerAccount: lastFour(accountNumber),
    payee: about?.counterparty ?? transfer?.beneficiaryName ?? '',
    payeeAccount: details['accountNumber'] ?? '',
    payeeBank: [details['bankName'], details['bankBicOrCode']].filter(Boolean).join(', '),
    narration: transfer?.narration ?? '',
    transferId: transfer?.id ?? submission?.recordId ?? '',
    status: transfer?.status ?? '',
    acceptedAt: transfer?.createdAt ?? submission?.settledAt ?? null,
    booking: booked.value,
  });
}

function whyNotPaid({ submission, transfer, others }: PaymentRow): string | null {
  if (others.length > 0) return 'The bank has several transfers under this reference.';
  const ending = transfer?.ending ?? null;
  if (ending === 'awaiting-funds') return 'The bank reports that it waits for funds.';
  if (ending !== null) return `The bank reports that it ended as “${transfer?.status ?? ''}”.`;
  if (submission === null) return null;
  if (submission.state !== 'accepted') return 'The bank has not accepted it, as far as is known.';
  return submission.confirmed === false
    ? 'The bank accepted it without details, and nothing confirms yet that it is this payment.'
    : null;
}

type Sought = {
  readonly accountNumber: string;
  readonly reference: string;
  readonly amount: Money;
};

/** The payment's one debit in the statement; null where there is none. Fails where there are several or the payment came back. */
function bookingOf(
  evidence: StatementEvidence,
  { accountNumber, reference, amount }: Sought,
): Result<Booking | null, string> {
  const entries = evidence
    .byReference(accountNumber, reference)
    .filter((entry) => isOfAmount(entry, amount));
  const debits = entries.filter(isDebit);
  if (debits.length > 1) return err('The statement has more than one debit of it.');
  if (entries.length > debits.length)
    return err('The statement has a credit of the same amount under its reference: it came back.');
  const [debit] = debits;
  if (!debit) return ok(null);
  const day = dayNumber(debit.day);
  const [read] = evidence.readDays(accountNumber, { from: day, to: day });
  const { id: entryId, transactionDate: at } = debit;
  return ok({ entryId, day: debit.day, at, isProven: read?.state === 'proven' });
}

const isOfAmount = (entry: EvidenceEntry, { amount, currency }: Money): boolean =>
  entry.amount.currency === currency && absolute(entry.amount.amount) === absolute(amount);

const absolute = (amount: string): bigint => {
  const units = toUnits(amount);
  return units < 0n ? -units : units;
};

/** A negative amount is a debit in either direction. */
const isDebit = ({ amount, direction }: EvidenceEntry): boolean =>
  direction === 'debit' || toUnits(amount.amount) < 0n;
