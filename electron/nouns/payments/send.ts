import type { PaymentParts } from './tables.ts';
import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { add, money, type Money } from '../../../shared/money/money.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Approval } from '../../engines/submissions/approval.ts';
import { balanceAround, fundsOf } from '../../engines/submissions/funds/funds.ts';
import { submissionUnder } from '../../engines/submissions/journal/submission-table.ts';
import { whyUnfilled } from '../../engines/submissions/required-fields.ts';
import { bankDetailsOf, fingerprintOf } from '../beneficiaries/fingerprint.ts';
import { whyNotScheduled } from '../due-payments/same-order.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { Intent } from '../../engines/submissions/intent/intent.ts';
import { transferLikeness } from '../../engines/submissions/intent/likeness.ts';
import type { Submitted } from '../../engines/submissions/carry-out.ts';
import { readOrder, type EnteredTransfer } from './order.ts';
import {
  isUnread,
  knownBeneficiary,
  partyOf,
  payeeName,
  payeeUnread,
  readBeneficiary,
  unreadWords,
} from './beneficiary.ts';
import { askTransfers, type TransferSearchResult } from './list-transfers.ts';
import { adoptListed } from './found-listed.ts';
import { twinPeriod } from './listed-transfers.ts';
import { findTwins } from './twins.ts';
import { confirmedTwins, transferWarnings, unreadKinds } from './warnings.ts';

/** A payment as it was approved. */
export type ApprovedTransfer = EnteredTransfer & {
  /** Of the reviewed bank details; null without a review, as on the command line. */
  readonly payeeFingerprint: string | null;
  /** The bank's fee in the review; absent where it was not requested. */
  readonly fee?: Money | null | undefined;
  readonly approval: Approval;
};

/**
 * Sends an approved payment once, after its payee was read again from the bank. A reference that the journal knows, or that the bank lists
 * already, is reported and not sent. Fails without sending: `input.invalid` where such a reference has another amount, currency, account or
 * payee, where another payment is scheduled under it or it was withdrawn, or where a field is missing that the bank file requires;
 * `payee.changed` where the bank details differ from the approved ones; `payee.unread` where the payee cannot be read and was not
 * confirmed; `confirmation.required` where a warning was not confirmed, a twin was not named, or the bank's list could not be read.
 */
export async function sendTransfer(
  parts: PaymentParts,
  approved: ApprovedTransfer,
  context: Context,
): Promise<Outcome<Submitted<'createSingleTransfer'>>> {
  // A known reference is reported even where the local copy cannot be read.
  const isKnown = submissionUnder(parts.journal, approved.reference) !== null;
  const read = readOrder(isKnown ? null : parts.reader, approved, context);
  if (!read.ok) return read;
  const order = read.value;
  if (isKnown) return submit(parts, intentOf(order, null), context);
  const unfilled = whyUnfilled(parts, 'createSingleTransfer', { body: order }, context);
  if (unfilled) return err(unfilled);
  const otherwise = whyNotScheduled(parts.journal, order);
  if (otherwise !== null)
    return fail('input.invalid', context.correlationId, {
      operation: 'createSingleTransfer',
      message: `${otherwise} Nothing was sent.`,
    });
  const { beneficiaryId, reference } = order;
  const [payee, { underReference, nearReference, unread: unlisted }] = await Promise.all([
    beneficiaryToPay(parts, approved, context),
    askTransfers(parts, { beneficiaryId, reference }, context),
  ]);
  // The journal now has the adopted payment: `submit` reports it, or refuses an order that differs.
  if (adoptListed(parts, order, underReference))
    return submit(parts, intentOf(order, null), context);
  if (!payee.ok) return payee;
  await parts.screening?.prepare(partyOf(payee.value.record));
  const cleared = clearance(
    parts,
    order,
    { approved, ...payee.value, nearReference, unlisted },
    context,
  );
  if (!cleared.ok) return cleared;
  const intent = screenedIntent(
    parts,
    intentOf(order, payee.value.record, approved.fee ?? null),
    payee.value.record,
  );
  return submit(parts, { ...intent, ...cleared.value }, context);
}

