import { toUnits } from '../../../../shared/money/decimal.ts';
import { changesPayee, takesMoney } from '../order.ts';
import {
  isCounted,
  isFree,
  makesKnown,
  sameForm,
  type Claimed,
  type ClaimsRead,
  type Subject,
} from '../state.ts';
import { sumOf, type Total } from './amounts.ts';

export const subjectKey = ({ per, of }: Subject): string => `${per} ${of}`;

const subjectsOf = ({ order, maker }: Claimed): readonly string[] => [
  subjectKey({ per: 'account', of: order.account }),
  subjectKey({ per: 'payee', of: order.payee }),
  subjectKey({ per: 'maker', of: maker }),
];

/** Claims by the digest of their reference, with indexes that are updated on each change, so that a check need not search all claims. */
export class IndexedClaims extends Map<string, Claimed> implements ClaimsRead {
  /** Maps a line of a request to its claims that are not free again. */
  readonly #lines = new Map<string, Map<string, Claimed>>();
  readonly #paid = new Counts();
  readonly #changes = new Map<string, Claimed>();
  /** The sums sent, by subject. */
  readonly #sums = new Map<string, SubjectSums>();

  override set(name: string, claim: Claimed): this {
    this.#forget(name);
    super.set(name, claim);
    this.#count(name, claim);
    return this;
  }

  override delete(name: string): boolean {
    this.#forget(name);
    return super.delete(name);
  }

  override clear(): void {
    for (const name of this.keys()) this.delete(name);
  }

  isLineClaimed(request: string, line: number): boolean {
    return this.#lines.has(lineKey(request, line));
  }

  claimOfLine(request: string, line: number): Claimed | undefined {
    return this.#lines.get(lineKey(request, line))?.values().next().value;
  }

  isPaid(payee: string, details: string): boolean {
    return this.#paid.has(payeeKey(payee, details));
  }

  payeeChanges(): readonly Claimed[] {
    return [...this.#changes.values()];
  }

  sumSince(subject: Subject, since: string, exceptRequest: string | null): Total {
    return this.#sums.get(subjectKey(subject))?.since(since, exceptRequest) ?? sumOf([]);
  }

  #count(name: string, claim: Claimed): void {
    const { request, line, order, details } = claim;
    if (request !== null && !isFree(claim)) this.#useLine(lineKey(request, line), name, claim);
    if (makesKnown(claim)) this.#paid.add(payeeKey(order.payee, details));
    if (!isCounted(claim)) return;
    if (changesPayee(order)) this.#changes.set(name, claim);
    for (const subject of subjectsOf(claim)) {
      const sums = this.#sums.get(subject) ?? new SubjectSums();
      this.#sums.set(subject, sums);
      sums.add(claim);
    }
  }

  #forget(name: string): void {
    const claim = this.get(name);
    if (claim === undefined) return;
    const { request, line, order, details } = claim;
    if (request !== null && !isFree(claim)) this.#freeLine(lineKey(request, line), name);
    if (makesKnown(claim)) this.#paid.remove(payeeKey(order.payee, details));
    if (!isCounted(claim)) return;
    this.#changes.delete(name);
    for (const subject of subjectsOf(claim)) {
      const sums = this.#sums.get(subject);
      sums?.remove(claim);
      if (sums?.isEmpty === true) this.#sums.delete(subject);
    }
  }

  #useLine(key: string, name: string, claim: Claimed): void {
    const claims = this.#lines.get(key) ?? new Map<string, Claimed>();
    claims.set(name, claim);
    this.#lines.set(key, claims);
  }

  #freeLine(key: string, name: string): void {
    const claims = this.#lines.get(key);
    claims?.delete(name);
    if (claims?.size === 0) this.#lines.delete(key);
  }
}

/** Claims, together with those of an act that is being checked: later ones of the act are checked with earlier ones. */
export class ClaimsAndPending implements ClaimsRead {
  readonly #claims: ClaimsRead;
  readonly #pending = new IndexedClaims();

  constructor(claims: ClaimsRead) {
    this.#claims = claims;
  }

  add(claim: Claimed): void {
    this.#pending.set(String(this.#pending.size), claim);
  }

  isLineClaimed(request: string, line: number): boolean {
    return this.#claims.isLineClaimed(request, line) || this.#pending.isLineClaimed(request, line);
  }

  claimOfLine(request: string, line: number): Claimed | undefined {
    return this.#claims.claimOfLine(request, line) ?? this.#pending.claimOfLine(request, line);
  }

