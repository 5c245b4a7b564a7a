import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import {
  adminsNeeded,
  isDecided,
  proposalOf,
  proposeContent,
  signersOf,
} from '../../nouns/approvals/decisions.ts';
import type { Decision } from '../../nouns/approvals/state.ts';
import { asAdmin, writeAct } from '../../nouns/people/acts-of-people.ts';
import { endTeam } from '../../nouns/people/revoke.ts';
import { takeOverAs, type FoundOutcome } from '../../nouns/people/take-over.ts';
import type { OpenApprovals } from './requests.ts';

/**
 * Takes a claim over and records what was found at the bank. Where the approval rules require several administrators, each of them does the
 * same, with `team.signatures` until the desk of the last one takes it over.
 */
export async function takeOverTogether(
  open: OpenApprovals,
  journal: Journal,
  found: { readonly reference: string; readonly outcome: FoundOutcome },
  context: Context,
): Promise<Outcome<null>> {
  const { team } = open;
  const { reference, outcome } = found;
  // Reads the record first: this desk may not have the claim yet.
  const allowed = await asAdmin(team, context);
  if (!allowed.ok) return allowed;
  const claim = team.claims.claimOf(reference);
  const isOpen = claim?.outcome === null || claim?.outcome === 'unknown';
  if (isOpen && claim.key !== team.record.key) {
    const signed = await signDecision(open, { takesOver: reference, outcome }, context);
    if (!signed.ok) return signed;
  }
  return takeOverAs(team, journal, found, context);
}

/** Ends the team for all desks. Where the approval rules ask for several administrators, each of them does the same. */
export async function endTogether(open: OpenApprovals, context: Context): Promise<Outcome<null>> {
  const signed = await signDecision(open, { ends: true }, context);
  return signed.ok ? endTeam(open.team, context) : signed;
}

/** Proposes a decision, or signs what another administrator proposed. Safe to repeat. */
async function signDecision(
  { team, approvals }: OpenApprovals,
  wanted: Decision,
  context: Context,
): Promise<Outcome<null>> {
  const allowed = await asAdmin(team, context);
  if (!allowed.ok || isDecided(approvals.state, wanted)) return allowed;
  const found = proposalOf(approvals.state, wanted);
  if (found === null || !found[1].signers.has(team.record.key)) {
    const draft =
      found === null
        ? ({ kind: 'propose', content: proposeContent(wanted), must: true } as const)
        : { kind: 'approve', content: { of: found[0], premises: [] } };
    const written = await writeAct(team, draft, context);
    if (!written.ok) return written;
  }
  if (isDecided(approvals.state, wanted)) return ok(null);
  const after = proposalOf(approvals.state, wanted);
  if (after === null) return fail('team.refused', context.correlationId);
  const signed = signersOf(approvals.state, after[1]);
  return fail('team.signatures', context.correlationId, {
    message: `${signed.join(', ')} signed it. It needs ${String(adminsNeeded(approvals.state))} administrators.`,
  });
}
