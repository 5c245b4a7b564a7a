import type { PaymentParts } from './parts.ts';
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
import { asOfTopic } from '../../engines/store/records/topics.ts';
import {
  askBeneficiary,
  refreshBeneficiaries,
  type BeneficiaryAsOf,
} from '../beneficiaries/refresh.ts';

/** Can the bank be asked for one payee now? */
export const canAskBeneficiary = ({ bank }: PaymentParts): boolean =>
  bank.isOpen('getBeneficiary') && bank.session.isSignedIn();

/**
 * The payee by the bank's word at this moment: asked for alone, or found in the bank's list (Get All Beneficiaries,
 * assumed) where that is closed or fails. Nothing older counts, except a list that was read since `listSince`.
 * Where `isUnread` holds for the failure, the bank answers and only this could not be learnt.
 */
export async function readBeneficiary(
  parts: PaymentParts,
  entityId: string,
  context: Context,
  listSince: Timestamp | null = null,
): Promise<Outcome<BeneficiaryAsOf>> {
  const { bank, reader } = parts;
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const asked = canAskBeneficiary(parts)
    ? await askBeneficiary(parts, entityId, context)
    : fail('operation.closed', context.correlationId, { operation: 'getBeneficiary' });
  if (asked.ok || isOutOfReach(asked.error) || !bank.isOpen('getAllBeneficiaries')) return asked;
  const isListFresh = listSince !== null && (asOfTopic(reader, 'beneficiaries') ?? '') >= listSince;
  const read = isListFresh ? ok(null) : await refreshBeneficiaries(parts, context);
  const listed = read.ok ? beneficiaryById(reader, entityId) : null;
  if (listed?.goneAt === null) return ok({ record: listed.beneficiary, asOf: listed.asOf });
  if (asked.error.code !== 'operation.closed') return asked;
  return read.ok
    ? fail('payee.unread', context.correlationId, { message: 'The bank’s list does not have it.' })
    : read;
}

/** The bank cannot be reached, or has asked to wait: nothing could be sent to it either. */
const isOutOfReach = ({ code }: AppError): boolean =>
  (code.startsWith('network.') && code !== 'network.timeout') ||
  code.startsWith('session.') ||
  code === 'bank.busy' ||
  code === 'cancelled';

/** That it has no such payee is the bank's own word; anything else leaves the payee unread. */
export const isUnread = (error: AppError): boolean =>
  !isOutOfReach(error) && error.bank?.status !== 404 && error.bank?.status !== 410;

/** The payee as the local copy has it, or else as the journal has it from when it was last paid; null when neither does. */
export function knownBeneficiary(
  { reader, journal }: PaymentParts,
  entityId: string,
): BeneficiaryAsOf | null {
  const cached = beneficiaryById(reader, entityId);
  if (cached) return { record: cached.beneficiary, asOf: cached.asOf };
  const paid = paidBeneficiary(journal, entityId);
  return paid && { record: recordOf(entityId, paid), asOf: paid.paidAt };
}

/** A payee of which no more is known than where its money went. */
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

/** Why the payee is not known as of now, and what is: said before a person answers for it. */
export function unreadWords(parts: PaymentParts, entityId: string, error: AppError): string {
  const known = knownBeneficiary(parts, entityId);
  const paid = paidBeneficiary(parts.journal, entityId);
  const name = known ? payeeName(known.record) : entityId;
  const last = paid
    ? `It was last paid at ${clockText(paid.paidAt)}, to the account ${paid.details['accountNumber'] ?? ''}.`
    : 'It was never paid from here.';
  return `The payee ${name} could not be read from the bank now (${reasonOf(error)}), so nobody knows whether its bank details have changed. ${last}`;
}

function reasonOf({ code, bank }: AppError): string {
  if (code === 'operation.closed') return 'its bank file names no way to read payees';
  const { title } = errorCatalogue[code];
  const words = code === 'payee.unread' ? 'its list does not have it' : title.toLowerCase();
  return bank ? `${words}, HTTP ${String(bank.status)}` : words;
}

/** The failure for a payment that waits for somebody's word about its payee. */
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
  /** By the bank's word at this moment. */
  readonly isCurrent: boolean;
  /** Why a person must answer for it; null where it is current, or where nothing can be sent now anyway. */
  readonly unread: string | null;
};

/**
 * The payee for a person to look at: as the bank has it now, or as it was last known where the bank does not tell. A bank that says
 * it has no such payee fails with its own words.
 */
export async function beneficiaryToReview(
  parts: PaymentParts,
  entityId: string,
  context: Context,
): Promise<Outcome<ReviewedBeneficiary>> {
  const read = await readBeneficiary(parts, entityId, context);
  if (read.ok) return ok({ payee: read.value, isCurrent: true, unread: null });
  const known = knownBeneficiary(parts, entityId);
  const { error } = read;
  if (known && (isUnread(error) || isOutOfReach(error))) {
    const unread = isUnread(error) ? unreadWords(parts, entityId, error) : null;
    return ok({ payee: known, isCurrent: false, unread });
  }
  const wasNotAsked = ['operation.closed', 'session.required', 'payee.unread'].includes(error.code);
  return wasNotAsked
    ? fail('offline.not-cached', context.correlationId, {
        message: 'This payee is not in the local copy.',
      })
    : read;
}

export const payeeName = ({ name, accountName, entityId }: BeneficiaryRecord): string =>
  name || accountName || entityId;
