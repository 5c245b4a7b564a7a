import { noPremise, type Premise, type Rule, type Rules } from '../contents.ts';
import { sumDays } from '../fold/forgetting.ts';
import { fittingRules, judge, type Candidate, type Moment } from '../judge/judge.ts';
import { payeeName, type Order } from '../order.ts';
import type { ApprovalState, Approval, Claimed } from '../state.ts';
import { unwritten } from '../judge/who-may.ts';

/** A payment that left before: what was sent, by whom, and what its desk had read. */
export type PastPayment = {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly maker: string;
  readonly order: Order;
  readonly premise: Premise;
};

/** What one rule would have asked for. */
export type RehearsedRule = {
  /** Its place among the rules, from 1. */
  readonly rule: number;
  readonly when: Rule['when'];
  readonly need: Rule['need'];
  /** Payments that it fits. */
  readonly payments: number;
  /** Those of them that no approvals of today's members would release. */
  readonly unmet: number;
  /** Who of today's members could approve at least one of them; without any, who has the role. */
  readonly persons: readonly string[];
  /** False where fewer persons than it needs have the role. */
  readonly canBeMet: boolean;
};

export type Rehearsal = {
  readonly rules: readonly RehearsedRule[];
  /** How many payments each of today's members could have been asked to approve. */
  readonly persons: readonly { readonly person: string; readonly payments: number }[];
  /** Payments of the time. */
  readonly payments: number;
  /** Those that no rule fits. */
  readonly free: number;
};

/**
 * Applies rules to payments that left, each by itself, as the judge applies them. Payments before `since` (ISO 8601) are not counted: they
 * make payees known. Members, roles and limits are those of today; delegations are left out.
 */
export function rehearse(
  { desks }: Pick<ApprovalState, 'desks'>,
  rules: Rules,
  payments: readonly PastPayment[],
  since: string,
): Rehearsal {
  const team = { ...nothing, desks, rules };
  const past = new PastClaims();
  const counts = rules.rules.map(() => ({ payments: 0, unmet: 0, persons: new Set<string>() }));
  const perPerson = new Map([...membersOf(team)].map((person) => [person, 0]));
  let [counted, free] = [0, 0];
  for (const payment of payments.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const { at: now, order, maker, premise } = payment;
    const candidate: Candidate = { request: null, line: 0, order, maker };
    past.forgetBefore(now);
    if (now >= since) {
      const fitting = fittingRules({ ...team, ...past.state }, candidate, { premise, now });
      const able = new Set<string>();
      for (const place of fitting) {
        const [count, rule] = [counts[place], rules.rules[place]];
        if (count === undefined || rule === undefined) continue;
        const persons = personsFor(team, rule, candidate, { premise, now });
        count.payments += 1;
        if (!isMet(team, rule, candidate, { premise, now })) count.unmet += 1;
        for (const person of persons) for (const set of [count.persons, able]) set.add(person);
      }
      counted += 1;
      if (fitting.length === 0) free += 1;
      for (const person of able) perPerson.set(person, (perPerson.get(person) ?? 0) + 1);
    }
    past.add(payment);
  }
  return {
    ...{ payments: counted, free },
    rules: rules.rules.map((rule, place) => {
      const { payments: of = 0, unmet = 0, persons = new Set<string>() } = counts[place] ?? {};
      const able = personsFor(team, rule, unpaid, noMoment);
      return {
        ...{ rule: place + 1, when: rule.when, need: rule.need, payments: of, unmet },
        persons: [...(of === 0 ? able : persons)].toSorted(),
        canBeMet: able.size >= rule.need.count,
      };
    }),
    persons: [...perPerson].map(([person, of]) => ({ person, payments: of })),
  };
}

type Team = ApprovalState & { readonly rules: Rules };

const nothing = {
  ...{ n: 0, requests: new Map(), proposals: new Map(), delegations: new Map() },
  ...{ claims: new Map(), paidPayees: new Set<string>(), objections: [] },
  ...{
    openings: new Map(),
    releases: new Map(),
    payeeChanges: new Map(),
    pastDelegations: new Map(),
  },
};

const noMoment: Moment = { premise: noPremise, now: new Date(0).toISOString() };

/** A payment of nothing by nobody, which everybody could approve who has the role. */
const unpaid: Candidate = {
  ...{ request: null, line: 0, maker: '' },
  order: { operation: '', account: '', payee: '', money: null },
};

const membersOf = ({ desks }: Team): ReadonlySet<string> =>
  new Set([...desks.values()].filter(({ counts }) => counts).map(({ person }) => person));

/** Would the approvals of all members meet this rule? */
const isMet = (team: Team, rule: Rule, candidate: Candidate, moment: Moment): boolean =>
  isMetBy(team, rule, candidate, moment, [...team.desks.keys()]);

/** Members of whom each alone would meet the rule, did it need one person. */
function personsFor(
  team: Team,
  { need: { role } }: Rule,
  candidate: Candidate,
  moment: Moment,
): ReadonlySet<string> {
  const rule: Rule = { when: {}, need: { role, count: 1 } };
  const able = [...team.desks].filter(([key]) => isMetBy(team, rule, candidate, moment, [key]));
  return new Set(able.map(([, { person }]) => person));
}

/** Judges a payment by the need of one rule, as if these desks had approved it. */
function isMetBy(
  team: Team,
  { need }: Rule,
  candidate: Candidate,
  { premise, now }: Moment,
  keys: readonly string[],
): boolean {
  const { order, maker } = candidate;
  const approvals: Approval[] = keys.map((key) => ({
    ...{ n: 0, at: now, key, person: team.desks.get(key)?.person ?? '', premises: [premise] },
  }));
  const request = { ...unwritten({ order, maker }, { premise, now }), approvals };
  const { payeeRelease: _release, ...others } = team.rules;
  const rules: Rules = { ...others, rules: [{ when: {}, need }] };
  return judge({ ...team, rules }, { ...candidate, request }, { premise, now }).may;
}

/** What the judge reads of payments before: those of the days that sums need, and payees that were paid. */
class PastClaims {
  readonly #claims = new Map<string, Claimed>();
  readonly #paidPayees = new Set<string>();
  #count = 0;

  get state(): Pick<ApprovalState, 'claims' | 'paidPayees'> {
    return { claims: this.#claims, paidPayees: this.#paidPayees };
  }

  add({ at, maker, order, premise: { details } }: PastPayment): void {
    const name = String((this.#count += 1));
    this.#claims.set(name, {
      ...{ n: 0, at, key: '', person: maker, name, holder: '', request: null, line: 0 },
      ...{ maker, order, details, isApproved: true, outcome: 'accepted' },
    });
  }

  forgetBefore(now: string): void {
    const first = new Date(Date.parse(now) - sumDays * 86_400_000).toISOString();
    for (const [name, { at, order, details }] of this.#claims) {
      if (at >= first) return;
      this.#claims.delete(name);
      if (order.money !== null) this.#paidPayees.add(payeeName(order.payee, details));
    }
  }
}
