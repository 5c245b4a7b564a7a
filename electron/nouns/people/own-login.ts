import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Membership } from '../../engines/team-record/membership-row.ts';
import { scramVerifier } from '../../engines/team-record/postgres/scram.ts';
import type { TeamServer } from '../../engines/team-record/postgres/team-server.ts';
import { connect, type OpenTeam } from './open-team.ts';

/**
 * Connects with a first password and replaces it by this desk's own. Uses the desk's own password where the first was replaced before.
 * Fails with `team.rights` where a desk founds or joins, and its login has more rights than a desk needs.
 */
export async function takeLogin(
  { member, row }: OpenTeam,
  firstPassword: string,
  context: Context,
): Promise<Outcome<TeamServer>> {
  const first = await connect(row(), firstPassword, context);
  const isReplaced = !first.ok && first.error.code === 'team.login-refused';
  const server = isReplaced ? await connect(row(), member.password, context) : first;
  if (!server.ok) return isReplaced ? first : server;
  const isIn = row().state === 'joined';
  const allowed = isIn ? ok(null) : mayDoNoMore(server.value, context);
  const changed = allowed.ok
    ? await server.value.changePassword(scramVerifier(member.password), context)
    : allowed;
  if (changed.ok) return server;
  await server.value.close();
  return changed;
}

/** Fails with `team.rights` where the login has more rights than a desk needs. */
export const mayDoNoMore = ({ excess }: TeamServer, { correlationId }: Context): Outcome<null> =>
  excess.length === 0
    ? ok(null)
    : fail('team.rights', correlationId, { message: `The login may ${excess.join(', ')}.` });

/**
 * Opens the record with a first password, and changes nothing. Fails as {@link takeLogin}, and with `team.founded` where a team is to
 * be founded in a database that has one.
 */
export async function tryLogin(
  wanted: Membership,
  firstPassword: string,
  context: Context,
): Promise<Outcome<null>> {
  const server = await connect(wanted, firstPassword, context);
  if (!server.ok) return server;
  const allowed = mayDoNoMore(server.value, context);
  const head = allowed.ok ? await server.value.head(context) : allowed;
  await server.value.close();
  if (!head.ok) return head;
  return wanted.state === 'founding' && head.value.n > 0
    ? fail('team.founded', context.correlationId)
    : ok(null);
}
