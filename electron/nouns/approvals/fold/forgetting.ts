import { makesKnown } from '../judge/known-payees.ts';
import { changesPayee, payeeName } from '../order.ts';
import { isOpen, sameForm, type Claimed, type Delegation, type Request } from '../state.ts';

/** Days that a request may wait, and for which a changed payee is remembered. */
export const requestDays = 31;
/** Days whose payments sums may need: a week, and a day for the zone. */
export const sumDays = 9;

/** Deletes what no verdict needs any more at an instant, by the acts' own time. Payees that were paid go into `paidPayees`. */
export function forgetOld(
  {
    requests,
    delegations,
    claims,
  }: {
    readonly requests: Map<string, Request>;
    readonly delegations: Map<string, Delegation>;
    readonly claims: Map<string, Claimed>;
  },
  { at, paidPayees }: { readonly at: string; readonly paidPayees: Set<string> },
): void {
  const before = (days: number): string =>
    new Date(Date.parse(at) - days * 86_400_000).toISOString();
  for (const [digest, { until }] of requests) if (until < before(sumDays)) requests.delete(digest);
  for (const [digest, { ends }] of delegations)
    if (ends < before(requestDays + sumDays)) delegations.delete(digest);
  for (const [name, claim] of claims) {
    const days = changesPayee(claim.order) ? requestDays : sumDays;
    const isNeeded = claim.request !== null && requests.has(claim.request);
    if (isNeeded || isOpen(claim) || sameForm(claim.at) >= before(days)) continue;
    claims.delete(name);
    if (makesKnown(claim)) paidPayees.add(payeeName(claim.order.payee, claim.details));
  }
}
