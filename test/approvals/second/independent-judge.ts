import { isDeepStrictEqual } from 'node:util';

import type { ReadAct } from '../../../electron/engines/acts/read-act.ts';
import {
  ClaimContent,
  type Condition,
  type Money,
  type PaymentOfClaim,
  type Premise,
  type Rules,
} from '../../../electron/nouns/approvals/contents.ts';
import {
  changesPayee,
  orderOf,
  payeeName,
  payloadHashOf,
  takesMoney,
  type Order,
} from '../../../electron/nouns/approvals/order.ts';
import type { Role } from '../../../shared/team/roles.ts';
import { isMore, isMoreText, localMoment, ordersOf } from './figures.ts';
import {
  noTeam,
  rolesOfDesk,
  rolesOfPerson,
  teamAfter,
  timeOf,
  type DelegationThen,
  type DeskThen,
  type RequestThen,
  type TeamThen,
} from './team-at.ts';

/** One payment that a claim named. */
type Payment = {
  readonly name: string;
  readonly at: number;
  readonly order: Order;
  readonly details: string;
  readonly request: string | null;
  readonly maker: string;
  /** It had what the rules of its moment asked. */
  readonly isApproved: boolean;
  readonly holder: string;
  readonly outcome: string | null;
};

/** Everything at one number of the record. */
type Moment = {
  readonly team: TeamThen;
  readonly payments: readonly Payment[];
};

/** What is to be checked: a line of a request, or a payment without one. */
export type Question = {
  readonly request: string | null;
  readonly line: number;
  readonly order: Order;
  readonly maker: string;
  readonly premise: Premise;
  readonly now: number;
};

type NameOf = (of: 'reference' | 'payload', text: string) => string;

/**
 * A second judge of approvals, written from the design and without the product's fold and judge. It reads all acts of a record from the
 * first to one number, forgets nothing and has no shortcut.
 */
export class IndependentJudge {
  readonly #nameOf: NameOf;
  #now: Moment = { team: noTeam, payments: [] };
  readonly #faults: { readonly n: number; readonly count: number }[] = [];

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  /** Claims that lacked what the rules asked: number of the act, and how many of its payments. */
  get faults(): readonly { readonly n: number; readonly count: number }[] {
    return this.#faults;
  }

  get rulesVersion(): number {
    return this.#now.team.rules?.version ?? 0;
  }

