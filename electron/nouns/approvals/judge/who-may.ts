import type { Candidate, JudgeState, Moment } from './case.ts';
import { judge, type RuleNeed } from './judge.ts';
import type { Approval, Request } from '../state.ts';

/** The names of persons whose approval would count towards the missing ones of a payment. The maker is not among them. */
export function personsWhoMay(
  state: JudgeState,
  candidate: Candidate,
  moment: Moment,
): readonly string[] {
  const { needs } = judge(state, candidate, moment);
  // A payment with all its approvals needs no more.
  if (needs.every(({ count, has }) => has >= count)) return [];
  const before = givenOf(needs);
  const desks = [...state.desks].filter(([, { counts }]) => counts);
  const persons = desks.flatMap(([key, { person }]) => {
    const approved = approvedBy({ key, person }, candidate, moment);
    return givenOf(judge(state, approved, moment).needs) > before ? [person] : [];
  });
  return [...new Set(persons)].toSorted();
}

/** The number of required approvals that are given. */
const givenOf = (needs: readonly RuleNeed[]): number =>
  needs.reduce((sum, { count, has }) => sum + Math.min(count, has), 0);

/** The payment as if this desk had approved it with this premise. */
function approvedBy(
  { key, person }: Pick<Approval, 'key' | 'person'>,
  candidate: Candidate,
  moment: Moment,
): Candidate {
  const { premise, now } = moment;
  const request = candidate.request ?? unwritten(candidate, moment);
  const premises = request.lines.map(() => premise);
  const approval = { ...{ n: 0, at: now, key, person }, premises };
  return { ...candidate, request: { ...request, approvals: [...request.approvals, approval] } };
}

/** The request that a payment would have, without approvals. */
export const unwritten = (
  { order, maker }: Pick<Candidate, 'order' | 'maker'>,
  { premise, now }: Moment,
): Request => ({
  ...{ digest: '', operation: order.operation, bank: '', words: '', until: now },
  ...{ maker: { n: 0, at: now, key: '', person: maker }, premises: [premise] },
  ...{ lines: [{ reference: '', payload: '', order }], approvals: [], ended: null },
});
