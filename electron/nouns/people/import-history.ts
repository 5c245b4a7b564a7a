import type { Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { SharedKind } from '../../engines/sharing/shared-kind.ts';
import { shareAll } from '../../engines/sharing/sharing.ts';
import type { Journal } from '../../engines/store/database.ts';
import { isClaimed, type ChangeRegistry } from '../../engines/submissions/change.ts';
import {
  alikeReferences,
  listSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { isFree } from '../../engines/team-record/claim-table.ts';
import type { WantedClaim } from '../../engines/team-record/team-claims.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import type { OpenTeam } from './open-team.ts';

/** A reference of this desk that the team's record has already, or a payment that looks like one of the team's. */
export type Difference = { readonly reference: string; readonly message: string };

type Importing = {
  readonly journal: Journal;
  /** Says which operations are claimed. */
  readonly registry: ChangeRegistry;
};

/**
 * Claims what this desk sent before it had a team, with its outcomes, so that no colleague sends the same. Safe to repeat. Returns
 * what the record has already; nothing of that is written.
 */
export function importHistory(
  { journal, registry }: Importing,
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  const sent = listSubmissions(journal, {}).filter(({ operation }) =>
    isClaimed(registry, operation),
  );
  return importAll(journal, sent, team, nowMs, context);
}

/**
 * Claims again what this desk sent and the record lacks, after an older copy of the database was restored. The desk may not have read
 * its own last acts, so only its journal knows of them. Call it when all of the record is read.
 */
export async function importLost(
  { journal, registry }: Importing,
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<null>> {
  const lost = lostOf(journal, team).filter(({ operation }) => isClaimed(registry, operation));
  if (lost.length === 0) return ok(null);
  const imported = await importAll(journal, lost, team, nowMs, context);
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

async function importAll(
  journal: Journal,
  sent: readonly Submission[],
  { record, claims }: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  const imported = await claims.importAll(
    sent.map((submission) => claimOf(journal, submission, nowMs)),
    context,
  );
  if (!imported.ok) return imported;
  for (const { reference, state } of sent) if (state !== 'sending') claims.settle(reference, state);
  const published = await claims.publish(context);
  if (!published.ok) return published;
  const caughtUp = await record.catchUp(context);
  return caughtUp.ok ? ok(imported.value) : caughtUp;
}

function claimOf(journal: Journal, submission: Submission, nowMs: number): WantedClaim {
  const { reference, likeness, payloadHash, state, createdAt } = submission;
  const isTwin =
    state === 'unknown' ||
    state === 'sending' ||
    nowMs - Date.parse(createdAt) < limits.duplicateWindowMs;
  return {
    ...{ reference, payloadHash },
    likeness: isTwin ? likeness : null,
    twins: likeness === null ? [] : alikeReferences(journal, likeness, reference),
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