  read(act: ReadAct): void {
    const { kind, key } = act.envelope;
    const author = this.#now.team.desks.get(key);
    const mayWrite = author !== undefined && !author.isRevoked;
    if (mayWrite && kind === 'claim') this.#claim(act, author);
    if (mayWrite && kind === 'settle') this.#settle(act, author.by);
    // Several administrators sign first; the histories have no such signatures.
    const isAlone = (this.#now.team.rules?.admins ?? 1) === 1;
    if (mayWrite && kind === 'take-over' && author.roles.includes('admin') && isAlone)
      this.#takeOver(act, author.by);
    this.#now = { ...this.#now, team: teamAfter(this.#now.team, act) };
  }

  /** May this be sent now? */
  maySend(question: Question): boolean {
    const { team, payments } = this.#now;
    if (team.rules === null) return true;
    if (question.request !== null) {
      const request = team.requests.get(question.request);
      const line = request?.lines[question.line];
      if (request === undefined || line === undefined || request.isEnded) return false;
      if (question.now > timeOf(request.until)) return false;
      const name = this.#nameOf('reference', line.reference);
      const last = payments.findLast((one) => one.name === name);
      if (last?.request === request.digest && !isBack(last)) return false;
    }
    return this.#meets(team.rules, question);
  }

  #claim(act: ReadAct, { by, person }: DeskThen): void {
    // A team without rules judges nothing, and its claims say nothing of what they send.
    if (this.#now.team.rules === null) return;
    const named = (act.envelope.of as { claims?: { r: string; p: string }[] } | undefined)?.claims;
    const { data } = ClaimContent.safeParse(act.content);
    const wanted = named ?? [];
    if (data?.payments.length !== wanted.length || data.references.length !== wanted.length) {
      this.#unnamed(act, wanted.length);
      return;
    }
    let faults = 0;
    for (const [place, { r, p }] of wanted.entries()) {
      const payment = data.payments[place];
      // A newcomer's payments of before are tested by name.
      if (payment === undefined || 'past' in payment) continue;
      if (!this.#payment(act, { r, p, by, person }, payment, data.references[place] ?? ''))
        faults += 1;
    }
    if (faults > 0) this.#faults.push({ n: act.n, count: faults });
  }

  /** A claim that does not say what it sends. */
  #unnamed({ n }: ReadAct, count: number): void {
    this.#faults.push({ n, count: Math.max(1, count) });
  }

  #payment(
    { at }: ReadAct,
    from: { r: string; p: string; by: string; person: string },
    payment: Exclude<PaymentOfClaim, { readonly past: unknown }>,
    reference: string,
  ): boolean {
    const { team } = this.#now;
    const request = payment.request === null ? undefined : team.requests.get(payment.request);
    const line = request?.lines[payment.line];
    const named = line && { operation: request.operation, payload: line.payload };
    const sends = payment.request === null ? payment.order : named;
    // Of what it pays, nothing is known.
    if (sends === undefined || sends === null) return false;
    const isSame =
      this.#nameOf('payload', payloadHashOf(sends.payload)) === from.p &&
      this.#nameOf('reference', reference) === from.r &&
      (line === undefined || line.reference === reference);
    const order = orderOf(sends.operation, sends.payload);
    const maker = request?.maker ?? from.person;
    const question = {
      ...{ request: payment.request, line: payment.line, order, maker },
      ...{ premise: payment.premise, now: timeOf(at) },
    };
    // What its operation does not send is nothing that somebody could have approved.
    const isApproved =
      isSame && this.#isSigned(from.by) && order.isUnread !== true && this.maySend(question);
    const details = order.named?.details ?? payment.premise.details;
    const next = {
      ...{ name: from.r, at: timeOf(at), order, details },
      ...{ request: isSame ? payment.request : null, maker, isApproved },
      ...{ holder: from.by, outcome: null },
    };
    this.#now = { ...this.#now, payments: [...this.#now.payments, next] };
    return isApproved;
  }

