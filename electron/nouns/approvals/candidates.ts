import type { JsonObject } from '../../engines/acts/act.ts';
import type { WantedClaim } from '../../engines/team-record/team-claims.ts';
import { fingerprintOf } from '../beneficiaries/fingerprint.ts';
import type { PaymentOfClaim, Premise } from './contents.ts';
import type { Candidate } from './judge/case.ts';
import { orderOf } from './order.ts';
import type { ApprovalState, Request } from './state.ts';

/** What a payment of a claim is judged as; null where it names no line of a request, and no order. */
export function claimedCandidate(
  requests: ApprovalState['requests'],
  { request: digest, line, order }: PaymentOfClaim,
  claimer: string,
): { candidate: Candidate; payload: string; expected: string | null } | null {
  if (digest === null)
    return order === null
      ? null
      : {
          candidate: {
            ...{ request: null, line: 0, maker: claimer },
            order: orderOf(order.operation, order.payload),
          },
          ...{ payload: order.payload, expected: null },
        };
  const request = requests.get(digest);
  const named = request?.lines[line];
  if (request === undefined || named === undefined) return null;
  return {
    candidate: { request, line, order: named.order, maker: request.maker.person },
    ...{ payload: named.payload, expected: named.reference },
  };
}

/** The request whose line this is: the same reference and the same payload. The newest counts. */
function requestOf(
  { requests }: Pick<ApprovalState, 'requests'>,
  {
    reference,
    payload,
    isSent,
  }: { readonly reference: string; readonly payload: string; readonly isSent: boolean },
): { readonly request: Request; readonly line: number } | null {
  for (const request of [...requests.values()].toReversed()) {
    const line = request.lines.findIndex(
      (one) => one.reference === reference && one.payload === payload,
    );
    // What left by a request that ended since is still a payment of it.
    if (line >= 0 && (isSent || request.ended === null)) return { request, line };
  }
  return null;
}

/** What this desk has read of the bank for a payment that leaves now. */
export const premiseOf = ({
  sending,
  twins,
}: Pick<WantedClaim, 'twins'> & {
  readonly sending: Pick<NonNullable<WantedClaim['sending']>, 'bankDetails' | 'debit' | 'unread'>;
}): Premise => ({
  details: sending.bankDetails === null ? '' : fingerprintOf(sending.bankDetails),
  country: sending.bankDetails?.['country'] ?? '',
  twins: [...twins],
  warnings: [...sending.unread],
  debit: sending.debit,
});

/** What a payment that leaves now is judged as, and what its claim says; null where it is claimed when its turn comes. */
export function leavingCandidate(
  state: ApprovalState,
  { reference, sending, twins, sentBefore }: WantedClaim,
  sender: string,
): { candidate: Candidate; payment: JsonObject; premise: Premise } | null {
  if (!sending) return null;
  const { operation, payload } = sending;
  const isSent = sentBefore !== undefined;
  // Payments of later look the same as one that was sent before them: its sender did not see them.
  const premise = premiseOf({ sending, twins: isSent ? [] : twins });
  const found = requestOf(state, { reference, payload, isSent });
  const order = orderOf(operation, payload);
  const place = found
    ? { request: found.request.digest, line: found.line, order: null }
    : { request: null, line: 0, order: { operation, payload } };
  return {
    candidate: {
      ...{ request: found?.request ?? null, line: found?.line ?? 0, order },
      maker: found?.request.maker.person ?? sender,
    },
    payment: {
      ...{ ...place, premise: { ...premise } },
      ...(isSent ? { sentAt: sentBefore.at } : {}),
    },
    premise,
  };
}
