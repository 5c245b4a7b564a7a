import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import { asAdmin, writeAct } from './acts-of-people.ts';
import type { OpenTeam } from './open-team.ts';

/** The outcome that a person found at the bank. */
export type FoundOutcome = 'accepted' | 'not-found';

/**
 * Takes over the claim of a lost desk. Its outcome is then unknown, and this desk settles it. Fails with `input.invalid` where no other
 * desk has an open claim of the reference, and with `team.too-soon` while that desk may still be sending. Safe to repeat: a claim that
 * was taken over and not settled already belongs to this desk, which never sent it.
 */
export async function takeOver(
  team: OpenTeam,
  { reference, isSentHere }: { readonly reference: string; readonly isSentHere: boolean },
  context: Context,
): Promise<Outcome<null>> {
  const allowed = await asAdmin(team, context);
  if (!allowed.ok) return allowed;
  const { record } = team;
  const claim = team.claims.claimOf(reference);
  const isOpen = claim && (claim.outcome === null || claim.outcome === 'unknown');
  const isOwn = claim?.key === record.key;
  if (isOwn && claim.outcome === 'unknown' && !isSentHere) return ok(null);
  if (!isOpen || isOwn)
    return fail('input.invalid', context.correlationId, {
      message: `No other desk has an open claim of ${reference}.`,
    });
  return writeAct(
    team,
    {
      kind: 'take-over',
      of: { claims: [{ r: claim.name }] },
      content: { references: [reference] },
    },
    context,
    (server, act, sending) => server.takeOver(act, sending),
  );
}

/** Records the outcome that a person found for a claim taken over. Fails with `team.refused` where the record then has another outcome. */
export async function settleClaim(
  team: OpenTeam,
  reference: string,
  outcome: FoundOutcome,
  context: Context,
): Promise<Outcome<null>> {
  team.claims.settle(reference, outcome);
  const published = await team.claims.publish(context);
  if (!published.ok) return published;
  const caughtUp = await team.record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  return team.claims.claimOf(reference)?.outcome === outcome
    ? ok(null)
    : fail('team.refused', context.correlationId);
}

/** Takes over a claim and records the outcome found at the bank. `journal`: this desk's own, which tells whether it sent the reference. */
export async function takeOverAs(
  team: OpenTeam,
  journal: Journal,
  { reference, outcome }: { readonly reference: string; readonly outcome: FoundOutcome },
  context: Context,
): Promise<Outcome<null>> {
  const isSentHere = submissionByReference(journal, reference) !== null;
  const moved = await takeOver(team, { reference, isSentHere }, context);
  return moved.ok ? settleClaim(team, reference, outcome, context) : moved;
}
