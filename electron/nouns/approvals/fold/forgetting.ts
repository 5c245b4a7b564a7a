import { changesPayee, payeeName } from '../order.ts';
import {
  isCounted,
  isOpen,
  makesKnown,
  sameForm,
  type Claimed,
  type Delegation,
  type Request,
} from '../state.ts';

/** The most days that a request may wait, and the days for which a changed payee is remembered. */
export const requestDays = 31;
/** The days of payments that sums may need: a week, and a margin for the time zone. */
export const sumDays = 9;

/**
 * Deletes data that no check needs any more at an instant, by the acts' own time. Of the deleted data, paid payees go into `paidPayees`,
 * claims that changed a payee to `onPayeeChange`, and delegations to `onDelegation`.
 */
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
  {
    at,
    paidPayees,
    onPayeeChange,
    onDelegation,
  }: {
    readonly at: string;
    readonly paidPayees: Set<string>;
    readonly onPayeeChange: (claim: Claimed) => void;
    readonly onDelegation: (digest: string, delegation: Delegation) => void;
  },
): void {
  const before = (days: number): string =>
    new Date(Date.parse(at) - days * 86_400_000).toISOString();
  for (const [digest, { until }] of requests) if (until < before(sumDays)) requests.delete(digest);
  for (const [digest, delegation] of delegations) {
    if (delegation.ends >= before(requestDays + sumDays)) continue;
    delegations.delete(digest);
    onDelegation(digest, delegation);
  }
  for (const [name, claim] of claims) {
    const days = changesPayee(claim.order) ? requestDays : sumDays;
    const isNeeded = claim.request !== null && requests.has(claim.request);
    if (isNeeded || isOpen(claim) || sameForm(claim.at) >= before(days)) continue;
    claims.delete(name);
    if (changesPayee(claim.order) && isCounted(claim)) onPayeeChange(claim);
    if (makesKnown(claim)) paidPayees.add(payeeName(claim.order.payee, claim.details));
  }
}
