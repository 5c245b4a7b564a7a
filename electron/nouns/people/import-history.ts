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
import { isFree } from '../../engines/team-record/claim-table.ts';
import type { Sending, SentBefore, WantedClaim } from '../../engines/team-record/team-claims.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import { cardIn } from './card.ts';
import { historyOf } from './history.ts';
import type { OpenTeam } from './open-team.ts';

/** A reference of this desk that the team's record has already, or a payment that looks like one of the team's. */
export type Difference = { readonly reference: string; readonly message: string };

/** What a desk sent is read with. */
export type Importing = {
  readonly journal: Journal;
  /** Says which operations are claimed. */
  readonly registry: ChangeRegistry;
};

/** What this desk sent, oldest first. */
const sentOf = ({ journal, registry }: Importing): readonly Submission[] =>
  listSubmissions(journal, {})
    .toReversed()
    .filter(({ operation }) => isClaimed(registry, operation));

/**
 * The history of a desk that asks to join: all that it sent. Once it has asked, what its request named: what the journal took up since
 * comes behind it.
 */
export function sentBefore(
  importing: Importing,
  { member, row }: Pick<OpenTeam, 'member' | 'row'>,
): ReturnType<typeof historyOf> {
  const { card } = row();
  const named = card === null ? null : (cardIn(card)?.history.count ?? null);
  const sent = sentOf(importing);
  return historyOf(named === null ? sent : sent.slice(0, named), member);
}

/**
 * Claims what this desk sent before it had a team, with its outcomes, so that no colleague sends the same. Safe to repeat. Returns
 * what the record has already; nothing of that is written.
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
 * Claims again what this desk sent and the record lacks, after an older copy of the database was restored. The desk may not have read
 * its own last acts, so only its journal knows of them. Call it when all of the record is read.
 */
export async function importLost(
  importing: Importing,
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<null>> {
  const { journal, registry } = importing;
  const lost = lostOf(journal, team)
    .toReversed()
    .filter(({ operation }) => isClaimed(registry, operation));
  if (lost.length === 0) return ok(null);
  const imported = await importAll(importing, lost, team, nowMs, context);
  return imported.ok ? ok(null) : imported;
}

/** What is lost is the newest. */
const newest = 200;

function lostOf(journal: Journal, { people, claims }: OpenTeam): readonly Submission[] {
  if (people.keys() === null) return [];
  // A claim that was given back before holds nothing: the later one was lost.
  const isRecorded = ({ reference }: Submission): boolean => {
    const claim = claims.claimOf(reference);
    return claim !== null && !isFree(claim.outcome);
  };
  const states = ['accepted', 'unknown'] as const;
  const last = listSubmissions(journal, { states, limit: newest });
  const oldest = last.at(-1);
  const isAll = oldest === undefined || isRecorded(oldest);
  return (isAll ? last : listSubmissions(journal, { states })).filter((one) => !isRecorded(one));
}

/** Claims what was sent, oldest first, what is of the history before all else. */
async function importAll(
  importing: Importing,
  sent: readonly Submission[],
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  const { record, claims } = team;
  const { proofOf } = sentBefore(importing, team);
  const wanted = sent.map((submission) => {
    const proof = proofOf(submission.reference);
    const at = submission.attempts.at(-1)?.at ?? submission.createdAt;
    return claimOf(importing.journal, submission, { nowMs, sent: { at, proof } });
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
  journal: Journal,
  submission: Submission,
  { nowMs, sent }: { readonly nowMs: number; readonly sent: SentBefore },
): WantedClaim {
  const { reference, likeness, payloadHash, state, createdAt } = submission;
  const isTwin =
    state === 'unknown' ||
    state === 'sending' ||
    nowMs - Date.parse(createdAt) < limits.duplicateWindowMs;
  return {
    ...{ reference, payloadHash },
    likeness: isTwin ? likeness : null,
    twins: likeness === null ? [] : alikeReferences(journal, likeness, reference),
    sending: sendingOf({ ...submission, unread: [] }),
    sentBefore: sent,
  };
}

/** The desk is a member, and may send. It shares what stands on it of these kinds. */
export const markJoined = (
  journal: Journal,
  team: OpenTeam,
  kinds: readonly SharedKind[],
): Promise<void> =>
  shareAll({ journal, copy: team.record.copy, keys: () => team.people.keys() }, kinds, () => {
    saveMembership(journal, { ...team.row(), state: 'joined' });
  });

/** A payment as its claim says it, with what this desk has read of the bank for it. */
export function sendingOf({ operation, payload, about, unread }: Leaving): Sending {
  const amount = about?.amount ?? null;
  const fee = about?.fee ?? null;
  const debit = amount && fee?.currency === amount.currency ? add(amount, fee).amount : null;
  return { operation, payload, unread, debit, bankDetails: about?.bankDetails ?? null };
}
