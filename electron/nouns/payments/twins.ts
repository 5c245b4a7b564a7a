import type { PaymentParts } from './tables.ts';
import type { PaymentOrder, Transfer } from '../../../shared/bank/transfers.ts';
import { clockText, type Timestamp } from '../../../shared/calendar/calendar.ts';
import { isSameReference } from '../../../shared/reference-likeness.ts';
import type { PaymentWarning, TwinMark } from '../../../shared/ipc/changes/payments.ts';
import {
  alikeOrOpen,
  submissionById,
  submissionByReference,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import type { TeamTwin } from '../../engines/submissions/claims.ts';
import { cameToNothing } from './found-listed.ts';
import type { TransferSearchResult } from './list-transfers.ts';
import { isOfSameSeries } from '../due-payments/same-order.ts';
import { duePaymentUnder } from '../due-payments/tables.ts';
import {
  alikeAmong,
  isStranger,
  listedTransfers,
  twinsSince,
  type ListedAlike,
  type ListedTransfers,
  type TwinPeriod,
} from './listed-transfers.ts';
import { transferLikeness } from '../../engines/submissions/intent/likeness.ts';

/** A payment that looks like an order: the same amount to the same payee, in transit, without an answer, or sent within a day. */
export type Twin = TwinMark & {
  /** It has no answer yet: it may have gone through. */
  readonly isOpen: boolean;
  /** False where the bank lists it with too few fields to distinguish it from the order. */
  readonly isSame: boolean;
  /** `at 2026-11-21 10:00 UTC, reference INV-17`. */
  readonly words: string;
};

/**
 * Returns the payments that look like the order: this desk's by its journal, other desks' by the team's record, and others by the bank's
 * list. This desk's open ones come first.
 */
export function twinsOf(
  parts: PaymentParts,
  order: PaymentOrder,
  listed: ListedTransfers,
  nearReference: TransferSearchResult['nearReference'] = [],
): Twin[] {
  const { journal } = parts;
  const wanted = { ...order, likeness: transferLikeness(order) };
  const own = alike(parts, wanted, listed.since);
  const ownIds = new Set(own.map(({ recordId }) => recordId));
  const team = alikeInTeam(parts, wanted);
  const elsewhere = alikeAmong(parts, order, listed, nearReference).filter(
    ({ listed: { record } }) => {
      const { id, reference } = record;
      // A transfer under the order's own reference is this payment, and no twin.
      if (reference === order.reference || ownIds.has(id)) return false;
      if (team.some((twin) => isSameReference(twin.reference, reference))) return false;
      const known = submissionByReference(journal, reference);
      // A journal payment is already among our own. If it never left or the bank did not have it, somebody else sent the listed one.
      const isOurs = typeof known?.likeness === 'string';
      if (!isOurs || known.state === 'not-found' || known.state === 'not-sent') return true;
      // A payment that an answer refused may have been paid, unless the list shows it as failed.
      return known.state === 'refused' && !cameToNothing(parts, record);
    },
  );
  return [...twinsAmong(own), ...teamTwins(team, own), ...elsewhere.map(listedTwin)];
}

type Alike = { readonly reference: string; readonly likeness: string };

/** The twins of an order, and the period in which they were sent. */
export type TwinsFound = { readonly twins: readonly Twin[]; readonly period: TwinPeriod };

/**
 * Finds the twins of a period, and those since the order was scheduled where that is longer ago. Searches this journal, the team's record
 * and the bank's list in the local copy. In the longer period, another payment of the same recurring series is intended and no twin.
 */
export function findTwins(
  parts: PaymentParts,
  order: PaymentOrder,
  period: TwinPeriod,
  nearReference: TransferSearchResult['nearReference'],
): TwinsFound {
  const listed = listedTransfers(parts, period.since);
  const recent = { twins: twinsOf(parts, order, listed, nearReference), period };
  const payment = duePaymentUnder(parts.journal, order.reference);
  if (payment === null || payment.scheduledAt >= period.since) return recent;
  const known = new Set(recent.twins.map(({ id }) => id));
  const older = twinsOf(parts, order, listedTransfers(parts, payment.scheduledAt)).filter(
    ({ id, name }) => !known.has(id) && !isOfSameSeries(parts.journal, payment, name),
  );
  return older.length === 0
    ? recent
    : {
        twins: [...recent.twins, ...older],
        period: {
          since: payment.scheduledAt,
          words: `since this one was scheduled at ${clockText(payment.scheduledAt)}`,
        },
      };
}

/** The twins from the journal since `since` and from the team's record only, for payments that the bank does not list. */
export function ownTwins(
  parts: OwnParts,
  order: Alike,
  since: Timestamp = twinsSince(parts),
): Twin[] {
  const own = alike(parts, order, since);
  return [...twinsAmong(own), ...teamTwins(alikeInTeam(parts, order), own)];
}

type OwnParts = Pick<PaymentParts, 'journal' | 'clock' | 'bank' | 'claims'>;

const alikeInTeam = ({ claims }: OwnParts, { likeness, reference }: Alike): readonly TeamTwin[] =>
  claims?.alike(likeness, reference) ?? [];

/** The twins of other desks, without those that the own journal already has as found at the bank. */
const teamTwins = (team: readonly TeamTwin[], own: readonly Submission[]): Twin[] =>
  team
    .filter((twin) => !twinsAmong(own).some(({ name }) => isSameReference(name, twin.reference)))
    .map(teamTwin);

/** Does the team's record have a payment like the order under this reference, of another desk? */
export const isTeamTwin = (parts: OwnParts, order: Alike, name: string): boolean =>
  alikeInTeam(parts, order).some(({ reference }) => reference === name);

function alike(
  { journal }: OwnParts,
  { reference, likeness }: Alike,
  since: Timestamp,
): Submission[] {
  return alikeOrOpen(journal, likeness, since).filter((other) => other.reference !== reference);
}

const twinsAmong = (own: readonly Submission[]): Twin[] => [
  ...own.filter(isOpen).map(ownTwin),
  ...own.filter(({ state }) => state === 'accepted').map(ownTwin),
];

/** Returns the identifiers that name no payment like the order, of any age and outcome. */
export function strangersTo(
  parts: PaymentParts,
  order: PaymentOrder,
  ids: readonly string[],
): string[] {
  const likeness = transferLikeness(order);
  return ids.filter((id) => {
    const submission = submissionById(parts.journal, id);
    if (submission) return submission.likeness !== likeness;
    return !isTeamTwin(parts, { ...order, likeness }, id) && isStranger(parts, order, id);
  });
}

/** The warnings about payments that may be the same as this one, sent in that period. */
export function twinWarnings(
  twins: readonly Twin[],
  payeeName: string,
  period: Pick<TwinPeriod, 'words'> = { words: 'within a day' },
): PaymentWarning[] {
  const open = twins.filter((twin) => twin.isOpen);
  const sent = twins.filter((twin) => !twin.isOpen && twin.isSame);
  const unclear = twins.filter((twin) => !twin.isSame);
  return [
    ...(open.length === 0 ? [] : [openTwin(open, payeeName)]),
    ...(sent.length === 0 ? [] : [duplicate(sent, period)]),
    ...(unclear.length === 0 ? [] : [unclearTwin(unclear)]),
  ];
}

/** The warning where the bank's list could not be read; `reason` is a few words. */
export const twinsUnread = (reason: string): PaymentWarning => ({
  kind: 'twins-unread',
  weight: 'confirm',
  message: `Duplicates sent elsewhere since the last sync cannot be checked (${reason}).`,
});

const openTwin = (twins: readonly Twin[], payeeName: string): PaymentWarning => ({
  kind: 'open-twin',
  weight: 'confirm',
  message: `The same amount to ${payeeName} was sent ${named(twins)}, and has no answer yet: it may have gone through. Sending this one may pay twice.`,
  twins: twins.map(markOf),
});

const duplicate = (
  twins: readonly Twin[],
  { words }: Pick<TwinPeriod, 'words'>,
): PaymentWarning => ({
  kind: 'duplicate',
  weight: 'confirm',
  message: `The same amount to the same payee was sent ${words}: ${named(twins)}.`,
  twins: twins.map(markOf),
});

const unclearTwin = (twins: readonly Twin[]): PaymentWarning => ({
  kind: 'unclear-twin',
  weight: 'confirm',
  message: `The bank lists a recent payment with too few details to distinguish it from this one: ${named(twins)}. Look at it before you pay.`,
  twins: twins.map(markOf),
});

const markOf = ({ name, id }: Twin): TwinMark => ({ name, id });

/** How many twins a sentence names. */
const namedMax = 3;

const named = (twins: readonly Twin[]): string => namedFirst(twins.map(({ words }) => words));

/** The first of several payments in words, and how many more there are. */
export function namedFirst(words: readonly string[]): string {
  const rest = words.length - namedMax;
  return [...words.slice(0, namedMax), ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join(
    '; ',
  );
}

const isOpen = ({ state }: Submission): boolean => state === 'unknown' || state === 'sending';

const ownTwin = (submission: Submission): Twin => ({
  name: submission.reference,
  id: submission.submissionId,
  isOpen: isOpen(submission),
  isSame: true,
  words: `at ${clockText(submission.createdAt)}, reference ${submission.reference}`,
});

const teamTwin = ({ reference, by, at, state }: TeamTwin): Twin => ({
  name: reference,
  id: reference,
  isOpen: state !== 'accepted',
  isSame: true,
  words: `by ${by} at ${clockText(at)}, reference ${reference}`,
});

const listedTwin = ({ listed: { record }, isSame }: ListedAlike): Twin => ({
  name: record.reference || record.id,
  id: record.id,
  isOpen: false,
  isSame,
  words: listedWords(record),
});

/** `at 2026-11-21 10:00 UTC from elsewhere, transfer T-7, reference INV-17, 100.00 USD, BOOKED`, without what the bank leaves out. */
function listedWords({ id, reference, createdAt, amount, currency, status }: Transfer): string {
  const at = createdAt === null ? '' : `at ${clockText(createdAt)} `;
  const facts = [
    `transfer ${id}`,
    reference === '' ? '' : `reference ${reference}`,
    typeof amount === 'string' ? `${amount} ${currency}`.trim() : '',
    status,
  ];
  return `${at}from elsewhere, ${facts.filter((fact) => fact !== '').join(', ')}`;
}
