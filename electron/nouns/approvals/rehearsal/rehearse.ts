import { noPremise, type Premise, type Rule, type Rules } from '../contents.ts';
import { sumDays } from '../fold/forgetting.ts';
import type { Candidate, Moment } from '../judge/case.ts';
import { IndexedClaims } from '../judge/claim-index.ts';
import { IndexedRequests } from '../judge/request-index.ts';
import { fittingRules, judge } from '../judge/judge.ts';
import { payeeName, type Order } from '../order.ts';
import type { ApprovalState, Approval } from '../state.ts';
import { unwritten } from '../judge/who-may.ts';

/** A past payment: what was sent, by whom, and the premise that its desk had read. */
export type PastPayment = {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly maker: string;
  readonly order: Order;
  readonly premise: Premise;
};

/** The approvals that one rule would have required. */
export type RehearsedRule = {
  /** Its place among the rules, from 1. */
  readonly rule: number;
  readonly when: Rule['when'];
  readonly need: Rule['need'];
  /** The number of payments that it fits. */
  readonly payments: number;
  /** The number of these that no approvals of today's members would release. */
  readonly unmet: number;
  /** Today's members who could approve at least one of these payments; if there are none, the members with the role. */
  readonly persons: readonly string[];
  /** False where fewer persons have the role than it requires. */
  readonly canBeMet: boolean;
  /** Persons without whom it could not be met: at all, or for one of its payments. Empty where it cannot be met with them either. */
  readonly onlyWith: readonly string[];
};

/** The approvals that the rules would have required of one of today's members. */
export type RehearsedPerson = {
  readonly person: string;
  /** The number of payments in the period that this person made. */
  readonly made: number;
  /** Payments that this person could have been asked to approve. */
  readonly payments: number;
  /** Payments that no one could have released without this person. */
  readonly onlyWith: number;
};

export type Rehearsal = {
  readonly rules: readonly RehearsedRule[];
  readonly persons: readonly RehearsedPerson[];
  /** The number of payments in the period. */
  readonly payments: number;
  /** The number of these that no rule fits. */
  readonly free: number;
};

/**
 * Applies rules to past payments, each alone, with the same checks as for new payments. Payments before `since` (ISO 8601) are not counted,
 * but make payees known. Members, roles and limits are those of today; delegations are ignored.
 */
export function rehearse(
  { desks }: Pick<ApprovalState, 'desks'>,
  rules: Rules,
  payments: readonly PastPayment[],
  since: string,
): Rehearsal {
  const replay = new RulesReplay({ desks }, rules, since);
  for (const payment of inOrder(payments)) replay.add(payment);
  return replay.result();
}

/** Sorts payments by time. */
export const inOrder = (payments: readonly PastPayment[]): PastPayment[] =>
  payments.toSorted((a, b) => (a.at < b.at ? -1 : 1));

/** The same rehearsal step by step. Payments must be added in order of time. */
export class RulesReplay {
  readonly #team: Team;
  readonly #since: string;
  readonly #past = new PastClaims();
  readonly #rules: readonly RuleCounts[];
  readonly #persons: ReadonlyMap<string, PersonCounts>;
  #payments = 0;
  #free = 0;

