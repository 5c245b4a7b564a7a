import type { PaymentParts } from '../parts.ts';
import { filledMore } from '../../../../shared/bank/required-fields.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import {
  isFoundOrder,
  otherUnderReference,
} from '../../../engines/submissions/journal/found-at-bank.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { submit } from '../../../engines/submissions/submissions.ts';
import { sendAgain } from '../../../engines/submissions/send-again.ts';
import { unreadWords } from '../beneficiary.ts';
import { intentOf } from '../send.ts';
import type { BeneficiariesOfRun } from './run-beneficiaries.ts';
import type { ReferencesOfRun } from './run-references.ts';
import type { AskedTransfers } from '../list-transfers.ts';
import { adoptListed } from '../found-listed.ts';
import type { ListedTransfers } from '../listed-transfers.ts';
import { twinsOf } from '../twins.ts';
import { inTheWay, notConfirmed, transferWarnings, type Approval } from '../warnings.ts';

/** The word of whoever sends a file. */
export type FileApproval =
  /** A person saw these kinds of warnings on the lines as they stand in the journal. */
  | { readonly by: 'person'; readonly acknowledged: readonly PaymentWarningKind[] }
  | Extract<Approval, { by: 'script' }>;

/** What the lines of one run share, so that a payee of a hundred lines is read from the bank once in a while. */
export type RunReading = {
  readonly approval: FileApproval;
  readonly listed: ListedTransfers;
  readonly beneficiaries: BeneficiariesOfRun;
  readonly references: ReferencesOfRun;
  /** Called once nothing keeps a line from being sent: what the next one needs can be read while this one is on its way. */
  readonly onItsWay: () => void;
};

/**
 * Sends one line once. The payee is read from the bank before its first line: other bank details than the ones it was judged by are
 * `payee.changed`, one that cannot be read and that nobody answers for is `payee.unread`, a warning that nobody confirmed or a
 * twin that nobody named is `confirmation.required`; none of them sends anything. A line that provably never left goes
 * again under its own reference.
 */
export async function sendLine(
  parts: PaymentParts,
  reading: RunReading,
  line: CheckedLine,
  context: Context,
): Promise<Outcome<Submission>> {
  if (!parts.bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const order = orderOf(line);
  const atBank = await lookAtBank(parts, reading, order, context);
  if (!atBank.ok) return atBank;
  if (atBank.value.adopted) return ok(atBank.value.adopted);
  const beneficiary = await reading.beneficiaries.read(parts, line.beneficiaryId, context);
  if (!beneficiary.ok) return beneficiary;
  const approval = approvalOf(reading.approval, line);
  const { record, error } = beneficiary.value;
  const dated = line.warnings.filter(({ kind }) => kind === 'dated');
  const warnings = transferWarnings(order, record, {
    journal: parts.journal,
    balance: { before: null, after: null },
    balanceAsOf: null,
    twins: twinsOf(parts, order, reading.listed, atBank.value.nearReference),
    unlisted: atBank.value.unlisted,
    unread: error && unreadWords(parts, line.beneficiaryId, error),
  });
  const open = inTheWay([...dated, ...warnings], approval);
  if (open.length > 0) return notConfirmed(open, approval, context);
  reading.onItsWay();
  const known = submissionByReference(parts.journal, line.reference);
  const word = { twinsAreMeant: true, payeeChecked: error !== null };
  const sent =
    known?.state === 'not-sent'
      ? await sendAgain(parts, known, context, word)
      : await submit(parts, intentOf(order, record), context);
  return sent.ok ? ok(sent.value.submission) : sent;
}

type LookedAtBank = Pick<AskedTransfers, 'nearReference'> & {
  /** The payment under the line's reference that the bank has; null where it lists none. */
  readonly adopted: Submission | null;
  readonly unlisted: string | null;
};

/**
 * What the bank lists under the line's reference: a payment that the journal does not know is adopted, and the line is not sent.
 * One that differs from the line is `input.invalid`.
 */
async function lookAtBank(
  parts: PaymentParts,
  { references }: Pick<RunReading, 'references'>,
  order: PaymentOrder,
  context: Context,
): Promise<Outcome<LookedAtBank>> {
  const isKnown = submissionByReference(parts.journal, order.reference) !== null;
  if (isKnown) return ok({ adopted: null, nearReference: [], unlisted: null });
  const asked = await references.read(parts, order.reference, context);
  const adopted = adoptListed(parts, order, asked.underReference);
  if (adopted && !isFoundOrder(adopted.payload, JSON.stringify({ body: order })))
    return fail('input.invalid', context.correlationId, {
      operation: 'createSingleTransfer',
      message: otherUnderReference(adopted),
    });
  return ok({ adopted, nearReference: asked.nearReference, unlisted: asked.unread });
}

/** A person's word holds for what they saw of this very line. */
function approvalOf(approval: FileApproval, { warnings }: CheckedLine): Approval {
  if (approval.by === 'script') return approval;
  const seen = warnings.filter(({ kind }) => approval.acknowledged.includes(kind));
  // That the bank's list could not be read is confirmed for the whole file.
  const ofFile = approval.acknowledged.filter((kind) => kind === 'twins-unread');
  const acknowledged = [...ofFile, ...seen.map(({ kind }) => kind)];
  const twins = seen.flatMap((warning) => (warning.twins ?? []).map(({ name }) => name));
  return { by: 'person', acknowledged, twins };
}

/** A checked line without an amount is never ready. */
function orderOf(line: CheckedLine): PaymentOrder {
  const { reference, accountNumber, beneficiaryId, amount, narration, more = {} } = line;
  const filled = filledMore(more);
  if (amount === null) throw new RangeError(`the line of ${reference} has no amount`);
  return {
    accountNumber,
    beneficiaryId,
    amount: amount.amount,
    currency: amount.currency,
    reference,
    ...(narration === '' ? {} : { narration }),
    ...(filled ? { more: filled } : {}),
  };
}
