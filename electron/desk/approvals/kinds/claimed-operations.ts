import { isClaimed, type ChangeRegistry } from '../../../engines/submissions/change.ts';
import type { Approvals } from '../../../nouns/approvals/approvals.ts';
import type { Rules } from '../../../nouns/approvals/contents.ts';
import { namesOperation } from '../../../nouns/approvals/judge/judge.ts';

/** Whether the team claims an operation: always, by the rules in force, or by a draft of rules. */
export const claimedOperations =
  (
    registry: ChangeRegistry,
    approvals: Pick<Approvals, 'demands'>,
    draft: Pick<Rules, 'rules'> = { rules: [] },
  ) =>
  (operation: string): boolean =>
    isClaimed(registry, operation) ||
    approvals.demands(operation) ||
    namesOperation(draft, operation);
