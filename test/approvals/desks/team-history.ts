import type { JsonObject } from '../../../electron/engines/acts/act.ts';
import { newTeamKeys, nameOf } from '../../../electron/engines/acts/team-keys.ts';
import { memberKeys } from '../../../electron/engines/acts/member-keys.ts';
import type { WantedClaim } from '../../../electron/engines/team-record/wanted-claim.ts';
import { premiseOf } from '../../../electron/nouns/approvals/candidates.ts';
import type { Role } from '../../../shared/team/roles.ts';
import { drawnRules, drawsOf } from '../second/drawn.ts';
import { IndependentJudge } from '../second/independent-judge.ts';
import { payloadOf } from '../team-of-approvals.ts';
import { ClaimingDesk, wantedOf, type ReadyClaim } from './claiming-desk.ts';
import { OrderedRecord, type Defence } from './ordered-record.ts';

const keys = newTeamKeys();
const { sealingKey } = memberKeys(Buffer.alloc(32, 9));

const persons: readonly (readonly [string, readonly Role[]])[] = [
  ['bo', ['maker', 'checker']],
  ['cy', ['checker', 'lead', 'admin']],
  ['dee', ['maker', 'checker', 'lead']],
];

const transfer = 'createSingleTransfer';

/** A payment on its way out. `isUnsure`: the answer to its claim was lost. */
type Attempt = {
  readonly desk: ClaimingDesk;
  readonly ready: ReadyClaim;
  readonly isUnsure: boolean;
};

type MadeRequest = {
  readonly digest: string;
  readonly maker: string;
  readonly lines: readonly { readonly reference: string; readonly payload: string }[];
};

export type Counts = Record<
  'sent' | 'stale' | 'held' | 'yours' | 'lost' | 'killed' | 'missing' | 'objections',
  number
>;

/** A random history of desks that pay at the same time, with what went wrong in it. */
export class TeamHistory {
  readonly counts: Counts = {
    ...{ sent: 0, stale: 0, held: 0, yours: 0, lost: 0, killed: 0, missing: 0, objections: 0 },
  };
  readonly #draws;
  readonly #record: OrderedRecord;
  readonly #without: Defence | null;
  readonly #desks: ClaimingDesk[] = [];
  readonly #requests: MadeRequest[] = [];
  readonly #proposals: string[] = [];
  readonly #delegations: string[] = [];
  #attempts: Attempt[] = [];
  readonly #sent: { n: number; desk: string; reference: string; payload: string }[] = [];
  /** What a payee's account is now. */
  readonly #accounts = new Map<string, string>();
  #nowMs = Date.parse('2026-11-24T06:00:00.000Z');
  #references = 0;

