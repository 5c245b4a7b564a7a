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

/** A place of a claim: the digests that the database sees, with the reference in its content. */
type Place = ListedItem & { readonly reference: string };

/** Why a payment is none that a newcomer sent before, by what its enrolment names; empty where it is. Rules do not apply to it: no rule of this team was there. */
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

/** How long before a repair a claim that the record lost may have been made. */
const lostMs = 7 * 86_400_000;

/** When a payment of a claim was sent, as far as the record bears it out: only a repair leaves claims to be made again. */
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

/** A clock may be so much off where a desk says when it sent something. */
const clockMs = 3_600_000;

/**
 * Does a claim name what its payload pays, so that a payment that looks the same waits? What was sent longer ago than payments are compared
 * may name nothing.
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

/** A payment of a claim as it is remembered, and what it lacks. Null where nothing is known of what it sends. */
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
    // Another payment does not use up the line that it names.
    request: isOther ? null : payment.request,
    ...{ maker, order, outcome: null, details: asNamed(order, payment.premise).details },
    isApproved: why.length === 0,
  };
  return { why, claimed };
}