type BeneficiaryNow = {
  /** Null where only its identifier is known. */
  readonly record: BeneficiaryRecord | null;
  /** Why it could not be read from the bank; null where it was. */
  readonly unread: string | null;
};

async function beneficiaryToPay(
  parts: PaymentParts,
  { beneficiaryId, payeeFingerprint, approval }: ApprovedTransfer,
  context: Context,
): Promise<Outcome<BeneficiaryNow>> {
  const read = await readBeneficiary(parts, beneficiaryId, context);
  if (!read.ok && !isUnread(read.error)) return read;
  const wasSeenUnread = approval.by === 'script' || approval.acknowledged.includes('payee-unread');
  if (!read.ok && !wasSeenUnread)
    return err(payeeUnread(parts, beneficiaryId, { error: read.error, context }));
  const known = read.ok ? read.value : knownBeneficiary(parts, beneficiaryId);
  const record = known?.record ?? null;
  const isApproved =
    payeeFingerprint === null ||
    (record !== null && fingerprintOf(bankDetailsOf(record)) === payeeFingerprint);
  if (!isApproved)
    return fail('payee.changed', context.correlationId, { operation: 'createSingleTransfer' });
  return ok({ record, unread: read.ok ? null : unreadWords(parts, beneficiaryId, read.error) });
}

type Found = BeneficiaryNow &
  Pick<TransferSearchResult, 'nearReference'> & {
    readonly approved: ApprovedTransfer;
    /** Why the bank's list of payments could not be read; null when it was. */
    readonly unlisted: string | null;
  };

/** Returns the order's twins by reference and the kinds of bank data that could not be read. Fails where a warning is unconfirmed. */
function clearance(
  parts: PaymentParts,
  order: PaymentOrder,
  { approved: { approval, fee = null }, record, unread, nearReference, unlisted }: Found,
  context: Context,
): Outcome<Required<Pick<Intent<'createSingleTransfer'>, 'twins' | 'unread'>>> {
  const amount = money(order.amount, order.currency);
  const debit = fee?.currency === amount.currency ? add(amount, fee) : amount;
  const funds = fundsOf(parts, order.accountNumber, order.currency);
  const { twins, period } = findTwins(parts, order, twinPeriod(parts, null), nearReference);
  const warnings = transferWarnings(order, record, {
    journal: parts.journal,
    balance: balanceAround(funds, debit),
    balanceAsOf: funds.asOf,
    ...{ twins, period },
    unlisted,
    unread,
    screening: parts.screening,
  });
  const confirmed = confirmedTwins(parts, order, { warnings, twins }, approval, context);
  if (!confirmed.ok) return confirmed;
  return ok({ twins: confirmed.value, unread: unreadKinds(warnings) });
}

/** The intent that is saved before a payment is sent. */
export const intentOf = (
  order: PaymentOrder,
  payee: BeneficiaryRecord | null,
  fee: Money | null = null,
): Intent<'createSingleTransfer'> => ({
  reference: order.reference,
  operation: 'createSingleTransfer',
  subject: `transfer:${order.reference}`,
  payload: { body: order },
  about: {
    title: `Transfer to ${payee ? payeeName(payee) : order.beneficiaryId}`,
    amount: money(order.amount, order.currency),
    accountNumber: order.accountNumber,
    counterparty: payee ? payeeName(payee) : null,
    counterpartyId: order.beneficiaryId,
    ...(payee ? { bankDetails: bankDetailsOf(payee) } : {}),
    ...(fee ? { fee } : {}),
  },
  likeness: transferLikeness(order),
});

/** Adds to the intent the lists that its payee was screened against; unchanged where no list is stored. */
export function screenedIntent(
  { screening }: Pick<PaymentParts, 'screening'>,
  intent: Intent<'createSingleTransfer'>,
  payee: BeneficiaryRecord | null,
): Intent<'createSingleTransfer'> {
  const party = partyOf(payee);
  const note = party && screening?.noteOf(party);
  return note ? { ...intent, about: { ...intent.about, screening: note } } : intent;
}
