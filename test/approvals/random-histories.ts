import { expect } from 'vitest';

import { randoms } from '../support/randoms.ts';
import { payeeName } from '../../electron/nouns/approvals/order.ts';
import type { Rules } from '../../electron/nouns/approvals/contents.ts';
import type { Role } from '../../shared/team/roles.ts';
import {
  SlowJudge,
  type SlowAct,
  type SlowOrder,
  type SlowPremise,
  type SlowRules,
} from './slow-judge.ts';
import { teamOfApprovals, type Payment } from './team-of-approvals.ts';

type Team = ReturnType<typeof teamOfApprovals>;

const persons: Readonly<Record<string, string>> = {
  ...{ bo: 'bo', 'bo-2': 'bo', cy: 'cy', dee: 'dee', eve: 'eve' },
};
const startMs = Date.parse('2026-11-24T06:00:00.000Z');

/** Draws from a seed. */
function drawsOf(seed: number) {
  const next = randoms(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new RangeError('nothing to draw from');
    return found;
  };
  const some = <T>(list: readonly T[], chance = 0.5): T[] => list.filter(() => next() < chance);
  return { below, oneOf, some, chance: (of: number) => next() < of };
}

type Draws = ReturnType<typeof drawsOf>;

const amounts = ['50', '999.99', '1000', '1000.01', '5000', '9000', '12000'];

const drawnOrder = ({ oneOf }: Draws): SlowOrder => ({
  ...{ operation: 'createSingleTransfer', account: oneOf(['100', '200']) },
  ...{
    payee: oneOf(['P1', 'P2']),
    amount: oneOf(amounts),
    currency: oneOf(['EUR', 'EUR', 'EUR', 'USD', 'USD', 'KES']),
  },
});

const drawnPremise = ({ oneOf, some, chance }: Draws): SlowPremise => ({
  details: chance(0.92) ? 'fp-1' : 'fp-2',
  ...{
    country: chance(0.95) ? 'DE' : 'XX',
    twins: some(['T1'], 0.05),
    warnings: some(['W1'], 0.05),
  },
  debit: chance(0.92) ? '100' : oneOf([null, '99', '101']),
});

function drawnRules({ oneOf, some, chance, below }: Draws, version: number): SlowRules {
  const drawnMoney = () => ({ amount: oneOf(amounts), currency: oneOf(['EUR', 'EUR', 'USD']) });
  const rules = Array.from({ length: 1 + below(2) }, () => ({
    when: {
      ...(chance(0.1) ? { operations: ['createSingleTransfer'] } : {}),
      ...(chance(0.15) ? { accounts: [oneOf(['100', '200'])] } : {}),
      ...(chance(0.1) ? { currencies: [oneOf(['EUR', 'USD'])] } : {}),
      ...(chance(0.1) ? { countries: ['XX'] } : {}),
      ...(chance(0.5) ? { over: drawnMoney() } : {}),
      ...(chance(0.2) ? { newPayee: true as const } : {}),
      ...(chance(0.3)
        ? {
            sumOver: {
              ...drawnMoney(),
              ...{
                per: oneOf(['account', 'payee', 'maker'] as const),
                days: oneOf([1, 7] as const),
              },
            },
          }
        : {}),
      ...(chance(0.1)
        ? { outside: { from: oneOf(['08:00', '20:00']), to: '18:00', days: [1, 2, 3, 4, 5] } }
        : {}),
      ...(chance(0.1) ? { linesOver: 1 } : {}),
    },
    need: {
      role: oneOf(['checker', 'checker', 'lead', 'any', 'admin']),
      count: chance(0.75) ? 1 : 2,
    },
  }));
  return {
    ...{ version, rules, admins: 1 + below(2) },
    limits: some(['bo', 'cy', 'eve'], 0.3).map((person) => ({ person, ...drawnMoney() })),
    rates: some(
      [
        { base: 'USD', counter: 'EUR', rate: '0.87' },
        { base: 'EUR', counter: 'USD', rate: '1.13' },
      ],
      0.7,
    ).filter((_rate, _place, all) => all.length === 2),
    payees: some(['P1|fp-1', 'P2|fp-1']),
  };
}

/** The rules as their act has them. */
const asContent = ({ payees, ...rules }: SlowRules): Partial<Rules> =>
  ({
    ...rules,
    payees: payees.map((payee) => {
      const [id = '', details = ''] = payee.split('|');
      return payeeName(id, details);
    }),
  }) as Partial<Rules>;

/** One history, lived by the product and written down for the slow judge. */
class History {
  readonly team: Team = teamOfApprovals();
  readonly acts: SlowAct[] = [];
  /** The digest of each act. */
  readonly digests: string[] = [];
  readonly draws: Draws;
  #nowMs = startMs;
  #references = 0;

