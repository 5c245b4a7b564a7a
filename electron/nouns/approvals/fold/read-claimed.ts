import { limits } from '../../../../shared/limits.ts';
import type { ReadAct } from '../../../engines/acts/read-act.ts';
import type { ListedItem } from '../../../engines/team-record/claim-table.ts';
import { isOfHistory, type History, type HistoryProof } from '../../people/history.ts';
import { claimedCandidate, notItsOperation } from '../candidates.ts';
import type { PaymentOfClaim } from '../contents.ts';
import { personOf } from '../desks.ts';
import { judge } from '../judge/judge.ts';
import { asNamed, claimableLikenesses, payloadHashOf } from '../order.ts';
import { sameForm, type ApprovalState, type Claimed } from '../state.ts';
import type { FoldParts } from './fold-parts.ts';
import { unsignedDesk } from './void-acts.ts';

/** One payment of a claim: the digests that the database sees, with the reference from the content. */
type Place = ListedItem & { readonly reference: string };

/** Why a payment is not in the history that a newcomer's enrolment names; empty where it is. The team's rules did not apply to it then. */
export function whyNotPast(
  { nameOf }: Pick<FoldParts, 'nameOf'>,
  history: History | undefined,
  { past, reference, r, p }: { readonly past: HistoryProof } & Place,
): readonly string[] {
  const isNamed = nameOf('reference', reference) === r && nameOf('payload', past.payload) === p;
  return isNamed && history !== undefined && isOfHistory(history, reference, past)
    ? []
    : ['Its desk did not send it before it was admitted.'];
}

/** How long before a repair a lost claim may have been made. */
const lostMs = 7 * 86_400_000;

/** When a payment was sent. A stated time counts only while the desk must confirm a repair: only then are lost claims made again. */
function sentAtOf(
  { isAwaited }: Pick<FoldParts, 'isAwaited'>,
  { at, envelope: { key } }: ReadAct,
  sentAt: string | undefined,
): string {
  const claimedAt = sameForm(at);
  if (sentAt === undefined || !isAwaited(key)) return claimedAt;
  const since = new Date(Date.parse(claimedAt) - lostMs).toISOString();
  const stated = sameForm(sentAt);
  return since <= stated && stated <= claimedAt ? stated : claimedAt;
}

/** The largest error of a desk's clock in the time at which it says it sent something. */
const clockMs = 3_600_000;

/**
 * Does a claim name the likeness of its payload, so that a payment that looks the same is detected? A payment that was sent longer ago
 * than the comparison reaches need not name it.
 */
function isLikenessNamed(
  { nameOf }: Pick<FoldParts, 'nameOf'>,
  { at }: Pick<ReadAct, 'at'>,
  { operation, payload }: { readonly operation: string; readonly payload: string },
  { l, sentAt }: { readonly l: string; readonly sentAt: string | undefined },
): boolean {
  const likenesses = claimableLikenesses(operation, payload);
  if (likenesses === null) return true;
  const agoMs = sentAt === undefined ? 0 : Date.parse(at) - Date.parse(sentAt);
  if (l === '') return likenesses.includes('') || agoMs > limits.duplicateWindowMs - clockMs;
  return likenesses.some((one) => one !== '' && nameOf('likeness', one) === l);
}

/** Reads a payment of a claim for the fold, and what it lacks. `claimed` is null where the payment is unknown. */
export function readClaimed(
  state: ApprovalState,
  parts: Pick<FoldParts, 'nameOf' | 'isAwaited'>,
  act: ReadAct,
  {
    payment,
    reference,
    r,
    l,
    p,
  }: Place & { readonly payment: Exclude<PaymentOfClaim, { readonly past: unknown }> },
): { readonly why: readonly string[]; readonly claimed: Claimed | null } {
  const { key } = act.envelope;
  const at = sentAtOf(parts, act, payment.sentAt);
  const person = personOf(state.desks, key);
  const found = claimedCandidate(state.requests, payment, person, reference);
  if (found === null)
    return { why: ['It names a request that is not in the record.'], claimed: null };
  const { candidate, payload, expected, outside } = found;
  const { maker, order } = candidate;
  const isOther =
    parts.nameOf('reference', reference) !== r ||
    parts.nameOf('payload', payloadHashOf(payload)) !== p ||
    (expected !== null && expected !== reference);
  const sent = { operation: order.operation, payload };
  const why = [
    ...(state.desks.get(key)?.counts === true ? [] : [unsignedDesk]),
    ...(isOther ? ['It sends another payment than it names.'] : []),
    ...(order.isUnread ? [notItsOperation] : []),
    ...(isOther || isLikenessNamed(parts, act, sent, { l, sentAt: payment.sentAt })
      ? []
      : ['It hides what it pays from payments that look the same.']),
    ...(outside === null ? [] : [outside]),
    ...judge(state, candidate, { premise: payment.premise, now: at, desk: key }).missing,
  ];
  const claimed: Claimed = {
    ...{ n: act.n, at, key, person, name: r, holder: key, line: payment.line },
    // A different payment does not use up the line that it names.
    request: isOther ? null : payment.request,
    ...{ maker, order, outcome: null, details: asNamed(order, payment.premise).details },
    isApproved: why.length === 0,
  };
  return { why, claimed };
}
