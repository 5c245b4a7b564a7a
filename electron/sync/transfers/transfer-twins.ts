import type { Transfer, TransferOrder } from '../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../shared/calendar.ts';
import type { PaymentWarning } from '../../../shared/ipc/payment-records.ts';
import { limits } from '../../../shared/limits.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { findMoneyRecords, transferList } from '../../store/money-lists.ts';
import { alikeSince, submissionByReference, type Submission } from '../../store/submissions.ts';
import type { ChangeParts } from '../submissions/changes/change.ts';
import { transferLikeness } from './transfer-order.ts';

/** More than a day's payments of a busy desk. */
const recentMax = 2_000;

/** What is held beside an order to tell whether it was sent before. */
export type Twins = {
  /** Of this desk, alike, newest first. */
  readonly own: readonly Submission[];
  /** The bank's list of what was sent from elsewhere, within the window. */
  readonly elsewhere: readonly Transfer[];
};

/** The bank's transfers of the window that did not leave from this desk; to be read once for many orders. */
export function transfersFromElsewhere({ reader, journal, bank, clock }: ChangeParts): Transfer[] {
  const bankNowMs = clock.now() + (bank.clockOffsetMs() ?? 0);
  const since = new Date(bankNowMs - limits.duplicateWindowMs).toISOString();
  return findMoneyRecords<Transfer>(reader, transferList, { limit: recentMax })
    .map(({ record }) => record)
    .filter(
      ({ createdAt, reference }) =>
        createdAt !== null && createdAt >= since && !submissionByReference(journal, reference),
    );
}

/** Payments that look like this one: of this desk by its journal, of others by the bank's list. */
export function twinsOf(
  { journal, clock }: ChangeParts,
  order: TransferOrder,
  elsewhere: readonly Transfer[],
): Twins {
  const since = new Date(clock.now() - limits.duplicateWindowMs).toISOString();
  return {
    own: alikeSince(journal, transferLikeness(order), since).filter(
      ({ reference }) => reference !== order.reference,
    ),
    elsewhere: elsewhere.filter((transfer) => isAlike(transfer, order)),
  };
}

/** What a person must know before sending what may have been sent already. */
export function twinWarnings({ own, elsewhere }: Twins, payeeName: string): PaymentWarning[] {
  const open = own.find(({ state }) => state === 'unknown');
  const sent = own.find(({ state }) => state === 'accepted' || state === 'sending');
  const [foreign] = elsewhere;
  return [
    ...(open ? [openTwin(open, payeeName)] : []),
    ...(sent ? [duplicate(`at ${clockText(sent.createdAt)}, reference ${sent.reference}`)] : []),
    ...(!sent && foreign
      ? [duplicate(`${whenText(foreign.createdAt)} from elsewhere, transfer ${foreign.id}`)]
      : []),
  ];
}

const openTwin = ({ createdAt }: Submission, payeeName: string): PaymentWarning => ({
  kind: 'open-twin',
  weight: 'confirm',
  message: `The same amount to ${payeeName} was sent at ${clockText(createdAt)} and has no answer yet: it may have gone through. Sending this one may pay twice.`,
});

const duplicate = (what: string): PaymentWarning => ({
  kind: 'duplicate',
  weight: 'confirm',
  message: `The same amount to the same payee was sent within a day: ${what}.`,
});

function isAlike(
  { beneficiaryId, amount, currency, reference }: Transfer,
  order: TransferOrder,
): boolean {
  return (
    beneficiaryId === order.beneficiaryId &&
    currency === order.currency &&
    typeof amount === 'string' &&
    toUnits(amount) === toUnits(order.amount) &&
    reference !== order.reference
  );
}

const whenText = (at: Timestamp | null): string => (at === null ? '' : `at ${clockText(at)}`);

/** To the minute, in UTC. */
export const clockText = (at: Timestamp): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
