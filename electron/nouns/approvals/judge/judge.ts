import { addDays } from '../../../../shared/calendar/calendar.ts';
import { isOver, sumOf, totalOf, type Total } from './amounts.ts';
import type { Condition, Premise, Rule, Rules } from '../contents.ts';
import { localTime, startOfDay } from './local-time.ts';
import { subjectTotal, totalOfLines } from './line-totals.ts';
import { changesPayee, payeeName, type Order } from '../order.ts';
import { capacitiesOf, hasRole, pairsOfEyes, reaches, type Capacity } from './pairs-of-eyes.ts';
import type { ApprovalState, Approval, ClaimsRead, Request, Subject } from '../state.ts';

/** A payment of which it is judged whether it may be sent. */
export type Candidate = {
  /** Null where nobody was asked to approve it. */
  readonly request: Request | null;
  /** Its place among the lines of the request. */
  readonly line: number;
  readonly order: Order;
  readonly maker: string;
};

/** The moment of judging. */
export type Moment = {
  /** What the sending desk reads now. */
  readonly premise: Premise;
  /** ISO 8601, UTC. */
  readonly now: string;
};

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

/** What the judge reads of the acts so far. */
export type JudgeState = Pick<ApprovalState, 'rules' | 'desks' | 'delegations' | 'paidPayees'> & {
  readonly claims: ClaimsRead;
};

const free: Verdict = { may: true, missing: [], needs: [], void: [], tallies: [] };

/** How long whoever changed a payee does not count for its first payment. */
const payeeChangeMs = 30 * 86_400_000;

