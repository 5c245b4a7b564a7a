import type { OpenApprovals } from '../../desk/approvals/requests.ts';
import { writeOpening } from '../../desk/approvals/sending-desk.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { sendingDesksOf, type SendingDesk } from '../../nouns/approvals/judge/sending-desks.ts';
import { argumentsOf } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow } from './approvals-access.ts';

/** Shows the sending desks of the team, or opens one for today. Asks the person at the terminal before it opens one. */
export const sendingDesks: Command = {
  summary: 'Shows the desks that alone send payments, or opens one for today.',
  usage: 'sending-desks show; or sending-desks open NAME, where NAME is its person or its login',
  run: (args, global) => {
    const { positionals } = argumentsOf(args, {}, { positionals: true });
    const [act = '', name = '', ...more] = positionals;
    if ((act !== 'show' && act !== 'open') || more.length > 0)
      throw new WrongUse('The first argument of sending-desks must be show or open.');
    if ((act === 'open') !== (name !== '')) throw new WrongUse('open needs one NAME, show none.');
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const open = await approvalsNow(copy.team);
      const now = timestampNow(global.io.clock);
      const desks = sendingDesksOf(open.approvals.state, now);
      if (act === 'open') global.io.print(JSON.stringify(await openNamed(open, desks, name, now)));
      else global.io.print(JSON.stringify(desks.map(deskView)));
      return 0;
    });
  },
};

async function openNamed(
  open: OpenApprovals,
  desks: readonly SendingDesk[],
  name: string,
  now: string,
) {
  const [desk, ...others] = desks.filter(({ login, person }) => login === name || person === name);
  if (desk === undefined) throw new WrongUse('The team has no sending desk of this name.');
  if (others.length > 0)
    throw new WrongUse('Several sending desks have this name: name the login.');
  const { person, login, day, openedBy } = desk;
  const by = openedBy.length === 0 ? 'nobody' : openedBy.map((one) => one.person).join(', ');
  confirmOnTerminal(
    `The sending desk of ${person} (${login}) is opened for ${day}; so far by ${by}. With two persons it sends what is approved.`,
    day,
  );
  return deskView(valueOf(await writeOpening(open, login, now, newContext())));
}

const deskView = ({ login, person, day, isOpen, openedBy }: SendingDesk) => ({
  ...{ login, person, day, isOpen },
  openedBy: openedBy.map((one) => ({
    ...{ opening: one.digest, person: one.person, at: one.at, act: one.n },
  })),
});
