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
import { contradictKind, isFree } from '../../engines/team-record/claim-table.ts';
import type { WantedClaim } from '../../engines/team-record/team-claims.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import { writeAct } from './acts-of-people.ts';
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
 * its own last acts, so only its journal knows of them. Reports what the bank accepted here and the record has as refused, after two
 * copies were in use. Call it when all of the record is read. Safe to repeat.
 */
export async function importLost(
  { journal, registry }: Importing,
  team: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<null>> {
  if (team.people.keys() === null) return ok(null);
  const sent = newestSent(journal, team).filter(({ operation }) => isClaimed(registry, operation));
  const lost = sent.filter((one) => !isRecorded(team, one));
  const imported = await importAll(journal, lost, team, nowMs, context);
  if (!imported.ok) return imported;
  const refused = sent.filter((one) => isContradicted(team, one));
  return contradict(team, refused, context);
}

/** What is lost is the newest. */
const newest = 200;

/** A claim that was given back before holds nothing: the later one was lost. */
const isRecorded = ({ claims }: OpenTeam, { reference }: Submission): boolean => {
  const claim = claims.claimOf(reference);
  return claim !== null && !isFree(claim.outcome);
};

/** Did the bank accept here what the record has as refused? */
export const isContradicted = (
  { claims }: OpenTeam,
  { reference, state }: Pick<Submission, 'reference' | 'state'>,
): boolean => state === 'accepted' && claims.claimOf(reference)?.outcome === 'refused';

/** The newest that are or may be at the bank; all of them where the oldest of these is not in the record either. */
function newestSent(journal: Journal, team: OpenTeam): readonly Submission[] {
  const states = ['accepted', 'unknown'] as const;
  const last = listSubmissions(journal, { states, limit: newest });
  const oldest = last.at(-1);
  return oldest === undefined || isRecorded(team, oldest)
    ? last
    : listSubmissions(journal, { states });
}

/** Reports to the team what the bank accepted here and the record has as refused. */
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

async function importAll(
  journal: Journal,
  sent: readonly Submission[],
  { record, claims }: OpenTeam,
  nowMs: number,
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  if (sent.length === 0) return ok([]);
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
