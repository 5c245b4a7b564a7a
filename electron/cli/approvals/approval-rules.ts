import { DeskFault } from '../../../shared/errors.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import { payeeName } from '../../nouns/approvals/order.ts';
import { everyPaidBeneficiary, paidBeneficiary } from '../../nouns/beneficiaries/fingerprints.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { Proposal } from '../../nouns/approvals/state.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import type { Membership } from '../../nouns/people/membership.ts';
import { argumentsOf, countOption, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import type { OpenApprovals } from '../../desk/approvals/requests.ts';
import { approvalsNow, delegationView } from './approvals-access.ts';
import { rehearseRules } from './rehearse-rules.ts';
import { rulesIn } from './rules-file.ts';

/** Ten years. */
const daysMax = 3_660;

/**
 * Shows the approval rules of the team, rehearses others over the past, or proposes them: they are in force once as many administrators
 * signed as the old ones ask.
 */
export const approvalRules: Command = {
  summary: 'Shows, rehearses or proposes the rules by which a team approves payments.',
  usage:
    'approval-rules show; or approval-rules set --file FILE; or approval-rules rehearse --file FILE [--days COUNT]',
  run: ([act = '', ...args], global) => {
    const { values } = argumentsOf(args, { file: { type: 'string' }, days: { type: 'string' } });
    if (act !== 'show' && act !== 'set' && act !== 'rehearse')
      throw new WrongUse('The first argument of approval-rules must be show, set or rehearse.');
    if (act !== 'rehearse' && values.days !== undefined)
      throw new WrongUse('--days is for rehearse.');
    const file = act === 'show' ? '' : required(values.file, 'file');
    const days = countOption(values.days, 'days') ?? 90;
    if (days > daysMax) throw new WrongUse(`--days must be at most ${String(daysMax)}.`);
    return withTeamSite<ExitCode>(global, async (site) => {
      if (act === 'rehearse') return rehearseRules(site, file, days, global.io);
      const open = await approvalsNow(site.copy.team);
      if (act === 'set') await propose(open, site.copy.journal, file);
      global.io.print(JSON.stringify(rulesView(open)));
      return 0;
    });
  },
};

async function propose(
  { team, approvals }: OpenApprovals,
  journal: Journal,
  file: string,
): Promise<void> {
  const { rules } = approvals.state;
  const version = (rules?.version ?? 0) + 1;
  const payees = rules?.payees ?? paidPayees(journal);
  const data = rulesIn(file, { version, payees });
  const count = `${String(data.rules.length)} rules, ${String(data.admins)} administrators for the next`;
  confirmOnTerminal(`Approval rules ${String(version)}: ${count}.`, `RULES ${String(version)}`);
  const content = JSON.parse(JSON.stringify(data)) as JsonObject;
  const draft = { kind: 'approval-rules', content, must: true } as const;
  valueOf(await writeAct(team, draft, newContext()));
  const { rules: after, proposals } = approvals.state;
  const isProposed = [...proposals.values()].some(({ proposes }) => 'rules' in proposes);
  if (after?.version !== version && !isProposed) throw new DeskFault('team.refused');
}

/** Payees that this desk has paid: the first rules do not call them new. */
const paidPayees = (journal: Journal): string[] =>
  everyPaidBeneficiary(journal).flatMap((id) => {
    const paid = paidBeneficiary(journal, id);
    return paid === null ? [] : [payeeName(id, paid.fingerprint)];
  });

function proposedView({ members }: Membership, proposes: Proposal['proposes']) {
  if ('login' in proposes) {
    const desk = members.find(({ login }) => login === proposes.login);
    return { desk: proposes.login, name: desk?.name, roles: desk?.roles };
  }
  if ('rules' in proposes)
    return { rules: { ...proposes.rules, payees: proposes.rules.payees.length } };
  return proposes;
}

function rulesView({ team, approvals }: OpenApprovals) {
  const { rules, proposals, delegations } = approvals.state;
  return {
    inForce: rules && { ...rules, payees: rules.payees.length },
    proposed: [...proposals].map(([digest, { author, signers, proposes }]) => ({
      ...{ digest, by: author.person, signed: [...signers] },
      ...proposedView(team.people, proposes),
    })),
    delegations: [...delegations].map(delegationView),
  };
}
