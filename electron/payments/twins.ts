import type { PaymentParts } from './parts.ts';
import type { Transfer, PaymentOrder } from '../../shared/bank/transfers.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import type { PaymentWarning, TwinMark } from '../../shared/ipc/payments.ts';
import { limits } from '../../shared/limits.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { money } from '../../shared/money/money.ts';
import { ok } from '../../shared/result.ts';
import { timestampNow, withPatience, type Context } from '../machine/context.ts';
import { quietlyDone } from '../store/local-faults.ts';
import { findMoneyRecords, moneyRecordById, type Told } from '../store/money-lists.ts';
import { transferList } from './tables.ts';
import {
  alikeOrOpen,
  submissionById,
  submissionByReference,
  type Submission,
} from '../submissions/table.ts';
import { readWholeList } from '../bank/paged-list.ts';
import { transferLikeness } from './order.ts';

/** More than a day's payments of a busy desk. */
const recentMax = 2_000;

/** A payment that looks like an order: the same amount to the same payee, on its way, without an answer, or sent within a day. */
export type Twin = TwinMark & {
  /** It has no answer yet: it may have gone through. */
  readonly isOpen: boolean;
  /** `at 2026-11-21 10:00 UTC, reference INV-17`. */
  readonly words: string;
};

/** What the bank lists of the last day, by likeness; what tells too little to compare stands under null. */
export type ListedTransfers = ReadonlyMap<string | null, readonly Told<Transfer>[]>;

/**
 * The transfers of the local copy that were made within the window; to be read once for many orders. One that the bank gives no
 * time counts from when it was first seen.
 */
export function listedTransfers({ reader, bank, clock }: PaymentParts): ListedTransfers {
  const bankNowMs = clock.now() + (bank.clockOffsetMs() ?? 0);
  const since = new Date(bankNowMs - limits.duplicateWindowMs).toISOString();
  const listed = new Map<string | null, Told<Transfer>[]>();
  const recent = { since, limit: recentMax };
  for (const told of findMoneyRecords<Transfer>(reader, transferList, recent)) {
    const likeness = likenessIn(told.record);
    const alike = listed.get(likeness);
    if (alike) alike.push(told);
    else listed.set(likeness, [told]);
  }
  return listed;
}

/**
 * Asks the bank for what was sent, to one payee or to all, so that a payment from elsewhere is known at this moment. A bank that
 * cannot list it, does not within `limits.beforePaymentWaitMs`, or lists more than a few pages, leaves it to what the last sync
 * read. Answers whether the bank told, where it can be asked at all.
 */
export async function askTransfers(
  { bank, cache, clock }: PaymentParts,
  of: { readonly beneficiaryId?: string },
  context: Context,
): Promise<boolean> {
  if (!bank.isOpen('findTransfers') || !bank.session.isSignedIn()) return true;
  const patient = withPatience(context, limits.beforePaymentWaitMs);
  const list = await readWholeList(
    async (page) => {
      const query = { ...page, ...of };
      const answer = await bank.call('findTransfers', { query }, patient);
      return answer.ok ? ok(answer.value.transfers) : answer;
    },
    'findTransfers',
    patient,
    limits.twinPagesMax,
  );
  if (!list.ok) return false;
  const asOf = timestampNow(clock);
  // A local copy that takes nothing is no reason not to send.
  await quietlyDone(() => cache.saveTransfers(list.value, asOf, { complete: false }));
  return true;
}

/** Payments that look like this one, of this desk by its journal and of others by the bank's list; open ones first. */
export function twinsOf(parts: PaymentParts, order: PaymentOrder, listed: ListedTransfers): Twin[] {
  const { journal } = parts;
  const likeness = transferLikeness(order);
  const own = alike(parts, { ...order, likeness });
  const ownIds = new Set(own.map(({ recordId }) => recordId));
  const elsewhere = (listed.get(likeness) ?? []).filter(({ record: { id, reference } }) => {
    if (reference === order.reference || ownIds.has(id)) return false;
    const known = submissionByReference(journal, reference);
    // What the journal knows as a payment stands among our own, unless the bank was said not to have it.
    const isOurs = typeof known?.likeness === 'string';
    return !isOurs || known.state === 'not-found';
  });
  return [...twinsAmong(own), ...elsewhere.map(listedTwin)];
}

