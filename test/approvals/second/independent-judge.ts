import type { ReadAct } from '../../../electron/engines/acts/read-act.ts';
import {
  ClaimContent,
  ImportContent,
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
  type Order,
} from '../../../electron/nouns/approvals/order.ts';
import type { Role } from '../../../shared/team-roles.ts';
import { isMore, isMoreText, localMoment, ordersOf } from './figures.ts';
import {
  loginCounts,
  noTeam,
  rolesOfLogin,
  rolesOfPerson,
  teamAfter,
  timeOf,
  type DelegationThen,
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
  /** Logins that claimed a payment as members. */
  readonly payers: ReadonlySet<string>;
};

/** What is to be judged: a line of a request, or a payment without one. */
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
  #now: Moment = { team: noTeam, payments: [], payers: new Set() };
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
    if (mayWrite && kind === 'settle') this.#settle(act, author.login);
    if (mayWrite && kind === 'take-over' && author.roles.includes('admin'))
      this.#takeOver(act, author.login);
    this.#now = { ...this.#now, team: teamAfter(this.#now.team, act) };
  }

  /** May this be sent now? */
  maySend(question: Question): boolean {
    const { team, payments } = this.#now;
    if (question.request !== null) {
      const request = team.requests.get(question.request);
      const line = request?.lines[question.line];
      if (request === undefined || line === undefined || request.isEnded) return false;
      if (question.now > timeOf(request.until)) return false;
      const name = this.#nameOf('reference', line.reference);
      const last = payments.findLast((one) => one.name === name);
      if (last !== undefined && !isBack(last)) return false;
    }
    return team.rules === null || this.#meets(team.rules, question);
  }

  #claim(act: ReadAct, { login, person }: { login: string; person: string }): void {
    const named = (act.envelope.of as { claims?: { r: string; p: string }[] } | undefined)?.claims;
    const { data } = ClaimContent.safeParse(act.content);
    const wanted = named ?? [];
    if (data?.payments.length !== wanted.length) {
      this.#unnamed(act, login);
      return;
    }
    let faults = 0;
    for (const [place, { r, p }] of wanted.entries()) {
      const payment = data.payments[place];
      if (payment === undefined) continue;
      if (!this.#payment(act, { r, p, login, person }, payment)) faults += 1;
    }
    const payers = new Set([...this.#now.payers, login]);
    this.#now = { ...this.#now, payers };
    if (faults > 0) this.#faults.push({ n: act.n, count: faults });
  }

  /** A claim that does not say what it sends: only an import before the first payment of a newcomer may. */
  #unnamed({ n, content }: ReadAct, login: string): void {
    const { team, payers } = this.#now;
    if (team.rules === null) return;
    const isNewcomer = !team.founders.has(login) && !payers.has(login);
    if (ImportContent.safeParse(content).success && isNewcomer) return;
    this.#faults.push({ n, count: 1 });
  }

  #payment(
    { at }: ReadAct,
    by: { r: string; p: string; login: string; person: string },
    said: PaymentOfClaim,
  ): boolean {
    const { team } = this.#now;
    const request = said.request === null ? undefined : team.requests.get(said.request);
    const line = request?.lines[said.line];
    const sends =
      said.request === null
        ? said.order
        : line && request && { operation: request.operation, payload: line.payload };
    const isSame =
      sends != null &&
      this.#nameOf('payload', payloadHashOf(sends.payload)) === by.p &&
      (line === undefined || this.#nameOf('reference', line.reference) === by.r);
    const order = sends == null ? unknownOrder : orderOf(sends.operation, sends.payload);
    const maker = request?.maker ?? by.person;
    const question = {
      ...{ request: said.request, line: said.line, order, maker },
      ...{ premise: said.premise, now: timeOf(at) },
    };
    const isApproved = team.rules === null || (isSame && this.maySend(question));
    const payment = {
      ...{ name: by.r, at: timeOf(at), order, details: said.premise.details },
      ...{ request: isSame ? said.request : null, maker, isApproved },
      ...{ holder: by.login, outcome: null },
    };
    this.#now = { ...this.#now, payments: [...this.#now.payments, payment] };
    return isApproved;
  }

  #settle({ envelope }: ReadAct, login: string): void {
    const { outcomes } = envelope.of as { outcomes: { r: string; is: string }[] };
    for (const { r, is } of outcomes)
      this.#change(r, (last) =>
        last.holder === login && last.outcome !== 'accepted' && last.outcome !== 'refused'
          ? { ...last, outcome: is }
          : last,
      );
  }

  #takeOver({ envelope }: ReadAct, login: string): void {
    const { claims } = envelope.of as { claims: { r: string }[] };
    for (const { r } of claims) this.#change(r, (last) => ({ ...last, holder: login }));
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
    const isRead = order.money !== 'unknown';
    const currency = order.money === null || order.money === 'unknown' ? '' : order.money.currency;
    if (when.operations && !when.operations.includes(order.operation)) return false;
    if (when.accounts && !when.accounts.includes(order.account) && isRead) return false;
    if (when.currencies && !when.currencies.includes(currency as never) && isRead) return false;
    if (when.countries && !when.countries.includes(premise.country) && premise.country !== '')
      return false;
    if (when.over && !isMore(this.#whole(question), when.over, rates)) return false;
    if (when.newPayee && !this.#isNew(rules, question)) return false;
    if (when.sumOver && !this.#isSumOver(when.sumOver, rules, question)) return false;
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
    if (order.payee === '') return order.money === 'unknown';
    if (rules.payees.includes(payeeName(order.payee, premise.details))) return false;
    return !this.#now.payments.some(
      (one) =>
        one.isApproved &&
        !changesPayee(one.order) &&
        hasMoved(one) &&
        one.order.payee === order.payee &&
        one.details === premise.details,
    );
  }

  #isSumOver(
    { per, days, ...than }: NonNullable<Condition['sumOver']>,
    { zone, rates }: Rules,
    question: Question,
  ): boolean {
    if (question.order.money === null) return false;
    const request = this.#requestOf(question);
    const own = new Set(
      request?.lines.map(({ reference }) => this.#nameOf('reference', reference)),
    );
    const today = localMoment(question.now, zone).day;
    const key = (order: Order, maker: string): string => (per === 'maker' ? maker : order[per]);
    const others = this.#now.payments.filter((one) => {
      const age = today - localMoment(one.at, zone).day;
      return (
        hasMoved(one) &&
        age >= 0 &&
        age < days &&
        key(one.order, one.maker) === key(question.order, question.maker) &&
        !(one.request === question.request && request !== undefined && own.has(one.name))
      );
    });
    return isMore([...others.map(({ order }) => order), ...this.#whole(question)], than, rates);
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
    return mostApart([...persons], (one, other) => this.#areOne(one, other, times));
  }

  #counts(
    { login, person, at, premises }: RequestThen['approvals'][number],
    role: Role | 'any',
    rules: Rules,
    question: Question,
    times: readonly number[],
  ): boolean {
    const { team } = this.#now;
    const seen = premises[question.line] ?? null;
    if (seen === null || !hasSeen(seen, question.premise) || !loginCounts(team, login))
      return false;
    if (person === question.maker || this.#areOne(person, question.maker, times)) return false;
    if (this.#isNew(rules, question)) {
      const changers = this.#changersOf(question);
      if (changers.some((one) => one === person || this.#areOne(one, person, times))) return false;
    }
    const whole = this.#whole(question);
    const isWithin = (limits: readonly Money[]): boolean =>
      limits.every((limit) => !isMore(whole, limit, rules.rates));
    const limitsOf = (of: string): readonly Money[] =>
      rules.limits.filter((limit) => limit.person === of);
    const has = (roles: readonly Role[]): boolean =>
      role === 'any' ? roles.some((one) => one !== 'reader') : roles.includes(role);
    if (has(rolesOfLogin(team, login)) && isWithin(limitsOf(person))) return true;
    return [...team.delegations.values()].some(
      (one) =>
        one.to === person &&
        [at, question.now].every((then) => isInForce(one, then)) &&
        has(rolesOfPerson(team, one.from)) &&
        isWithin([...limitsOf(one.from), ...(one.limit === null ? [] : [one.limit])]),
    );
  }

  /** Persons who created or changed this payee within 30 days. */
  #changersOf({ order, premise, now }: Question): readonly string[] {
    return this.#now.payments
      .filter(
        (one) =>
          changesPayee(one.order) &&
          hasMoved(one) &&
          now - one.at <= 30 * 86_400_000 &&
          ((one.order.payee !== '' && one.order.payee === order.payee) ||
            (one.details !== '' && one.details === premise.details)),
      )
      .map(({ maker }) => maker);
  }

  /** Did one of two stand in for the other at one of these times? */
  #areOne(one: string, other: string, times: readonly number[]): boolean {
    return [...this.#now.team.delegations.values()].some(
      (delegation) =>
        ((delegation.from === one && delegation.to === other) ||
          (delegation.from === other && delegation.to === one)) &&
        times.some((at) => isInForce(delegation, at)),
    );
  }
}

const unknownOrder: Order = { operation: '', account: '', payee: '', money: 'unknown' };

/** Nothing left, or the bank does not have it. */
const isBack = ({ outcome }: Payment): boolean => outcome === 'not-sent' || outcome === 'not-found';

const hasMoved = (payment: Payment): boolean => !isBack(payment) && payment.outcome !== 'refused';

const isInForce = ({ begins, ends, takenBack }: DelegationThen, at: number): boolean =>
  begins <= at && at <= ends && (takenBack === null || at < takenBack);

/** Whoever approved saw all that the sender sees. */
function hasSeen(seen: Premise, now: Premise): boolean {
  if (seen.details !== now.details || seen.country !== now.country) return false;
  if (!now.twins.every((twin) => seen.twins.includes(twin))) return false;
  if (!now.warnings.every((warning) => seen.warnings.includes(warning))) return false;
  if (now.debit === null) return seen.debit === null;
  return seen.debit !== null && !isMoreText(now.debit, seen.debit);
}

/** Size of the largest set of persons of whom no two are one. */
function mostApart(
  persons: readonly string[],
  areOne: (one: string, other: string) => boolean,
): number {
  const [first, ...rest] = persons;
  if (first === undefined) return 0;
  const apart = rest.filter((other) => !areOne(first, other));
  return Math.max(1 + mostApart(apart, areOne), mostApart(rest, areOne));
}
