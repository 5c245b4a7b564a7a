import { claimedOperations } from '../../desk/approvals/kinds/claimed-operations.ts';
import { registryOf } from '../../desk/open-bank/changes.ts';
import { pastPayments } from '../../nouns/approvals/rehearsal/past-payments.ts';
import { rehearse } from '../../nouns/approvals/rehearsal/rehearse.ts';
import type { CommandIo, ExitCode } from '../input/command.ts';
import type { TeamSite } from '../team/team-access.ts';
import { approvalsNow } from './approvals-access.ts';
import { rulesIn } from './rules-file.ts';

const dayMs = 86_400_000;

/** Prints what the rules of a file would have asked of the payments of so many days: a line for each rule and each person, and the sum. */
export async function rehearseRules(
  { copy }: TeamSite,
  file: string,
  days: number,
  io: CommandIo,
): Promise<ExitCode> {
  const { team, approvals } = await approvalsNow(copy.team);
  const { state } = approvals;
  const rules = rulesIn(file, { version: 1, payees: state.rules?.payees ?? [] });
  const isClaimed = claimedOperations(registryOf(copy.writer), approvals, rules);
  const { payments, unread } = pastPayments(copy.journal, team, isClaimed);
  const since = new Date(io.clock.now() - days * dayMs).toISOString();
  const { rules: each, persons, ...sum } = rehearse(state, rules, payments, since);
  for (const line of [...each, ...persons]) io.print(JSON.stringify(line));
  const unreadSince = unread.filter((at) => new Date(at).toISOString() >= since).length;
  io.print(JSON.stringify({ since, ...sum, unread: unreadSince }));
  return 0;
}
