import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { TransferOrder } from '../../../shared/bank/transfers.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/payment-records.ts';
import { money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../context.ts';
import { submissionUnder } from '../../store/submissions.ts';
import type { ChangeParts } from '../submissions/changes/change.ts';
import { bankDetailsOf, fingerprintOf } from '../payees/payee-fingerprint.ts';
import { submit, type Intent, type Submitted } from '../submissions/submissions.ts';
import { readOrder, transferLikeness, type EnteredTransfer } from './transfer-order.ts';
import { askPayee, cachedPayee, canAskPayee, payeeName } from './transfer-payee.ts';
import { transfersFromElsewhere, twinsOf } from './transfer-twins.ts';
import { balanceAround, inTheWay, transferWarnings } from './transfer-warnings.ts';

/** A payment as a person approved it. */
export type ApprovedTransfer = EnteredTransfer & {
  /** Of the bank details that were reviewed; null where nobody reviewed them, as on the command line. */
  readonly payeeFingerprint: string | null;
  readonly acknowledged: 'all' | readonly PaymentWarningKind[];
};

/**
 * Sends an approved payment once. A reference that is known already is reported and not sent again; with another amount or payee
 * `input.invalid` is thrown. The payee is read once more from the bank: other bank details than the approved ones are
 * `payee.changed`, and a warning that nobody confirmed is `confirmation.required`; neither sends anything.
 */
export async function sendTransfer(
  parts: ChangeParts,
  approved: ApprovedTransfer,
  context: Context,
): Promise<Outcome<Submitted<'createSingleTransfer'>>> {
  const read = readOrder(parts.reader, approved, context);
  if (!read.ok) return read;
  const order = read.value;
  if (submissionUnder(parts.journal, order.reference))
    return submit(parts, intentOf(order, null), context);
  if (!parts.bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const payee = await payeeToPay(parts, approved, context);
  if (!payee.ok) return payee;
  const cleared = clearance(parts, order, { ...approved, payee: payee.value }, context);
  return cleared.ok ? submit(parts, intentOf(order, payee.value), context) : cleared;
}

/** Null when the payee is known by its identifier only, which no review can have shown. */
async function payeeToPay(
  parts: ChangeParts,
  { beneficiaryId, payeeFingerprint }: ApprovedTransfer,
  context: Context,
): Promise<Outcome<BeneficiaryRecord | null>> {
  const cached = cachedPayee(parts, beneficiaryId)?.record ?? null;
  const isUnknown = cached === null && payeeFingerprint === null;
  const asked =
    canAskPayee(parts) && !isUnknown ? await askPayee(parts, beneficiaryId, context) : null;
  if (asked && !asked.ok && payeeFingerprint !== null) return asked;
  const payee = asked?.ok ? asked.value.record : cached;
  if (payeeFingerprint === null) return ok(payee);
  return payee && fingerprintOf(bankDetailsOf(payee)) === payeeFingerprint
    ? ok(payee)
    : fail('payee.changed', context.correlationId, { operation: 'createSingleTransfer' });
}

function clearance(
  parts: ChangeParts,
  order: TransferOrder,
  {
    payee,
    acknowledged,
  }: Pick<ApprovedTransfer, 'acknowledged'> & { payee: BeneficiaryRecord | null },
  { correlationId }: Context,
): Outcome<null> {
  const debit = money(order.amount, order.currency);
  const { balance, asOf } = balanceAround(parts.reader, order.accountNumber, debit);
  const warnings = transferWarnings(order, payee, {
    journal: parts.journal,
    balance,
    balanceAsOf: asOf,
    twins: twinsOf(parts, order, transfersFromElsewhere(parts)),
  });
  const open = inTheWay(warnings, acknowledged);
  if (open.length === 0) return ok(null);
  return fail('confirmation.required', correlationId, {
    operation: 'createSingleTransfer',
    message: open.map(({ message }) => message).join(' '),
    fields: Object.fromEntries(open.map(({ kind, message }) => [kind, message])),
  });
}

/** What is written down before a payment leaves. */
export const intentOf = (
  order: TransferOrder,
  payee: BeneficiaryRecord | null,
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
  },
  likeness: transferLikeness(order),
});
