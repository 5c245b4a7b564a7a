import type { Role } from '../people/membership.ts';
import type { Money, Premise, RequestBody, Rules } from './contents.ts';
import type { Order } from './order.ts';

/** A desk of the team. Desks with the same name are the same person. */
export type Desk = {
  readonly person: string;
  /** The login stays where a desk gets a new key. */
  readonly login: string;
  readonly roles: readonly Role[];
  /** False after it was revoked, and while administrators must still sign its enrolment. */
  readonly counts: boolean;
};

/** Who signed something: as number `n` of the record, at the server's time. */
export type Signed = {
  readonly n: number;
  readonly at: string;
  readonly key: string;
  readonly person: string;
};

export type Approval = Signed & {
  /** What this desk read; null for a line that is taken out. */
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

/** Rules that administrators have not signed in the number that is needed, or a desk that waits in the same way. */
export type Proposal = {
  readonly author: Signed;
  readonly signers: ReadonlySet<string>;
  readonly proposes: { readonly rules: Rules } | { readonly login: string };
};

export type Delegation = {
  readonly from: string;
  readonly to: string;
  /** Not before it was written, by the server's clock. */
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
  /** Null where nobody had to approve it. */
  readonly request: string | null;
  readonly line: number;
  readonly maker: string;
  readonly order: Order;
  /** Fingerprint of the payee's bank details. */
  readonly details: string;
  /** It had what the rules of its moment ask. */
  readonly isApproved: boolean;
  /** Null while it is open. */
  readonly outcome: string | null;
};

/** Nothing left, or the bank does not have it: it may be claimed again. */
export const isFree = ({ outcome }: Claimed): boolean =>
  outcome === 'not-sent' || outcome === 'not-found';

/** Its outcome may still change. */
export const isOpen = ({ outcome }: Claimed): boolean =>
  outcome !== 'accepted' && outcome !== 'refused';

/** Money may have moved. */
export const isCounted = (claim: Claimed): boolean => !isFree(claim) && claim.outcome !== 'refused';

/** A claim that lacks what the rules of its moment ask. */
export type Objection = {
  readonly n: number;
  readonly at: string;
  readonly key: string;
  readonly reference: string;
  readonly why: string;
};

/** What the acts of a team, in their order, come to. */
export type ApprovalState = {
  /** Number of the last act. */
  readonly n: number;
  /** Null while the team has none: nobody is asked, and nothing is judged. */
  readonly rules: Rules | null;
  readonly desks: ReadonlyMap<string, Desk>;
  readonly requests: ReadonlyMap<string, Request>;
  readonly proposals: ReadonlyMap<string, Proposal>;
  readonly delegations: ReadonlyMap<string, Delegation>;
  /** By the keyed digest of the reference: the last claim of each. */
  readonly claims: ReadonlyMap<string, Claimed>;
  /** Payees of claims that are no longer needed: {@link payeeName}. */
  readonly paidPayees: ReadonlySet<string>;
  /** By the digests of their acts. */
  readonly openings: ReadonlyMap<string, Opening>;
  /** Who released bank details of a payee, by {@link payeeName}. */
  readonly releases: ReadonlyMap<string, readonly Release[]>;
  /** Who last changed a payee, from claims that are no longer needed, by {@link changeName}. */
  readonly payeeChanges: ReadonlyMap<string, string>;
  /** Delegations that ended long ago, by the digests of their acts. */
  readonly pastDelegations: ReadonlyMap<string, Delegation>;
  readonly objections: readonly Objection[];
};

/** One instant has one text, so that texts compare as instants do. */
export const sameForm = (at: string): string => new Date(at).toISOString();
