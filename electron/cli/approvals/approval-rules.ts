import { nextRules, proposeRules } from '../../desk/approvals/proposals.ts';
import type { OpenApprovals } from '../../desk/approvals/requests.ts';
import { personsOf } from '../../nouns/approvals/desks.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { Proposal } from '../../nouns/approvals/state.ts';
import type { Membership } from '../../nouns/people/membership.ts';
import { argumentsOf, countOption, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, delegationView } from './approvals-access.ts';
import { rehearseRules } from './rehearse-rules.ts';
import { rulesIn } from './rules-file.ts';

/** Ten years. */
const daysMax = 3_660;

/**
 * Shows the approval rules of the team, rehearses others over past payments, or proposes them. Proposed rules are in force once as many
 * administrators have signed as the old rules require.
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

async function propose(open: OpenApprovals, journal: Journal, file: string): Promise<void> {
  const data = rulesIn(file, nextRules(open.approvals.state, journal));
  const version = String(data.version);
  const count = `${String(data.rules.length)} rules, ${String(data.admins)} administrators for the next`;
  confirmOnTerminal(`Approval rules ${version}: ${count}.`, `RULES ${version}`);
  valueOf(await proposeRules(open, data, newContext()));
}

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
  const { rules, proposals, delegations, desks } = approvals.state;
  return {
    inForce: rules && { ...rules, payees: rules.payees.length },
    proposed: [...proposals].map(([digest, { author, signers, proposes }]) => ({
      ...{ digest, by: author.person, signed: personsOf(desks, signers) },
      ...proposedView(team.people, proposes),
    })),
    delegations: [...delegations].map(delegationView),
  };
}
