/**
 * A second judge of approvals, written from the design alone. It keeps no state: each question is answered by looking through all acts
 * again, and an amount is a number of ten-thousandths.
 */

export type SlowPremise = {
  readonly details: string;
  readonly country: string;
  readonly twins: readonly string[];
  readonly warnings: readonly string[];
  readonly debit: string | null;
};

export type SlowOrder = {
  readonly operation: string;
  readonly account: string;
  readonly payee: string;
  readonly amount: string | null;
  readonly currency: string;
};

type SlowMoney = { readonly amount: string; readonly currency: string };

export type SlowRules = {
  readonly version: number;
  readonly admins: number;
  readonly rules: readonly {
    readonly when: {
      readonly operations?: readonly string[];
      readonly accounts?: readonly string[];
      readonly currencies?: readonly string[];
      readonly countries?: readonly string[];
      readonly over?: SlowMoney;
      readonly newPayee?: true;
      readonly sumOver?: SlowMoney & { readonly per: string; readonly days: number };
      readonly outside?: {
        readonly from: string;
        readonly to: string;
        readonly days: readonly number[];
      };
      readonly linesOver?: number;
    };
    readonly need: { readonly role: string; readonly count: number };
  }[];
  readonly limits: readonly (SlowMoney & { readonly person: string })[];
  readonly rates: readonly {
    readonly base: string;
    readonly counter: string;
    readonly rate: string;
  }[];
  /** Payees that were paid before, `id|details`. */
  readonly payees: readonly string[];
};

/** One act, by one desk, as it was meant; whether it counts is for the judge to find. All times are UTC with milliseconds. */
export type SlowAct = { readonly at: string; readonly desk: string } & (
  | {
      readonly is: 'enrol';
      readonly newDesk: string;
      readonly person: string;
      readonly roles: readonly string[];
    }
  | { readonly is: 'revoke'; readonly revoked: string }
  | { readonly is: 'rules'; readonly rules: SlowRules }
  | { readonly is: 'request'; readonly orders: readonly SlowOrder[]; readonly until: string }
  | {
      readonly is: 'approve';
      readonly of: number;
      readonly premises: readonly (SlowPremise | null)[];
    }
  | { readonly is: 'refuse' | 'withdraw'; readonly of: number }
  | {
      readonly is: 'delegate';
      readonly to: string;
      readonly begins: string;
      readonly ends: string;
      readonly limit: SlowMoney | null;
    }
  | {
      readonly is: 'claim';
      readonly reference: string;
      /** A line of a request, or an order of its own. */
      readonly of: { readonly request: number; readonly line: number } | SlowOrder;
      readonly premise: SlowPremise;
    }
  | { readonly is: 'settle'; readonly reference: string; readonly outcome: string }
);

type Of<Is extends SlowAct['is']> = Extract<SlowAct, { is: Is }>;

const units = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
};

export class SlowJudge {
  readonly #acts: readonly SlowAct[];
  readonly #remembered = new Map<string, unknown>();

  constructor(acts: readonly SlowAct[]) {
    this.#acts = acts;
  }

  /** Does the act at a place count? */
  counts(place: number): boolean {
    return this.#once(`counts ${String(place)}`, () => this.#counts(place));
  }

