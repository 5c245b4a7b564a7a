import { expect } from 'vitest';

import type { JsonObject } from '../../electron/engines/acts/act.ts';
import type { Premise } from '../../electron/nouns/approvals/contents.ts';
import { judge } from '../../electron/nouns/approvals/judge/judge.ts';
import { orderOf, payloadHashOf } from '../../electron/nouns/approvals/order.ts';
import { isFree } from '../../electron/nouns/approvals/state.ts';
import type { Role } from '../../shared/team/roles.ts';
import {
  drawnKind,
  drawnOrder,
  drawnPremise,
  drawnRules,
  drawsOf,
  type Wanted,
} from './second/drawn.ts';
import { IndependentJudge } from './second/independent-judge.ts';
import { likenessNamed, nameOf, teamOfApprovals } from './team-of-approvals.ts';

const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-24T06:00:00.000Z');

/** Desks and their persons. A desk that ends in `new` comes back under the login of another. */
const persons: Readonly<Record<string, string>> = {
  ...{ ada: 'ada', 'ada-2': 'ada', bo: 'bo', 'bo-2': 'bo', 'bo-new': 'bo', cy: 'cy' },
  ...{ 'cy-2': 'cy', dee: 'dee', 'dee-new': 'dee', eve: 'eve', fay: 'fay' },
};
const desks = Object.keys(persons);
const allRoles: readonly Role[] = ['admin', 'maker', 'checker', 'lead', 'reader'];

type MadeRequest = {
  readonly digest: string;
  readonly operation: string;
  readonly until: number;
  readonly lines: readonly { readonly reference: string; readonly payload: string }[];
};
type Drawn = {
  readonly reference: string;
  readonly wanted: Wanted;
  readonly request: string | null;
  readonly line: number;
};

/** One random history of a team, as the product folds it. */
class History {
  readonly team = teamOfApprovals();
  readonly draws;
  readonly requests: MadeRequest[] = [];
  readonly #proposals: string[] = [];
  readonly #delegations: { readonly digest: string; readonly desk: string }[] = [];
  readonly #claims: { readonly reference: string; readonly desk: string }[] = [];
  #nowMs = startMs;
  #references = 0;

  constructor(seed: number) {
    this.draws = drawsOf(seed);
    this.#admit('bo', ['maker', 'checker'], 'ada');
    this.#admit('cy', ['checker', 'lead', 'admin'], 'ada');
    this.#admit('dee', ['maker', 'checker'], 'ada');
    for (let step = 0; step < 70; step += 1) this.#step();
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  /** The next reference of a payment. */
  reference(): string {
    this.#references += 1;
    return `R${String(this.#references)}`;
  }

  #step(): void {
    const { below, chance, oneOf } = this.draws;
    this.#nowMs += chance(0.1) ? below(40 * 24) * 3_600_000 : below(180) * 60_000;
    if (chance(0.05)) this.#nowMs = Math.ceil(this.#nowMs / dayMs) * dayMs - oneOf([0, 1]);
    this.team.setTime(this.now);
    if (chance(0.05)) this.team.restart();
    const often = (count: number, step: () => void) => Array.from({ length: count }, () => step);
    oneOf([
      ...[...often(6, this.#request), ...often(12, this.#approve), ...often(7, this.#claim)],
      ...[...often(3, this.#rules), ...often(3, this.#sign), ...often(2, this.#delegate)],
      ...[this.#enrol, this.#revoke, this.#end, this.#settle, this.#settle, this.#import],
      ...[this.#takeOver, this.#silent],
    ])();
  }

  readonly #desk = (): string => this.draws.oneOf(desks);

  #admit(desk: string, roles: readonly Role[], by: string): void {
    const { team } = this;
    if (team.people.member(team.keyOf(desk)) !== null) return;
    const login = `nostro_${desk.replace('-new', '')}`;
    const old = team.people.members.find((one) => one.login === login && one.revoked === null);
    if (old !== undefined) return;
    this.#proposals.push(team.enrol(desk, roles, { by, name: persons[desk] ?? desk, login }));
  }

  readonly #enrol = (): void => {
    this.#admit(this.#desk(), this.draws.some(allRoles, 0.4), this.#desk());
  };

  readonly #revoke = (): void => {
    const [revoked, by] = [this.#desk(), this.#desk()];
    // Without its founder a team soon has no one who may change it.
    if (revoked === 'ada' || this.draws.chance(0.5)) return;
    this.team.revoke(revoked, by);
  };

  readonly #rules = (): void => {
    const version = (this.team.fold.state.rules?.version ?? 0) + (this.draws.chance(0.9) ? 1 : 2);
    const rules = drawnRules(this.draws, version);
    const desk = this.draws.chance(0.5) ? 'ada' : this.#desk();
    this.#proposals.push(this.team.setRules(rules, desk));
  };

  readonly #sign = (): void => {
    const of = this.#proposals.slice(-4);
    if (of.length === 0) return;
    this.team.write(this.#desk(), 'approve', { of: this.draws.oneOf(of), premises: [] });
  };

  readonly #request = (): void => {
    const { below, chance } = this.draws;
    const count = chance(0.75) ? 1 : 1 + below(4);
    const kind = drawnKind(this.draws);
    const lines = Array.from({ length: count }, () => {
      const reference = this.reference();
      return { reference, payload: drawnOrder(this.draws, reference, kind).payload };
    });
    const until = this.#nowMs + below(33 * 24) * 3_600_000;
    const content = { operation: kind, bank: 'sandbox', words: '', lines };
    const digest = this.team.write(this.#desk(), 'request', {
      ...{ ...content, until: new Date(until).toISOString() },
    });
    if (this.team.lastVoid() === null)
      this.requests.push({ digest, operation: kind, until, lines });
  };

  readonly #approve = (): void => {
    const of = this.#recent();
    if (of === null) return;
    const premises = of.lines.map(() =>
      this.draws.chance(0.93) ? asJson(drawnPremise(this.draws)) : null,
    );
    this.team.write(this.#desk(), 'approve', { of: of.digest, premises });
  };

  #recent(): MadeRequest | null {
    return this.requests.length === 0 ? null : this.draws.oneOf(this.requests.slice(-3));
  }

