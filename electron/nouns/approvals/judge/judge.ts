import type { Rule, Rules } from '../contents.ts';
import {
  caseOf,
  isSameBank,
  type Candidate,
  type Case,
  type JudgeState,
  type Moment,
} from './case.ts';
import { conditionText, fits, tallyOf, tallyOfLimit } from './conditions.ts';
import { countApprovals, type Counting } from './counted-approvals.ts';
import { isNewPayee } from './known-payees.ts';
import { takesMoney } from '../order.ts';
import { hasRole } from './pairs-of-eyes.ts';
import { whyUnreleased } from './payee-releases.ts';
import { whySendsNothing } from './sending-desks.ts';

/** The approvals that a fitting rule requires, and the number given so far. */
export type RuleNeed = {
  readonly role: Rule['need']['role'];
  readonly count: number;
  readonly has: number;
  /** The condition in words, such as `more than 100.00 EUR`. */
  readonly when: string;
};

export type Verdict = {
  readonly may: boolean;
  /** What is missing, one sentence each. */
  readonly missing: readonly string[];
  /** One for each rule that fits, met or not. */
  readonly needs: readonly RuleNeed[];
  /** Approvals that do not count, with the reason. */
  readonly void: readonly string[];
  /** Sums and limits on which the verdict depends, such as `account:100`. It becomes invalid once another claim moves one of them. */
  readonly tallies: readonly string[];
};

/** May a payment be sent, given the acts so far? Pure: every desk that has read the same acts reaches the same verdict. */
export function judge(state: JudgeState, candidate: Candidate, moment: Moment): Verdict {
  const { rules } = state;
  if (rules === null) return withoutRules(state, candidate);
  const case_ = caseOf(state, rules, candidate, moment);
  const { counting, discounted } = countApprovals(case_);
  const needs = rules.rules
    .filter((rule) => fits(case_, rule.when))
    .map((rule) => needOf(rule, counting));
  const missing = [
    ...whyOver(case_),
    ...whyNotSending(case_),
    ...whyHeld(case_),
    ...needs.flatMap(lacking),
  ];
  const sums = rules.rules.flatMap(({ when }) => tallyOf(when, candidate));
  const tallies = [...new Set([...sums, ...tallyOfLimit(candidate)])];
  return { may: missing.length === 0, missing, needs, void: discounted, tallies };
}

/** The verdict without rules: nothing needs an approval. A conversion's limit still counts once, since each price has a new reference. */
function withoutRules(state: JudgeState, candidate: Candidate): Verdict {
  const tallies = tallyOfLimit(candidate);
  const missing = tallies.length === 0 ? [] : whyUsed(state, candidate);
  return { may: missing.length === 0, missing, needs: [], void: [], tallies };
}

const whyUsed = ({ claims }: JudgeState, { request, line }: Candidate): string[] =>
  request !== null && claims.isLineClaimed(request.digest, line) ? ['It was claimed before.'] : [];

/** Why the request cannot be sent, regardless of approvals. */
function whyOver({ state, candidate, now }: Case): string[] {
  const { request, bank } = candidate;
  if (request === null) return [];
  const { ended, until } = request;
  return [
    ...(ended === null
      ? []
      : [`${ended.person} ${ended.is === 'refused' ? 'refused' : 'withdrew'} it.`]),
    ...(now > until ? [`It was to be sent until ${until}.`] : []),
    ...whyUsed(state, candidate),
    ...(bank === undefined || isSameBank(request.bank, bank)
      ? []
      : ['It was requested for another bank, environment or client.']),
  ];
}

/** Does a rule name the operation? A rule without operations names none. */
export const namesOperation = ({ rules }: Pick<Rules, 'rules'>, operation: string): boolean =>
  rules.some(({ when }) => when.operations?.includes(operation));

/** Why this desk does not send it. */
function whyNotSending({ state, rules, candidate: { order }, desk, now }: Case): string[] {
  if (rules.sendingDesks === undefined || desk === undefined || !takesMoney(order)) return [];
  const why = whySendsNothing(state, desk, now);
  return why === null ? [] : [why];
}

/** Why a payment waits for the release of its payee; null where it does not. */
export function waitsForRelease(
  state: JudgeState,
  candidate: Candidate,
  moment: Moment,
): string | null {
  const { rules } = state;
  if (rules === null) return null;
  const [why = null] = whyHeld(caseOf(state, rules, candidate, moment));
  return why;
}

/** Why the release of its payee is missing. */
function whyHeld(case_: Case): string[] {
  const { state, rules, candidate, premise, now } = case_;
  const { order, maker } = candidate;
  // An order with its own bank details pays no saved payee that somebody could have changed.
  const paysPayee = takesMoney(order) && order.named === undefined;
  if (rules.payeeRelease === undefined || !paysPayee || !isNewPayee(case_)) return [];
  const why = whyUnreleased(state, { payee: order.payee, details: premise.details }, maker, now);
  return why === null ? [] : [`Its payee waits for a release: ${why}`];
}

function needOf({ when, need: { role, count } }: Rule, counting: Counting): RuleNeed {
  const has = [...counting.values()].filter((capacities) =>
    capacities.some((capacity) => hasRole(capacity, role)),
  ).length;
  return { role, count, has, when: conditionText(when) };
}

function lacking({ role, count, has, when }: RuleNeed): string[] {
  const persons = role === 'any' ? 'other persons' : `of role ${role}`;
  return has >= count
    ? []
    : [`It needs ${String(count)} ${persons} for ${when}, and has ${String(has)}.`];
}

/** Places of the rules that fit a payment, from 0. */
export function fittingRules(
  state: JudgeState,
  candidate: Candidate,
  moment: Moment,
): readonly number[] {
  const { rules } = state;
  if (rules === null) return [];
  const case_ = caseOf(state, rules, candidate, moment);
  return rules.rules.flatMap(({ when }, place) => (fits(case_, when) ? [place] : []));
}

/** Has the team never paid the payee of this payment with these bank details? False where it has no rules. */
export function paysNewPayee(state: JudgeState, candidate: Candidate, moment: Moment): boolean {
  const { rules } = state;
  return rules !== null && isNewPayee(caseOf(state, rules, candidate, moment));
}
