import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { wrapFor, type MemberKeys } from '../../engines/acts/member-keys.ts';
import { packTeamKeys } from '../../engines/acts/team-keys.ts';
import type { Context } from '../../engines/machine/context.ts';
import { writeAct } from './acts-of-people.ts';
import { renewalText } from './membership.ts';
import type { OpenTeam } from './open-team.ts';

/**
 * Replaces this desk's keys: the old key signs the new one, and the claims move to it. The login still has its old password afterwards.
 * Safe to repeat with the same keys. Fails with `team.revoked` for a desk that may not write.
 */
export async function renewKey(
  team: OpenTeam,
  next: MemberKeys,
  context: Context,
): Promise<Outcome<null>> {
  const { record, people, row } = team;
  const caughtUp = await record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  if (people.mayWrite(next.key)) return ok(null);
  const keys = people.keys();
  if (keys === null || !people.mayWrite(record.key))
    return fail('team.revoked', context.correlationId);
  const { key, sealingKey } = next;
  const proof = next.sign(renewalText(row().team, record.key, key));
  const of = {
    ...{ key, proof: Buffer.from(proof).toString('base64url') },
    wrapped: { [key]: wrapFor(sealingKey, packTeamKeys(keys)) },
  };
  const written = await writeAct(
    team,
    { kind: 'renew', of, content: { sealingKey }, must: true },
    context,
    (server, act, sending) => server.renew(act, sending),
  );
  if (!written.ok) return written;
  return people.mayWrite(key) ? ok(null) : fail('team.refused', context.correlationId);
}
