import type { PaymentParts } from '../tables.ts';
import type { BeneficiaryRecord } from '../../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { indexBeneficiaries } from './reading/beneficiaries.ts';
import type { Ledger, LineOrder } from './reading/line-check.ts';
import { accountNames } from '../../accounts/names.ts';
import { listAccounts } from '../../accounts/tables.ts';
import { openScheduledAlike } from '../../due-payments/same-order.ts';
import { duePaymentUnder } from '../../due-payments/tables.ts';
import { isCurrentBeneficiary, currentBeneficiaries } from '../../beneficiaries/tables.ts';
import {
  submissionByReference,
  submissionInOtherCase,
} from '../../../engines/submissions/journal/submission-table.ts';
import type { PaymentFileRecord } from './tables/file-tables.ts';
import { bankDetailsOf, fingerprintOf } from '../../beneficiaries/fingerprint.ts';
import { askBeneficiary } from '../../beneficiaries/refresh.ts';
import { canAskBeneficiary, knownBeneficiary, unreadWords } from '../beneficiary.ts';
import { listedTransfers, twinPeriod, type ListedTransfers } from '../listed-transfers.ts';
import { twinsOf } from '../twins.ts';
import { scheduledWarnings, transferWarnings } from '../warnings.ts';
import { inTurns } from '../../../engines/files/turns.ts';
import { openLostTime } from './lost-time.ts';

/** The data that the lines of a file are checked against, with the payees that the check has read. */
export type PaymentFileLedger = Ledger & {
  /** Entity id -> fingerprint of the bank details that its lines were checked with. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Adds the payee of a line that is not checked again because it never left and is sent under its own reference. */
  readonly noteBeneficiary: (entityId: string) => void;
  /** The warnings of a line that never left. Its twins count from `firstSentAt` on, and for at least a day. */
  readonly warningsAgain: (order: LineOrder, firstSentAt: Timestamp | null) => PaymentWarning[];
};

/** Why a payee could not be read before its line was sent; null where it was, or was not requested yet. */
export type WhyUnread = (entityId: string) => AppError | null;

/** Payees read at a time. */
const payeesPerPiece = 100;

/** Reads accounts, payees and payments sent from elsewhere once, for a whole file. */
export async function openLedger(
  parts: PaymentParts,
  { addedAt }: Pick<PaymentFileRecord, 'addedAt'>,
  whyUnread: WhyUnread,
): Promise<PaymentFileLedger> {
  const { reader, journal } = parts;
  const beneficiaries = await indexBeneficiaries(currentBeneficiaries(reader, payeesPerPiece));
  await parts.screening?.ready();
  const lostTime = openLostTime(journal, addedAt);
  const scheduledAlike = openScheduledAlike(journal);
  const listed = listedTransfers(parts);
  const records = new Map<string, BeneficiaryRecord | null>();
  const fingerprints = new Map<string, string>();
  const recordOf = (entityId: string): BeneficiaryRecord | null => {
    const known = records.get(entityId);
    if (known !== undefined) return known;
    const record = knownBeneficiary(parts, entityId)?.record ?? null;
    records.set(entityId, record);
    if (record) fingerprints.set(entityId, fingerprintOf(bankDetailsOf(record)));
    return record;
  };
  const accounts = listAccounts(reader);
  const names = new Map(accounts.map((account) => [account.accountNumber, account.accountName]));
  /** The start of each period -> the transfers that the bank lists since then. */
  const listedSince = new Map<Timestamp | null, ListedTransfers>([[null, listed]]);
  const warningsSince = (order: LineOrder, firstSentAt: Timestamp | null): PaymentWarning[] => {
    const wanted = orderOf(order);
    const why = whyUnread(order.beneficiaryId);
    const period = twinPeriod(parts, firstSentAt);
    const inPeriod = listedSince.get(firstSentAt) ?? listedTransfers(parts, period.since);
    listedSince.set(firstSentAt, inPeriod);
    const warnings = transferWarnings(wanted, recordOf(order.beneficiaryId), {
      journal,
      // The balance is compared with the sum of the file, not with each line.
      balance: { before: null, after: null },
      balanceAsOf: null,
      twins: twinsOf(parts, wanted, inPeriod),
      period,
      // The bank's list is read when the file is started.
      unlisted: null,
      unread: why && unreadWords(parts, order.beneficiaryId, why),
      screening: parts.screening,
    });
    return [...lostTime(order), ...warnings, ...scheduledWarnings(scheduledAlike(wanted))];
  };
  return {
    fingerprints,
    noteBeneficiary: (entityId) => void recordOf(entityId),
    currencyByAccount: new Map(
      accounts.map(({ accountNumber, currency }) => [accountNumber, currency]),
    ),
    accountName: (accountNumber) => {
      const name = names.get(accountNumber) ?? '';
      return name === '' ? `The account ${accountNumber}` : name;
    },
    accountOf: accountNames(reader, journal).numberOf,
    beneficiaries,
    // A payment found at the bank under the reference may be this line.
    isReferenceUsed: (reference) =>
      duePaymentUnder(journal, reference) !== null ||
      submissionByReference(journal, reference)?.origin === 'sent' ||
      submissionInOtherCase(journal, reference)?.origin === 'sent',
    warningsOf: (order) => warningsSince(order, null),
    warningsAgain: warningsSince,
  };
}

/** How many payees are read from the bank at most while a file is checked. */
const requestedBeneficiariesMax = 25;

/** Reads a few of the payees that are not in the local copy from the bank. */
export async function askUnknownBeneficiaries(
  parts: PaymentParts,
  named: ReadonlySet<string>,
  context: Context,
): Promise<void> {
  if (!canAskBeneficiary(parts)) return;
  const unknown: string[] = [];
  for await (const entityId of inTurns(named))
    if (entityId !== '' && !isCurrentBeneficiary(parts.reader, entityId)) unknown.push(entityId);
  for (const entityId of unknown.slice(0, requestedBeneficiariesMax)) {
    const answer = await askBeneficiary(parts, entityId, context);
    if (!answer.ok && answer.error.code !== 'bank.refused') return;
  }
}

const orderOf = ({ amount: { amount, currency }, ...rest }: LineOrder) => ({
  ...rest,
  amount,
  currency,
});
