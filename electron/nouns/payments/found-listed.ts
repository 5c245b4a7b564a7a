import type { PaymentOrder, Transfer } from '../../../shared/bank/transfers.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { money } from '../../../shared/money/money.ts';
import { foldedReference, spellingsOf } from '../../../shared/reference-likeness.ts';
import { endingOf } from '../../engines/bank/mapping/status-terms.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { markDuplicate } from '../../engines/submissions/duplicate.ts';
import { isOther } from '../../engines/submissions/echo.ts';
import { adoptFound, type FoundPayment } from '../../engines/submissions/journal/adopt-found.ts';
import { sentAs } from '../../engines/submissions/sent.ts';
import { settleSubmission } from '../../engines/submissions/journal/table-writes.ts';
import {
  submissionByReference,
  unsentSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { beneficiaryMatch, compareAmount } from './listed-transfers.ts';
import { transferLikeness } from '../../engines/submissions/intent/likeness.ts';
import type { PaymentParts } from './tables.ts';

/**
 * Records in the journal the payment that the bank lists under the order's reference: another desk, or an earlier state of this one, sent
 * it. The journal then knows the reference, so the order is reported and not sent, or refused where it differs. Several listed payments end
 * as `outcome.duplicated`. Durable before it returns.
 */
export function adoptListed(
  parts: PaymentParts,
  order: PaymentOrder,
  listed: readonly Transfer[],
): Submission | null {
  const { journal, clock, announce } = parts;
  const [main = listed[0]] = liveAmong(parts, listed);
  if (!main) return null;
  adoptFound(journal, [foundPayment(parts, order, main)], timestampNow(clock));
  const adopted = submissionByReference(journal, order.reference);
  const error = adopted && duplicateAmong(parts, adopted, listed);
  if (!error) return adopted;
  const marked = markDuplicate(parts, adopted, error);
  announce(marked);
  return marked;
}

/** `outcome.duplicated` where the bank lists a payment more than once under one reference; else null. */
export function duplicateAmong(
  parts: Pick<PaymentParts, 'bank'>,
  { submissionId, operation }: Pick<Submission, 'submissionId' | 'operation'>,
  listed: readonly Transfer[],
): AppError | null {
  const live = liveAmong(parts, listed);
  if (live.length < 2) return null;
  const ids = live.map(({ id }) => id).join(' and ');
  const message = `The bank has it ${String(live.length)} times under one reference: ${ids}.`;
  return appError('outcome.duplicated', submissionId, { operation, message });
}

/** Marks each accepted payment of ours that the whole list has more than once, unless a person has settled it. */
export function markListedTwice(
  parts: Pick<PaymentParts, 'bank' | 'journal' | 'clock' | 'announce'>,
  transfers: readonly Transfer[],
): void {
  for (const listed of Map.groupBy(transfers, foldedIn).values()) {
    const known = listed.length < 2 ? undefined : ownSubmission(parts.journal, listed);
    const mayBeMarked =
      known?.state === 'accepted' &&
      // A payment that a reconciliation found has too few details to be looked up again.
      sentAs('createSingleTransfer', known).ok &&
      !known.lookups.some(({ source }) => source === 'person');
    const error = mayBeMarked ? duplicateAmong(parts, known, listed) : null;
    if (known && error) parts.announce(markDuplicate(parts, known, error));
  }
}

const foldedIn = ({ reference }: Transfer): string => foldedReference(reference);

/** Our submission under the reference that these rows share, in any spelling of the bank. */
function ownSubmission(journal: Journal, listed: readonly Transfer[]): Submission | undefined {
  const spellings = new Set(listed.flatMap(({ reference }) => spellingsOf(reference.trim())));
  return [...spellings].flatMap((spelling) => submissionByReference(journal, spelling) ?? [])[0];
}

/**
 * Reopens each payment that came to nothing according to the journal, but is on the whole list under our reference: it may have been sent
 * from elsewhere, or carried out late. It is looked up from then on.
 */
export function reopenListed(
  parts: Pick<PaymentParts, 'bank' | 'journal' | 'clock' | 'announce'>,
  transfers: readonly Transfer[],
): void {
  const { journal, clock, announce } = parts;
  const missing = unsentSubmissions(journal, 'createSingleTransfer');
  if (missing.length === 0) return;
  const live = liveAmong(parts, transfers);
  const listed = new Map(live.map((row) => [foldedIn(row), row]));
  for (const { submissionId, reference, operation } of missing) {
    const row = listed.get(foldedReference(reference));
    if (!row) continue;
    const message = `The bank’s list shows it now, as ${row.id}.`;
    const error = appError('outcome.unknown', submissionId, { operation, message });
    const at = timestampNow(clock);
    announce(settleSubmission(journal, submissionId, { state: 'unknown', at, error }));
  }
}

/** Returns each transfer once, even where the list repeats its row, without those that came to nothing. */
function liveAmong(
  parts: Pick<PaymentParts, 'bank'>,
  listed: readonly Transfer[],
): readonly Transfer[] {
  const byId = new Map(listed.map((transfer) => [transfer.id, transfer]));
  return [...byId.values()].filter((transfer) => !cameToNothing(parts, transfer));
}

/** Did no money leave, by the bank's status? A returned payment was paid before. */
export function cameToNothing(
  { bank }: Pick<PaymentParts, 'bank'>,
  { status }: Pick<Transfer, 'status'>,
): boolean {
  const ending = endingOf(status, bank.statusWords);
  return ending === 'failed' || ending === 'expired';
}

function foundPayment(parts: PaymentParts, order: PaymentOrder, transfer: Transfer): FoundPayment {
  const body = bodyOf(parts, order, transfer);
  const { amount, currency, accountNumber, beneficiaryId } = body;
  const payee = transfer.beneficiaryName || beneficiaryId;
  const hasFailed = cameToNothing(parts, transfer);
  return {
    reference: order.reference,
    operation: 'createSingleTransfer',
    body,
    about: {
      title: `Transfer to ${payee}, found at the bank`,
      amount: isCurrency(currency) ? money(amount, currency) : null,
      accountNumber,
      counterparty: payee,
      counterpartyId: beneficiaryId,
    },
    likeness: isCurrency(currency)
      ? transferLikeness({ ...money(amount, currency), beneficiaryId })
      : null,
    recordId: transfer.id,
    state: hasFailed ? 'refused' : 'accepted',
    error: hasFailed
      ? appError('bank.refused', transfer.id, {
          operation: 'createSingleTransfer',
          message: `The bank lists it as ${transfer.status}.`,
        })
      : null,
    createdAt: transfer.createdAt ?? timestampNow(parts.clock),
    source: 'bank',
    words: `The bank’s list has it as ${transfer.id}.`,
  };
}

type Body = Pick<
  PaymentOrder,
  'reference' | 'accountNumber' | 'beneficiaryId' | 'amount' | 'currency'
>;

/** The order as the bank lists it, with our own value where the listed one agrees with it or is missing. */
function bodyOf(parts: PaymentParts, order: PaymentOrder, transfer: Transfer): Body {
  const { reference, accountNumber, beneficiaryId, amount, currency } = order;
  const payee = beneficiaryMatch(parts, beneficiaryId)(transfer);
  const isOtherAmount =
    compareAmount({ amount, currency }, { ...transfer, currency }) === 'different';
  return {
    reference,
    accountNumber: isOther(accountNumber, transfer.accountNumber)
      ? transfer.accountNumber
      : accountNumber,
    beneficiaryId: payee === 'different' ? transfer.beneficiaryId : beneficiaryId,
    amount: isOtherAmount ? (transfer.amount ?? amount) : amount,
    currency: transfer.currency === '' ? currency : transfer.currency,
  };
}