type Alike = { readonly reference: string; readonly likeness: string };

/** The same for what no list of the bank shows: by the journal alone. */
export const ownTwins = (parts: Pick<PaymentParts, 'journal' | 'clock'>, order: Alike): Twin[] =>
  twinsAmong(alike(parts, order));

function alike(
  { journal, clock }: Pick<PaymentParts, 'journal' | 'clock'>,
  { reference, likeness }: Alike,
): Submission[] {
  const since = new Date(clock.now() - limits.duplicateWindowMs).toISOString();
  return alikeOrOpen(journal, likeness, since).filter((other) => other.reference !== reference);
}

const twinsAmong = (own: readonly Submission[]): Twin[] => [
  ...own.filter(isOpen).map(ownTwin),
  ...own.filter(({ state }) => state === 'accepted').map(ownTwin),
];

/** Those of the identifiers that name no payment like the order, of any age and outcome. */
export function strangersTo(
  { journal, reader }: PaymentParts,
  order: PaymentOrder,
  ids: readonly string[],
): string[] {
  const likeness = transferLikeness(order);
  return ids.filter((id) => {
    const submission = submissionById(journal, id);
    if (submission) return submission.likeness !== likeness;
    const listed = moneyRecordById<Transfer>(reader, transferList, id);
    return listed === null || likenessIn(listed.record) !== likeness;
  });
}

/** What a person must know before sending what may have been sent already. */
export function twinWarnings(twins: readonly Twin[], payeeName: string): PaymentWarning[] {
  const open = twins.filter((twin) => twin.isOpen);
  const sent = twins.filter((twin) => !twin.isOpen);
  return [
    ...(open.length === 0 ? [] : [openTwin(open, payeeName)]),
    ...(sent.length === 0 ? [] : [duplicate(sent)]),
  ];
}

/** Said where the bank did not tell what it has to the payee. */
export const twinsUnread: PaymentWarning = {
  kind: 'twins-unread',
  weight: 'tell',
  message:
    'The bank did not list its payments to this payee now: one that was sent from elsewhere since the last sync is not known here.',
};

const openTwin = (twins: readonly Twin[], payeeName: string): PaymentWarning => ({
  kind: 'open-twin',
  weight: 'confirm',
  message: `The same amount to ${payeeName} was sent ${named(twins)}, and has no answer yet: it may have gone through. Sending this one may pay twice.`,
  twins: twins.map(markOf),
});

const duplicate = (twins: readonly Twin[]): PaymentWarning => ({
  kind: 'duplicate',
  weight: 'confirm',
  message: `The same amount to the same payee was sent within a day: ${named(twins)}.`,
  twins: twins.map(markOf),
});

const markOf = ({ name, id }: Twin): TwinMark => ({ name, id });

/** How many a sentence names. */
const namedMax = 3;

function named(twins: readonly Twin[]): string {
  const first = twins.slice(0, namedMax).map(({ words }) => words);
  const rest = twins.length - namedMax;
  return [...first, ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join('; ');
}

const isOpen = ({ state }: Submission): boolean => state === 'unknown' || state === 'sending';

const ownTwin = (submission: Submission): Twin => ({
  name: submission.reference,
  id: submission.submissionId,
  isOpen: isOpen(submission),
  words: `at ${clockText(submission.createdAt)}, reference ${submission.reference}`,
});

const listedTwin = ({ record: { id, reference, createdAt } }: Told<Transfer>): Twin => ({
  name: reference || id,
  id,
  isOpen: false,
  words: `${createdAt === null ? '' : `at ${clockText(createdAt)} `}from elsewhere, transfer ${id}`,
});

/** Null where the bank does not tell enough to compare. */
function likenessIn({ beneficiaryId, amount, currency }: Transfer): string | null {
  if (typeof amount !== 'string' || !isCurrency(currency)) return null;
  return transferLikeness({ beneficiaryId, amount: money(amount, currency).amount, currency });
}

/** To the minute, in UTC. */
export const clockText = (at: Timestamp): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
