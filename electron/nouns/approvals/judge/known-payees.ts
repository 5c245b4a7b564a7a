import type { Case } from './case.ts';
import { changesPayee, payeeName } from '../order.ts';

/** How long the approval of a person who changed a payee does not count for its first payment. */
const payeeChangeMs = 30 * 86_400_000;

/** Has the team paid this payee with these bank details, before it had rules or since? */
function isKnownPayee({ state, rules, candidate: { order }, premise: { details } }: Case): boolean {
  const name = payeeName(order.payee, details);
  return (
    rules.payees.includes(name) ||
    state.paidPayees.has(name) ||
    state.claims.isPaid(order.payee, details)
  );
}

/** The persons who changed the payee of a first payment within 30 days. */
export function changersOf(case_: Case): readonly string[] {
  const { state, candidate, premise, now } = case_;
  const { payee } = candidate.order;
  if (!isNewPayee(case_)) return [];
  return state.claims
    .payeeChanges()
    .filter(({ at }) => Date.parse(now) - Date.parse(at) <= payeeChangeMs)
    .filter(({ order, details }) => order.payee === payee || details === premise.details)
    .map(({ maker }) => maker);
}

/** Does it pay a payee that the team has not paid with these bank details? */
export function isNewPayee(case_: Case): boolean {
  const { order } = case_.candidate;
  if (changesPayee(order)) return false;
  // An unread order may pay anyone, so the strictest answer applies.
  if (order.payee === '') return order.isUnread === true;
  return !isKnownPayee(case_);
}
