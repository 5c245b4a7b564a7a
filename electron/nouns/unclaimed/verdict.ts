import {
  foldedReference,
  likenessOf,
  referenceCuts,
  spellingsOf,
} from '../../../shared/reference-likeness.ts';
import type { Journal, TeamCopy } from '../../engines/store/database.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import {
  claimNamed,
  claimsBeginning,
  claimSpelled,
  claimsOfLikeness,
  isFree,
  type StoredClaim,
} from '../../engines/team-record/claim-table.ts';
import { findingsOfClaim, type OrderFinding } from './findings.ts';
import {
  hasReferences,
  liveUnder,
  type ListedOrder,
  type OrderList,
  type OrderReading,
} from './listed-order.ts';

/** The data with which an order is compared. */
export type Comparing = OrderReading & {
  readonly journal: Journal;
  readonly copy: TeamCopy;
  /** The key of this desk. */
  readonly ownKey: string;
  /** When the team began, in milliseconds since 1970. */
  readonly sinceMs: number;
  /** The keyed digest of a text. */
  readonly nameOf: (of: 'reference' | 'likeness', text: string) => string;
  /** When the person of a desk became a member, in milliseconds since 1970; Infinity for a stranger. */
  readonly memberSinceMs: (key: string) => number;
  /** The operation of a claim, by the keyed digest of its reference; null where the record does not have it. */
  readonly operationOf: (name: string) => string | null;
};

/** The result of comparing an order with the claims. */
export type Verdict = {
  readonly reason: OrderFinding['reason'];
  readonly claim: StoredClaim | null;
};

type Known = {
  /** The whole list was read after the team began, without this order. */
  readonly isLate: boolean;
  /** The earlier finding. */
  readonly earlier: OrderFinding | null;
};

/**
 * Compares an order with the claims. Null where a claim accounts for it, it moved no money, or it is older than the team; also for an order
 * without a reference at a bank that lists none.
 */
export function verdictOf(comparing: Comparing, order: ListedOrder, known: Known): Verdict | null {
  if (order.isVoid || isHistory(comparing, order, known)) return null;
  const claim = claimUnder(comparing, order.facts.reference);
  if (claim !== null) {
    const reason = reasonUnder(comparing, order, claim, known);
    return reason && { reason, claim };
  }
  const alike = alikeClaim(comparing, order);
  if (alike !== null) return { reason: 'alike', claim: alike };
  const isComparable = order.facts.reference !== '' || hasReferences(comparing, order.list);
  return isComparable ? { reason: 'unclaimed', claim: null } : null;
}

/**
 * Is it older than the team by the bank's own date, and not known to be new? A date without a time counts as the end of its day. An
 * order without a date counts as new where an earlier list did not have it.
 */
function isHistory(
  { sinceMs }: Comparing,
  { facts: { at } }: ListedOrder,
  { isLate, earlier }: Known,
): boolean {
  if (isLate || earlier !== null) return false;
  const isDay = at !== null && /^\d{4}-\d\d-\d\d$/.test(at);
  const atMs = at === null ? Number.NaN : Date.parse(at) + (isDay ? dayMs - 1 : 0);
  return Number.isNaN(atMs) || atMs < sinceMs;
}

const dayMs = 86_400_000;

/** The claim for a reference as the bank writes it: an exact match first, then one ignoring case. */
function claimUnder({ copy, nameOf }: Comparing, reference: string): StoredClaim | null {
  if (reference === '') return null;
  for (const spelling of spellingsOf(reference)) {
    const claim = claimNamed(copy, nameOf('reference', spelling));
    if (claim !== null) return claim;
  }
  return claimSpelled(copy, foldedReference(reference));
}

function reasonUnder(
  comparing: Comparing,
  order: ListedOrder,
  claim: StoredClaim,
  { earlier }: Known,
): Verdict['reason'] | null {
  if (isClaimedLater(comparing, claim, earlier)) return 'claimed-later';
  const endedUnpaid = isFree(claim.outcome) || claim.outcome === 'refused';
  // The desk that sent it reopens the claim from its own journal, and looks the payment up at the bank.
  if (endedUnpaid && !isOwn(comparing, claim)) return 'released';
  if (isRepeated(comparing, order, claim)) return 'repeated';
  return isDifferent(comparing, order, claim) ? 'different' : null;
}

const isOwn = ({ journal, ownKey }: Comparing, { key, reference }: StoredClaim): boolean =>
  key === ownKey && reference !== '' && submissionByReference(journal, reference) !== null;

/**
 * Was it claimed only after it was found? A person who pays without the record could claim it afterwards. Claims of a person who became a
 * member later do not count: they are for payments that their desk had sent before.
 */
function isClaimedLater(
  { memberSinceMs }: Comparing,
  { key, n }: StoredClaim,
  earlier: OrderFinding | null,
): boolean {
  if (earlier === null || earlier.reason === 'alike' || n <= earlier.head) return false;
  return memberSinceMs(key) <= Date.parse(earlier.foundAt);
}

/** Does the bank list more orders under the reference than the claim and earlier `repeated` findings account for? */
function isRepeated(
  { journal, ...reading }: Comparing,
  { list, id, facts }: ListedOrder,
  { name }: StoredClaim,
): boolean {
  const live = liveUnder(reading, list, facts.reference);
  if (live.length < 2) return false;
  const found = findingsOfClaim(journal, name, id).filter(({ reason }) => reason === 'repeated');
  return live.length > 1 + found.length;
}

/** Does the claim name an operation of another list, or another likeness? Likenesses need a payee of the bank that is known here. */
const isDifferent = (
  { nameOf, operationOf }: Comparing,
  { list, likenesses }: ListedOrder,
  { name, likeness }: StoredClaim,
): boolean => {
  const operation = operationOf(name);
  if (operation !== null && !operationsOf[list].includes(operation)) return true;
  return (
    likeness !== '' &&
    likenesses.length > 0 &&
    likenesses.every((one) => nameOf('likeness', one) !== likeness)
  );
};

/** The operations that put an order into a list. */
const operationsOf: Readonly<Record<OrderList, readonly string[]>> = {
  transfers: ['createSingleTransfer', 'initiateRemittance'],
  trades: ['lockRate'],
};

/**
 * The claim for an order without the claim's exact reference: its reference resembles the order's, or the bank lists none and the claim
 * pays the same. A claim counts for one order, and for none where the bank lists the claim's own reference.
 */
function alikeClaim(comparing: Comparing, order: ListedOrder): StoredClaim | null {
  const { copy, journal } = comparing;
  const { reference } = order.facts;
  const samePaid = order.likenesses.flatMap((one) =>
    claimsOfLikeness(copy, comparing.nameOf('likeness', one), alikeMax),
  );
  const folded = foldedReference(reference);
  const cut = folded.length < referenceCuts[0] ? [] : claimsBeginning(copy, folded, alikeMax);
  const isNear = (claim: StoredClaim): boolean =>
    claim.reference !== '' && likenessOf(claim.reference, reference, order.narration) === 'near';
  const found = [
    ...samePaid.filter((claim) => reference === '' || isNear(claim)),
    ...cut.filter((claim) => isNear(claim) && !isDifferent(comparing, order, claim)),
  ].find(
    (claim) =>
      !isFree(claim.outcome) &&
      claim.outcome !== 'refused' &&
      findingsOfClaim(journal, claim.name, order.id).every(({ reason }) => reason !== 'alike') &&
      liveUnder(comparing, order.list, claim.reference).length === 0,
  );
  return found ?? null;
}

/** The most claims of one likeness that are checked: more than a month's wages to one payee. */
const alikeMax = 200;
