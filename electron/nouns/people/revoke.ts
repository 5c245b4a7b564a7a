import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { wrapFor } from '../../engines/acts/member-keys.ts';
import { packTeamKeys, withNextEpoch } from '../../engines/acts/team-keys.ts';
import type { Context } from '../../engines/machine/context.ts';
import { asAdmin, writeAct } from './acts-of-people.ts';
import type { Member } from './membership.ts';
import type { OpenTeam } from './open-team.ts';

/** Members by a name or by the beginning of a key (at least eight characters): those that may write; if there are none, revoked ones. */
export function membersNamed({ people }: OpenTeam, named: string): readonly Member[] {
  const members = people.members.filter(
    ({ name, key }) => name === named || (named.length >= 8 && key.startsWith(named)),
  );
  const open = members.filter(({ revoked }) => revoked === null);
  return open.length > 0 ? open : members;
}

/**
 * Ends the right of desks to write, and gives the others a new team key. Skips desks that were revoked before. Fails with
 * `team.last-admin` where no administrator would be left.
 */
export async function revoke(
  team: OpenTeam,
  members: readonly Member[],
  why: string,
  context: Context,
): Promise<Outcome<null>> {
  const allowed = await asAdmin(team, context);
  if (!allowed.ok) return allowed;
  if (!leavesAdmin(team, members)) return fail('team.last-admin', context.correlationId);
  for (const { key } of members.filter((member) => member.revoked === null)) {
    const revoked = await revokeKey(team, key, why, context);
    if (!revoked.ok) return revoked;
  }
  return renewTeamKey(team, context);
}

const leavesAdmin = ({ people }: OpenTeam, revoked: readonly Member[]): boolean =>
  people.members.some((member) => people.isAdmin(member.key) && !revoked.includes(member));

const revokeKey = (team: OpenTeam, key: string, why: string, context: Context) =>
  writeAct(
    team,
    { kind: 'revoke', of: { key }, content: { why } },
    context,
    (server, act, sending) => server.revoke(act, key, sending),
  );

/** Running renewals. Without this, the revoker and the reader of the revocation would each give a key. */
const renewals = new WeakMap<OpenTeam, Promise<Outcome<null>>>();

/** Gives the members a new team key for future acts, which revoked desks do not have. Does nothing where no new key is needed. */
export function renewTeamKey(team: OpenTeam, context: Context): Promise<Outcome<null>> {
  const running = renewals.get(team);
  if (running) return running;
  const renewal = giveNewKey(team, context).finally(() => {
    renewals.delete(team);
  });
  renewals.set(team, renewal);
  return renewal;
}

function giveNewKey(team: OpenTeam, context: Context): Promise<Outcome<null>> {
  const { people } = team;
  if (!people.needsNewKey) return Promise.resolve(ok(null));
  const keys = people.keys();
  if (keys === null) return Promise.resolve(fail('team.not-joined', context.correlationId));
  const packed = packTeamKeys(withNextEpoch(keys));
  const wrapped = Object.fromEntries(
    people.members
      .filter(({ key }) => people.mayWrite(key))
      .map(({ key, sealingKey }) => [key, wrapFor(sealingKey, packed)]),
  );
  return writeAct(team, { kind: 'team-key', of: { wrapped }, content: {} }, context);
}

/**
 * Revokes this desk itself, because its person leaves. An administrator's desk that reads this gives the others a new key. Fails with
 * `team.last-admin` for the last administrator, who ends the team instead.
 */
export async function resign(team: OpenTeam, context: Context): Promise<Outcome<null>> {
  const { record, people } = team;
  const caughtUp = await record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  const own = people.member(record.key);
  if (own?.revoked !== null) return ok(null);
  if (people.isAdmin(own.key) && !leavesAdmin(team, [own]))
    return fail('team.last-admin', context.correlationId);
  return revokeKey(team, own.key, 'left', context);
}

/** Ends the team for all desks: each may send alone from here on. */
export async function endTeam(team: OpenTeam, context: Context): Promise<Outcome<null>> {
  const allowed = await asAdmin(team, context);
  return allowed.ok ? writeAct(team, { kind: 'end', content: {} }, context) : allowed;
}
