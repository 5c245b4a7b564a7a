import type { OperationInput } from '../../../shared/bank/catalogue.ts';
import type { Transfer } from '../../../shared/bank/transfers.ts';
import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { money } from '../../../shared/money/money.ts';
import { err, ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { isFailureStatus, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import { moneyRecordsByReference } from '../../engines/store/records/money-lists.ts';
import { transferList } from './tables.ts';
import { notePaid } from '../beneficiaries/fingerprints.ts';
import { transfersUnder } from './list-transfers.ts';
import { duplicateAmong } from './found-listed.ts';
import type { PaymentParts } from './tables.ts';
import { bankDetailsOf, fingerprintOf } from '../beneficiaries/fingerprint.ts';
import { quarantineOf } from '../beneficiaries/quarantine.ts';
import {
  isUnread,
  knownBeneficiary,
  partyOf,
  payeeUnread,
  readBeneficiary,
} from './beneficiary.ts';
import { notConfirmed } from './warnings.ts';
import { nothingConfirmed } from '../../engines/submissions/approval.ts';
import { lookInList, type ListedRow } from '../../engines/submissions/lookup/list-lookup.ts';
import type { ChangeParts, ChangesOf, ListLook } from '../../engines/submissions/change.ts';
import { echoOf, type Echo } from '../../engines/submissions/echo.ts';
import type { RecordedDebit } from '../../engines/submissions/funds/recorded.ts';
import type { Sent } from '../../engines/submissions/sent.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';

type Order = OperationInput<'createSingleTransfer'>['body'];
type SentTransfer = Sent<'createSingleTransfer'>;

export const paymentChanges = (
  cache: PaymentParts['cache'],
): ChangesOf<'createSingleTransfer'> => ({
  createSingleTransfer: {
    echo: ({ input: { body } }, { transfer }) => echo(body, transfer),
    recordId: ({ transfer }) => transfer.id,
    keep: async ({ clock, journal, sequence }, { transfer }, { input: { body }, submission }) => {
      const { about, createdAt } = submission;
      // Some banks answer with little more than an identifier: the order fills the rest.
      const completed = {
        ...transfer,
        reference: transfer.reference || body.reference,
        accountNumber: transfer.accountNumber || body.accountNumber,
        beneficiaryId: transfer.beneficiaryId || body.beneficiaryId,
        amount: transfer.amount ?? body.amount,
        currency: transfer.currency || body.currency,
        narration: transfer.narration || (body.narration ?? ''),
      };
      const noted = attempt(() => {
        if (!about?.bankDetails) return;
        const details = about.bankDetails;
        const paid = { details, fingerprint: fingerprintOf(details), paidAt: createdAt };
        notePaid(journal, body.beneficiaryId, paid, { isDeferred: sequence !== undefined });
      });
      // Each of the two is saved even where the other fails.
      await cache.saveTransfers([completed], timestampNow(clock), { complete: false });
      const wasNoted = await noted;
      if (!wasNoted.ok) throw wasNoted.error;
    },
    recheck: (parts, sent, approval) => payeeIsTheSame({ ...parts, cache }, sent, approval),
    twins: {
      review: async (...sending) =>
        (await import('./twins-again.ts')).transferTwins(cache).review(...sending),
      confirm: async (...sending) =>
        (await import('./twins-again.ts')).transferTwins(cache).confirm(...sending),
    },
    search: { by: 'list', operation: 'findTransfers', find: findByReference },
    duplicateOf: (parts, submission, context) =>
      duplicateOf({ ...parts, cache }, submission, context),
    isDebit: true,
    recorded: ({ reader, bank }, { reference }) => {
      const records = moneyRecordsByReference<Transfer>(reader, transferList, reference);
      const all = records.map(({ record }) => recordedOf(record, bank.statusWords));
      const live = all.filter(({ isVoid }) => !isVoid);
      return live.find(({ settledAt }) => settledAt === null) ?? live[0] ?? all[0] ?? null;
    },
    booking: ({ body }) => ({
      accountNumber: body.accountNumber,
      direction: 'debit',
      amount: body.amount,
      currency: body.currency,
    }),
  },
});

/** The bank's records have no currency for the fee: it is the amount's. */
const recordedOf = (
  { amount, currency, fee, settledAt, status }: Transfer,
  words: StatusWords,
): RecordedDebit => ({
  amount: typeof amount === 'string' && currency !== '' ? money(amount, currency) : null,
  fee: typeof fee === 'string' && currency !== '' ? money(fee, currency) : null,
  isVoid: isFailureStatus(status, words),
  settledAt,
});

const echo = (order: Order, transfer: Transfer): Echo =>
  echoOf(
    { ...order, beneficiary: order.beneficiaryId },
    { ...transfer, beneficiary: transfer.beneficiaryId },
    transfer,
  );

/** Checks that the payee, read again, still has the approved bank details, or those of its last payment where none were approved. */
async function payeeIsTheSame(
  parts: PaymentParts,
  { submission: { about }, input: { body } }: SentTransfer,
  { payeeChecked, context }: { payeeChecked: boolean; context: Context },
): Promise<Outcome<unknown>> {
  const read = await readBeneficiary(parts, body.beneficiaryId, context);
  if (!read.ok && !isUnread(read.error)) return read;
  const screened = await screenAgain(parts, body.beneficiaryId, read, context);
  if (!screened.ok) return screened;
  if (!read.ok)
    return payeeChecked
      ? ok(null)
      : err(payeeUnread(parts, body.beneficiaryId, { error: read.error, context }));
  const { record } = read.value;
  const isTheSame = about?.bankDetails
    ? fingerprintOf(bankDetailsOf(record)) === fingerprintOf(about.bankDetails)
    : quarantineOf(parts.journal, record) === null;
  return isTheSame
    ? ok(null)
    : fail('payee.changed', context.correlationId, { operation: 'createSingleTransfer' });
}

/** Fails with `confirmation.required` where the payee has a match on a list that a person has not cleared. */
async function screenAgain(
  parts: PaymentParts,
  beneficiaryId: string,
  read: Awaited<ReturnType<typeof readBeneficiary>>,
  context: Context,
): Promise<Outcome<null>> {
  const { screening } = parts;
  if (!screening) return ok(null);
  const known = read.ok ? read.value : knownBeneficiary(parts, beneficiaryId);
  const party = partyOf(known?.record ?? null);
  await screening.prepare(party);
  const open = screening.warningsOf(party).filter(({ weight }) => weight === 'blocks');
  return open.length === 0 ? ok(null) : notConfirmed(open, nothingConfirmed, context);
}

/** Reads Find Transfers under the reference of a payment that was sent. */
async function duplicateOf(
  parts: PaymentParts,
  submission: Submission,
  context: Context,
): Promise<AppError | null> {
  const listed = await transfersUnder(parts, submission.reference, context);
  return listed && duplicateAmong(parts, submission, listed);
}

/** Reads Find Transfers by reference, to the end of the list. Recognises a record also by amount, currency and payee. */
function findByReference(
  parts: ChangeParts,
  sent: SentTransfer,
  context: Context,
): Promise<Outcome<ListLook<'createSingleTransfer'>>> {
  const { body } = sent.input;
  return lookInList<'createSingleTransfer', Transfer>(parts, sent.submission, {
    ask: async (query) => {
      const answer = await parts.bank.call('findTransfers', { query }, context);
      return answer.ok ? ok(answer.value.transfers) : answer;
    },
    rowOf,
    foundAs: (transfer) => ({
      ...echo(body, transfer),
      answer: { message: '', transfer },
    }),
    isAlike: (transfer) => isAlike(body, transfer),
  });
}

const rowOf = (transfer: Transfer): ListedRow => ({
  recordId: transfer.id,
  reference: transfer.reference,
  amount: transfer.amount ?? null,
  currency: transfer.currency,
  accountNumber: transfer.accountNumber,
  counterparty: transfer.beneficiaryName || transfer.beneficiaryId,
  at: transfer.createdAt,
  narration: transfer.narration,
});

/** Is it the same amount to the same payee? A transfer without a payee counts as the same. */
const isAlike = (order: Order, { amount, currency, beneficiaryId }: Transfer): boolean =>
  typeof amount === 'string' &&
  toUnits(amount) === toUnits(order.amount) &&
  currency === order.currency &&
  (beneficiaryId === '' || beneficiaryId === order.beneficiaryId);
