import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { add } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { SharedKind } from '../../engines/sharing/shared-kind.ts';
import { shareAll } from '../../engines/sharing/sharing.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { Sending as Leaving } from '../../engines/submissions/claims.ts';
import { isClaimed, type ChangeRegistry } from '../../engines/submissions/change.ts';
import {
  alikeReferences,
  listSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import {
  contradictKind,
  isFree,
  isOpen,
  type StoredClaim,
} from '../../engines/team-record/claim-table.ts';
import type { Sending, SentBefore, WantedClaim } from '../../engines/team-record/wanted-claim.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import { writeAct } from './acts-of-people.ts';
import { cardIn } from './card.ts';
import { historyOf } from './history.ts';
import type { OpenTeam } from './open-team.ts';

/** A reference of this desk that the team's record has already, or a payment that looks like one of the team's. */
export type Difference = { readonly reference: string; readonly message: string };

/** The parts that importing a desk's sent payments needs. */
export type Importing = {
  readonly journal: Journal;
  /** Tells which operations are claimed. */
  readonly registry: ChangeRegistry;
  /** Returns the payment data of a claim. */
  readonly sendingOf: (leaving: Leaving) => Sending;
};

/** Since when approval rules have named an operation, ISO 8601; null where none do. Such an operation is claimed since then. */
type Demands = { readonly demandsSince: (operation: string) => string | null };

/** The claimed kinds of payments that this desk sent, oldest first. */
const sentOf = ({
  journal,
  registry,
}: Pick<Importing, 'journal' | 'registry'>): readonly Submission[] =>
  listSubmissions(journal, {})
    .toReversed()
    .filter(({ operation }) => isClaimed(registry, operation));

/**
 * The history of a desk that asks to join: all payments that it sent. Once it has asked, only the payments that its request named; later
 * ones follow them in the journal.
 */
export function sentBefore(
  importing: Pick<Importing, 'journal' | 'registry'>,
  { member, row }: Pick<OpenTeam, 'member' | 'row'>,
): ReturnType<typeof historyOf> {
  const { card } = row();
  const named = card === null ? null : (cardIn(card)?.history.count ?? null);
  const sent = sentOf(importing);
  return historyOf(named === null ? sent : sent.slice(0, named), member);
}

/**
 * Claims the payments that this desk sent before it had a team, with their outcomes, so that no colleague sends the same. Safe to repeat.
 * Returns the references that another desk holds, which are not claimed, and those that look like a payment of another desk.
 */
export function importHistory(
  importing: Importing,
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  return importAll(importing, sentOf(importing), team, nowMs, context);
}

/**
 * Claims again the payments that this desk sent and the record lacks, after an older copy of the database was restored. The desk may not
 * have read its own last acts, so only its journal knows of them. Reports the payments that the bank accepted here and the record has as
 * refused, after two copies were in use. Call it when the whole record is read. Safe to repeat.
 *
 * Returns the open claims of other desks on payments that this desk sent. If such a claim is given back, its reference becomes free
 * although the bank may have the payment: then call this again.
 */
export async function importLost(
  importing: Importing & Demands,
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly StoredClaim[]>> {
  if (team.people.keys() === null) return ok([]);
  const sent = newestSent(importing.journal, team)
    .toReversed()
    .filter((one) => wasClaimed(importing, team, one));
  const lost = sent.filter((one) => !isRecorded(team, one));
  const imported = await importAll(importing, lost, team, nowMs, context);
  if (!imported.ok) return imported;
  const refused = sent.filter((one) => isContradicted(team, one));
  const contradicted = await contradict(team, refused, context);
  return contradicted.ok ? ok(heldByOthers(team, sent)) : contradicted;
}

const heldByOthers = ({ claims, record }: OpenTeam, sent: readonly Submission[]): StoredClaim[] =>
  sent
    .flatMap(({ reference }) => claims.claimOf(reference) ?? [])
    .filter(({ key, outcome }) => key !== record.key && isOpen(outcome));

/** Was it claimed when it was sent: because its operation always is, or because approval rules named the operation by then? */
function wasClaimed(
  { registry, demandsSince }: Pick<Importing, 'registry'> & Demands,
  { row }: Pick<OpenTeam, 'row'>,
  submission: Submission,
): boolean {
  if (isClaimed(registry, submission.operation)) return true;
  const since = demandsSince(submission.operation);
  const sentAt = lastSentAt(submission);
  return since !== null && sentAt >= since && sentAt >= row().since;
}

const lastSentAt = ({ attempts, createdAt }: Submission): Timestamp =>
  attempts.at(-1)?.at ?? createdAt;

/** The number of newest submissions that are checked first: a restore loses the newest. */
const newest = 200;

/** Does the record hold the reference? A claim that was given back does not count: the later one was lost. */
const isRecorded = ({ claims }: OpenTeam, { reference }: Submission): boolean => {
  const claim = claims.claimOf(reference);
  return claim !== null && !isFree(claim.outcome);
};

/** Did the bank accept here what the record has as refused? */
export const isContradicted = (
  { claims }: OpenTeam,
  { reference, state }: Pick<Submission, 'reference' | 'state'>,
): boolean => state === 'accepted' && claims.claimOf(reference)?.outcome === 'refused';

/** The newest submissions that are or may be at the bank; all of them where even the oldest of the newest is not in the record. */
function newestSent(journal: Journal, team: OpenTeam): readonly Submission[] {
  const states = ['accepted', 'unknown'] as const;
  const last = listSubmissions(journal, { states, limit: newest });
  const oldest = last.at(-1);
  return oldest === undefined || isRecorded(team, oldest)
    ? last
    : listSubmissions(journal, { states });
}

/** Reports to the team the payments that the bank accepted here and the record has as refused. */
async function contradict(
  team: OpenTeam,
  refused: readonly Submission[],
  context: Context,
): Promise<Outcome<null>> {
  for (let at = 0; at < refused.length; at += limits.claimsAtOnceMax) {
    const outcomes = refused
      .slice(at, at + limits.claimsAtOnceMax)
      .flatMap(({ reference }) => team.claims.claimOf(reference) ?? [])
      .map(({ name }) => ({ r: name, is: 'accepted' }));
    const draft = { kind: contradictKind, of: { outcomes }, content: {} };
    const written = await writeAct(team, draft, context);
    if (!written.ok) return written;
  }
  return ok(null);
}

/** Claims sent payments, oldest first; those of the history come before all others. */
async function importAll(
  importing: Importing,
  sent: readonly Submission[],
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  if (sent.length === 0) return ok([]);
  const { record, claims } = team;
  const { proofOf } = sentBefore(importing, team);
  const wanted = sent.map((submission) => {
    const proof = proofOf(submission.reference);
    const at = lastSentAt(submission);
    return claimOf(importing, submission, { nowMs, sent: { at, proof } });
  });
  const isProven = ({ sentBefore: before }: WantedClaim): boolean => before?.proof !== null;
  const imported = await claims.importAll(
    [...wanted.filter(isProven), ...wanted.filter((one) => !isProven(one))],
    context,
  );
  if (!imported.ok) return imported;
  for (const { reference, state } of sent) if (state !== 'sending') claims.settle(reference, state);
  const published = await claims.publish(context);
  if (!published.ok) return published;
  const caughtUp = await record.catchUp(context);
  return caughtUp.ok ? ok(imported.value) : caughtUp;
}

function claimOf(
  { journal, sendingOf }: Importing,
  submission: Submission,
  { nowMs, sent }: { readonly nowMs: number; readonly sent: SentBefore },
): WantedClaim {
  const { reference, likeness, payloadHash, state } = submission;
  const isTwin =
    state === 'unknown' ||
    state === 'sending' ||
    nowMs - Date.parse(sent.at) < limits.duplicateWindowMs;
  return {
    ...{ reference, payloadHash },
    likeness: isTwin ? likeness : null,
    twins: likeness === null ? [] : alikeReferences(journal, likeness, reference),
    sending: sendingOf({ ...submission, unread: [], basis: null }),
    sentBefore: sent,
  };
}

/** Marks the desk as a member, which may send, and shares its records of these kinds. */
export const markJoined = (
  journal: Journal,
  team: OpenTeam,
  kinds: readonly SharedKind[],
): Promise<void> =>
  shareAll({ journal, copy: team.record.copy, keys: () => team.people.keys() }, kinds, () => {
    saveMembership(journal, { ...team.row(), state: 'joined' });
  });

/** The payment data of a claim, with the bank data that this desk has read for it. */
export function sendingOf({ operation, payload, about, unread, basis }: Leaving): Sending {
  const amount = about?.amount ?? null;
  const fee = about?.fee ?? null;
  const debit = amount && fee?.currency === amount.currency ? add(amount, fee).amount : null;
  return { operation, payload, unread, debit, basis, bankDetails: about?.bankDetails ?? null };
}
