import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Transfer, TransferOrder } from '../../../shared/bank/transfers.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { CheckedLine, PaymentWarningKind } from '../../../shared/ipc/payment-records.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../context.ts';
import { submissionByReference, type Submission } from '../../store/submissions.ts';
import type { ChangeParts } from '../submissions/changes/change.ts';
import { bankDetailsOf, fingerprintOf } from '../payees/payee-fingerprint.ts';
import { sendAgain, submit } from '../submissions/submissions.ts';
import { askPayee, cachedPayee, canAskPayee } from '../transfers/transfer-payee.ts';
import { intentOf } from '../transfers/transfer-send.ts';
import { twinsOf } from '../transfers/transfer-twins.ts';
import { inTheWay, transferWarnings } from '../transfers/transfer-warnings.ts';

/** What the lines of one run share, so that a payee of a hundred lines is read from the bank once. */
export type RunReading = {
  readonly acknowledged: readonly PaymentWarningKind[];
  /** Entity id -> fingerprint of the bank details that the lines were judged by. */
  readonly fingerprints: ReadonlyMap<string, string>;
  readonly elsewhere: readonly Transfer[];
  /** Filled as the run goes. */
  readonly payees: Map<string, BeneficiaryRecord>;
};

/**
 * Sends one line once. The payee is read from the bank before its first line: other bank details than the ones it was judged by are
 * `payee.changed`, a warning that nobody confirmed is `confirmation.required`; neither sends anything. A line that
 * provably never left goes again under its own reference.
 */
export async function sendLine(
  parts: ChangeParts,
  reading: RunReading,
  line: CheckedLine,
  context: Context,
): Promise<Outcome<Submission>> {
  if (!parts.bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const payee = await payeeOf(parts, reading, line.beneficiaryId, context);
  if (!payee.ok) return payee;
  const order = orderOf(line);
  const refusal = refusalOf(parts, reading, { order, payee: payee.value }, context);
  if (!refusal.ok) return refusal;
  const known = submissionByReference(parts.journal, line.reference);
  const sent =
    known?.state === 'not-sent'
      ? await sendAgain(parts, known, context, { twinsAreMeant: true })
      : await submit(parts, intentOf(order, payee.value), context);
  return sent.ok ? ok(sent.value.submission) : sent;
}

async function payeeOf(
  parts: ChangeParts,
  { payees, fingerprints }: RunReading,
  entityId: string,
  context: Context,
): Promise<Outcome<BeneficiaryRecord>> {
  const known = payees.get(entityId);
  if (known) return ok(known);
  const cached = cachedPayee(parts, entityId)?.record ?? null;
  const asked = canAskPayee(parts) ? await askPayee(parts, entityId, context) : null;
  if (asked && !asked.ok) return asked;
  const payee = asked?.value.record ?? cached;
  const judged = fingerprints.get(entityId);
  if (payee === null || judged !== fingerprintOf(bankDetailsOf(payee)))
    return fail('payee.changed', context.correlationId, { operation: 'createSingleTransfer' });
  payees.set(entityId, payee);
  return ok(payee);
}

function refusalOf(
  parts: ChangeParts,
  { acknowledged, elsewhere }: RunReading,
  { order, payee }: { order: TransferOrder; payee: BeneficiaryRecord },
  { correlationId }: Context,
): Outcome<null> {
  const warnings = transferWarnings(order, payee, {
    journal: parts.journal,
    balance: { before: null, after: null },
    balanceAsOf: null,
    twins: twinsOf(parts, order, elsewhere),
  });
  const open = inTheWay(warnings, acknowledged);
  if (open.length === 0) return ok(null);
  return fail('confirmation.required', correlationId, {
    operation: 'createSingleTransfer',
    message: open.map(({ message }) => message).join(' '),
  });
}

/** A checked line without an amount is never ready. */
function orderOf({ reference, accountNumber, beneficiaryId, amount, narration }: CheckedLine) {
  if (amount === null) throw new RangeError(`the line of ${reference} has no amount`);
  const order: TransferOrder = {
    accountNumber,
    beneficiaryId,
    amount: amount.amount,
    currency: amount.currency,
    reference,
    ...(narration === '' ? {} : { narration }),
  };
  return order;
}
