import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { emptyHead, noDigest, type Head } from '../../engines/acts/act.ts';
import { makeAct } from '../../engines/acts/make-act.ts';
import { newTeamKeys, packTeamKeys } from '../../engines/acts/team-keys.ts';
import { wrapFor } from '../../engines/acts/member-keys.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import { takeLogin } from './own-login.ts';
import type { OpenTeam } from './open-team.ts';

/**
 * Writes the first act of a team, with this person as its administrator. Safe to repeat after any failure: the same desk finds its own act.
 * Fails with `team.founded` where the database has the record of another team, and `team.rights` where the login has too many rights.
 */
export async function foundTeam(
  journal: Journal,
  team: OpenTeam,
  firstPassword: string,
  context: Context,
): Promise<Outcome<Head>> {
  const server = await takeLogin(team, firstPassword, context);
  if (!server.ok) return server;
  const head = await server.value.head(context);
  if (!head.ok) return head;
  if (head.value.n === 0) {
    const written = await server.value.found(firstAct(team), context);
    if (!written.ok && written.error.code !== 'team.answer-lost') return written;
  }
  const first = await server.value.actsAfter(0, 1, context);
  if (!first.ok) return first;
  await server.value.close();
  const [act] = first.value;
  if (act === undefined) return fail('team.unreachable', context.correlationId);
  saveMembership(journal, { ...team.row(), team: act.digest });
  const caughtUp = await team.record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  if (!team.people.mayWrite(team.member.key)) return notOurs(journal, team, context);
  saveMembership(journal, { ...team.row(), state: 'importing' });
  return ok(caughtUp.value);
}

function firstAct({ member, row }: OpenTeam) {
  const keys = newTeamKeys();
  const { name, address } = row();
  const wrapped = { [member.key]: wrapFor(member.sealingKey, packTeamKeys(keys)) };
  return makeAct(
    { member, keys, team: noDigest },
    { seq: 1, prev: noDigest, seen: emptyHead },
    {
      kind: 'found',
      of: { wrapped },
      content: { name, sealingKey: member.sealingKey, login: address.login },
    },
  );
}

function notOurs(journal: Journal, team: OpenTeam, { correlationId }: Context) {
  saveMembership(journal, { ...team.row(), team: '' });
  return fail('team.founded', correlationId);
}
