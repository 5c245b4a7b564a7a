import { writeEnding } from '../../desk/approvals/requests.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { newContext, valueOf, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, digestNamed } from './approvals-access.ts';

/** Refuses a request, which ends it. Asks the person at the terminal. */
export const refuse: Command = {
  summary: 'Refuses a colleague’s request, or proposed rules, with words.',
  usage: 'refuse REQUEST --words TEXT',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { words: { type: 'string' } },
      { positionals: true },
    );
    const words = required(values.words, 'words');
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const open = await approvalsNow(copy.team);
      const { requests, proposals } = open.approvals.state;
      const of = digestNamed([...requests.keys(), ...proposals.keys()], positionals[0] ?? '');
      confirmOnTerminal('It cannot be sent or signed afterwards.', 'REFUSE');
      valueOf(await writeEnding(open, { kind: 'refuse', content: { of, words } }, newContext()));
      global.io.print(JSON.stringify({ refused: of }));
      return 0;
    });
  },
};
