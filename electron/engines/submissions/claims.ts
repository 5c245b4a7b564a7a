import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Clock, Context } from '../machine/context.ts';
import type { Journal } from '../store/database.ts';
import { attempt } from '../store/local-faults.ts';
import type { Continuity } from './continuity.ts';
import { listenToSettlements } from './journal/settlement-listener.ts';
import { alikeOrOpen, type Submission } from './journal/submission-table.ts';

/** What a desk claims before it sends: equal for the same payment, on whichever desk it was entered. */
export type Claimable = {
  readonly reference: string;
  /** Equal for payments that look the same; null where that cannot be. */
  readonly likeness: string | null;
  /** SHA-256 of the payload, hex. */
  readonly payloadHash: string;
  /** References of payments that look the same and that a person has seen and means. */
  readonly twins: readonly string[];
  /** What leaves; null where it is claimed before it was checked. */
  readonly sending: Sending | null;
};

/** A change as it leaves, with what this desk has read of the bank for it. */
export type Sending = Pick<Submission, 'operation' | 'payload' | 'about'> & {
  /** What could not be read. */
  readonly unread: readonly string[];
  /** What it replaces at the bank, field by field; null without. */
  readonly basis: Readonly<Record<string, string>> | null;
};

/** A payment of another desk that looks the same. */
export type TeamTwin = {
  readonly reference: string;
  /** The member's name. */
  readonly by: string;
  readonly at: Timestamp;
  readonly state: 'sending' | 'unknown' | 'accepted';
};

/** What a desk asks of its team before something leaves. Absent where the desk has no team. */
export type Claims = {
  /** Refuses at once, without a network, while the team forbids sending (codes `team.*`). Asked where `continuity.allows` is. */
  allows(context: Context): Outcome<null>;
  /** Must the operation be claimed although it is not claimed otherwise? */
  demands(operation: string): boolean;
  /**
   * Claims the right to send one reference. Ok: send now. `outcome.unknown`: an earlier claim of this desk whose end it does not
   * know. Any other failure, such as `team.taken` and `team.twin`: nothing has left.
   */
  claim(claimable: Claimable, context: Context): Promise<Outcome<null>>;
  /** Claims up to `limits.claimsAtOnceMax` in one act, before their turn comes; `claim` finds what failed. */
  claimAhead(claimables: readonly Claimable[], context: Context): Promise<void>;
  /** Gives back what was claimed ahead and not sent, at the end or stop of a file. */
  release(context: Context): Promise<void>;
  /** Takes an outcome that the journal has. Never fails, never waits for the team. */
  settled(submission: Submission): void;
  /** What other desks of the team sent or are sending that looks the same, from the desk's own copy of the record. */
  alike(likeness: string, exceptReference: string): readonly TeamTwin[];
};

/** Parts of a desk in a team: it claims what it sends, and reports every outcome that its journal takes. */
export function withClaims<P extends { readonly journal: Journal }>(
  parts: P,
  claims: Claims,
): P & { readonly claims: Claims } {
  listenToSettlements(parts.journal, (submission) => {
    claims.settled(submission);
  });
  return { ...parts, claims };
}

/** Refuses while the journal forbids sending (codes `journal.*`), or the team does (codes `team.*`). */
export function maySend(
  { continuity, claims }: { readonly continuity: Continuity; readonly claims?: Claims },
  context: Context,
): Outcome<null> {
  const allowed = continuity.allows(context);
  return allowed.ok && claims ? claims.allows(context) : allowed;
}

/**
 * What is claimed of a submission. Its twins are those of the team that a person confirmed, and those of the own journal, which
 * were confirmed before it was written down.
 */
export function claimableOf(
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
  {
    reference,
    likeness,
    payloadHash,
    operation,
    payload,
    about,
  }: Pick<Submission, 'reference' | 'likeness' | 'payloadHash' | 'operation' | 'payload' | 'about'>,
  {
    twins: confirmed = [],
    unread = [],
    basis = null,
  }: {
    readonly twins?: readonly string[];
    readonly unread?: readonly string[];
    readonly basis?: Sending['basis'];
  } = {},
): Claimable {
  const own = likeness === null ? [] : ownTwins(journal, clock, { reference, likeness });
  const twins = [...new Set([...confirmed, ...own])].slice(0, limits.claimTwinsMax);
  const sending = { operation, payload, about, unread, basis };
  return { reference, likeness, payloadHash, twins, sending };
}

/** Twice the time of a twin: the team may count its day by another clock. What came to nothing is no twin. */
const ownTwins = (
  journal: Journal,
  clock: Clock,
  { reference, likeness }: { readonly reference: string; readonly likeness: string },
): string[] =>
  alikeOrOpen(
    journal,
    likeness,
    new Date(clock.now() - 2 * limits.duplicateWindowMs).toISOString(),
  ).flatMap((other) =>
    other.reference !== reference && ['sending', 'unknown', 'accepted'].includes(other.state)
      ? [other.reference]
      : [],
  );

/** Claims, and answers a fault of this machine as a failure with its code. */
export async function claimNow(
  claims: Claims,
  claimable: Claimable,
  context: Context,
): Promise<Outcome<null>> {
  const answer = await attempt(() => claims.claim(claimable, context));
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  return fail(code, context.correlationId, { message });
}

/** Until when what is claimed now may leave, by both clocks: one can be set, the other may stop while the machine sleeps. */
export function claimHolds(clock: Clock): () => boolean {
  const [wallMs, monotonicMs] = [clock.now(), clock.monotonicMs()];
  return () =>
    Math.abs(clock.now() - wallMs) <= limits.claimHoldsMs &&
    clock.monotonicMs() - monotonicMs <= limits.claimHoldsMs;
}
