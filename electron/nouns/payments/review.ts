import type { PaymentParts } from './tables.ts';
import { sentFields } from '../../../shared/bank/required-fields.ts';
import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { PaymentOrder, Transfer } from '../../../shared/bank/transfers.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { PaymentWarning, ReviewedPayment } from '../../../shared/ipc/changes/payments.ts';
import { money } from '../../../shared/money/money.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { accountByNumber } from '../accounts/tables.ts';
import { lookAlikesOf } from '../beneficiaries/look-alikes.ts';
import { bankDetailsOf, fingerprintOf } from '../beneficiaries/fingerprint.ts';
import { openScheduledAlike } from '../due-payments/same-order.ts';
import { arrivalOf } from './arrival/payment-arrival.ts';
import { balanceAround, fundsOf } from '../../engines/submissions/funds/funds.ts';
import { whyUnfilled } from '../../engines/submissions/required-fields.ts';
import {
  submissionByReference,
  submissionUnder,
} from '../../engines/submissions/journal/submission-table.ts';
import { askCost } from './fee.ts';
import { readOrder, type EnteredTransfer } from './order.ts';
import type { BeneficiaryAsOf } from '../beneficiaries/refresh.ts';
import { beneficiaryToReview, partyOf } from './beneficiary.ts';
import { askTransfers } from './list-transfers.ts';
import { twinPeriod } from './listed-transfers.ts';
import { findTwins } from './twins.ts';
import { scheduledWarnings, transferWarnings } from './warnings.ts';

/**
 * Prepares the review of a payment: the payee, read from the bank where possible, the fee, the debit and the balance after it by
 * the local copy, and all warnings. Changes nothing at the bank.
 */
export async function reviewTransfer(
  parts: PaymentParts,
  entered: EnteredTransfer,
  context: Context,
): Promise<Outcome<ReviewedPayment>> {
  const read = readOrder(parts.reader, entered, context);
  if (!read.ok) return read;
  const order = read.value;
  const unfilled = whyUnfilled(parts, 'createSingleTransfer', { body: order }, context);
  if (unfilled) return err(unfilled);
  const found = await beneficiaryToReview(parts, order.beneficiaryId, context);
  if (!found.ok) return found;
  const { payee, isCurrent, unread } = found.value;
  await parts.screening?.prepare(partyOf(payee.record));
  const { beneficiaryId, reference } = order;
  // A known payment that never left is sent again after this review.
  const known = submissionByReference(parts.journal, reference);
  const recent = twinPeriod(parts, known?.createdAt ?? null);
  const [{ fee, debitTotal, warnings }, { underReference, nearReference, unread: unlisted }] =
    await Promise.all([
      askCost(parts, order, context),
      askTransfers(parts, { beneficiaryId, reference }, context, recent.since),
    ]);
  const funds = fundsOf(parts, order.accountNumber, order.currency);
  const { inFlight, asOf } = funds;
  const balance = balanceAround(funds, debitTotal);
  const { twins, period } = findTwins(parts, order, recent, nearReference);
  return ok({
    reference: order.reference,
    accountNumber: order.accountNumber,
    accountName: accountByNumber(parts.reader, order.accountNumber)?.accountName ?? '',
    beneficiaryId: order.beneficiaryId,
    ...shownBeneficiary(payee),
    payeeAsOf: payee.asOf,
    payeeIsCurrent: isCurrent,
    amount: money(order.amount, order.currency),
    narration: order.narration ?? '',
    more: sentFields(parts.bank.requiredFields('createSingleTransfer'), order.more),
    fee,
    debitTotal,
    arrival: arrivalOf(parts.bank.paymentDays, order, {
      country: payee.record.country,
      sentMs: parts.clock.now(),
    }),
    inFlight,
    balance,
    balanceAsOf: asOf,
    warnings: [
      ...atBankWarnings(parts, order, underReference),
      ...transferWarnings(order, payee.record, {
        journal: parts.journal,
        balance,
        balanceAsOf: asOf,
        twins,
        period,
        unlisted,
        unread,
        screening: parts.screening,
      }),
      ...warnings,
      ...scheduledWarnings(openScheduledAlike(parts.journal)(order)),
      ...lookAlikeWarnings(parts, payee.record),
    ],
  });
}

/** Warns where the bank lists a payment under the reference and this desk has no record of it: it is not sent a second time. */
function atBankWarnings(
  { journal }: PaymentParts,
  { reference }: PaymentOrder,
  [listed]: readonly Transfer[],
): PaymentWarning[] {
  if (!listed || submissionUnder(journal, reference) !== null) return [];
  const { id, createdAt } = listed;
  const since = createdAt === null ? '' : `, since ${clockText(createdAt)}`;
  const message = `The bank has a payment under the reference ${reference} already${since}: transfer ${id}. Nothing more is sent.`;
  return [{ kind: 'at-bank', weight: 'blocks', message }];
}

function lookAlikeWarnings({ reader }: PaymentParts, payee: BeneficiaryRecord): PaymentWarning[] {
  return lookAlikesOf(reader, payee).map(({ words }) => ({
    kind: 'look-alike',
    weight: 'notice',
    message: words,
  }));
}

function shownBeneficiary({
  record,
}: BeneficiaryAsOf): Pick<ReviewedPayment, 'payee' | 'payeeFingerprint'> {
  const { name, accountName, accountNumber, bankName, bankBicOrCode, country } = record;
  return {
    payee: {
      name: name || accountName,
      accountName,
      accountNumber,
      bankName,
      bankBicOrCode,
      country,
      currency: record.currencyIso3Code,
    },
    payeeFingerprint: fingerprintOf(bankDetailsOf(record)),
  };
}
