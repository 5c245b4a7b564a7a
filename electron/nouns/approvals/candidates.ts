import { z } from 'zod';

import type { JsonObject } from '../../engines/acts/act.ts';
import type { WantedClaim } from '../../engines/team-record/wanted-claim.ts';
import { fingerprintOf } from '../beneficiaries/fingerprint.ts';
import type { PaymentOfClaim, Premise } from './contents.ts';
import { documentOperation } from './document.ts';
import type { Candidate } from './judge/case.ts';
import { isTradeOf, limitIn, limitReferencesOf, whyOutside, type Trade } from './limit.ts';
import { orderOf, type Order } from './order.ts';
import type { ApprovalState, Line, Request } from './state.ts';

/** The objection to a payload that does not fit its operation. */
export const notItsOperation = 'It is not what its operation sends.';

export type ClaimedCandidate = {
  readonly candidate: Candidate;
  readonly payload: string;
  /** The reference that the request names; null where it leaves the reference open. */
  readonly expected: string | null;
  /** Why it is not what was approved; null where it is. */
  readonly outside: string | null;
};

/** The candidate for a payment of a claim; null where it names neither a line of a request nor an order. */
export function claimedCandidate(
  requests: ApprovalState['requests'],
  { request: digest, line, order, bank = '' }: PaymentOfClaim,
  claimer: string,
  reference: string,
): ClaimedCandidate | null {
  const sent = order && orderOf(order.operation, order.payload, order.trade);
  if (digest === null)
    return order === null || sent === null
      ? null
      : {
          candidate: { ...{ request: null, line: 0, maker: claimer, bank }, order: sent },
          ...{ payload: order.payload, expected: null, outside: null },
        };
  const request = requests.get(digest);
  const named = request?.lines[line];
  if (request === undefined || named === undefined) return null;
  const candidate = { request, line, bank, maker: request.maker.person };
  if (request.operation !== 'lockRate')
    return {
      candidate: { ...candidate, order: named.order },
      ...{ payload: named.payload, outside: null },
      expected: request.operation === documentOperation ? null : named.reference,
    };
  if (order === null || sent === null) return null;
  return {
    candidate: { ...candidate, order: sent },
    payload: order.payload,
    expected: isTradeOf(named.reference, reference) ? null : named.reference,
    outside: whyNotOfLimit(named.payload, sent, order),
  };
}

const Accounts = z.object({
  body: z.object({ sellAccountNumber: z.string(), buyAccountNumber: z.string() }),
});

/** Returns why a conversion is not allowed by the limit of a request; null where it is. */
function whyNotOfLimit(
  limitPayload: string,
  { operation, isUnread }: Order,
  {
    payload,
    trade = null,
  }: { readonly payload: string; readonly trade?: Trade | null | undefined },
): string | null {
  const limit = limitIn(limitPayload);
  if (limit === null) return 'The request has no limit that can be read.';
  if (operation !== 'lockRate' || isUnread) return 'It is no conversion.';
  return whyOutside(limit, Accounts.parse(JSON.parse(payload)).body, trade);
}

type Placed = {
  readonly request: Request;
  readonly line: number;
  /** Why it is not what was approved; null where it is. */
  readonly outside: string | null;
};

/**
 * Finds the request that has this payment as a line: the same reference and payload, a limit for this reference, or the same document
 * under any reference. The newest request counts.
 */
