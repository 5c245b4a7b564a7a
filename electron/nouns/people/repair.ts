import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { actsBehind, digestAt } from '../../engines/team-record/record-copy.ts';
import type { TeamServer } from '../../engines/team-record/postgres/team-server.ts';
import { asAdmin, writeAct } from './acts-of-people.ts';
import type { Member } from './membership.ts';
import type { OpenTeam } from './open-team.ts';

/** The number of acts put back, and the desks that have not yet confirmed that they know no later acts. */
export type Repaired = { readonly acts: number; readonly waitsFor: readonly Member[] };

/**
 * Puts back the acts that an older copy of the database lacks, in their order, from this desk's copy. Sending stays closed for all until
 * each desk has confirmed that it has no later act. Only an administrator may do this. Fails with `team.damaged` where the server has
 * other acts.
 */
export async function repairRecord(team: OpenTeam, context: Context): Promise<Outcome<Repaired>> {
  const { record, people } = team;
  const server = await record.server(context);
  if (!server.ok) return server;
  const served = await server.value.head(context);
  if (!served.ok) return served;
  const { n } = served.value;
  const own = record.head;
  if (n >= own.n) {
    const caughtUp = await record.catchUp(context);
    return caughtUp.ok ? ok({ acts: 0, waitsFor: people.awaited }) : caughtUp;
  }
  if (!people.isAdmin(record.key)) return fail('team.not-admin', context.correlationId);
  const founder = people.members[0];
  if (n === 0 && founder?.login !== people.member(record.key)?.login)
    return fail('team.refused', context.correlationId, {
      message: `The record is empty. The desk of ${founder?.name ?? 'the founder'} puts the first act back.`,
    });
  if (digestAt(record.copy, n) !== served.value.digest)
    return fail('team.damaged', context.correlationId);
  const put = await putBack(team, server.value, n, context);
  if (!put.ok) return put;
  const content = { from: n, upTo: own.n };
  const written = await writeAct(team, { kind: 'repair', content }, context);
  return written.ok ? ok({ acts: own.n - n, waitsFor: people.awaited }) : written;
}

const pageActs = 200;

async function putBack(
  { record }: OpenTeam,
  server: TeamServer,
  after: number,
  context: Context,
): Promise<Outcome<null>> {
  for (let n = after; ;) {
    const page = actsBehind(record.copy, n, pageActs);
    for (const act of page) {
      const put =
        act.n === 1
          ? await server.found(act, context)
          : await server.repair(act, act.digest, context);
      if (!put.ok) return put;
      n = act.n;
    }
    if (page.length === 0) return ok(null);
  }
}

/** Confirms a repaired record for this desk, if it has read all of the record. It then knows no later act. */
export async function confirmRepair(team: OpenTeam, context: Context): Promise<Outcome<null>> {
  const { people, record } = team;
  if (record.state !== 'current' || !people.awaited.some(({ key }) => key === record.key))
    return ok(null);
  return writeAct(team, { kind: 'repaired', content: { n: record.head.n } }, context);
}

/** Confirms for desks that cannot. The administrator vouches that these desks know no lost act that the bank knows of. */
export async function setAside(
  team: OpenTeam,
  members: readonly Member[],
  context: Context,
): Promise<Outcome<null>> {
  const allowed = await asAdmin(team, context);
  if (!allowed.ok) return allowed;
  const keys = members.map(({ key }) => key);
  return writeAct(team, { kind: 'set-aside', content: { keys } }, context);
}
