import type { PaymentParts } from './tables.ts';
import { Beneficiary, type BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import { clockText, type Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  appError,
  errorCatalogue,
  fail,
  type AppError,
  type Outcome,
} from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { beneficiaryById } from '../beneficiaries/tables.ts';
import { paidBeneficiary, type PaidBeneficiary } from '../beneficiaries/fingerprints.ts';
import type { PartyNames } from '../../engines/submissions/intent/name-screening.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import {
  askBeneficiary,
  refreshBeneficiaries,
  type BeneficiaryAsOf,
} from '../beneficiaries/refresh.ts';

/** Can one payee be read from the bank now? */
export const canAskBeneficiary = ({ bank }: PaymentParts): boolean =>
  bank.isOpen('getBeneficiary') && bank.session.isSignedIn();

/**
 * Reads a payee from the bank: its record, or the bank's list (Get All Beneficiaries, assumed) where the record is closed or
 * fails. Uses no older data except a list that was read since `listSince`. Where `isUnread` holds for the failure, the bank
 * can be reached and only the payee is unknown.
 */
export async function readBeneficiary(
  parts: PaymentParts,
  entityId: string,
  context: Context,
  listSince: Timestamp | null = null,
): Promise<Outcome<BeneficiaryAsOf>> {
  const { bank, reader } = parts;
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const answer = canAskBeneficiary(parts)
    ? await askBeneficiary(parts, entityId, context)
    : fail('operation.closed', context.correlationId, { operation: 'getBeneficiary' });
  if (answer.ok || isOutOfReach(answer.error) || !bank.isOpen('getAllBeneficiaries')) return answer;
  const isListFresh = listSince !== null && (asOfTopic(reader, 'beneficiaries') ?? '') >= listSince;
  const read = isListFresh ? ok(null) : await refreshBeneficiaries(parts, context);
  const listed = read.ok ? beneficiaryById(reader, entityId) : null;
  if (listed?.goneAt === null) return ok({ record: listed.beneficiary, asOf: listed.asOf });
  if (answer.error.code !== 'operation.closed') return answer;
  return read.ok
    ? fail('payee.unread', context.correlationId, { message: 'The bank’s list does not have it.' })
    : read;
}

/** The bank cannot be reached, or requires a pause: no payment can be sent either. */
const isOutOfReach = ({ code }: AppError): boolean =>
  (code.startsWith('network.') && code !== 'network.timeout') ||
  code.startsWith('session.') ||
  code === 'bank.busy' ||
  code === 'cancelled';

/** Does the failure leave the payee unknown? With 404 or 410 the bank itself states that it has no such payee. */
export const isUnread = (error: AppError): boolean =>
  !isOutOfReach(error) && error.bank?.status !== 404 && error.bank?.status !== 410;

/** The payee from the local copy, else from its last payment in the journal; null where neither has it. */
export function knownBeneficiary(
  { reader, journal }: Pick<PaymentParts, 'reader' | 'journal'>,
  entityId: string,
): BeneficiaryAsOf | null {
  const cached = beneficiaryById(reader, entityId);
  if (cached) return { record: cached.beneficiary, asOf: cached.asOf };
  const paid = paidBeneficiary(journal, entityId);
  return paid && { record: recordOf(entityId, paid), asOf: paid.paidAt };
}

/** A record with the bank details of the last payment alone. */
function recordOf(entityId: string, { details }: PaidBeneficiary): BeneficiaryRecord {
  const { intermediaryBank, branchInformation, ...texts } = details;
  return {
    ...Beneficiary.decode({
      ...texts,
      ...(intermediaryBank ? { intermediaryBank: { bankName: intermediaryBank } } : {}),
      ...(branchInformation ? { branchInformation: { branchName: branchInformation } } : {}),
    }),
    entityId,
  };
}

/** Explains to a person why the payee could not be read, and when it was last paid. */
export function unreadWords(parts: PaymentParts, entityId: string, error: AppError): string {
  const known = knownBeneficiary(parts, entityId);
  const paid = paidBeneficiary(parts.journal, entityId);
  const name = known ? payeeName(known.record) : entityId;
  const last = paid
    ? `It was last paid at ${clockText(paid.paidAt)}, to the account ${paid.details['accountNumber'] ?? ''}.`
    : 'It was never paid from here.';
  return `The payee ${name} could not be read from the bank now (${reasonOf(error)}), so it is not known whether its bank details have changed. ${last}`;
}

function reasonOf({ code, bank }: AppError): string {
  if (code === 'operation.closed') return 'its bank file names no way to read payees';
  const { title } = errorCatalogue[code];
  const words = code === 'payee.unread' ? 'its list does not have it' : title.toLowerCase();
  return bank ? `${words}, HTTP ${String(bank.status)}` : words;
}

/** The failure of a payment that requires a person to confirm its payee. */
export const payeeUnread = (
  parts: PaymentParts,
  entityId: string,
  { error, context }: { error: AppError; context: Context },
): AppError => {
  const message = unreadWords(parts, entityId, error);
  return appError('payee.unread', context.correlationId, {
    operation: 'createSingleTransfer',
    message,
    fields: { 'payee-unread': message },
  });
};

/** A payee for a person to look at. */
export type ReviewedBeneficiary = {
  readonly payee: BeneficiaryAsOf;
  /** Read from the bank just now. */
  readonly isCurrent: boolean;
  /** Why a person must confirm it; null where it is current, or where no payment can be sent now. */
  readonly unread: string | null;
};

/**
 * The payee for a review: as the bank has it now, or as last known where it could not be read. Fails with the bank's error
 * where the bank has no such payee.
 */
export async function beneficiaryToReview(
  parts: PaymentParts,
  entityId: string,
  context: Context,
  listSince: Timestamp | null = null,
): Promise<Outcome<ReviewedBeneficiary>> {
  const read = await readBeneficiary(parts, entityId, context, listSince);
  if (read.ok) return ok({ payee: read.value, isCurrent: true, unread: null });
  const known = knownBeneficiary(parts, entityId);
  const { error } = read;
  if (known && (isUnread(error) || isOutOfReach(error))) {
    const unread = isUnread(error) ? unreadWords(parts, entityId, error) : null;
    return ok({ payee: known, isCurrent: false, unread });
  }
  const wasNotRequested = ['operation.closed', 'session.required', 'payee.unread'].includes(
    error.code,
  );
  return wasNotRequested
    ? fail('offline.not-cached', context.correlationId, {
        message: 'This payee is not in the local copy.',
      })
    : read;
}

export const payeeName = ({ name, accountName, entityId }: BeneficiaryRecord): string =>
  name || accountName || entityId;

/** A payee as it is screened; null where only its identifier is known. */
export const partyOf = (payee: BeneficiaryRecord | null): PartyNames | null =>
  payee && { names: [payee.name, payee.accountName], country: payee.country || null };
