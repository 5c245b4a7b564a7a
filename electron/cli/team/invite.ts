import { resolve } from 'node:path';

import { assertFree, writeNewFile } from '../../engines/exports/whole-file.ts';
import { invite } from '../../nouns/people/invitation.ts';
import { roles, type Role } from '../../../shared/team/roles.ts';
import { argumentsOf, oneOf, required } from '../input/arguments.ts';
import { newContext, valueOf, type ExitCode, type Global } from '../input/command.ts';
import { personName } from './found.ts';
import { withTeam } from './team-access.ts';

/** Invites a person or a second machine of a person. Writes a file with a one-time password, which only its owner can read. */
export function teamInvite(args: string[], global: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, {
    name: { type: 'string' },
    role: { type: 'string', multiple: true },
    out: { type: 'string' },
  });
  const name = personName(required(values.name, 'name'));
  const given = (values.role ?? ['maker']).map(
    (role) => oneOf<Role>(role, 'role', roles) ?? 'maker',
  );
  const file = resolve(required(values.out, 'out'));
  return withTeam<ExitCode>(global, async (team, { profile }) => {
    assertFree(file);
    const wanted = { name, roles: [...new Set(given)], bank: profile.folder.profileId };
    const invitation = valueOf(await invite(team, wanted, global.io.clock, newContext()));
    await writeNewFile(file, [`${JSON.stringify(invitation, null, 2)}\n`]);
    global.io.print(JSON.stringify({ invitation: file, expires: invitation.until }));
    return 0;
  });
}
