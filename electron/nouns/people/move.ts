import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import {
  rememberedHead,
  saveMembership,
  type Membership,
} from '../../engines/team-record/membership-row.ts';
import { scramVerifier } from '../../engines/team-record/postgres/scram.ts';
import type { TeamServer } from '../../engines/team-record/postgres/team-server.ts';
import { digestAt } from '../../engines/team-record/record-copy.ts';
import { connect, type OpenTeam } from './open-team.ts';
import { mayDoNoMore } from './own-login.ts';

/** The new place of the record. */
export type Move = Pick<Membership, 'address' | 'ca'> & {
  /** The first password of a login that was newly made there; null for one that was moved with its password. */
  readonly firstPassword: string | null;
  /** May the record there lack acts that this desk has read? Then nothing is sent until they were put back. */
  readonly mayBeOlder: boolean;
};

/**
 * Switches to another address of the record. Fails with `team.damaged` where another record is there, `team.server-behind` where an older
 * one is, `team.rights` where the login has too many rights there, and `team.refused` while the record at the present address still
 * answers: desks at both could send the same. A failure changes nothing here.
 */
export async function moveRecord(
  journal: Journal,
  team: OpenTeam,
  move: Move,
  context: Context,
): Promise<Outcome<null>> {
  const { address, ca, firstPassword } = move;
  const wanted = { ...team.row(), address, ca };
  const own = await connect(wanted, team.member.password, context);
  const isNew = !own.ok && own.error.code === 'team.login-refused' && firstPassword !== null;
  const server = isNew ? await connect(wanted, firstPassword, context) : own;
  if (!server.ok) return server;
  const moved = await take(journal, team, { wanted, move, isNew }, server.value, context);
  await server.value.close();
  return moved;
}

async function take(
  journal: Journal,
  team: OpenTeam,
  { wanted, move, isNew }: { wanted: Membership; move: Move; isNew: boolean },
  server: TeamServer,
  context: Context,
): Promise<Outcome<null>> {
  const allowed = mayDoNoMore(server, context);
  if (!allowed.ok) return allowed;
  const compared = await compare(journal, team, move, server, context);
  if (!compared.ok) return compared;
  const closed = await isClosed(team, server, context);
  if (!closed.ok) return closed;
  const verifier = scramVerifier(team.member.password);
  const changed = isNew ? await server.changePassword(verifier, context) : closed;
  if (changed.ok) saveMembership(journal, wanted);
  return changed;
}

/** Does the record there match the one that this desk has read, up to the last act? */
async function compare(
  journal: Journal,
  { record, row }: OpenTeam,
  { mayBeOlder }: Move,
  server: TeamServer,
  context: Context,
): Promise<Outcome<null>> {
  const { correlationId } = context;
  const [head, first] = [await server.head(context), await server.actsAfter(0, 1, context)];
  if (!head.ok) return head;
  if (!first.ok) return first;
  const [founding] = first.value;
  if (founding !== undefined && founding.digest !== row().team)
    return fail('team.damaged', correlationId, {
      message: 'The database there has the record of another team.',
    });
  const known = [record.head, rememberedHead(journal)].toSorted((a, b) => b.n - a.n)[0];
  const least = Math.min(head.value.n, known?.n ?? 0);
  const served = least === 0 ? null : await server.actsAfter(least - 1, 1, context);
  if (served?.ok === false) return served;
  const expected = least === known?.n ? known.digest : digestAt(record.copy, least);
  if (served !== null && served.value[0]?.digest !== expected)
    return fail('team.damaged', correlationId);
  return head.value.n >= (known?.n ?? 0) || mayBeOlder
    ? ok(null)
    : fail('team.server-behind', correlationId);
}

/** Is the record at the present address closed? The same server under another name does not count as open. */
async function isClosed(
  { member, row }: OpenTeam,
  there: TeamServer,
  context: Context,
): Promise<Outcome<null>> {
  const here = await connect(row(), member.password, context);
  if (!here.ok) return ok(null);
  const [one, other] = [await here.value.identity(context), await there.identity(context)];
  await here.value.close();
  const isSame = one.ok && other.ok && one.value === other.value;
  const { host, port } = row().address;
  return isSame
    ? ok(null)
    : fail('team.refused', context.correlationId, {
        message: `The record at ${host}:${port} still answers. Have its administrator close it first: desks at both could send the same.`,
      });
}