  /** May the payment be sent behind the first `end` acts? */
  may(
    end: number,
    of: Of<'claim'>['of'],
    claimer: string,
    premise: SlowPremise,
    now: string,
  ): boolean {
    const rules = this.#rules(end);
    if (rules === null) return true;
    const isOfRequest = 'request' in of;
    const request = isOfRequest ? this.#act(of.request, 'request') : null;
    if (isOfRequest && (request === null || !this.counts(of.request))) return false;
    const order = isOfRequest ? request?.orders[of.line] : of;
    if (order === undefined) return false;
    const orders = request?.orders ?? [order];
    const maker = request === null ? this.#person(claimer) : this.#person(request.desk);
    if (isOfRequest && request !== null) {
      if (this.#isEnded(of.request, end) || Date.parse(now) > Date.parse(request.until))
        return false;
      for (const claim of this.#lastClaims(end)) {
        const { of: used } = this.#act(claim, 'claim') ?? { of: order };
        const isSame = 'request' in used && used.request === of.request && used.line === of.line;
        if (isSame && !['not-sent', 'not-found'].includes(this.#outcome(claim, end))) return false;
      }
    }
    for (const rule of rules.rules) {
      if (!this.#fits(rule.when, { end, rules, order, orders, maker, premise, now, of })) continue;
      const voices = this.#voices(rule.need.role, {
        end,
        rules,
        order,
        orders,
        maker,
        premise,
        now,
        of,
      });
      if (voices < rule.need.count) return false;
    }
    return true;
  }

  /** References of claims that lack what the rules of their moment ask. */
  objections(): readonly string[] {
    return this.#acts.flatMap((act, place) => {
      if (act.is !== 'claim' || !this.counts(place)) return [];
      return this.#isApproved(place) ? [] : [act.reference];
    });
  }

  #once<T>(name: string, work: () => T): T {
    if (!this.#remembered.has(name)) this.#remembered.set(name, work());
    return this.#remembered.get(name) as T;
  }