  readonly #end = (): void => {
    const { chance, oneOf } = this.draws;
    const delegation = this.#delegations.at(-1);
    const of = oneOf([
      [this.#recent()?.digest],
      [this.#proposals.at(-1)],
      ...[[delegation?.digest], [delegation?.digest]],
    ])[0];
    if (of === undefined) return;
    const desk = chance(0.6) ? this.#desk() : (delegation?.desk ?? 'ada');
    if (chance(0.4)) this.team.refuse(desk, of);
    else this.team.withdraw(desk, of);
  };

  readonly #delegate = (): void => {
    const { oneOf, below, chance } = this.draws;
    const [desk, to] = [this.#desk(), persons[this.#desk()] ?? ''];
    const after = (hours: number) => new Date(this.#nowMs + hours * 3_600_000).toISOString();
    const limit = chance(0.7) ? null : { amount: oneOf(['1000', '9000']), currency: 'EUR' };
    const ends = after(below(14 * 24));
    const digest = this.team.delegate(desk, to, { begins: after(below(48) - 24), ends, limit });
    this.#delegations.push({ digest, desk });
  };

  /** May this reference be claimed, as the database sees it? */
  #isFree(reference: string): boolean {
    const claim = this.team.fold.state.claims.get(nameOf('reference', reference));
    if (claim === undefined) return this.#claims.every((one) => one.reference !== reference);
    return isFree(claim);
  }

  #drawn(): Drawn | null {
    const of = this.draws.chance(0.7) ? this.#recent() : null;
    if (of === null) {
      const reference = this.reference();
      const wanted = drawnOrder(this.draws, reference, drawnKind(this.draws));
      return { reference, wanted, request: null, line: 0 };
    }
    // A request that was over for long is forgotten: whoever claims it is seen, and the amount is not counted.
    if (of.until < this.#nowMs - 8 * dayMs) return null;
    const line = this.draws.below(of.lines.length);
    const { reference, payload } = of.lines[line] ?? { reference: '', payload: '' };
    if (!this.#isFree(reference)) return null;
    return { reference, wanted: { operation: of.operation, payload }, request: of.digest, line };
  }

  readonly #claim = (): void => {
    const { chance, oneOf, below } = this.draws;
    const count = chance(0.8) ? 1 : 1 + below(3);
    const drawn = Array.from({ length: count }, () => this.#drawn()).filter((one) => one !== null);
    const references = drawn.map(({ reference }) => reference);
    if (drawn.length === 0 || new Set(references).size < drawn.length) return;
    const cheat = chance(0.9) ? '' : oneOf(['reference', 'payload', 'request', 'line', 'order']);
    const payments = drawn.map(({ wanted, request, line }) => ({
      request: cheat === 'request' && request !== null ? 'f'.repeat(64) : request,
      line: cheat === 'line' && request !== null ? line + 1 : line,
      bank: 'sandbox',
      order: request === null && cheat !== 'order' ? { ...wanted } : null,
      premise: asJson(drawnPremise(this.draws)),
    }));
    const claims = drawn.map(({ reference, wanted }) => ({
      r: nameOf('reference', cheat === 'reference' ? this.reference() : reference),
      l: likenessNamed(wanted.operation, wanted.payload),
      p: nameOf('payload', cheat === 'payload' ? '' : payloadHashOf(wanted.payload)),
    }));
    this.#write({ references, payments }, claims);
  };

  #write(content: JsonObject, claims: readonly { readonly r: string }[]): void {
    const desk = this.#desk();
    this.team.write(desk, 'claim', content, { claims: claims.map((one) => ({ ...one })) });
    if (this.team.lastVoid() !== null) return;
    for (const { r } of claims)
      this.#claims.push({ reference: r.slice(nameOf('reference', '').length), desk });
  }

  /** Claims what was sent before the desk joined. */
  readonly #import = (): void => {
    const r = nameOf('reference', this.reference());
    this.#write({ references: [r], isImport: true }, [{ r }]);
  };

