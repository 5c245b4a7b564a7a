import { limits } from '../../../shared/limits.ts';
import { parseServerAddress } from '../../engines/team-record/postgres/server-address.ts';
import { foundTeam } from '../../nouns/people/found.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type ExitCode, type Global } from '../input/command.ts';
import { passphraseIn } from '../input/passphrase.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { readTextFile } from '../input/text-file.ts';
import { beginWithTwo } from '../../desk/approvals/proposals.ts';
import { openApprovals } from '../../desk/approvals/requests.ts';
import { finishJoining, foundingBy } from '../../desk/team/join-team.ts';
import { headView, memberView, withMembership, withTeamSite } from './team-access.ts';

/** Founds a team: writes its first act into an empty record, and claims the earlier submissions of this desk. Safe to repeat. */
export function teamFound(args: string[], global: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, {
    database: { type: 'string' },
    ca: { type: 'string' },
    name: { type: 'string' },
    'password-file': { type: 'string' },
    rules: { type: 'string' },
  });
  const { rules = 'none' } = values;
  if (rules !== 'none' && rules !== 'two') throw new WrongUse('--rules must be none or two.');
  const address = parseServerAddress(required(values.database, 'database'));
  if (!address.ok) throw new WrongUse(`--database: ${address.error}`);
  const name = personName(required(values.name, 'name'));
  const ca = values.ca === undefined ? null : certificateIn(values.ca);
  const password = passphraseIn(values['password-file'], global.io, 'password-file');
  if (rules === 'two')
    confirmOnTerminal(
      'Two other persons approve everything. Until two colleagues have joined, nothing can be sent.',
      'RULES 1',
    );
  return withTeamSite<ExitCode>(global, async (site) => {
    const { copy } = site;
    valueOf(copy.continuity.allows(newContext()));
    const wanted = foundingBy({ name, address: address.value, ca }, global.io.clock);
    return withMembership<ExitCode>(site, wanted, password, async (team, deskTeam) => {
      valueOf(await foundTeam(copy.journal, team, password, newContext()));
      const finishing = { areDifferencesSeen: false, nowMs: global.io.clock.now() };
      valueOf(await finishJoining(copy, team, finishing, newContext()));
      if (rules === 'two')
        valueOf(await beginWithTwo(openApprovals(deskTeam), copy.journal, newContext()));
      const member = team.people.member(team.member.key);
      global.io.print(
        JSON.stringify({
          team: team.row().team,
          member: member && memberView(member),
          head: headView(team.record.head),
        }),
      );
      return 0;
    });
  });
}

/** Checks a person's name as the team sees it. Throws {@link WrongUse}. */
export function personName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw new WrongUse('--name must be a name of up to 100 letters.');
  return name;
}

/** Reads the certificate in a file. Throws {@link WrongUse}. */
export function certificateIn(path: string): string {
  const read = readTextFile(path, limits.commandInputBytesMax);
  if (!read.ok || !read.value.includes('-----BEGIN CERTIFICATE-----'))
    throw new WrongUse('--ca: the file is not a certificate in PEM.');
  return read.value;
}