  #act<Is extends SlowAct['is']>(place: number, is: Is): Of<Is> | null {
    const act = this.#acts[place];
    return act?.is === is ? (act as Of<Is>) : null;
  }

  #places(is: SlowAct['is'], end: number): number[] {
    return this.#acts
      .slice(0, end)
      .flatMap((act, place) => (act.is === is && this.counts(place) ? [place] : []));
  }

  #enrolment(desk: string): { person: string; roles: readonly string[]; place: number } | null {
    if (desk === 'ada')
      return { person: 'ada', roles: ['admin', 'maker', 'checker', 'lead', 'reader'], place: -1 };
    const place = this.#acts.findIndex((act) => act.is === 'enrol' && act.newDesk === desk);
    const act = this.#act(place, 'enrol');
    return act ? { person: act.person, roles: act.roles, place } : null;
  }

  #person(desk: string): string {
    return this.#enrolment(desk)?.person ?? '';
  }

  /** Was the desk enrolled, and not revoked, behind `end` acts? */
  #isMember(desk: string, end: number): boolean {
    const enrolment = this.#enrolment(desk);
    if (enrolment === null || enrolment.place >= end) return false;
    if (enrolment.place >= 0 && !this.counts(enrolment.place)) return false;
    return !this.#places('revoke', end).some(
      (place) => this.#act(place, 'revoke')?.revoked === desk,
    );
  }

  /** A member whose enrolment was signed by enough administrators. */
  #isSigned(desk: string, end: number): boolean {
    return this.#once(`signed ${desk} ${String(end)}`, () => {
      if (!this.#isMember(desk, end)) return false;
      const place = this.#enrolment(desk)?.place ?? -1;
      return place < 0 || this.#isDecided(place, end);
    });
  }

  #desks(end: number): string[] {
    const enrolled = this.#places('enrol', end).map(
      (place) => this.#act(place, 'enrol')?.newDesk ?? '',
    );
    return ['ada', ...enrolled].filter((desk) => this.#isMember(desk, end));
  }

  #isAdminDesk(desk: string, end: number): boolean {
    return this.#isSigned(desk, end) && (this.#enrolment(desk)?.roles.includes('admin') ?? false);
  }

  #admins(end: number): Set<string> {
    return this.#once(
      `admins ${String(end)}`,
      () =>
        new Set(
          this.#desks(end)
            .filter((desk) => this.#isAdminDesk(desk, end))
            .map((desk) => this.#person(desk)),
        ),
    );
  }

  /** The moment, as a number of acts, at which enough administrators had signed rules or an enrolment; null while they have not. */
  #decidedAt(place: number, end: number): number | null {
    return this.#once(`decided ${String(place)} ${String(end)}`, () => {
      const signings = this.#acts.flatMap((act, at) =>
        at < end && at > place && act.is === 'approve' && act.of === place && this.counts(at)
          ? [at]
          : [],
      );
      const proposer = this.#acts[place];
      const enrolled = proposer?.is === 'enrol' ? proposer.newDesk : null;
      for (const moment of [place, ...signings]) {
        if (moment >= end) break;
        const needed = this.#rules(moment)?.admins ?? 1;
        if (enrolled !== null && moment === place && needed === 1) return moment;
        const signers = [place, ...signings].filter((at) => at <= moment);
        const persons = signers.flatMap((at) => {
          const desk = this.#acts[at]?.desk ?? '';
          return this.#isAdminDesk(desk, at) ? [this.#person(desk)] : [];
        });
        // The desk that waits to be signed is no administrator by this very act.
        const admins = this.#admins(moment);
        if (new Set(persons.filter((person) => admins.has(person))).size >= needed) return moment;
      }
      return null;
    });
  }

  #isDecided(place: number, end: number): boolean {
    return this.#decidedAt(place, end) !== null;
  }

  /** The rules in force behind `end` acts. */
  #rules(end: number): SlowRules | null {
    return this.#once(`rules ${String(end)}`, () => {
      const [last] = this.#places('rules', end)
        .map((place) => ({
          rules: this.#act(place, 'rules')?.rules,
          at: this.#inForceAt(place, end),
        }))
        .filter(({ at }) => at !== null)
        .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
      return last?.rules ?? null;
    });
  }

  /** Rules that were decided while their number came next, and were not refused or withdrawn before. */
  #inForceAt(place: number, end: number): number | null {
    const moment = this.#decidedAt(place, end);
    if (moment === null || this.#isEnded(place, moment + 1)) return null;
    const version = this.#act(place, 'rules')?.rules.version ?? 0;
    return (this.#rules(moment)?.version ?? 0) + 1 === version ? moment : null;
  }

  /** Was a request, or were rules, refused or withdrawn? */
  #isEnded(of: number, end: number): boolean {
    return [...this.#places('refuse', end), ...this.#places('withdraw', end)].some((place) => {
      const act = this.#acts[place];
      return act !== undefined && 'of' in act && act.of === of;
    });
  }

  /** Do rules or an enrolment still wait for administrators? */
  #isPending(of: number, end: number): boolean {
    const act = this.#acts[of];
    if (act === undefined || of >= end || !this.counts(of) || this.#isEnded(of, end)) return false;
    if (act.is === 'enrol') return this.#decidedAt(of, end) === null;
    if (act.is !== 'rules') return false;
    return (
      (this.#rules(end)?.version ?? 0) + 1 === act.rules.version &&
      this.#inForceAt(of, end) === null
    );
  }

  #counts(place: number): boolean {
    const act = this.#acts[place];
    if (act === undefined || !this.#isMember(act.desk, place)) return false;
    const { desk } = act;
    const roles = this.#enrolment(desk)?.roles ?? [];
    switch (act.is) {
      case 'enrol':
        return roles.includes('admin');
      case 'revoke':
        return roles.includes('admin');
      case 'rules':
        return (
          this.#isAdminDesk(desk, place) &&
          act.rules.admins <= this.#admins(place).size &&
          act.rules.version === (this.#rules(place)?.version ?? 0) + 1
        );
      case 'request':
        return this.#isSigned(desk, place);
      case 'claim':
      case 'settle':
        return true;
      case 'approve':
        if (this.#isPending(act.of, place)) return this.#isAdminDesk(desk, place);
        return this.#isRequest(act.of, place) && !this.#isEnded(act.of, place);
      case 'refuse':
        if (this.#isPending(act.of, place)) return this.#isAdminDesk(desk, place);
        return (
          this.#isRequest(act.of, place) &&
          this.#isSigned(desk, place) &&
          roles.some((role) => role !== 'reader')
        );
      case 'withdraw': {
        const other = this.#acts[act.of];
        const isThere = other !== undefined && act.of < place && this.counts(act.of);
        if (!isThere) return false;
        const authors = [this.#person(other.desk), ...(other.is === 'delegate' ? [other.to] : [])];
        const isOpen =
          other.is === 'delegate' || other.is === 'request' || this.#isPending(act.of, place);
        return isOpen && authors.includes(this.#person(desk));
      }
      case 'delegate':
        return (
          this.#isSigned(desk, place) &&
          act.to !== this.#person(desk) &&
          // Somebody who was ever enrolled.
          [
            'ada',
            ...this.#places('enrol', place).map((at) => this.#act(at, 'enrol')?.newDesk ?? ''),
          ].some((one) => this.#person(one) === act.to)
        );
    }
  }

  #isRequest(of: number, end: number): boolean {
    return of < end && this.#act(of, 'request') !== null && this.counts(of);
  }

  /** The last claim of each reference. */
  #lastClaims(end: number): number[] {
    // Claims of a moment without rules say nothing of what they send.
    const places = this.#places('claim', end).filter((place) => {
      const act = this.#act(place, 'claim');
      const isKnown =
        act !== null && (!('request' in act.of) || this.#isRequest(act.of.request, place));
      return this.#rules(place) !== null && isKnown;
    });
    return places.filter(
      (place) =>
        !places.some(
          (later) =>
            later > place &&
            this.#act(later, 'claim')?.reference === this.#act(place, 'claim')?.reference,
        ),
    );
  }

  #outcome(claim: number, end: number): string {
    const { desk, reference } = this.#act(claim, 'claim') ?? { desk: '', reference: '' };
    let outcome = 'open';
    for (const place of this.#places('settle', end)) {
      const settled = this.#act(place, 'settle');
      if (place < claim || settled?.desk !== desk || settled.reference !== reference) continue;
      if (outcome !== 'accepted' && outcome !== 'refused') outcome = settled.outcome;
    }
    return outcome;
  }

  /** What was claimed and may have moved money. */
  #spent(end: number): Spent[] {
    return this.#lastClaims(end)
      .filter((claim) => !['not-sent', 'not-found', 'refused'].includes(this.#outcome(claim, end)))
      .flatMap((claim): Spent[] => {
        const act = this.#act(claim, 'claim');
        if (act === null) return [];
        const { of, premise, at, desk } = act;
        const shared = { place: claim, details: premise.details, at };
        if (!('request' in of))
          return [{ ...shared, order: of, maker: this.#person(desk), request: null }];
        const request = this.#act(of.request, 'request');
        const order = request?.orders[of.line];
        if (!request || !order) return [];
        const maker = this.#person(request.desk);
        return [{ ...shared, order, maker, request: of.request }];
      });
  }

  #isDelegated(place: number, end: number, at: string): boolean {
    const act = this.#act(place, 'delegate');
    if (act === null) return false;
    const begins = act.begins > act.at ? act.begins : act.at;
    const backAt = this.#places('withdraw', end)
      .map((one) => this.#acts[one])
      .find((one) => one !== undefined && 'of' in one && one.of === place)?.at;
    return begins <= at && at <= act.ends && (backAt === undefined || at < backAt);
  }

  /** All who are one pair of eyes with a person, at any of the times. */
  #samePair(person: string, end: number, times: readonly string[]): Set<string> {
    const same = new Set([person]);
    for (let before = 0; before !== same.size;) {
      before = same.size;
      for (const place of this.#places('delegate', end)) {
        if (!times.some((at) => this.#isDelegated(place, end, at))) continue;
        const { desk, to } = this.#act(place, 'delegate') ?? { desk: '', to: '' };
        const pair = [this.#person(desk), to];
        if (pair.some((one) => same.has(one))) for (const one of pair) same.add(one);
      }
    }
    return same;
  }

  #voices(role: string, question: Question): number {
    const { of, end, now, maker, premise, order, rules, orders } = question;
    if (!('request' in of)) return 0;
    const approvals = this.#places('approve', end).flatMap((place) => {
      const act = this.#act(place, 'approve');
      return act?.of === of.request ? [act] : [];
    });
    const times = [now, ...approvals.map(({ at }) => at)];
    const changers = this.#isKnownPayee(question)
      ? []
      : this.#spent(end)
          .filter((one) => one.order.operation === 'updateBeneficiary')
          .filter(({ at }) => Date.parse(now) - Date.parse(at) <= 30 * 24 * 3_600_000)
          .filter((one) => one.order.payee === order.payee || one.details === premise.details)
          .map((one) => one.maker);
    const persons = approvals
      .filter(({ desk, premises, at }) => {
        const seen = premises[of.line];
        if (!this.#isSigned(desk, end) || !seen) return false;
        const pair = this.#samePair(this.#person(desk), end, times);
        if (pair.has(maker) || changers.some((changer) => pair.has(changer))) return false;
        const sees =
          seen.details === premise.details &&
          seen.country === premise.country &&
          premise.twins.every((twin) => seen.twins.includes(twin)) &&
          premise.warnings.every((warning) => seen.warnings.includes(warning)) &&
          (premise.debit === null ||
            (seen.debit !== null && units(premise.debit) <= units(seen.debit)));
        return sees && this.#mayAs(role, desk, at, { end, now, rules, orders });
      })
      .map(({ desk }) => this.#person(desk));
    // The largest number of persons of whom no two are one pair of eyes: each pair once.
    const pairs = new Set(
      persons.map((person) => [...this.#samePair(person, end, times)].toSorted().join('+')),
    );
    return pairs.size;
  }

  #mayAs(
    role: string,
    desk: string,
    at: string,
    { end, now, rules, orders }: Pick<Question, 'end' | 'now' | 'rules' | 'orders'>,
  ): boolean {
    const has = (roles: readonly string[]): boolean =>
      role === 'any' ? roles.some((one) => one !== 'reader') : roles.includes(role);
    const within = (limits: readonly SlowMoney[]): boolean =>
      limits.every(
        (limit) =>
          !this.#more(
            orders.filter(
              ({ currency }) =>
                currency === limit.currency || !limits.some((one) => one.currency === currency),
            ),
            limit,
            rules,
          ),
      );
    const person = this.#person(desk);
    const own = rules.limits.filter((limit) => limit.person === person);
    if (has(this.#enrolment(desk)?.roles ?? []) && within(own)) return true;
    return this.#places('delegate', end).some((place) => {
      const act = this.#act(place, 'delegate');
      if (act?.to !== person) return false;
      if (!this.#isDelegated(place, end, at) || !this.#isDelegated(place, end, now)) return false;
      const from = this.#person(act.desk);
      const desks = this.#desks(end).filter(
        (one) => this.#person(one) === from && this.#isSigned(one, end),
      );
      const limits = rules.limits.filter((limit) => limit.person === from);
      return (
        desks.some((one) => has(this.#enrolment(one)?.roles ?? [])) &&
        within(act.limit === null ? limits : [...limits, act.limit])
      );
    });
  }

  /** Are orders together more than a bound? What cannot be compared is more. */
  #more(orders: readonly SlowOrder[], bound: SlowMoney, { rates }: SlowRules): boolean {
    let sum = 0n;
    for (const currency of new Set(orders.map((order) => order.currency))) {
      const total = orders
        .filter((order) => order.currency === currency && order.amount !== null)
        .reduce((all, { amount }) => all + units(amount ?? '0'), 0n);
      if (orders.every((order) => order.currency !== currency || order.amount === null)) continue;
      if (currency === bound.currency) sum += total;
      else {
        const rate = rates.find(
          ({ base, counter }) => base === currency && counter === bound.currency,
        );
        if (rate === undefined) return true;
        const [whole = '0', fraction = ''] = rate.rate.split('.');
        const scale = 10n ** BigInt(fraction.length);
        const value = total * (BigInt(whole) * scale + BigInt(fraction === '' ? '0' : fraction));
        sum += value / scale + (value % scale === 0n ? 0n : 1n);
      }
    }
    return sum > units(bound.amount);
  }

  /** Had the claim what the rules of its moment ask? */
  #isApproved(place: number): boolean {
    return this.#once(`approved ${String(place)}`, () => {
      const act = this.#act(place, 'claim');
      if (act === null) return false;
      const isSender = this.#rules(place) === null || this.#isSigned(act.desk, place);
      return isSender && this.may(place, act.of, act.desk, act.premise, act.at);
    });
  }

  #isKnownPayee({ end, rules, order, premise }: Question): boolean {
    return (
      order.payee === '' ||
      rules.payees.includes(`${order.payee}|${premise.details}`) ||
      this.#spent(end).some(
        (one) =>
          one.order.operation !== 'updateBeneficiary' &&
          one.order.payee === order.payee &&
          one.details === premise.details &&
          this.#isApproved(one.place),
      )
    );
  }

  #fits(when: SlowRules['rules'][number]['when'], question: Question): boolean {
    const { order, orders, rules, premise, now, end, maker, of } = question;
    const foreign = (bound: SlowMoney, others: readonly (SlowMoney | undefined)[]) => {
      const own = new Set(others.flatMap((other) => (other ? [other.currency] : [])));
      return (one: SlowOrder): boolean => one.currency === bound.currency || !own.has(one.currency);
    };
    const alike = (bound: 'over' | 'sumOver') =>
      rules.rules
        .filter((other) => {
          const bare = (one: typeof when) => {
            const { [bound]: left, ...rest } = one;
            const {
              amount: _amount,
              currency: _currency,
              ...of
            } = left ?? { amount: '', currency: '' };
            return JSON.stringify([left === undefined, of, Object.entries(rest).toSorted()]);
          };
          return bare(other.when) === bare(when);
        })
        .map((other) => other.when[bound]);
    const checks: Record<string, () => boolean> = {
      operations: () => when.operations?.includes(order.operation) ?? true,
      accounts: () => when.accounts?.includes(order.account) ?? true,
      currencies: () =>
        when.currencies === undefined ||
        (order.amount !== null && when.currencies.includes(order.currency)),
      countries: () => when.countries?.includes(premise.country) ?? true,
      over: () =>
        when.over === undefined ||
        this.#more(orders.filter(foreign(when.over, alike('over'))), when.over, rules),
      newPayee: () =>
        when.newPayee === undefined ||
        (order.operation !== 'updateBeneficiary' && !this.#isKnownPayee(question)),
      lines: () => when.linesOver === undefined || orders.length > when.linesOver,
      outside: () => {
        if (when.outside === undefined) return true;
        const { from, to, days } = when.outside;
        const clock = now.slice(11, 16);
        const isOpen = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
        return !(isOpen && days.includes(new Date(now).getUTCDay() || 7));
      },
      sum: () => {
        if (when.sumOver === undefined) return true;
        const { per, days } = when.sumOver;
        const subject = (one: SlowOrder, by: string): string =>
          per === 'maker' ? by : per === 'payee' ? one.payee : one.account;
        const today = Math.floor(Date.parse(now) / 86_400_000);
        const before = this.#spent(end).filter(
          (one) =>
            subject(one.order, one.maker) === subject(order, maker) &&
            Math.floor(Date.parse(one.at) / 86_400_000) > today - days &&
            !('request' in of && one.request === of.request),
        );
        const own = orders.filter((one) => subject(one, maker) === subject(order, maker));
        const all = [...before.map((one) => one.order), ...own];
        return this.#more(all.filter(foreign(when.sumOver, alike('sumOver'))), when.sumOver, rules);
      },
    };
    return Object.values(checks).every((check) => check());
  }
}

type Question = {
  readonly end: number;
  readonly rules: SlowRules;
  readonly order: SlowOrder;
  readonly orders: readonly SlowOrder[];
  readonly maker: string;
  readonly premise: SlowPremise;
  readonly now: string;
  readonly of: Of<'claim'>['of'];
};

type Spent = {
  /** The place of the claim among the acts. */
  readonly place: number;
  readonly order: SlowOrder;
  readonly maker: string;
  readonly details: string;
  readonly at: string;
  readonly request: number | null;
};
