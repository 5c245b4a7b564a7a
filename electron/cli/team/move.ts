import { saveMembership } from '../../engines/team-record/membership-row.ts';
import { parseServerAddress } from '../../engines/team-record/postgres/server-address.ts';
import { moveRecord } from '../../nouns/people/move.ts';
import { openOf } from '../../desk/team/join-team.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type ExitCode, type Global } from '../input/command.ts';
import { passphraseIn } from '../input/passphrase.ts';
import { certificateIn } from './found.ts';
import { headView, withReopened, withTeam } from './team-access.ts';

/** Changes the address of the record after it was moved, once the one there proves to be the record that this desk has read. */
export function teamMove(args: string[], global: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, {
    database: { type: 'string' },
    ca: { type: 'string' },
    'password-file': { type: 'string' },
    older: { type: 'boolean' },
  });
  const address = parseServerAddress(required(values.database, 'database'));
  if (!address.ok) throw new WrongUse(`--database: ${address.error}`);
  const { value } = address;
  const ca = values.ca === undefined ? null : certificateIn(values.ca);
  const file = values['password-file'];
  const firstPassword = file === undefined ? null : passphraseIn(file, global.io, 'password-file');
  const mayBeOlder = values.older === true;
  return withTeam<ExitCode>(global, async (team, site) => {
    const before = team.row();
    if (value.login !== before.address.login)
      throw new WrongUse(`--database: the login of this desk is ${before.address.login}.`);
    const move = { address: value, ca: ca ?? before.ca, firstPassword, mayBeOlder };
    valueOf(await moveRecord(site.copy.journal, team, move, newContext()));
    return withReopened<ExitCode>(site, async (opened) => {
      const { record } = openOf(opened);
      const read = await record.catchUp(newContext());
      // Acts that this desk had not read are checked by reading them.
      if (!read.ok && !mayBeOlder) saveMembership(site.copy.journal, before);
      if (!mayBeOlder) valueOf(read);
      global.io.print(JSON.stringify({ state: record.state, head: headView(record.head) }));
      return 0;
    });
  });
}
