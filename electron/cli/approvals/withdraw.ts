import { writeEnding } from '../../desk/approvals/requests.ts';
import { argumentsOf } from '../input/arguments.ts';
import { newContext, valueOf, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, digestNamed } from './approvals-access.ts';

/** Takes back an own request, proposal of rules or opening of a sending desk, or a delegation, for which it asks at the terminal. */
export const withdraw: Command = {
  summary: 'Takes back an own request, own proposed rules, a delegation, or an own opening.',
  usage:
    'withdraw REQUEST; or withdraw DIGEST, where DIGEST names proposed rules, a delegation, or the opening of a sending desk',
  run: (args, global) => {
    const { positionals } = argumentsOf(args, {}, { positionals: true });
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const open = await approvalsNow(copy.team);
      const { requests, proposals, delegations, openings } = open.approvals.state;
      const digests = [requests, proposals, delegations, openings].flatMap((map) => [
        ...map.keys(),
      ]);
      const of = digestNamed(digests, positionals[0] ?? '');
      const delegation = delegations.get(of);
      if (delegation !== undefined)
        confirmOnTerminal(
          `${delegation.to} approves no longer in the place of ${delegation.from}.`,
          delegation.to,
        );
      valueOf(await writeEnding(open, { kind: 'withdraw', content: { of } }, newContext()));
      global.io.print(JSON.stringify({ withdrawn: of }));
      return 0;
    });
  },
};
