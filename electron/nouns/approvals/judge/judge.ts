import type { Rule } from '../contents.ts';
import { isFree, type ApprovalState } from '../state.ts';
import type { Candidate, Case, Moment } from './case.ts';
import { conditionText, fits, isNewPayee, tallyOf } from './conditions.ts';
import { countApprovals, type Counting } from './counted-approvals.ts';
import { hasRole } from './pairs-of-eyes.ts';

/** What one rule that fits needs, and how many persons have given it. */
export type RuleNeed = {
  readonly role: Rule['need']['role'];
  readonly count: number;
  readonly has: number;
  /** The condition in words, such as `more than 100 EUR`. */
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
  /** Sums that the verdict rests on, such as `account:100`. It is no longer valid once another claim moves one of them. */
  readonly tallies: readonly string[];
};

const free: Verdict = { may: true, missing: [], needs: [], void: [], tallies: [] };

/** May a payment be sent by the acts so far? Pure: every desk that has read the same acts comes to the same verdict. */
export function judge(state: ApprovalState, candidate: Candidate, moment: Moment): Verdict {
  const { rules } = state;
  if (rules === null) return free;
  const case_: Case = { ...{ state, rules, candidate }, ...moment };
  const { counting, discounted } = countApprovals(case_);
  const needs = rules.rules
    .filter((rule) => fits(case_, rule.when))
    .map((rule) => needOf(rule, counting));
  const missing = [...whyOver(case_), ...needs.flatMap(lacking)];
  const tallies = [...new Set(rules.rules.flatMap(({ when }) => tallyOf(when, candidate)))];
  return { may: missing.length === 0, missing, needs, void: discounted, tallies };
}

/** Why nothing of the request can be sent, whoever approved it. */
function whyOver({ state, candidate: { request, line }, now }: Case): string[] {
  if (request === null) return [];
  const { ended, until, digest } = request;
  const isClaimed = [...state.claims.values()].some(
    (claim) => claim.request === digest && claim.line === line && !isFree(claim),
  );
  return [
    ...(ended === null
      ? []
      : [`${ended.person} ${ended.is === 'refused' ? 'refused' : 'withdrew'} it.`]),
    ...(now > until ? [`It was to be sent until ${until}.`] : []),
    ...(isClaimed ? ['It was claimed before.'] : []),
  ];
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
  state: ApprovalState,
  candidate: Candidate,
  moment: Moment,
): readonly number[] {
  const { rules } = state;
  if (rules === null) return [];
  const case_: Case = { ...{ state, rules, candidate }, ...moment };
  return rules.rules.flatMap(({ when }, place) => (fits(case_, when) ? [place] : []));
}

/** Has the team never paid the payee of this payment with these bank details? False where it has no rules. */
export function paysNewPayee(state: ApprovalState, candidate: Candidate, moment: Moment): boolean {
  const { rules } = state;
  return rules !== null && isNewPayee({ ...{ state, rules, candidate }, ...moment });
}