function requestOf(
  { requests }: Pick<ApprovalState, 'requests'>,
  { reference, isSent }: { readonly reference: string; readonly isSent: boolean },
  { operation, payload, trade }: Sent,
): Placed | null {
  const order = orderOf(operation, payload, trade);
  const isLimit = operation === 'lockRate';
  const references = isLimit ? limitReferencesOf(reference) : [reference];
  // A document is sent under a new reference, so all requests are searched.
  const found =
    operation === documentOperation
      ? [...requests.values()]
      : references.flatMap((one) => requests.withReference(one));
  for (const request of found.toSorted((one, other) => other.maker.n - one.maker.n)) {
    // A payment that was sent under a request still belongs to it after the request ended.
    if ((request.ended !== null && !isSent) || request.operation !== operation) continue;
    const line = isLimit
      ? request.lines.findIndex((one) => isTradeOf(one.reference, reference))
      : operation === documentOperation
        ? request.lines.findIndex((one) => one.payload === payload)
        : placeOf(request.lines, { reference, payload });
    const named = request.lines[line];
    if (named === undefined) continue;
    const outside = isLimit ? whyNotOfLimit(named.payload, order, { payload, trade }) : null;
    return { request, line, outside };
  }
  return null;
}

type Sending = NonNullable<WantedClaim['sending']>;
type Sent = Pick<Sending, 'operation' | 'payload' | 'trade'>;

/** Caches the places of lines by reference: the lines of a request never change. */
const places = new WeakMap<readonly Line[], ReadonlyMap<string, readonly number[]>>();

/** The place of the first line with this reference and payload; -1 where none has them. */
function placeOf(
  lines: readonly Line[],
  { reference, payload }: Pick<Line, 'reference' | 'payload'>,
): number {
  const known = places.get(lines) ?? placesIn(lines);
  places.set(lines, known);
  return known.get(reference)?.find((place) => lines[place]?.payload === payload) ?? -1;
}

function placesIn(lines: readonly Line[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [place, { reference }] of lines.entries()) {
    const same = found.get(reference);
    if (same) same.push(place);
    else found.set(reference, [place]);
  }
  return found;
}

/** The premise of a payment that is sent now, from the bank data that this desk has read. */
export const premiseOf = ({
  sending,
  twins,
}: Pick<WantedClaim, 'twins'> & {
  readonly sending: Pick<Sending, 'bankDetails' | 'debit' | 'unread' | 'basis'>;
}): Premise => {
  const details = sending.bankDetails ?? sending.basis ?? null;
  return {
    details: details === null ? '' : fingerprintOf(details),
    country: sending.bankDetails?.['country'] ?? '',
    twins: [...twins],
    warnings: [...sending.unread],
    debit: sending.debit,
  };
};

export type LeavingCandidate = {
  readonly candidate: Candidate;
  readonly payment: JsonObject;
  readonly premise: Premise;
  /** Why it is not what was approved; null where it is. */
  readonly outside: string | null;
};

/** The candidate for a payment that is sent now, and its data for the claim; null where it has none yet and is claimed at its turn. */
export function leavingCandidate(
  state: ApprovalState,
  { reference, sending, twins, sentBefore }: WantedClaim,
  sender: string,
): LeavingCandidate | null {
  if (!sending) return null;
  const { operation, payload, trade = null, bank = '' } = sending;
  const isSent = sentBefore !== undefined;
  // For a payment that was already sent, later payments that look the same do not count: its sender could not see them.
  const premise = premiseOf({ sending, twins: isSent ? [] : twins });
  const found = requestOf(state, { reference, isSent }, sending);
  const sent = {
    ...{ operation, payload },
    ...(trade === null
      ? {}
      : { trade: { ...trade, sell: { ...trade.sell }, buy: { ...trade.buy } } }),
  };
  const isNamed = found === null || found.request.operation === 'lockRate';
  const order = orderOf(operation, payload, trade);
  // Every desk would object to an unreadable payload.
  const outside = order.isUnread ? notItsOperation : (found?.outside ?? null);
  return {
    candidate: {
      ...{ request: found?.request ?? null, line: found?.line ?? 0, bank, order },
      maker: found?.request.maker.person ?? sender,
    },
    payment: {
      ...{ request: found?.request.digest ?? null, line: found?.line ?? 0 },
      ...{ order: isNamed ? sent : null, bank, premise: { ...premise } },
      ...(isSent ? { sentAt: sentBefore.at } : {}),
    },
    ...{ premise, outside },
  };
}
