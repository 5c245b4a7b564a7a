import { textOf } from '../../engines/acts/act.ts';
import type { ReadAct } from '../../engines/acts/read-act.ts';
import { listedItems, type ListedItem } from '../../engines/team-record/claim-table.ts';
import type { Member } from '../people/membership.ts';
import {
  ApproveContent,
  ClaimContent,
  DelegateContent,
  ImportContent,
  NamedContent,
  RefuseContent,
  RequestContent,
  RulesContent,
  WithdrawContent,
  type PaymentOfClaim,
  type Rules,
} from './contents.ts';
import { judge, makesKnown, type Candidate } from './judge.ts';
import { changesPayee, orderOf, payeeName, payloadHashOf } from './order.ts';
import type {
  ApprovalState,
  Claimed,
  Delegation,
  Desk,
  Objection,
  Proposal,
  Request,
  Signed,
} from './state.ts';

/** What the fold needs of the team. */
export type FoldParts = {
  /** All desks that were ever enrolled, as the acts so far leave them. */
  readonly members: () => readonly Member[];
  /** The keyed digest of a reference or of a payload's digest. */
  readonly nameOf: (of: 'reference' | 'payload', text: string) => string;
};

/** Folds the acts of a team, in their order, into what its approvals come to. `people` has applied an act before this does. */
export class ApprovalFold {
  readonly #parts: FoldParts;
  #n = 0;
  #rules: Rules | null = null;
  readonly #requests = new Map<string, Request>();
  readonly #proposals = new Map<string, Proposal>();
  readonly #delegations = new Map<string, Delegation>();
  /** Null until they are read anew. */
  #readDesks: ReadonlyMap<string, Desk> | null = null;
  readonly #claims = new Map<string, Claimed>();
  #objections: Objection[] = [];
  readonly #paidPayees = new Set<string>();
  /** Logins whose enrolment administrators must still sign. */
  readonly #unsigned = new Set<string>();
  /** Desks that joined under rules and have claimed nothing but what they sent before. */
  readonly #newcomers = new Set<string>();
  /** The day by which old acts were forgotten. */
  #day = '';

  /** `stored` is what {@link stored} returned: the fold goes on behind it. */
  constructor(parts: FoldParts, stored: StoredFold | null = null) {
    this.#parts = parts;
    if (stored === null) return;
    this.#n = stored.n;
    this.#rules = stored.rules;
    this.#day = stored.day;
    this.#objections = [...stored.objections];
    for (const request of stored.requests) this.#requests.set(request.digest, request);
    for (const [digest, proposal] of stored.proposals)
      this.#proposals.set(digest, { ...proposal, signers: new Set(proposal.signers) });
    for (const [digest, delegation] of stored.delegations)
      this.#delegations.set(digest, delegation);
    for (const claim of stored.claims) this.#claims.set(claim.name, claim);
    for (const payee of stored.paidPayees) this.#paidPayees.add(payee);
    for (const login of stored.unsigned) this.#unsigned.add(login);
    for (const key of stored.newcomers) this.#newcomers.add(key);
  }