  isPaid(payee: string, details: string): boolean {
    return this.#claims.isPaid(payee, details) || this.#pending.isPaid(payee, details);
  }

  payeeChanges(): readonly Claimed[] {
    return [...this.#claims.payeeChanges(), ...this.#pending.payeeChanges()];
  }

  sumSince(subject: Subject, since: string, exceptRequest: string | null): Total {
    return sumOf([
      this.#claims.sumSince(subject, since, exceptRequest),
      this.#pending.sumSince(subject, since, exceptRequest),
    ]);
  }
}

const lineKey = (request: string, line: number): string => `${request} ${String(line)}`;
const payeeKey = (payee: string, details: string): string => JSON.stringify([payee, details]);

class Counts {
  readonly #counts = new Map<string, number>();

  has(key: string): boolean {
    return this.#counts.has(key);
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  remove(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** The sums sent for one subject: in total, and by request. The sum without a request is the difference of two. */
class SubjectSums {
  readonly #all = new RunningSums();
  readonly #byRequest = new Map<string, RunningSums>();

  get isEmpty(): boolean {
    return this.#all.isEmpty;
  }

  add(claim: Claimed): void {
    this.#all.add(claim);
    if (claim.request === null) return;
    const sums = this.#byRequest.get(claim.request) ?? new RunningSums();
    this.#byRequest.set(claim.request, sums);
    sums.add(claim);
  }

  remove(claim: Claimed): void {
    this.#all.remove(claim);
    if (claim.request === null) return;
    const sums = this.#byRequest.get(claim.request);
    sums?.remove(claim);
    if (sums?.isEmpty === true) this.#byRequest.delete(claim.request);
  }

  since(since: string, exceptRequest: string | null): Total {
    const except = exceptRequest === null ? undefined : this.#byRequest.get(exceptRequest);
    return this.#all.since(since, except);
  }
}

/** The most start times with running sums: rules ask for a day and for a week, and both move on at midnight. */
const beginningsMax = 4;

type Running = {
  /** By currency: units of 10^-4, and the number of claims. */
  readonly sums: Map<string, { readonly units: bigint; readonly claims: number }>;
  unreadable: number;
};

/** Running sums of some claims, from each start time that was requested. */
class RunningSums {
  readonly #claims = new Set<Claimed>();
  readonly #sums = new Map<string, Running>();

  get isEmpty(): boolean {
    return this.#claims.size === 0;
  }

  add(claim: Claimed): void {
    this.#claims.add(claim);
    for (const [since, running] of this.#sums) countIn(running, claim, since, 1);
  }

  remove(claim: Claimed): void {
    this.#claims.delete(claim);
    for (const [since, running] of this.#sums) countIn(running, claim, since, -1);
  }

  /** The sum without the claims of `except`, all of which are included here too. */
  since(since: string, except?: RunningSums): Total {
    const { sums, unreadable } = this.#from(since);
    const left = except === undefined ? undefined : except.#from(since);
    if (unreadable > (left?.unreadable ?? 0)) return 'unknown';
    const total = new Map<string, bigint>();
    for (const [currency, { units, claims }] of sums) {
      const own = left?.sums.get(currency);
      // A currency without remaining claims does not count.
      if (own?.claims !== claims) total.set(currency, units - (own?.units ?? 0n));
    }
    return total;
  }

  #from(since: string): Running {
    return this.#sums.get(since) ?? this.#begin(since);
  }

  #begin(since: string): Running {
    if (this.#sums.size >= beginningsMax) this.#sums.clear();
    const running: Running = { sums: new Map(), unreadable: 0 };
    for (const claim of this.#claims) countIn(running, claim, since, 1);
    this.#sums.set(since, running);
    return running;
  }
}

function countIn(running: Running, { at, order }: Claimed, since: string, sign: 1 | -1): void {
  const { money } = order;
  if (money === null || !takesMoney(order) || sameForm(at) < since) return;
  if (money === 'unknown') {
    running.unreadable += sign;
    return;
  }
  const { units = 0n, claims = 0 } = running.sums.get(money.currency) ?? {};
  // Amounts in a currency without a rate exceed every bound, so a currency without remaining claims is removed.
  if (claims + sign === 0) running.sums.delete(money.currency);
  else
    running.sums.set(money.currency, {
      units: units + BigInt(sign) * toUnits(money.amount),
      claims: claims + sign,
    });
}
