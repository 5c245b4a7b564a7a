import { changesPayee, payeeName } from '../order.ts';
import { isCounted, type Claimed } from '../state.ts';
import type { Case } from './case.ts';

/** How long whoever changed a payee does not count for its first payment. */
const payeeChangeMs = 30 * 86_400_000;

/** Is its payee no longer new? A payment without approval makes none known. */
export const makesKnown = (claim: Claimed): boolean =>
  claim.isApproved && isCounted(claim) && !changesPayee(claim.order);

/** Has the team paid this payee with these bank details, before it had rules or since? */
export function isKnownPayee({
  state,
  rules,
  candidate: { order },
  premise: { details },
}: Case): boolean {
  const isPaid = (claim: Claimed): boolean =>
    makesKnown(claim) && claim.order.payee === order.payee && claim.details === details;
  const name = payeeName(order.payee, details);
  return (
    rules.payees.includes(name) ||
    state.paidPayees.has(name) ||
    [...state.claims.values()].some(isPaid)
  );
}

/** Who changed the payee of a first payment within 30 days. */
export function changersOf(case_: Case): readonly string[] {
  const { state, candidate, premise, now } = case_;
  const { payee } = candidate.order;
  if (payee === '' || isKnownPayee(case_)) return [];
  return [...state.claims.values()]
    .filter((claim) => changesPayee(claim.order) && isCounted(claim))
    .filter(({ at }) => Date.parse(now) - Date.parse(at) <= payeeChangeMs)
    .filter(({ order, details }) => order.payee === payee || details === premise.details)
    .map(({ maker }) => maker);
}