  constructor(seed: number) {
    this.draws = drawsOf(seed);
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  /** The places of acts of a kind. */
  places(...kinds: readonly SlowAct['is'][]): number[] {
    return this.acts.flatMap((act, place) => (kinds.includes(act.is) ? [place] : []));
  }

  write(act: SlowAct, digest: string): void {
    this.acts.push(act);
    this.digests.push(digest);
  }

  step(): void {
    const { below, chance } = this.draws;
    this.#nowMs += chance(0.1) ? below(40 * 24) * 3_600_000 : below(120) * 60_000;
    this.team.setTime(this.now);
    if (chance(0.05)) this.team.restart();
    const steps: (() => void)[] = [
      ...Array.from({ length: 5 }, () => this.#request),
      ...Array.from({ length: 9 }, () => this.#approve),
      ...Array.from({ length: 5 }, () => this.#claim),
      ...[this.#rules, this.#rules, this.#enrol, this.#revoke, this.#end, this.#delegate],
      ...[this.#delegate, this.#settle, this.#changePayee],
    ];
    this.draws.oneOf(steps)();
  }

  #desk(): string {
    return this.draws.oneOf(['ada', ...Object.keys(persons)]);
  }

  readonly enrol = (newDesk: string, roles: readonly Role[], desk = 'ada'): void => {
    const person = persons[newDesk] ?? newDesk;
    const isOld = this.acts.some((act) => act.is === 'enrol' && act.newDesk === newDesk);
    if (isOld) return;
    const digest = this.team.enrol(newDesk, roles, { by: desk, name: person });
    // A desk that may not admit leaves the login free for another try.
    if (this.team.lastVoid() === null)
      this.write({ ...{ is: 'enrol', at: this.now, desk, newDesk, person }, roles }, digest);
  };

  readonly #enrol = (): void => {
    const { some, oneOf } = this.draws;
    const roles = some<Role>(['admin', 'maker', 'checker', 'lead', 'reader'], 0.4);
    this.enrol(oneOf(Object.keys(persons)), roles, this.#desk());
  };

  readonly #revoke = (): void => {
    const revoked = this.draws.oneOf(Object.keys(persons));
    if (!this.team.people.mayWrite(this.team.keyOf(revoked)) || this.draws.chance(0.5)) return;
    const desk = this.#desk();
    // A desk may always revoke itself, which is another matter.
    if (desk === revoked) return;
    this.write({ is: 'revoke', at: this.now, desk, revoked }, this.team.revoke(revoked, desk));
  };

  readonly #rules = (): void => {
    const { rules: current } = this.team.fold.state;
    const version = (current?.version ?? 0) + (this.draws.chance(0.9) ? 1 : this.draws.below(3));
    if (version < 1) return;
    const rules = drawnRules(this.draws, version);
    const desk = this.#desk();
    this.write(
      { is: 'rules', at: this.now, desk, rules },
      this.team.setRules(asContent(rules), desk),
    );
  };

  readonly #request = (): void => {
    const { below, chance } = this.draws;
    const orders = Array.from({ length: chance(0.8) ? 1 : 2 }, () => drawnOrder(this.draws));
    const until = new Date(this.#nowMs + below(20 * 24) * 3_600_000).toISOString();
    const desk = this.#desk();
    const lines = orders.map((order) => this.#payment(order));
    const digest = this.team.request(desk, lines, { until });
    this.write({ is: 'request', at: this.now, desk, orders, until }, digest);
    this.#lines.set(this.acts.length - 1, lines);
  };

  /** The payments of each request. */
  readonly #lines = new Map<number, readonly Payment[]>();

  #payment({ account, payee, amount, currency }: SlowOrder): Payment {
    this.#references += 1;
    return {
      reference: `R${String(this.#references)}`,
      amount: amount ?? '0',
      currency,
      account,
      payee,
    };
  }

  readonly #approve = (): void => {
    const of = this.#recent('request', 'request', 'rules', 'enrol');
    if (of === null) return;
    const desk = this.#desk();
    const act = this.acts[of];
    const lines = act?.is === 'request' ? act.orders.length : 0;
    const premises = Array.from({ length: lines }, () =>
      this.draws.chance(0.9) ? drawnPremise(this.draws) : null,
    );
    const digest = this.team.write(desk, 'approve', {
      of: this.digests[of] ?? '',
      premises: premises.map((premise) => premise && asPlain(premise)),
    });
    this.write({ is: 'approve', at: this.now, desk, of, premises }, digest);
  };

  /** One of the last acts of these kinds. */
  #recent(...kinds: readonly SlowAct['is'][]): number | null {
    const places = this.places(this.draws.oneOf(kinds));
    return places.length === 0 ? null : this.draws.oneOf(places.slice(-3));
  }

  readonly #end = (): void => {
    const of = this.#recent('request', 'rules', 'delegate', 'delegate');
    if (of === null) return;
    const is = this.draws.oneOf(['refuse', 'withdraw'] as const);
    const desk = this.draws.chance(0.5) ? this.#desk() : (this.acts[of]?.desk ?? 'ada');
    const digest = this.digests[of] ?? '';
    const written =
      is === 'refuse' ? this.team.refuse(desk, digest) : this.team.withdraw(desk, digest);
    this.write({ is, at: this.now, desk, of }, written);
  };