  /** A desk that administrators must still sign sends nothing. */
  #isSigned(by: string): boolean {
    return !this.#now.team.unsigned.has(by);
  }

  #settle({ envelope }: ReadAct, by: string): void {
    const { outcomes } = envelope.of as { outcomes: { r: string; is: string }[] };
    for (const { r, is } of outcomes)
      this.#change(r, (last) =>
        last.holder === by && last.outcome !== 'accepted' && last.outcome !== 'refused'
          ? { ...last, outcome: is }
          : last,
      );
  }

  #takeOver({ envelope }: ReadAct, by: string): void {
    const { claims } = envelope.of as { claims: { r: string }[] };
    for (const { r } of claims)
      this.#change(r, (last) =>
        last.outcome === null || last.outcome === 'unknown'
          ? { ...last, holder: by, outcome: 'unknown' }
          : last,
      );
  }

  #change(name: string, next: (last: Payment) => Payment): void {
    const { payments } = this.#now;
    const at = payments.findLastIndex((one) => one.name === name);
    this.#now = { ...this.#now, payments: payments.map((one, i) => (i === at ? next(one) : one)) };
  }

  #meets(rules: Rules, question: Question): boolean {
    return rules.rules
      .filter(({ when }) => this.#fits(when, rules, question))
      .every(({ need }) => this.#eyes(need.role, rules, question) >= need.count);
  }

  #fits(when: Condition, rules: Rules, question: Question): boolean {
    const { order, premise, now } = question;
    const { zone, rates } = rules;
    const isRead = order.isUnread !== true;
    const country = order.named?.country ?? premise.country;
    const currency = order.money === null || order.money === 'unknown' ? '' : order.money.currency;
    if (when.operations && !when.operations.includes(order.operation) && isRead) return false;
    if (when.accounts && !when.accounts.includes(order.account) && isRead) return false;
    const isPriced = order.money !== 'unknown';
    if (when.currencies && !when.currencies.includes(currency) && isPriced) return false;
    if (when.countries && !when.countries.includes(country) && isRead) return false;
    if (when.over) {
      const apart = ownBounds(rules, when, 'over');
      if (!isMore(this.#whole(question), when.over, rates, apart)) return false;
    }
    if (when.newPayee && !this.#isNew(rules, question)) return false;
    if (when.sumOver && !this.#isSumOver(when, rules, question)) return false;
    if (when.linesOver !== undefined && this.#whole(question).length <= when.linesOver)
      return false;
    if (when.outside) {
      const { clock, weekday } = localMoment(now, zone);
      const { from, to, days } = when.outside;
      const isBetween = from <= to ? from <= clock && clock < to : from <= clock || clock < to;
      if (isBetween && days.includes(weekday)) return false;
    }
    return true;
  }

  #requestOf({ request }: Question): RequestThen | undefined {
    return request === null ? undefined : this.#now.team.requests.get(request);
  }

  /** All payments of the request, or the payment itself. */
  #whole(question: Question): readonly Order[] {
    const request = this.#requestOf(question);
    return request === undefined ? [question.order] : ordersOf(request.operation, request.lines);
  }

  #isNew(rules: Rules, { order, premise }: Question): boolean {
    if (changesPayee(order)) return false;
    // Whom it pays is not known where it cannot be read.
    if (order.payee === '') return order.isUnread === true;
    if (rules.payees.includes(payeeName(order.payee, premise.details))) return false;
    return !this.#now.payments.some(
      (one) =>
        one.isApproved &&
        !changesPayee(one.order) &&
        one.outcome === 'accepted' &&
        one.order.payee === order.payee &&
        one.details === premise.details,
    );
  }

  /** The payments of the days, with those of the request that go to the same account, payee or maker. */
  #isSumOver(when: Condition, rules: Rules, question: Question): boolean {
    if (when.sumOver === undefined) return true;
    const { per, days, ...than } = when.sumOver;
    const { zone, rates } = rules;
    const request = this.#requestOf(question);
    const today = localMoment(question.now, zone).day;
    const isAlike = (order: Order, maker: string): boolean =>
      per === 'maker' ? maker === question.maker : order[per] === question.order[per];
    const others = this.#now.payments.filter((one) => {
      const age = today - localMoment(one.at, zone).day;
      const isOwn = request !== undefined && one.request === request.digest;
      const isAlso = takesMoney(one.order) && isAlike(one.order, one.maker);
      return hasMoved(one) && age < days && isAlso && !isOwn;
    });
    const own = this.#whole(question).filter(
      (order) => takesMoney(order) && isAlike(order, question.maker),
    );
    const apart = ownBounds(rules, when, 'sumOver');
    return isMore([...others.map(({ order }) => order), ...own], than, rates, apart);
  }

  /** How many pairs of eyes of a role have approved it. */
  #eyes(role: Role | 'any', rules: Rules, question: Question): number {
    const request = this.#requestOf(question);
    if (request === undefined) return 0;
    const times = [...request.approvals.map(({ at }) => at), question.now];
    const persons = new Set(
      request.approvals
        .filter((approval) => this.#counts(approval, role, rules, question, times))
        .map(({ person }) => person),
    );
    return new Set(
      [...persons].map((person) => [...this.#oneWith(person, times)].toSorted().join()),
    ).size;
  }

  #counts(
    { desk, person, at, premises }: RequestThen['approvals'][number],
    role: Role | 'any',
    rules: Rules,
    question: Question,
    times: readonly number[],
  ): boolean {
    const { team } = this.#now;
    const seen = premises[question.line] ?? null;
    const roles = rolesOfDesk(team, desk);
    if (
      seen === null ||
      roles === null ||
      !hasSeen(withNamed(question.order, seen), withNamed(question.order, question.premise))
    )
      return false;
    const eyes = this.#oneWith(person, times);
    if (eyes.has(question.maker)) return false;
    if (this.#changersOf(rules, question).some((changer) => eyes.has(changer))) return false;
    const whole = this.#whole(question);
    const isWithin = (limits: readonly Money[]): boolean => {
      const currencies = limits.map(({ currency }) => currency);
      return limits.every((limit) => !isMore(whole, limit, rules.rates, currencies));
    };
    const limitsOf = (of: string): readonly Money[] =>
      rules.limits.filter((limit) => limit.person === of);
    const has = (given: readonly Role[]): boolean =>
      role === 'any' ? given.some((one) => one !== 'reader') : given.includes(role);
    if (has(roles) && isWithin(limitsOf(person))) return true;
    return [...team.delegations.values()].some(
      (one) =>
        one.to === person &&
        [at, question.now].every((then) => isInForce(one, then)) &&
        has(rolesOfPerson(team, one.from)) &&
        isWithin([...limitsOf(one.from), ...(one.limit === null ? [] : [one.limit])]),
    );
  }

  /** Persons who created or changed this payee within 30 days of its first payment. */
  #changersOf(rules: Rules, question: Question): readonly string[] {
    const { order, premise, now } = question;
    if (!this.#isNew(rules, question)) return [];
    return this.#now.payments
      .filter((one) => changesPayee(one.order) && hasMoved(one))
      .filter(({ at }) => now - at <= 30 * 86_400_000)
      .filter((one) => one.order.payee === order.payee || one.details === premise.details)
      .map(({ maker }) => maker);
  }

  /** A person and all who stood in for one another with that one at one of these times. */
  #oneWith(person: string, times: readonly number[]): ReadonlySet<string> {
    const standIns = [...this.#now.team.delegations.values()].filter((one) =>
      times.some((at) => isInForce(one, at)),
    );
    const found = new Set([person]);
    // A set that grows while it is walked is walked to its end.
    for (const one of found)
      for (const { from, to } of standIns) {
        if (from === one) found.add(to);
        if (to === one) found.add(from);
      }
    return found;
  }
}

