import type { RulesDraft } from '../../../shared/team/approval-rules.ts';
import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { Rules } from '../../nouns/approvals/contents.ts';
import { payeeName } from '../../nouns/approvals/order.ts';
import type { ApprovalState, Proposal } from '../../nouns/approvals/state.ts';
import { everyPaidBeneficiary, paidBeneficiary } from '../../nouns/beneficiaries/fingerprints.ts';
import { asAdmin, writeAct } from '../../nouns/people/acts-of-people.ts';
import { writeEnding, type OpenApprovals } from './requests.ts';

/** The version and the payees of the next rules. The first rules name the payees that this desk has paid. */
export function nextRules(
  { rules }: Pick<ApprovalState, 'rules'>,
  journal: Journal,
): Pick<Rules, 'version' | 'payees'> {
  return {
    version: (rules?.version ?? 0) + 1,
    payees: rules?.payees ?? paidPayees(journal),
  };
}

/** The part of the rules that a person writes. */
export const draftOf = ({ version: _version, payees: _payees, ...draft }: Rules): RulesDraft =>
  draft;

const paidPayees = (journal: Journal): string[] =>
  everyPaidBeneficiary(journal).flatMap((id) => {
    const paid = paidBeneficiary(journal, id);
    return paid === null ? [] : [payeeName(id, paid.fingerprint)];
  });

/** Proposes rules, in force once as many administrators signed as the old ones require. `team.refused` where they do not count. */
export async function proposeRules(
  { team, approvals }: OpenApprovals,
  rules: Rules,
  context: Context,
): Promise<Outcome<null>> {
  const before = new Set(approvals.state.proposals.keys());
  const content = JSON.parse(JSON.stringify(rules)) as JsonObject;
  const draft = { kind: 'approval-rules', content, must: true } as const;
  const written = await writeAct(team, draft, context);
  if (!written.ok) return written;
  const { rules: after, proposals } = approvals.state;
  const isProposed = [...proposals].some(
    ([digest, { author, proposes }]) =>
      !before.has(digest) && 'rules' in proposes && author.key === team.record.key,
  );
  return after?.version === rules.version || isProposed
    ? ok(null)
    : fail('team.refused', context.correlationId);
}

/** The rules with which a founder may start: two other persons for everything. */
const foundingDraft: RulesDraft = {
  ...{ admins: 1, zone: 'UTC', limits: [], rates: [] },
  rules: [{ when: {}, need: { role: 'any', count: 2 } }],
};

/** Puts the founder's first rules in force: two other persons approve everything. No effect where the team has rules; safe to repeat. */
export const beginWithTwo = (
  open: OpenApprovals,
  journal: Journal,
  context: Context,
): Promise<Outcome<null>> =>
  open.approvals.state.rules === null
    ? proposeRules(open, { ...foundingDraft, ...nextRules(open.approvals.state, journal) }, context)
    : Promise.resolve(ok(null));

/** The proposal for administrators with a digest. Throws `input.invalid` where there is none. */
export function proposalOf({ approvals }: OpenApprovals, digest: string): Proposal {
  const proposal = approvals.state.proposals.get(digest);
  if (proposal) return proposal;
  throw new DeskFault('input.invalid', 'Nothing waits under this name any more.');
}

/** Signs a proposal as an administrator. Fails with `team.refused` where the signature does not count. */
export async function signProposal(
  { team, approvals }: OpenApprovals,
  digest: string,
  context: Context,
): Promise<Outcome<null>> {
  const content = { of: digest, premises: [] };
  const written = await writeAct(team, { kind: 'approve', content }, context);
  if (!written.ok) return written;
  const left = approvals.state.proposals.get(digest);
  return left === undefined || left.signers.has(team.record.key)
    ? ok(null)
    : fail('team.refused', context.correlationId);
}

/** Refuses a proposal, which ends it. Reads the record first: one that is in force by now can no longer be refused. */
export async function refuseProposal(
  open: OpenApprovals,
  { of, words }: { readonly of: string; readonly words: string },
  context: Context,
): Promise<Outcome<null>> {
  const allowed = await asAdmin(open.team, context);
  if (!allowed.ok) return allowed;
  proposalOf(open, of);
  return writeEnding(open, { kind: 'refuse', content: { of, words } }, context);
}

/** Withdraws an own proposal. Fails with `team.refused` where it still waits. */
export const withdrawProposal = (
  open: OpenApprovals,
  digest: string,
  context: Context,
): Promise<Outcome<null>> =>
  writeEnding(open, { kind: 'withdraw', content: { of: digest } }, context);
