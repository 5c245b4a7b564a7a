import type { JsonObject } from '../../engines/acts/act.ts';
import { isAdmin, personsOf } from './desks.ts';
import type { Decision, ApprovalState, Proposal } from './state.ts';

/** The number of administrators who must sign a joint decision. */
export const adminsNeeded = ({ rules }: Pick<ApprovalState, 'rules'>): number => rules?.admins ?? 1;

/** The persons who signed a proposal and are administrators now. */
export function signersOf(
  { desks }: Pick<ApprovalState, 'desks'>,
  { signers }: Pick<Proposal, 'signers'>,
): readonly string[] {
  return personsOf(desks, new Set([...signers].filter((key) => isAdmin(desks, key))));
}

/** The proposal of a decision, with its digest; null before it was proposed. */
export function proposalOf(
  { proposals }: Pick<ApprovalState, 'proposals'>,
  wanted: Decision,
): readonly [digest: string, proposal: Proposal] | null {
  return [...proposals].find(([, { proposes }]) => isSame(proposes, wanted)) ?? null;
}

/** Have as many administrators signed a decision as the rules require? Where one is required, the act itself is enough. */
export function isDecided(state: ApprovalState, wanted: Decision): boolean {
  const needed = adminsNeeded(state);
  if (needed === 1) return true;
  const found = proposalOf(state, wanted);
  return found !== null && signersOf(state, found[1]).length >= needed;
}

/** The content of the act that proposes a decision. */
export const proposeContent = (wanted: Decision): JsonObject =>
  'ends' in wanted ? { ends: true } : { takesOver: wanted.takesOver, outcome: wanted.outcome };

function isSame(proposes: Proposal['proposes'], wanted: Decision): boolean {
  if ('ends' in wanted) return 'ends' in proposes;
  if (!('takesOver' in proposes)) return false;
  return proposes.takesOver === wanted.takesOver && proposes.outcome === wanted.outcome;
}

/** A decision in words that follow "proposes". */
export function decisionText(wanted: Decision): string {
  if ('ends' in wanted) return 'to end the team: each desk sends alone afterwards';
  return wanted.outcome === 'accepted'
    ? `to take over ${wanted.takesOver} as accepted: the bank has it`
    : `to take over ${wanted.takesOver}, which may be sent again: the bank does not have it`;
}
