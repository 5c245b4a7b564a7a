import { writeAct } from '../../nouns/people/acts-of-people.ts';
import { argumentsOf } from '../input/arguments.ts';
import { newContext, valueOf, type Command, type ExitCode } from '../input/command.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, digestNamed } from './approvals-access.ts';

/** Takes back an own request, own proposed rules, or a delegation. */
export const withdraw: Command = {
  summary: 'Takes back an own request, own proposed rules, or a delegation.',
  usage: 'withdraw REQUEST',
  run: (args, global) => {
    const { positionals } = argumentsOf(args, {}, { positionals: true });
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const open = await approvalsNow(copy.team);
      const { requests, proposals, delegations } = open.approvals.state;
      const digests = [...requests.keys(), ...proposals.keys(), ...delegations.keys()];
      const of = digestNamed(digests, positionals[0] ?? '');
      valueOf(await writeAct(open.team, { kind: 'withdraw', content: { of } }, newContext()));
      global.io.print(JSON.stringify({ withdrawn: of }));
      return 0;
    });
  },
};