  /** A claim that does not say what it sends. */
  readonly #silent = (): void => {
    if (!this.draws.chance(0.3)) return;
    const r = nameOf('reference', this.reference());
    this.#write({ references: [r] }, [{ r }]);
  };

  readonly #settle = (): void => {
    const of = this.#claims.at(-1 - this.draws.below(3));
    if (of === undefined) return;
    const desk = this.draws.chance(0.8) ? of.desk : this.#desk();
    const is = this.draws.oneOf(['accepted', 'not-sent', 'not-found', 'refused', 'unknown']);
    this.team.settle(desk, of.reference, is);
  };

  readonly #takeOver = (): void => {
    const of = this.#claims.at(-1);
    if (of === undefined) return;
    const desk = this.#desk();
    const claims = [{ r: nameOf('reference', of.reference) }];
    this.team.write(desk, 'take-over', { references: [of.reference] }, { claims });
    if (this.team.lastVoid() === null) this.#claims.push({ ...of, desk });
  };
}

const asJson = ({ twins, warnings, ...premise }: Premise) => ({
  ...{ ...premise, twins: [...twins], warnings: [...warnings] },
});

/** What both judges say of one random history. */
function liveHistory(seed: number) {
  const { team, requests, draws, now } = new History(seed);
  const { state } = team.fold;
  const second = new IndependentJudge(nameOf);
  for (const act of team.acts) second.read(act);
  const remaining = requests.filter(({ digest }) => state.requests.has(digest));
  const questions = [...remaining, ...remaining, null, null, null].map((request) => {
    const premise = drawnPremise(draws);
    const line = draws.below(request?.lines.length ?? 1);
    const of = request === null ? null : (state.requests.get(request.digest) ?? null);
    const { operation, payload } = drawnOrder(draws, `Q${String(line)}`, drawnKind(draws));
    const order = of?.lines[line]?.order ?? orderOf(operation, payload);
    return { of, line, order, maker: of?.maker.person ?? draws.oneOf(desks), premise };
  });
  return {
    hasRules: state.rules !== null,
    product: {
      rules: state.rules?.version ?? 0,
      verdicts: questions.map(
        ({ of, premise, ...rest }) => judge(state, { ...rest, request: of }, { premise, now }).may,
      ),
      objections: countedBy(state.objections.map(({ n }) => n)),
    },
    second: {
      rules: second.rulesVersion,
      verdicts: questions.map(({ of, ...rest }) =>
        second.maySend({ ...rest, request: of?.digest ?? null, now: Date.parse(now) }),
      ),
      objections: second.faults.map(({ n, count }) => `${String(count)} at ${String(n)}`),
    },
  };
}

/** How often each number is there. */
const countedBy = (numbers: readonly number[]): string[] =>
  [...new Set(numbers)].map(
    (n) => `${String(numbers.filter((one) => one === n).length)} at ${String(n)}`,
  );

/** Has both judges judge the histories of these seeds, fails at the first on which they differ, and counts what they found. */
export function compareJudges(firstSeed: number, histories: number) {
  const found = { may: 0, mayNot: 0, objections: 0 };
  for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
    const { product, second, hasRules } = liveHistory(seed);
    expect({ seed, ...product }).toEqual({ seed, ...second });
    if (!hasRules) continue;
    found.may += product.verdicts.filter((may) => may).length;
    found.mayNot += product.verdicts.filter((may) => !may).length;
    found.objections += product.objections.length;
  }
  return found;
}