  /** All of it as JSON. */
  stored(): StoredFold {
    return {
      ...{ n: this.#n, rules: this.#rules, day: this.#day, objections: this.#objections },
      requests: [...this.#requests.values()],
      proposals: [...this.#proposals].map(([digest, proposal]) => [
        digest,
        { ...proposal, signers: [...proposal.signers] },
      ]),
      delegations: [...this.#delegations],
      claims: [...this.#claims.values()],
      paidPayees: [...this.#paidPayees],
      unsigned: [...this.#unsigned],
      newcomers: [...this.#newcomers],
    };
  }

  get #desks(): ReadonlyMap<string, Desk> {
    this.#readDesks ??= this.#desksNow();
    return this.#readDesks;
  }

  get state(): ApprovalState {
    return {
      ...{ n: this.#n, rules: this.#rules, desks: this.#desks, requests: this.#requests },
      ...{ proposals: this.#proposals, delegations: this.#delegations },
      ...{ claims: this.#claims, paidPayees: this.#paidPayees, objections: this.#objections },
    };
  }

  /** Why an act of these kinds changes nothing; null for one that counts, and for every other kind. */
  whyVoid(act: ReadAct): string | null {
    switch (act.envelope.kind) {
      case 'approval-rules':
        return this.#whyNoRules(act);
      case 'request':
        return whyNoRequest(act);
      case 'approve':
        return this.#whyNoApproval(act);
      case 'refuse':
        return this.#whyNoRefusal(act);
      case 'withdraw':
        return this.#whyNoWithdrawal(act);
      case 'delegate':
        return this.#whyNoDelegation(act);
      default:
        return null;
    }
  }

  /** Takes a valid act, in the order of the record. */
  apply(act: ReadAct): void {
    // Members are read from the first act on, also where the rest was stored.
    if (act.n <= this.#n) return;
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
    return { n, at, key, person: this.#desks.get(key)?.person ?? '' };
  }

  #isAdmin(key: string): boolean {
    const desk = this.#desks.get(key);
    return desk?.counts === true && desk.roles.includes('admin');
  }

  #admins(): ReadonlySet<string> {
    const desks = [...this.#desks.values()];
    return new Set(
      desks
        .filter(({ counts, roles }) => counts && roles.includes('admin'))
        .map(({ person }) => person),
    );
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
    const isSigned = this.#rules === null || this.#rules.admins === 1;
    if (!isSigned) this.#unsigned.add(login);
    this.#readDesks = null;
    if (this.#rules !== null) this.#newcomers.add(textOf(act.envelope.of?.['key']));
    if (!isSigned) this.#propose(act, { login });
  }

  #renew(act: ReadAct): void {
    this.#readDesks = null;
    const { key, of } = act.envelope;
    const next = textOf(of?.['key']);
    for (const [name, claim] of this.#claims)
      if (claim.holder === key) this.#claims.set(name, { ...claim, holder: next });
  }

  /** Waits for the administrators that the rules in force ask for; the author is one of them. */
  #propose(act: ReadAct, proposes: Proposal['proposes']): void {
    const author = this.#signed(act);
    const signers = this.#isAdmin(author.key) ? [author.person] : [];
    this.#proposals.set(act.digest, { author, signers: new Set(signers), proposes });
    this.#decide(act.digest);
  }

  /** Puts in force what enough administrators have signed. Persons count that are administrators now. */
  #decide(digest: string): void {
    const proposal = this.#proposals.get(digest);
    if (proposal === undefined) return;
    const admins = this.#admins();
    const signing = [...proposal.signers].filter((person) => admins.has(person));
    if (signing.length < (this.#rules?.admins ?? 1)) return;
    this.#proposals.delete(digest);
    if ('login' in proposal.proposes) {
      this.#unsigned.delete(proposal.proposes.login);
      this.#readDesks = null;
    } else {
      this.#rules = proposal.proposes.rules;
      // What was proposed in their place has their version, and can never follow them.
      for (const [other, { proposes }] of this.#proposals)
        if ('rules' in proposes) this.#proposals.delete(other);
    }
  }

  get #nextVersion(): number {
    return (this.#rules?.version ?? 0) + 1;
  }

  #request(act: ReadAct): void {
    const { lines, until, ...content } = RequestContent.parse(act.content);
    this.#requests.set(act.digest, {
      ...content,
      digest: act.digest,
      until: sameForm(until),
      maker: this.#signed(act),
      lines: lines.map((line) => ({ ...line, order: orderOf(content.operation, line.payload) })),
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
    const signers = new Set([...proposal.signers, signed.person]);
    this.#proposals.set(of, { ...proposal, signers });
    this.#decide(of);
  }

  /** The first end of a request stands. */
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
    if (this.#rules === null) return;
    const { key } = act.envelope;
    if (this.#newcomers.has(key) && ImportContent.safeParse(act.content).success) return;
    this.#newcomers.delete(key);
    const { data } = ClaimContent.safeParse(act.content);
    const references = NamedContent.safeParse(act.content).data?.references ?? [];
    const names = listedItems(act, 'claims');
    const isWhole = data?.payments.length === names.length && references.length === names.length;
    for (const [place, name] of names.entries()) {
      const payment = data?.payments[place];
      const reference = references[place] ?? '';
      if (!isWhole || payment === undefined)
        this.#object(act, reference, ['It does not say what it sends.']);
      else this.#claimPayment(act, { ...{ payment, reference }, ...name });
    }
  }

  #claimPayment(
    act: ReadAct,
    { payment, reference, r, p }: { payment: PaymentOfClaim; reference: string } & ListedItem,
  ): void {
    const signed = this.#signed(act);
    const found = candidateOf(this.#requests, payment, signed.person);
    if (found === null) {
      this.#object(act, reference, ['It names a request that is not in the record.']);
      return;
    }
    const { candidate, payload, expected } = found;
    const { nameOf } = this.#parts;
    const isOther =
      nameOf('reference', reference) !== r ||
      nameOf('payload', payloadHashOf(payload)) !== p ||
      (expected !== null && expected !== reference);
    const moment = { premise: payment.premise, now: sameForm(act.at) };
    const why = [
      ...(isOther ? ['It sends another payment than it names.'] : []),
      ...judge(this.state, candidate, moment).missing,
    ];
    this.#object(act, reference, why);
    this.#claims.set(r, {
      ...signed,
      ...{ name: r, holder: signed.key, line: payment.line },
      // Another payment does not use up the line that it names.
      request: isOther ? null : payment.request,
      ...{ maker: candidate.maker, order: candidate.order, outcome: null },
      ...{ details: payment.premise.details, isApproved: why.length === 0 },
    });
  }

  #object({ n, at, envelope: { key } }: ReadAct, reference: string, why: readonly string[]): void {
    if (why.length > 0) this.#objections.push({ n, at, key, reference, why: why.join(' ') });
  }

  /** What did not leave, or is not at the bank, is free again. Only who holds a claim settles it. */
  #settle(act: ReadAct): void {
    for (const { r, is } of listedItems(act, 'outcomes')) {
      const claim = this.#claims.get(r);
      if (claim?.holder === act.envelope.key && isOpen(claim))
        this.#claims.set(r, { ...claim, outcome: is });
    }
  }

  #takeOver(act: ReadAct): void {
    for (const { r } of listedItems(act, 'claims')) {
      const claim = this.#claims.get(r);
      if (claim && isUnsettled(claim))
        this.#claims.set(r, { ...claim, holder: act.envelope.key, outcome: 'unknown' });
    }
  }

  /** Once a day, by the acts' own time, so that every desk forgets the same: what no judgement needs any more. */
  #forget(at: string): void {
    const day = at.slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    const before = (days: number): string =>
      new Date(Date.parse(at) - days * 86_400_000).toISOString();
    for (const [digest, { until }] of this.#requests)
      if (until < before(sumDays)) this.#requests.delete(digest);
    for (const [digest, { ends }] of this.#delegations)
      if (ends < before(requestDays + sumDays)) this.#delegations.delete(digest);
    for (const [name, claim] of this.#claims) {
      const days = changesPayee(claim.order) ? requestDays : sumDays;
      const isNeeded = claim.request !== null && this.#requests.has(claim.request);
      if (isNeeded || isOpen(claim) || sameForm(claim.at) >= before(days)) continue;
      this.#claims.delete(name);
      if (makesKnown(claim)) this.#paidPayees.add(payeeName(claim.order.payee, claim.details));
    }
    this.#objections = this.#objections.slice(-objectionsMax);
  }

  #whyNoRules({ envelope: { key }, content }: ReadAct): string | null {
    const { data } = RulesContent.safeParse(content);
    if (data === undefined) return unreadable;
    if (!this.#isAdmin(key)) return 'Its author is no administrator.';
    if (data.admins > this.#admins().size) return 'The team has not so many administrators.';
    return data.version === this.#nextVersion
      ? null
      : `Rules with number ${String(this.#nextVersion)} come next.`;
  }

  #whyNoApproval({ envelope: { key }, content }: ReadAct): string | null {
    const { data } = ApproveContent.safeParse(content);
    if (data === undefined) return unreadable;
    if (this.#proposals.has(data.of))
      return this.#isAdmin(key) ? null : 'Its author is no administrator.';
    const request = this.#requests.get(data.of);
    if (request === undefined) return unknownAct;
    if (request.ended !== null) return 'The request had ended.';
    return data.premises.length === request.lines.length ? null : unreadable;
  }

  #whyNoRefusal({ envelope: { key }, content }: ReadAct): string | null {
    const { data } = RefuseContent.safeParse(content);
    if (data === undefined) return unreadable;
    if (this.#proposals.has(data.of))
      return this.#isAdmin(key) ? null : 'Its author is no administrator.';
    if (!this.#requests.has(data.of)) return unknownAct;
    const desk = this.#desks.get(key);
    const isReader = desk?.counts !== true || desk.roles.every((role) => role === 'reader');
    return isReader ? 'Its author may not refuse.' : null;
  }

  #whyNoWithdrawal(act: ReadAct): string | null {
    const { data } = WithdrawContent.safeParse(act.content);
    if (data === undefined) return unreadable;
    const { person } = this.#signed(act);
    const delegation = this.#delegations.get(data.of);
    const authors = delegation
      ? [delegation.from, delegation.to]
      : [this.#requests.get(data.of)?.maker.person, this.#proposals.get(data.of)?.author.person];
    if (authors.every((author) => author === undefined)) return unknownAct;
    return authors.includes(person) ? null : 'It is not its author’s to withdraw.';
  }

  #whyNoDelegation(act: ReadAct): string | null {
    const { data } = DelegateContent.safeParse(act.content);
    if (data === undefined) return unreadable;
    const { person, key } = this.#signed(act);
    if (this.#desks.get(key)?.counts !== true) return 'Its author may not approve.';
    const isMember = [...this.#desks.values()].some((desk) => desk.person === data.to);
    return isMember && data.to !== person ? null : 'It names no other person of the team.';
  }
}

/** The fold as it is stored beside the record. */
export type StoredFold = {
  readonly n: number;
  readonly rules: Rules | null;
  readonly day: string;
  readonly objections: readonly Objection[];
  readonly requests: readonly Request[];
  readonly proposals: readonly (readonly [
    string,
    Omit<Proposal, 'signers'> & { readonly signers: readonly string[] },
  ])[];
  readonly delegations: readonly (readonly [string, Delegation])[];
  readonly claims: readonly Claimed[];
  readonly paidPayees: readonly string[];
  readonly unsigned: readonly string[];
  readonly newcomers: readonly string[];
};

/** Days that a request may wait, and for which a changed payee is remembered. */
const requestDays = 31;
/** Days whose payments sums may need: a week, and a day for the zone. */
export const sumDays = 9;
const objectionsMax = 200;

function whyNoRequest({ content, at }: ReadAct): string | null {
  const { data } = RequestContent.safeParse(content);
  if (data === undefined) return unreadable;
  const lastMs = Date.parse(at) + requestDays * 86_400_000;
  return Date.parse(data.until) > lastMs ? 'A request waits for 31 days at most.' : null;
}

/** Its outcome may still change. */
const isOpen = ({ outcome }: Claimed): boolean => outcome !== 'accepted' && outcome !== 'refused';

const isUnsettled = ({ outcome }: Claimed): boolean => outcome === null || outcome === 'unknown';

const unreadable = 'It cannot be read.';
const unknownAct = 'It names nothing that it could change.';

/** One instant has one text, so that texts compare as instants do. */
const sameForm = (at: string): string => new Date(at).toISOString();

/** What a payment of a claim is judged as; null where it names no line of a request, and no order. */
function candidateOf(
  requests: ApprovalState['requests'],
  { request: digest, line, order }: PaymentOfClaim,
  claimer: string,
): { candidate: Candidate; payload: string; expected: string | null } | null {
  if (digest === null)
    return order === null
      ? null
      : {
          candidate: {
            ...{ request: null, line: 0, maker: claimer },
            order: orderOf(order.operation, order.payload),
          },
          ...{ payload: order.payload, expected: null },
        };
  const request = requests.get(digest);
  const named = request?.lines[line];
  if (request === undefined || named === undefined) return null;
  return {
    candidate: { request, line, order: named.order, maker: request.maker.person },
    ...{ payload: named.payload, expected: named.reference },
  };
}
