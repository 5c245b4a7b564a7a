import { z } from 'zod';

import { textOf } from '../../../engines/acts/act.ts';
import type { ReadAct } from '../../../engines/acts/read-act.ts';
import { listedItems } from '../../../engines/team-record/claim-table.ts';
import { History } from '../../people/history.ts';
import {
  ApproveContent,
  ClaimContent,
  DelegateContent,
  NamedContent,
  ProposeContent,
  RefuseContent,
  RequestContent,
  RulesContent,
  WithdrawContent,
  type PaymentOfClaim,
  type Rules,
} from '../contents.ts';
import { adminsNeeded, isDecided, signersOf } from '../decisions.ts';
import { isAdmin, personOf } from '../desks.ts';
import type { FoldParts } from './fold-parts.ts';
import { forgetOld } from './forgetting.ts';
import { IndexedClaims } from '../judge/claim-index.ts';
import { IndexedRequests } from '../judge/request-index.ts';
import { requestedOrderOf } from '../order.ts';
import {
  isOpen,
  sameForm,
  type ApprovalState,
  type Claimed,
  type Delegation,
  type Desk,
  type Objection,
  type Proposal,
  type Request,
  type Signed,
} from '../state.ts';
import { readClaimed, whyNotPast } from './read-claimed.ts';
import { SecondPersons } from './second-persons.ts';
import type { StoredFold } from './stored-fold.ts';
import { whyVoid } from './void-acts.ts';

/** Folds the acts of a team, in their order, into the state of its approvals. The members apply each act first. */
export class ApprovalFold {
  readonly #parts: FoldParts;
  #n = 0;
  #rules: Rules | null = null;
  #namedSince: ReadonlyMap<string, string> = new Map();
  readonly #requests = new IndexedRequests();
  readonly #proposals = new Map<string, Proposal>();
  readonly #delegations = new Map<string, Delegation>();
  /** A cache of the desks; null until they are read again. */
  #readDesks: ReadonlyMap<string, Desk> | null = null;
  readonly #claims = new IndexedClaims();
  #objections: Objection[] = [];
  readonly #paidPayees = new Set<string>();
  /** Openings of sending desks, and releases of payees. */
  readonly #seconds: SecondPersons;
  /** Logins whose enrolment administrators must still sign. */
  readonly #unsigned = new Set<string>();
  /** Desks that joined under rules and have only claimed earlier payments, with the history that their enrolment names. */
  readonly #newcomers = new Map<string, History>();
  /** The outcomes that administrators found for claims taken over, by the keyed digest of the reference. */
  readonly #found = new Map<string, 'accepted' | 'not-found'>();
  /** The last day on which old acts were forgotten. */
  #day = '';

  /** `stored` is a result of {@link stored}, from which the fold continues. */
  constructor(parts: FoldParts, stored: StoredFold | null = null) {
    this.#parts = parts;
    this.#seconds = new SecondPersons(stored);
    if (stored === null) return;
    this.#n = stored.n;
    this.#rules = stored.rules;
    this.#namedSince = new Map(stored.namedSince);
    this.#day = stored.day;
    this.#objections = [...stored.objections];
    for (const request of stored.requests) this.#requests.set(request.digest, request);
    for (const [digest, proposal] of stored.proposals)
      this.#proposals.set(digest, { ...proposal, signers: new Set(proposal.signers) });
    for (const [digest, delegation] of stored.delegations)
      this.#delegations.set(digest, delegation);
    for (const claim of stored.claims) this.#claims.set(claim.name, claim);
    for (const payee of stored.paidPayees) this.#paidPayees.add(payee);
    for (const [name, outcome] of stored.found) this.#found.set(name, outcome);
    for (const login of stored.unsigned) this.#unsigned.add(login);
    for (const [key, history] of stored.newcomers) this.#newcomers.set(key, history);
  }

