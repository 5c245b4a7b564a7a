import type { Role } from '../../../shared/team/roles.ts';
import type { Money, Premise, RequestBody, Rules } from './contents.ts';
import type { Total } from './judge/amounts.ts';
import { changesPayee, type Order } from './order.ts';

/** A desk of the team. Desks with the same name are the same person. */
export type Desk = {
  readonly person: string;
  /** The login stays where a desk gets a new key. */
  readonly login: string;
  readonly roles: readonly Role[];
  /** False after it was revoked, and while administrators must still sign its enrolment. */
  readonly counts: boolean;
};

/** A signature: its act is number `n` of the record, at the server's time. */
export type Signed = {
  readonly n: number;
  readonly at: string;
  readonly key: string;
  readonly person: string;
};

export type Approval = Signed & {
  /** The premises that this desk read; null for a line that is excluded. */
  readonly premises: readonly (Premise | null)[];
};

export type Line = { readonly reference: string; readonly payload: string; readonly order: Order };

export type Request = Omit<RequestBody, 'lines'> & {
  /** Digest of its act. */
  readonly digest: string;
  readonly maker: Signed;
  readonly lines: readonly Line[];
  readonly approvals: readonly Approval[];
  /** Why it was refused or withdrawn; null while it was not. */
  readonly ended:
    | (Signed & { readonly is: 'refused' | 'withdrawn'; readonly words: string })
    | null;
};

/** A joint decision of administrators, made before one of them carries it out. */
export type Decision =
  | {
      /** The reference of an open claim of a desk that is lost. */
      readonly takesOver: string;
      /** The outcome that they found at the bank. */
      readonly outcome: 'accepted' | 'not-found';
    }
  /** The team ends: each desk sends alone. */
  | { readonly ends: true };

/** A proposal that still lacks signatures of administrators: rules, a desk, or a {@link Decision}. */
export type Proposal = {
  readonly author: Signed;
  /** Keys of the desks that signed. */
  readonly signers: ReadonlySet<string>;
  readonly proposes: { readonly rules: Rules } | { readonly login: string } | Decision;
};

export type Delegation = {
  readonly from: string;
  readonly to: string;
  /** Never before it was written, by the server's clock. */
  readonly begins: string;
  readonly ends: string;
  readonly limit: Money | null;
  readonly withdrawnAt: string | null;
};

/** The opening of a sending desk for a day. */
export type Opening = Signed & {
  readonly login: string;
  /** YYYY-MM-DD, in the time zone of the rules. */
  readonly day: string;
};

/** The release of bank details of a payee. */
export type Release = Signed & {
  readonly payee: string;
  /** Fingerprint of the bank details. */
  readonly details: string;
};

/** A payment of a claim. */
export type Claimed = Signed & {
  /** Keyed digest of the reference. */
  readonly name: string;
  /** The desk that holds the claim. */
  readonly holder: string;
  /** Null where no rule asked for an approval. */
  readonly request: string | null;
  readonly line: number;
  readonly maker: string;
  readonly order: Order;
  /** Fingerprint of the payee's bank details. */
  readonly details: string;
  /** It had the approvals that the rules required at its time. */
  readonly isApproved: boolean;
  /** Null while it is open. */
  readonly outcome: string | null;
};

/** May it be claimed again? Nothing was sent, or the bank does not have it. */
export const isFree = ({ outcome }: Claimed): boolean =>
  outcome === 'not-sent' || outcome === 'not-found';

/** May its outcome still change? */
export const isOpen = ({ outcome }: Claimed): boolean =>
  outcome !== 'accepted' && outcome !== 'refused';

/** May it have moved money? */
export const isCounted = (claim: Claimed): boolean => !isFree(claim) && claim.outcome !== 'refused';

/**
 * Does it make its payee known? Only an approved payment that the bank accepted does. If an open one did and then failed, the payee would
 * become new again after another desk had relied on it.
 */
export const makesKnown = ({ isApproved, outcome, order }: Claimed): boolean =>
  isApproved && outcome === 'accepted' && !changesPayee(order);

/** A claim that lacked the approvals that the rules required at its time. */
export type Objection = {
  readonly n: number;
  readonly at: string;
  readonly key: string;
  readonly reference: string;
  readonly why: string;
};

/** The subject by which sums are counted. */
export type Subject = { readonly per: 'account' | 'payee' | 'maker'; readonly of: string };

/** The queries of the checks on earlier claims. */
export type ClaimsRead = {
  /** Is this line of a request claimed, and not free again? */
  isLineClaimed(request: string, line: number): boolean;
  /** The first of the claims of a line that are not free again. */
  claimOfLine(request: string, line: number): Claimed | undefined;
  /** Was this payee paid with these bank details, by a payment that was approved? */
  isPaid(payee: string, details: string): boolean;
  /** Claims that may have changed a payee. */
  payeeChanges(): readonly Claimed[];
  /** The sum sent for a subject since an instant (ISO 8601, UTC), without the lines of one request. */
  sumSince(subject: Subject, since: string, exceptRequest: string | null): Total;
};

/** The queries on requests. */
export type RequestsRead = {
  /** Requests that have a line with this reference, oldest first. */
  withReference(reference: string): readonly Request[];
};

/** The state of approvals, folded from the acts of a team in their order. */
export type ApprovalState = {
  /** Number of the last act. */
  readonly n: number;
  /** Null while the team has none: no payment needs an approval. */
  readonly rules: Rules | null;
  /** Since when the rules have named each operation, by the server's clock. */
  readonly namedSince: ReadonlyMap<string, string>;
  readonly desks: ReadonlyMap<string, Desk>;
  readonly requests: ReadonlyMap<string, Request> & RequestsRead;
  readonly proposals: ReadonlyMap<string, Proposal>;
  /** The outcomes that administrators found for claims taken over, by the keyed digest of the reference. */
  readonly found: ReadonlyMap<string, 'accepted' | 'not-found'>;
  readonly delegations: ReadonlyMap<string, Delegation>;
  /** By the keyed digest of the reference: the last claim of each. */
  readonly claims: ReadonlyMap<string, Claimed> & ClaimsRead;
  /** Payees of claims that are no longer needed: {@link payeeName}. */
  readonly paidPayees: ReadonlySet<string>;
  /** By the digests of their acts. */
  readonly openings: ReadonlyMap<string, Opening>;
  /** The releases of bank details of a payee, by {@link payeeName}. */
  readonly releases: ReadonlyMap<string, readonly Release[]>;
  /** The person who last changed a payee, from claims that are no longer needed, by {@link changeName}. */
  readonly payeeChanges: ReadonlyMap<string, string>;
  /** Delegations that ended long ago, by the digests of their acts. */
  readonly pastDelegations: ReadonlyMap<string, Delegation>;
  readonly objections: readonly Objection[];
};

/** Normalizes a time, so that texts compare like instants. */
export const sameForm = (at: string): string => new Date(at).toISOString();