  constructor(seed: number, without: Defence | null = null) {
    this.#draws = drawsOf(seed);
    this.#without = without;
    this.#record = new OrderedRecord(without);
    this.#record.at = new Date(this.#nowMs).toISOString();
    const founder = { name: 'ada', sealingKey, login: 'nostro_ada' };
    this.#record.append({ key: 'ada', kind: 'found', content: founder, seen: 0 });
    for (const [name, roles] of persons) {
      const login = `nostro_${name}`;
      const invited = { login, name, roles: [...roles], until: '2099-01-01T00:00:00.000Z' };
      this.#write('ada', 'invite', invited);
      const content = { sealingKey, at: this.#record.at };
      this.#write('ada', 'enrol', content, { key: name, login });
    }
    for (const key of ['ada', ...persons.map(([name]) => name)])
      this.#desks.push(new ClaimingDesk(key, this.#record, keys, without));
    this.#write('ada', 'approval-rules', asJson({ ...drawnRules(this.#draws, 1), admins: 1 }));
    for (let step = 0; step < 70; step += 1) this.#step();
  }

  #write(key: string, kind: string, content: JsonObject, of?: JsonObject): string | null {
    const draft = { key, kind, content, seen: this.#record.acts.length };
    return this.#record.append(of === undefined ? draft : { ...draft, of })?.digest ?? null;
  }

  #step(): void {
    const { below, chance, oneOf } = this.#draws;
    // A desk claims what it checked at the same moment; others act in between.
    if (this.#attempts.length === 0)
      this.#nowMs += chance(0.1) ? below(5 * 24) * 3_600_000 : below(60) * 60_000;
    else if (chance(0.3)) {
      this.#claim();
      return;
    }
    this.#record.at = new Date(this.#nowMs).toISOString();
    const often = (count: number, step: () => void) => Array.from({ length: count }, () => step);
    oneOf([
      ...[...often(5, this.#request), ...often(8, this.#approve), ...often(9, this.#pay)],
      ...[...often(10, this.#claim), ...often(2, this.#rules), ...often(2, this.#sign)],
      ...[this.#end, this.#delegate, this.#revoke, this.#changePayee, this.#restart],
    ])();
  }

  readonly #desk = (): ClaimingDesk => this.#draws.oneOf(this.#desks);

  #payment(): { readonly reference: string; readonly payload: string } {
    const { oneOf } = this.#draws;
    this.#references += 1;
    const reference = `R${String(this.#references)}`;
    const amount = oneOf(['50', '999.99', '1000.01', '5000', '9000']);
    const [account, payee] = [oneOf(['100', '200']), oneOf(['P1', 'P2', 'P3'])];
    return { reference, payload: payloadOf({ reference, amount, account, payee }) };
  }

  /** What a desk reads of the bank now, for a payment. */
  #wanted(reference: string, payload: string): WantedClaim {
    const payee = (JSON.parse(payload) as { body: { beneficiaryId: string } }).body.beneficiaryId;
    return wantedOf(reference, transfer, payload, this.#accounts.get(payee) ?? 'first');
  }

  readonly #request = (): void => {
    const { below, chance } = this.#draws;
    const lines = Array.from({ length: chance(0.7) ? 1 : 1 + below(3) }, () => this.#payment());
    const until = new Date(this.#nowMs + below(72) * 3_600_000).toISOString();
    const content = { operation: transfer, bank: 'sandbox', words: '', until, lines };
    const maker = this.#desk().key;
    const digest = this.#write(maker, 'request', content);
    if (digest !== null) this.#requests.push({ digest, maker, lines });
  };

  readonly #approve = (): void => {
    const of = this.#requests.at(-1 - this.#draws.below(3));
    if (of === undefined) return;
    const premises = of.lines.map(({ reference, payload }) => {
      const { sending, twins } = this.#wanted(reference, payload);
      return sending === undefined ? null : asJson(premiseOf({ sending, twins }));
    });
    this.#write(this.#desk().key, 'approve', { of: of.digest, premises });
  };

  readonly #rules = (): void => {
    const version = (this.#desks[0]?.state.rules?.version ?? 0) + 1;
    const digest = this.#write(
      this.#draws.oneOf(['ada', 'cy']),
      'approval-rules',
      asJson({ ...drawnRules(this.#draws, version), admins: 1 + this.#draws.below(2) }),
    );
    if (digest !== null) this.#proposals.push(digest);
  };

  readonly #sign = (): void => {
    const of = this.#proposals.at(-1);
    if (of !== undefined)
      this.#write(this.#draws.oneOf(['ada', 'cy']), 'approve', { of, premises: [] });
  };

  readonly #end = (): void => {
    const { oneOf } = this.#draws;
    const request = this.#requests.at(-1);
    const delegation = this.#delegations.at(-1);
    if (request !== undefined && oneOf([true, false]))
      this.#write(this.#desk().key, 'refuse', { of: request.digest, words: 'no' });
    else if (delegation !== undefined)
      this.#write(this.#desk().key, 'withdraw', { of: delegation });
    else if (request !== undefined) this.#write(request.maker, 'withdraw', { of: request.digest });
  };

  readonly #delegate = (): void => {
    const [from, to] = [this.#desk().key, this.#desk().key];
    const ends = new Date(this.#nowMs + this.#draws.below(96) * 3_600_000).toISOString();
    const content = { to, begins: this.#record.at, ends, limit: null };
    const digest = this.#write(from, 'delegate', content);
    if (digest !== null) this.#delegations.push(digest);
  };

  readonly #revoke = (): void => {
    const { key } = this.#desk();
    if (key === 'ada' || this.#draws.chance(0.6)) return;
    this.#write('ada', 'revoke', { why: 'lost' }, { key });
  };

  /** A payee's account changes at the bank, by a claimed change of a desk. */
  readonly #changePayee = (): void => {
    const payee = this.#draws.oneOf(['P1', 'P2', 'P3']);
    this.#references += 1;
    const reference = `R${String(this.#references)}`;
    const account = `account ${reference}`;
    const payload = JSON.stringify({ path: { entityId: payee }, body: { reference } });
    const wanted = wantedOf(reference, 'updateBeneficiary', payload, account);
    this.#begin(this.#desk(), [wanted]);
    this.#accounts.set(payee, account);
  };

  /** Begins to send lines of a request, or a payment that was not requested. */
  readonly #pay = (): void => {
    const { chance, below } = this.#draws;
    const of = chance(0.8) ? this.#requests.at(-1 - below(3)) : undefined;
    const count = chance(0.7) ? 1 : 3;
    const payments = of?.lines ?? Array.from({ length: count }, () => this.#payment());
    const some = chance(0.5) ? payments : payments.slice(0, 1);
    const wanted = some.map(({ reference, payload }) => this.#wanted(reference, payload));
    this.#begin(this.#desk(), wanted);
  };

  #begin(desk: ClaimingDesk, wanted: readonly WantedClaim[]): void {
    if (this.#draws.chance(0.8)) desk.readOn();
    const ready = desk.judge(wanted);
    if (ready === null) this.counts.missing += 1;
    else this.#attempts.push({ desk, ready, isUnsure: false });
  }

  readonly #claim = (): void => {
    const attempt = this.#attempts.at(this.#draws.below(this.#attempts.length));
    if (attempt === undefined) return;
    this.#attempts = this.#attempts.filter((one) => one !== attempt);
    const { desk, ready, isUnsure } = attempt;
    const state = desk.claim(ready);
    if (state === 'stale') {
      this.counts.stale += 1;
      desk.readOn();
      const again = desk.judge(ready.wanted);
      if (again !== null) this.#attempts.push({ ...attempt, ready: again });
      return;
    }
    if (state === 'held') this.counts.held += 1;
    if (state === 'yours') this.counts.yours += 1;
    const isOwn = state === 'claimed' || (state === 'yours' && isUnsure);
    const isEnded = state === 'yours' && this.#without === 'an outcome ends a claim';
    if (!isOwn && !isEnded) return;
    if (this.#draws.chance(0.15)) {
      this.counts.lost += 1;
      this.#attempts.push({ ...attempt, isUnsure: true });
      return;
    }
    if (this.#draws.chance(0.08)) this.#kill(attempt);
    else this.#send(attempt);
  };

  /** Killed between claim and bank: its journal shows that nothing left, and it gives the claims back. */
  #kill({ desk, ready }: Attempt): void {
    this.counts.killed += 1;
    desk.restart();
    for (const { reference } of ready.wanted) desk.settle(reference, 'not-sent');
    this.#attempts = this.#attempts.filter((one) => one.desk !== desk);
  }

  readonly #restart = (): void => {
    const desk = this.#desk();
    desk.restart();
    const forgotten = this.#attempts.filter((one) => one.desk === desk && !one.isUnsure);
    this.#attempts = this.#attempts.filter((one) => !forgotten.includes(one));
    if (this.#without === 'asking again after a kill')
      for (const attempt of forgotten) this.#send(attempt);
  };

  #send({ desk, ready }: Attempt): void {
    const { chance, oneOf } = this.#draws;
    for (const { reference, sending } of ready.wanted) {
      const name = nameOf(keys, 'reference', reference);
      const n = this.#record.acts.findLastIndex(
        ({ envelope: { kind, key, of } }) =>
          kind === 'claim' && key === desk.key && JSON.stringify(of).includes(name),
      );
      const swapped = this.#without === 'what leaves is what was claimed' ? ' ' : '';
      const payload = `${sending?.payload ?? ''}${swapped}`;
      this.#sent.push({ n: n + 1, desk: desk.key, reference, payload });
      this.counts.sent += 1;
      if (chance(0.8))
        desk.settle(reference, oneOf(['accepted', 'accepted', 'refused', 'unknown']));
    }
  }

  #isRevoked(desk: string, before: number): boolean {
    return this.#record.acts
      .slice(0, before)
      .some(({ envelope: { kind, of } }) => kind === 'revoke' && of?.['key'] === desk);
  }

  /** What was sent although the rules of its claim's number, read by the second judge, did not allow it; and desks that read apart. */
  faults(): string[] {
    const judge = new IndependentJudge((of, text) => nameOf(keys, of, text));
    for (const act of this.#record.acts) judge.read(act);
    const faulty = new Map(judge.faults.map(({ n, count }) => [n, count]));
    this.counts.objections += faulty.size;
    const found: string[] = [];
    const once = new Set<string>();
    for (const { n, desk, reference, payload } of this.#sent) {
      const where = `${reference} by ${desk} at ${String(n)}`;
      const claim = this.#record.acts[n - 1];
      const isSame = JSON.stringify(claim?.content ?? null).includes(
        JSON.stringify(payload).slice(1, -1),
      );
      const isLine = this.#requests.some(({ lines }) =>
        lines.some((line) => line.reference === reference && line.payload === payload),
      );
      if (claim === undefined) found.push(`${where}: sent without a claim`);
      else if (this.#isRevoked(desk, n)) found.push(`${where}: sent by a revoked desk`);
      else if (faulty.has(n)) found.push(`${where}: sent without what the rules asked`);
      else if (!isSame && !isLine) found.push(`${where}: another payment left`);
      if (once.has(reference)) found.push(`${where}: sent twice`);
      once.add(reference);
    }
    for (const desk of this.#desks) {
      desk.readOn();
      const { objections, rules } = desk.state;
      const numbers = objections.map(({ n }) => n);
      const expected = [...faulty].flatMap(([n, count]) => Array<number>(count).fill(n));
      if (numbers.join() !== expected.join())
        found.push(`${desk.key} objects to ${numbers.join()}`);
      if ((rules?.version ?? 0) !== judge.rulesVersion) found.push(`${desk.key} has other rules`);
      desk.close();
    }
    return found;
  }
}

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