  constructor({ desks }: Pick<ApprovalState, 'desks'>, rules: Rules, since: string) {
    this.#team = { ...nothing, desks, rules };
    this.#since = since;
    this.#rules = rules.rules.map(() => ({ ...noCounts, persons: new Set(), onlyWith: new Set() }));
    this.#persons = new Map(
      [...membersOf(this.#team)].map((person) => [person, { made: 0, payments: 0, onlyWith: 0 }]),
    );
  }

  add(payment: PastPayment): void {
    this.#past.forgetBefore(payment.at);
    if (payment.at >= this.#since) this.#count(payment);
    this.#past.add(payment);
  }

  result(): Rehearsal {
    const team = this.#team;
    return {
      ...{ payments: this.#payments, free: this.#free },
      rules: team.rules.rules.map((rule, place) => {
        const { payments, unmet, persons, onlyWith } = this.#rules[place] ?? noRule;
        const able = personsFor(team, rule, unpaid, noMoment);
        const needed = [...onlyWith, ...withoutWhom(able, rule)];
        return {
          ...{ rule: place + 1, when: rule.when, need: rule.need, payments, unmet },
          persons: [...(payments === 0 ? able : persons)].toSorted(),
          canBeMet: able.size >= rule.need.count,
          onlyWith: [...new Set(needed)].toSorted(),
        };
      }),
      persons: [...this.#persons].map(([person, counts]) => ({ person, ...counts })),
    };
  }

  #count({ at: now, order, maker, premise }: PastPayment): void {
    const team = this.#team;
    const candidate: Candidate = { request: null, line: 0, order, maker };
    const moment = { premise, now };
    const fitting = fittingRules({ ...team, ...this.#past.state }, candidate, moment);
    const [able, needed] = [new Set<string>(), new Set<string>()];
    for (const place of fitting) {
      const [counts, rule] = [this.#rules[place], team.rules.rules[place]];
      if (counts === undefined || rule === undefined) continue;
      const persons = personsFor(team, rule, candidate, moment);
      counts.payments += 1;
      if (!isMet(team, rule, candidate, moment)) counts.unmet += 1;
      for (const person of persons) for (const set of [counts.persons, able]) set.add(person);
      for (const person of withoutWhom(persons, rule))
        for (const set of [counts.onlyWith, needed]) set.add(person);
    }
    this.#payments += 1;
    if (fitting.length === 0) this.#free += 1;
    this.#countPersons(maker, able, needed);
  }

  #countPersons(maker: string, able: ReadonlySet<string>, needed: ReadonlySet<string>): void {
    for (const [person, counts] of this.#persons) {
      if (person === maker) counts.made += 1;
      if (able.has(person)) counts.payments += 1;
      if (needed.has(person)) counts.onlyWith += 1;
    }
  }
}

type RuleCounts = {
  payments: number;
  unmet: number;
  readonly persons: Set<string>;
  readonly onlyWith: Set<string>;
};
type PersonCounts = { made: number; payments: number; onlyWith: number };

const noCounts = { payments: 0, unmet: 0 };
const noRule = { ...noCounts, persons: new Set<string>(), onlyWith: new Set<string>() };

/** The persons without whom a rule cannot be met: all able ones, where it requires as many. Delegations do not merge persons here. */
const withoutWhom = (able: ReadonlySet<string>, { need }: Rule): ReadonlySet<string> =>
  able.size === need.count ? able : new Set();

type Team = ApprovalState & { readonly rules: Rules };

const nothing = {
  ...{ n: 0, requests: new IndexedRequests(), claims: new IndexedClaims(), objections: [] },
  ...{ proposals: new Map(), found: new Map(), delegations: new Map() },
  ...{
    paidPayees: new Set<string>(),
    openings: new Map(),
    releases: new Map(),
    payeeChanges: new Map(),
  },
  ...{ namedSince: new Map(), pastDelegations: new Map() },
};

const noMoment: Moment = { premise: noPremise, now: new Date(0).toISOString() };

/** A payment without an amount and a maker, which anyone with the role could approve. */
const unpaid: Candidate = {
  ...{ request: null, line: 0, maker: '' },
  order: { operation: '', account: '', payee: '', money: null },
};

const membersOf = ({ desks }: Team): ReadonlySet<string> =>
  new Set([...desks.values()].filter(({ counts }) => counts).map(({ person }) => person));

/** Would the approvals of all members meet this rule? */
const isMet = (team: Team, rule: Rule, candidate: Candidate, moment: Moment): boolean =>
  isMetBy(team, rule, candidate, moment, [...team.desks.keys()]);

/** The members who could each meet the rule alone if it required one person. */
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

/** Checks a payment by the need of one rule, as if these desks had approved it. */
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

/** The earlier payments that the checks read: those of the days that sums need, and the payees that were paid. */
class PastClaims {
  readonly #claims = new IndexedClaims();
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