  /** The whole fold as JSON. */
  stored(): StoredFold {
    return {
      ...this.#seconds.stored(),
      ...{ n: this.#n, rules: this.#rules, day: this.#day, objections: this.#objections },
      namedSince: [...this.#namedSince],
      requests: [...this.#requests.values()],
      proposals: [...this.#proposals].map(([digest, proposal]) => [
        digest,
        { ...proposal, signers: [...proposal.signers] },
      ]),
      delegations: [...this.#delegations],
      claims: [...this.#claims.values()],
      paidPayees: [...this.#paidPayees],
      found: [...this.#found],
      unsigned: [...this.#unsigned],
      newcomers: [...this.#newcomers],
    };
  }

  /** The number of requests and claims, which are nearly all of the stored data. */
  get size(): number {
    return this.#requests.size + this.#claims.size;
  }

  /** May a desk still claim payments that it sent before it was admitted? */
  isNewcomer(key: string): boolean {
    return this.#newcomers.has(key);
  }

  get #desks(): ReadonlyMap<string, Desk> {
    this.#readDesks ??= this.#desksNow();
    return this.#readDesks;
  }

  get state(): ApprovalState {
    return {
      ...this.#seconds.state,
      ...{ n: this.#n, rules: this.#rules, namedSince: this.#namedSince },
      ...{ desks: this.#desks, requests: this.#requests },
      ...{ proposals: this.#proposals, found: this.#found, delegations: this.#delegations },
      ...{ claims: this.#claims, paidPayees: this.#paidPayees, objections: this.#objections },
    };
  }

  /** Why an act changes nothing: {@link whyVoid}. */
  whyVoid(act: ReadAct): string | null {
    return whyVoid(this.state, act);
  }

  /** Applies a valid act. Called in the order of the record. */
  apply(act: ReadAct): void {
    // Members are read from the first act on, also where the rest was stored.
    if (act.n <= this.#n) {
      this.#readDesks = null;
      return;
    }
    this.#n = act.n;
    this.#forget(act.at);
    const apply = this.#handlers[act.envelope.kind];
    apply?.(act);
  }

  readonly #handlers: Readonly<Record<string, (act: ReadAct) => void>> = {
    found: () => {
      this.#readDesks = null;
    },
    enrol: (act) => {
      this.#enrol(act);
    },
    revoke: () => {
      this.#readDesks = null;
    },
    renew: (act) => {
      this.#renew(act);
    },
    'approval-rules': (act) => {
      this.#propose(act, { rules: RulesContent.parse(act.content) });
    },
    propose: (act) => {
      this.#propose(act, ProposeContent.parse(act.content));
    },
    request: (act) => {
      this.#request(act);
    },
    approve: (act) => {
      this.#approve(act);
    },
    refuse: (act) => {
      const { of, words } = RefuseContent.parse(act.content);
      this.#end(of, { ...this.#signed(act), is: 'refused', words });
    },
    withdraw: (act) => {
      this.#withdraw(act);
    },
    delegate: (act) => {
      this.#delegate(act);
    },
    'open-sending': (act) => {
      this.#seconds.open(act, this.#signed(act));
    },
    'release-payee': (act) => {
      this.#seconds.release(act, this.#signed(act));
    },
    claim: (act) => {
      this.#claim(act);
    },
    settle: (act) => {
      this.#settle(act);
    },
    'take-over': (act) => {
      this.#takeOver(act);
    },
  };

  #signed({ n, at, envelope: { key } }: ReadAct): Signed {
    return { n, at, key, person: personOf(this.#desks, key) };
  }

  #desksNow(): ReadonlyMap<string, Desk> {
    const desks = this.#parts.members().map((member): [string, Desk] => {
      const { key, name: person, login, roles, revoked } = member;
      const counts = revoked === null && !this.#unsigned.has(login);
      return [key, { person, login, roles, counts }];
    });
    return new Map(desks);
  }

  #enrol(act: ReadAct): void {
    const login = textOf(act.envelope.of?.['login']);
    this.#readDesks = null;
    if (this.#rules === null) return;
    const { data } = EnrolledHistory.safeParse(act.content);
    if (data) this.#newcomers.set(textOf(act.envelope.of?.['key']), data.history);
    // The author counts only if its own enrolment is signed.
    this.#unsigned.add(login);
    this.#propose(act, { login });
  }

  #renew(act: ReadAct): void {
    this.#readDesks = null;
    const { key, of } = act.envelope;
    const next = textOf(of?.['key']);
    for (const [name, claim] of this.#claims)
      if (claim.holder === key) this.#claims.set(name, { ...claim, holder: next });
    // Signatures under the old key still belong to the desk.
    this.#seconds.renew(key, next);
    const renewed = (signer: string): string => (signer === key ? next : signer);
    for (const [digest, request] of this.#requests) {
      const approvals = request.approvals.map((one) => ({ ...one, key: renewed(one.key) }));
      this.#requests.set(digest, { ...request, approvals });
    }
    for (const [digest, proposal] of this.#proposals)
      this.#proposals.set(digest, {
        ...proposal,
        signers: new Set([...proposal.signers].map(renewed)),
      });
  }

  /** Adds a proposal that needs the administrators required by the rules in force; an administrator who proposes counts as one. */
  #propose(act: ReadAct, proposes: Proposal['proposes']): void {
    const author = this.#signed(act);
    const signers = isAdmin(this.#desks, author.key) ? [author.key] : [];
    this.#proposals.set(act.digest, { author, signers: new Set(signers), proposes });
    this.#decide(act.digest, act.at);
  }

  /** Puts a proposal in force once enough administrators have signed. Only persons with an administrator's desk now count. */
  #decide(digest: string, at: string): void {
    const proposal = this.#proposals.get(digest);
    if (proposal === undefined) return;
    const { proposes } = proposal;
    // A joint decision is checked against the signatures when its own act comes.
    if ('takesOver' in proposes || 'ends' in proposes) return;
    if (signersOf(this.state, proposal).length < adminsNeeded(this.state)) return;
    this.#proposals.delete(digest);
    if ('login' in proposes) {
      this.#unsigned.delete(proposes.login);
      this.#readDesks = null;
    } else {
      this.#rules = proposes.rules;
      this.#namedSince = namedBy(proposes.rules, this.#namedSince, sameForm(at));
      // Rules proposed instead have the same version, and can never follow these.
      for (const [other, waiting] of this.#proposals)
        if ('rules' in waiting.proposes) this.#proposals.delete(other);
    }
  }

  #request(act: ReadAct): void {
    const { lines, until, ...content } = RequestContent.parse(act.content);
    this.#requests.set(act.digest, {
      ...content,
      digest: act.digest,
      until: sameForm(until),
      maker: this.#signed(act),
      lines: lines.map((line) => ({
        ...line,
        order: requestedOrderOf(content.operation, line.payload),
      })),
      ...{ approvals: [], ended: null },
    });
  }

  #approve(act: ReadAct): void {
    const { of, premises } = ApproveContent.parse(act.content);
    const signed = this.#signed(act);
    const request = this.#requests.get(of);
    if (request)
      this.#requests.set(of, {
        ...request,
        approvals: [...request.approvals, { ...signed, premises }],
      });
    const proposal = this.#proposals.get(of);
    if (!proposal) return;
    const signers = new Set([...proposal.signers, signed.key]);
    this.#proposals.set(of, { ...proposal, signers });
    this.#decide(of, act.at);
  }

  /** Ends a request. Only the first end counts. */
  #end(digest: string, ended: NonNullable<Request['ended']>): void {
    const request = this.#requests.get(digest);
    if (request?.ended === null) this.#requests.set(digest, { ...request, ended });
    this.#proposals.delete(digest);
  }