/** May a payment be sent by the acts so far? Pure: every desk that has read the same acts comes to the same verdict. */
export function judge(state: JudgeState, candidate: Candidate, moment: Moment): Verdict {
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

type Case = Moment & {
  readonly state: JudgeState;
  readonly rules: Rules;
  readonly candidate: Candidate;
};

/** All lines of the request: a rule about amounts counts them together. */
const requestedTotal = ({ request, order }: Candidate): Total =>
  request === null ? totalOf([order]) : totalOfLines(request.lines);

/** Why nothing of the request can be sent, whoever approved it. */
function whyOver({ state, candidate: { request, line }, now }: Case): string[] {
  if (request === null) return [];
  const { ended, until, digest } = request;
  const isClaimed = state.claims.isLineClaimed(digest, line);
  return [
    ...(ended === null
      ? []
      : [`${ended.person} ${ended.is === 'refused' ? 'refused' : 'withdrew'} it.`]),
    ...(now > until ? [`It was to be sent until ${until}.`] : []),
    ...(isClaimed ? ['It was claimed before.'] : []),
  ];
}

/** A person, or several that are one pair of eyes, whose approval counts. */
type Counting = ReadonlyMap<string, readonly Capacity[]>;

function countApprovals(case_: Case): {
  readonly counting: Counting;
  readonly discounted: readonly string[];
} {
  const counting = new Map<string, Capacity[]>();
  const discounted = new Map<string, string>();
  const persons = new Set<string>();
  for (const approval of case_.candidate.request?.approvals ?? []) {
    const weighed = weigh(case_, approval);
    if (typeof weighed === 'string') {
      discounted.set(approval.person, weighed);
      continue;
    }
    persons.add(approval.person);
    counting.set(weighed.eyes, [...(counting.get(weighed.eyes) ?? []), ...weighed.capacities]);
  }
  const reasons = [...discounted].filter(([person]) => !persons.has(person));
  return { counting, discounted: reasons.map(([person, why]) => `${person}: ${why}`) };
}

type Weighed = { readonly eyes: string; readonly capacities: readonly Capacity[] };

/** Why an approval does not count, or what it counts for. */
function weigh(case_: Case, approval: Approval): Weighed | string {
  const { state, rules, candidate, now } = case_;
  const { person, at } = approval;
  const desk = deskOf(state, approval);
  if (desk === null) return 'The desk that signed it may not approve.';
  const eyesOf = pairsOfEyes(state, [
    ...(candidate.request?.approvals ?? []).map((one) => one.at),
    now,
  ]);
  if (eyesOf(person) === eyesOf(candidate.maker))
    return person === candidate.maker
      ? 'Whoever makes a request does not approve it.'
      : `${person} and ${candidate.maker} stand in for each other.`;
  const seen = approval.premises[candidate.line] ?? null;
  if (seen === null) return 'This line was taken out.';
  const changed = whyChanged(seen, case_.premise);
  if (changed !== null) return changed;
  if (changersOf(case_).some((changer) => eyesOf(changer) === eyesOf(person)))
    return 'Whoever changed a payee does not approve its first payment for 30 days.';
  const total = requestedTotal(candidate);
  const capacities = capacitiesOf({ ...state, rules }, desk, [at, now]);
  const reaching = capacities.filter((capacity) => reaches(capacity, total, rules));
  return reaching.length === 0
    ? 'It is above the limit of this person.'
    : { eyes: eyesOf(person), capacities: reaching };
}

/** The desk that signed, if it still counts; it may have another key by now. */
function deskOf({ desks }: JudgeState, { key }: Approval) {
  const signer = desks.get(key);
  const now = [...desks.values()].find(({ login, counts }) => counts && login === signer?.login);
  return signer && now ? { person: signer.person, roles: now.roles } : null;
}

/** What changed since an approval, by the reading of the desk that approved and that of the desk that sends; null where nothing did. */
function whyChanged(seen: Premise, now: Premise): string | null {
  if (seen.details !== now.details) return 'The payee’s bank details changed since.';
  if (seen.country !== now.country) return 'The payee’s country changed since.';
  if (now.twins.some((twin) => !seen.twins.includes(twin)))
    return 'A payment that looks the same was not shown.';
  if (now.warnings.some((warning) => !seen.warnings.includes(warning)))
    return 'A warning was not shown.';
  const isMore = now.debit !== null && (seen.debit === null || exceeds(now, seen));
  return isMore ? 'It costs more than was shown.' : null;
}

const exceeds = (now: Premise, seen: Premise): boolean =>
  isOver(totalIn(now), { amount: seen.debit ?? '0', currency: 'EUR' }, { rates: [] });

/** Both debits are in the payment's currency: which one it is does not matter. */
const totalIn = ({ debit }: Premise) =>
  totalOf([
    { operation: '', account: '', payee: '', money: { amount: debit ?? '0', currency: 'EUR' } },
  ]);

/** Has the team paid this payee with these bank details, before it had rules or since? */
function isKnownPayee({ state, rules, candidate: { order }, premise: { details } }: Case): boolean {
  const name = payeeName(order.payee, details);
  return (
    rules.payees.includes(name) ||
    state.paidPayees.has(name) ||
    state.claims.isPaid(order.payee, details)
  );
}

/** Who changed the payee of a first payment within 30 days. */
function changersOf(case_: Case): readonly string[] {
  const { state, candidate, premise, now } = case_;
  const { payee } = candidate.order;
  if (payee === '' || isKnownPayee(case_)) return [];
  return state.claims
    .payeeChanges()
    .filter(({ at }) => Date.parse(now) - Date.parse(at) <= payeeChangeMs)
    .filter(({ order, details }) => order.payee === payee || details === premise.details)
    .map(({ maker }) => maker);
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

/** A condition in words. */
function conditionText(when: Condition): string {
  const { over, sumOver, outside } = when;
  const parts = [
    ...(when.operations ?? []),
    ...(when.accounts ?? []).map((account) => `account ${account}`),
    ...(when.currencies ?? []),
    ...(when.countries ?? []).map((country) => `payees in ${country}`),
    ...(over ? [`more than ${over.amount} ${over.currency}`] : []),
    ...(when.newPayee ? ['a new payee'] : []),
    ...(sumOver
      ? [
          `more than ${sumOver.amount} ${sumOver.currency} in ${String(sumOver.days)} days per ${sumOver.per}`,
        ]
      : []),
    ...(outside ? [`a time outside ${outside.from} to ${outside.to}`] : []),
    ...(when.linesOver === undefined ? [] : [`more than ${String(when.linesOver)} lines`]),
  ];
  return parts.length === 0 ? 'everything' : parts.join(', ');
}

/** Places of the rules that fit a payment, from 0. */
export function fittingRules(
  state: JudgeState,
  candidate: Candidate,
  moment: Moment,
): readonly number[] {
  const { rules } = state;
  if (rules === null) return [];
  const case_: Case = { ...{ state, rules, candidate }, ...moment };
  return rules.rules.flatMap(({ when }, place) => (fits(case_, when) ? [place] : []));
}

function fits(case_: Case, when: Condition): boolean {
  const { candidate, premise, rules } = case_;
  const { order } = candidate;
  const { operations, accounts, currencies, countries, over, newPayee, sumOver, outside } = when;
  const total = requestedTotal(candidate);
  return (
    (operations?.includes(order.operation) ?? true) &&
    (accounts?.includes(order.account) ?? true) &&
    (currencies === undefined || isOneOf(currencies, order)) &&
    (countries?.includes(premise.country) ?? true) &&
    (over === undefined || isOver(total, over, rules, ownCurrencies(rules, when, 'over'))) &&
    (newPayee === undefined || isNewPayee(case_)) &&
    (sumOver === undefined || isSumOver(case_, when, sumOver)) &&
    (outside === undefined || isOutside(case_, outside)) &&
    (when.linesOver === undefined || (candidate.request?.lines.length ?? 1) > when.linesOver)
  );
}

/** Has the team never paid the payee of this payment with these bank details? False where it has no rules. */
export function paysNewPayee(state: JudgeState, candidate: Candidate, moment: Moment): boolean {
  const { rules } = state;
  return rules !== null && isNewPayee({ ...{ state, rules, candidate }, ...moment });
}

const isNewPayee = (case_: Case): boolean =>
  case_.candidate.order.payee !== '' &&
  !changesPayee(case_.candidate.order) &&
  !isKnownPayee(case_);

const isOneOf = (currencies: readonly string[], { money }: Order): boolean =>
  money === 'unknown' || (money !== null && currencies.includes(money.currency));

/** Currencies that have a bound of their own in a rule that is otherwise the same. */
function ownCurrencies(
  { rules }: Rules,
  when: Condition,
  bound: 'over' | 'sumOver',
): ReadonlySet<string> {
  const currencies = rules.flatMap(({ when: other }) =>
    other[bound] && withoutBound(other, bound) === withoutBound(when, bound)
      ? [other[bound].currency]
      : [],
  );
  return new Set(currencies);
}

/** A condition as text, without the amount and the currency of its bound. */
const withoutBound = (when: Condition, bound: 'over' | 'sumOver'): string =>
  JSON.stringify({ ...when, [bound]: { ...when[bound], amount: '', currency: '' } });

type Sum = NonNullable<Condition['sumOver']>;

const subjectOf = (
  per: Sum['per'],
  { order, maker }: Pick<Candidate, 'order' | 'maker'>,
): Subject => (per === 'maker' ? { per, of: maker } : { per, of: order[per] });

const tallyOf = ({ sumOver }: Condition, candidate: Candidate): string[] =>
  sumOver === undefined ? [] : [`${sumOver.per}:${subjectOf(sumOver.per, candidate).of}`];

/** The sum of the days up to today, with the whole request. */
function isSumOver({ state, rules, candidate, now }: Case, when: Condition, sum: Sum): boolean {
  const subject = subjectOf(sum.per, candidate);
  const today = localTime(now, rules.zone).day;
  const since = startOfDay(addDays(today, 1 - sum.days), rules.zone);
  const before = state.claims.sumSince(subject, since, candidate.request?.digest ?? null);
  const own =
    candidate.request === null || subject.per === 'maker'
      ? requestedTotal(candidate)
      : subjectTotal(candidate.request.lines, subject);
  return isOver(sumOf([before, own]), sum, rules, ownCurrencies(rules, when, 'sumOver'));
}

function isOutside(
  { now, rules }: Case,
  { from, to, days }: NonNullable<Condition['outside']>,
): boolean {
  const { clock, weekday } = localTime(now, rules.zone);
  const isWithin = from <= to ? from <= clock && clock < to : clock >= from || clock < to;
  return !isWithin || !days.includes(weekday);
}