/** Currencies for which a rule that is otherwise the same has a bound. */
const ownBounds = ({ rules }: Rules, when: Condition, bound: 'over' | 'sumOver'): string[] =>
  rules.flatMap(({ when: other }) => {
    const [{ [bound]: own, ...rest }, { [bound]: mine, ...same }] = [other, when];
    if (own === undefined || mine === undefined) return [];
    const { amount: _one, currency, ...of } = own;
    const { amount: _other, currency: _currency, ...like } = mine;
    return isDeepStrictEqual([rest, of], [same, like]) ? [currency] : [];
  });

/** Nothing left, or the bank does not have it. */
const isBack = ({ outcome }: Payment): boolean => outcome === 'not-sent' || outcome === 'not-found';

const hasMoved = (payment: Payment): boolean => !isBack(payment) && payment.outcome !== 'refused';

const isInForce = ({ begins, ends, endedAt }: DelegationThen, at: number): boolean =>
  begins <= at && at <= ends && (endedAt === null || at < endedAt);

/** What the payload names itself is what is sent, whatever a desk read of it. */
const withNamed = ({ named }: Order, premise: Premise): Premise =>
  named === undefined ? premise : { ...premise, ...named };

/** Whoever approved saw all that the sender sees. */
function hasSeen(seen: Premise, now: Premise): boolean {
  if (seen.details !== now.details || seen.country !== now.country) return false;
  if (!now.twins.every((twin) => seen.twins.includes(twin))) return false;
  if (!now.warnings.every((warning) => seen.warnings.includes(warning))) return false;
  if (now.debit === null) return true;
  return seen.debit !== null && !isMoreText(now.debit, seen.debit);
}