  #withdraw(act: ReadAct): void {
    const { of } = WithdrawContent.parse(act.content);
    const delegation = this.#delegations.get(of);
    if (delegation?.withdrawnAt === null)
      this.#delegations.set(of, { ...delegation, withdrawnAt: sameForm(act.at) });
    this.#seconds.withdraw(of);
    this.#end(of, { ...this.#signed(act), is: 'withdrawn', words: '' });
  }

  #delegate(act: ReadAct): void {
    const { to, begins, ends, limit } = DelegateContent.parse(act.content);
    const [from, at] = [this.#signed(act).person, sameForm(act.at)];
    this.#delegations.set(act.digest, {
      ...{ from, to, limit, ends: sameForm(ends), withdrawnAt: null },
      begins: sameForm(begins) < at ? at : sameForm(begins),
    });
  }

  #claim(act: ReadAct): void {
    if (this.#rules === null) {
      this.#claimLimits(act);
      return;
    }
    const { key } = act.envelope;
    const { data } = ClaimContent.safeParse(act.content);
    if (data?.payments.some((payment) => !('past' in payment)) ?? true) this.#newcomers.delete(key);
    const references = NamedContent.safeParse(act.content).data?.references ?? [];
    const names = listedItems(act, 'claims');
    const isWhole = data?.payments.length === names.length && references.length === names.length;
    for (const [place, name] of names.entries()) {
      const payment = data?.payments[place];
      const reference = references[place] ?? '';
      this.#forgetDecisions(name.r);
      if (!isWhole || payment === undefined)
        this.#object(act, reference, ['It does not say what it sends.']);
      else if ('past' in payment) {
        const history = this.#newcomers.get(key);
        this.#object(
          act,
          reference,
          whyNotPast(this.#parts, history, { ...payment, reference, ...name }),
        );
      } else {
        const read = readClaimed(this.state, this.#parts, act, { payment, reference, ...name });
        this.#object(act, reference, read.why);
        if (read.claimed) this.#claims.set(name.r, read.claimed);
      }
    }
  }

  /** Reads a claim without rules. It has payment data only for conversions under a limit: the request, and the price. */
  #claimLimits(act: ReadAct): void {
    const { data } = ClaimContent.safeParse(act.content);
    if (data === undefined) return;
    const names = listedItems(act, 'claims');
    for (const [place, payment] of data.payments.entries()) {
      const [name, reference] = [names[place], data.references[place] ?? ''];
      if (name === undefined || 'past' in payment || !this.#isOfLimit(payment)) continue;
      const read = readClaimed(this.state, this.#parts, act, { payment, reference, ...name });
      this.#object(act, reference, read.why);
      if (read.claimed) this.#claims.set(name.r, read.claimed);
    }
  }

  #isOfLimit({ request }: PaymentOfClaim): boolean {
    return request !== null && this.#requests.get(request)?.operation === 'lockRate';
  }

  #object({ n, at, envelope: { key } }: ReadAct, reference: string, why: readonly string[]): void {
    if (why.length > 0) this.#objections.push({ n, at, key, reference, why: why.join(' ') });
  }

  /** Records outcomes. Only the holder of a claim settles it. A payment that was not sent, or is not at the bank, is free again. */
  #settle(act: ReadAct): void {
    for (const { r, is } of listedItems(act, 'outcomes')) {
      const claim = this.#claims.get(r);
      if (claim?.holder === act.envelope.key && isOpen(claim))
        this.#claims.set(r, { ...claim, outcome: is });
    }
  }

  /** Forgets decisions about a reference. A decision is about one claim: a new claim, or one taken over, needs another decision. */
  #forgetDecisions(name: string): void {
    this.#found.delete(name);
    for (const [digest, { proposes }] of this.#proposals)
      if ('takesOver' in proposes && this.#parts.nameOf('reference', proposes.takesOver) === name)
        this.#proposals.delete(digest);
  }

  #takeOver(act: ReadAct): void {
    const references = NamedContent.safeParse(act.content).data?.references ?? [];
    for (const [place, { r }] of listedItems(act, 'claims').entries()) {
      const takesOver = references[place] ?? '';
      const isFoundAtBank = isDecided(this.state, { takesOver, outcome: 'accepted' });
      const isNeeded = adminsNeeded(this.state) > 1;
      this.#forgetDecisions(r);
      if (isNeeded) this.#found.set(r, isFoundAtBank ? 'accepted' : 'not-found');
      const claim = this.#claims.get(r);
      if (claim && isUnsettled(claim))
        this.#claims.set(r, { ...claim, holder: act.envelope.key, outcome: 'unknown' });
    }
  }

  /** Deletes data that no check needs any more: once a day by the acts' own time, so that every desk forgets the same. */
  #forget(at: string): void {
    const day = at.slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    forgetOld(
      { requests: this.#requests, delegations: this.#delegations, claims: this.#claims },
      {
        at,
        paidPayees: this.#paidPayees,
        onPayeeChange: (claim) => {
          this.#seconds.noteChange(claim);
        },
        onDelegation: (digest, delegation) => {
          this.#seconds.noteDelegation(digest, delegation);
        },
      },
    );
    this.#seconds.forget(at);
    this.#objections = this.#objections.slice(-objectionsMax);
  }
}

const objectionsMax = 200;

/** Since when rules name each of their operations. An operation that the previous rules named retains its time. */
const namedBy = (
  { rules }: Rules,
  before: ReadonlyMap<string, string>,
  at: string,
): ReadonlyMap<string, string> =>
  new Map(
    rules
      .flatMap(({ when }) => when.operations ?? [])
      .map((operation) => [operation, before.get(operation) ?? at]),
  );

const EnrolledHistory = z.object({ history: History });

const isUnsettled = ({ outcome }: Claimed): boolean => outcome === null || outcome === 'unknown';
