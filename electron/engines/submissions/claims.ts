import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Clock, Context } from '../machine/context.ts';
import type { Journal } from '../store/database.ts';
import { attempt } from '../store/local-faults.ts';
import type { Continuity } from './continuity.ts';
import { listenToSettlements } from './journal/settlement-listener.ts';
import { alikeOrOpen, type Submission } from './journal/submission-table.ts';

/** What a desk claims before it sends. Equal for the same payment on any desk. */
export type Claimable = {
  readonly reference: string;
  /** Equal for payments that look the same; null where no other can look the same. */
  readonly likeness: string | null;
  /** SHA-256 of the payload, hex. */
  readonly payloadHash: string;
  /** References of payments that look the same and that a person confirmed. */
  readonly twins: readonly string[];
  /** The change to send; null where it is claimed before it was checked. */
  readonly sending: Sending | null;
};

/** A change as it is sent, with what this desk read from the bank for it. */
export type Sending = Pick<Submission, 'operation' | 'payload' | 'about'> & {
  /** What could not be read from the bank. */
  readonly unread: readonly string[];
  /** The values that it replaces at the bank, by field; null where there are none. */
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

/** The team's claims on sendings. Absent where the desk has no team. */
export type Claims = {
  /** Refuses at once, without the network, while the team forbids sending (codes `team.*`). Called where `continuity.allows` is. */
  allows(context: Context): Outcome<null>;
  /** Must the operation be claimed although it is not claimed otherwise? */
  demands(operation: string): boolean;
  /**
   * Claims the right to send one reference. Ok: send now. `outcome.unknown`: this desk has an earlier claim whose outcome it does
   * not know. Any other failure, such as `team.taken` and `team.twin`: nothing was sent.
   */
  claim(claimable: Claimable, context: Context): Promise<Outcome<null>>;
  /** Claims up to `limits.claimsAtOnceMax` at once, before their turn comes. `claim` reports the ones that failed. */
  claimAhead(claimables: readonly Claimable[], context: Context): Promise<void>;
  /** Releases claims made ahead that were not sent, at the end or stop of a file. */
  release(context: Context): Promise<void>;
  /** Reports an outcome that the journal has recorded. Never fails, never waits for the team. */
  settled(submission: Submission): void;
  /** Returns payments of other desks that look the same, sent or being sent, from this desk's copy of the team's record. */
  alike(likeness: string, exceptReference: string): readonly TeamTwin[];
};

/** Adds claims to the parts of a desk in a team. Every outcome that its journal records is reported to the team. */
export function withClaims<P extends { readonly journal: Journal }>(
  parts: P,
  claims: Claims,
): P & { readonly claims: Claims } {
  listenToSettlements(parts.journal, (submission) => {
    claims.settled(submission);
  });
  return { ...parts, claims };
}

/** Refuses while the journal (codes `journal.*`) or the team (codes `team.*`) forbids sending. */
export function maySend(
  { continuity, claims }: { readonly continuity: Continuity; readonly claims?: Claims },
  context: Context,
): Outcome<null> {
  const allowed = continuity.allows(context);
  return allowed.ok && claims ? claims.allows(context) : allowed;
}

/**
 * Returns the claim for a submission. Its twins are those in the team that a person confirmed, and those in the own journal, which
 * were confirmed before the submission was recorded.
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

/** Finds twins within twice the duplicate window, as the team's clock may differ. Failed submissions are no twins. */
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

/** Claims, and returns a local fault as a failure with its code. */
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

/** Returns a check whether a claim made now still holds, by both clocks: one can be set, the other may stop during sleep. */
export function claimHolds(clock: Clock): () => boolean {
  const [wallMs, monotonicMs] = [clock.now(), clock.monotonicMs()];
  return () =>
    Math.abs(clock.now() - wallMs) <= limits.claimHoldsMs &&
    clock.monotonicMs() - monotonicMs <= limits.claimHoldsMs;
}