  readonly #delegate = (): void => {
    const { oneOf, below, chance } = this.draws;
    const [desk, to] = [this.#desk(), oneOf(['ada', ...new Set(Object.values(persons))])];
    const begins = new Date(this.#nowMs + (below(48) - 24) * 3_600_000).toISOString();
    const ends = new Date(this.#nowMs + below(14 * 24) * 3_600_000).toISOString();
    const limit = chance(0.7) ? null : { amount: oneOf(amounts), currency: 'EUR' };
    const digest = this.team.delegate(desk, to, { begins, ends, limit });
    this.write({ is: 'delegate', at: this.now, desk, to, begins, ends, limit }, digest);
  };

  readonly #claim = (): void => {
    const desk = this.#desk();
    const request = this.draws.chance(0.7) ? this.#recent('request') : null;
    const premise = drawnPremise(this.draws);
    if (request === null) {
      const order = drawnOrder(this.draws);
      const payment = this.#payment(order);
      const { reference } = payment;
      const digest = this.team.claim(desk, payment, { premise: asPlain(premise) });
      this.write({ is: 'claim', at: this.now, desk, reference, of: order, premise }, digest);
      return;
    }
    const act = this.acts[request];
    // A request that was over for long is forgotten: whoever claims it is seen, and the amount is not counted.
    if (act?.is !== 'request' || Date.parse(act.until) < this.#nowMs - 8 * 86_400_000) return;
    const lines = this.#lines.get(request) ?? [];
    const line = this.draws.below(lines.length);
    const payment = lines[line];
    if (payment === undefined) return;
    const { reference } = payment;
    const digest = this.team.claim(desk, payment, {
      ...{ request: this.digests[request] ?? '', line, premise: asPlain(premise) },
    });
    this.write(
      { is: 'claim', at: this.now, desk, reference, of: { request, line }, premise },
      digest,
    );
  };

  readonly #changePayee = (): void => {
    const desk = this.#desk();
    const payee = this.draws.oneOf(['P1', 'P2']);
    const premise = drawnPremise(this.draws);
    const order: SlowOrder = {
      ...{ operation: 'updateBeneficiary', account: '', payee, amount: null, currency: '' },
    };
    const payment = this.#payment(order);
    const payload = JSON.stringify({ path: { entityId: payee }, body: {} });
    const digest = this.team.claim(
      desk,
      { ...payment, operation: 'updateBeneficiary', payload },
      { premise: asPlain(premise) },
    );
    const { reference } = payment;
    this.write({ is: 'claim', at: this.now, desk, reference, of: order, premise }, digest);
  };

  readonly #settle = (): void => {
    const of = this.#recent('claim');
    const act = of === null ? undefined : this.acts[of];
    if (act?.is !== 'claim') return;
    const desk = this.draws.chance(0.8) ? act.desk : this.#desk();
    const outcome = this.draws.oneOf(['accepted', 'not-sent', 'not-found', 'refused', 'unknown']);
    const { reference } = act;
    const digest = this.team.settle(desk, reference, outcome);
    this.write({ is: 'settle', at: this.now, desk, reference, outcome }, digest);
  };
}

const asPlain = ({ twins, warnings, ...premise }: SlowPremise) => ({
  ...{ ...premise, twins: [...twins], warnings: [...warnings] },
});

/** What both judges say of one random history, and what it held. */
function liveHistory(seed: number) {
  const history = new History(seed);
  history.enrol('bo', ['maker', 'checker']);
  history.enrol('cy', ['checker', 'lead', 'admin']);
  history.enrol('dee', ['maker', 'checker']);
  for (let step = 0; step < 60; step += 1) history.step();
  const { team, acts, draws, now, digests } = history;
  const slow = new SlowJudge(acts);
  const requests = history
    .places('request')
    .filter((place) => slow.counts(place) && team.fold.state.requests.has(digests[place] ?? ''));
  const questions = requests.map((request) => {
    const act = acts[request];
    const line = draws.below(act?.is === 'request' ? act.orders.length : 1);
    return { request, line, premise: drawnPremise(draws) };
  });
  return {
    acts,
    product: {
      verdicts: questions.map(
        ({ request, line, premise }) =>
          team.verdict(digests[request] ?? '', asPlain(premise), now, line).may,
      ),
      objections: team.fold.state.objections.map(({ reference }) => reference),
    },
    slow: {
      verdicts: questions.map(({ request, line, premise }) =>
        slow.may(acts.length, { request, line }, '', premise, now),
      ),
      objections: slow.objections(),
    },
    hasRules: team.fold.state.rules !== null,
  };
}

/** Has both judges judge the histories of these seeds, fails at the first on which they differ, and counts what they found. */
export function compareJudges(firstSeed: number, histories: number) {
  const found = { may: 0, mayNot: 0, objections: 0 };
  for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
    const { product, slow, hasRules } = liveHistory(seed);
    expect({ seed, ...product }).toEqual({ seed, ...slow });
    if (!hasRules) continue;
    found.may += product.verdicts.filter((may) => may).length;
    found.mayNot += product.verdicts.filter((may) => !may).length;
    found.objections += product.objections.length;
  }
  return found;
}
