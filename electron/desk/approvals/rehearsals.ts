import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { RulesDraft } from '../../../shared/team/approval-rules.ts';
import type { RuleRehearsal, RulesRehearsal } from '../../../shared/ipc/approval-rules.ts';
import type { Clock } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { giversOf } from '../../nouns/approvals/judge/givers.ts';
import { pastPayments } from '../../nouns/approvals/rehearsal/past-payments.ts';
import { inOrder, RulesReplay } from '../../nouns/approvals/rehearsal/rehearse.ts';
import { registryOf } from '../open-bank/changes.ts';
import type { DeskCopy } from '../open-bank/copy.ts';
import { claimedOperations } from './kinds/claimed-operations.ts';
import { nextRules } from './proposals.ts';
import type { OpenApprovals } from './requests.ts';

/** The days over which rules are rehearsed in the window. */
const rehearsedDays = 90;
const dayMs = 86_400_000;
/** The number of payments after which the work yields: some milliseconds. */
const breathPayments = 50;

/** Applies a draft to the payments of the last 90 days that this desk knows. Yields while it works. */
export async function rehearseDraft(
  { team, approvals }: OpenApprovals,
  draft: RulesDraft,
  {
    copy,
    clock,
  }: {
    readonly copy: Pick<DeskCopy, 'writer'> & { readonly journal: Journal };
    readonly clock: Clock;
  },
): Promise<RulesRehearsal> {
  const { state } = approvals;
  const rules = { ...draft, ...nextRules(state, copy.journal) };
  const isClaimed = claimedOperations(registryOf(copy.writer), approvals, rules);
  const { payments, unread } = pastPayments(copy.journal, team, isClaimed);
  const now = new Date(clock.now()).toISOString();
  const since = new Date(clock.now() - rehearsedDays * dayMs).toISOString();
  const replay = new RulesReplay(state, rules, since);
  for (const [place, payment] of inOrder(payments).entries()) {
    if (place % breathPayments === breathPayments - 1) await setImmediate();
    replay.add(payment);
  }
  const { rules: each, ...sums } = replay.result();
  return {
    ...{ rehearsal: randomUUID(), since, ...sums },
    unread: unread.filter((at) => new Date(at).toISOString() >= since).length,
    rules: each.map(({ payments: fitted, unmet, canBeMet, onlyWith, need }): RuleRehearsal => {
      const { givers } = giversOf(state, rules, need, now);
      return { payments: fitted, unmet, canBeMet, onlyWith, givers: givers.length };
    }),
  };
}
