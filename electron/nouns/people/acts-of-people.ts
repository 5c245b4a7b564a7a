import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { ActDraft } from '../../engines/acts/make-act.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { CallRecord } from '../../engines/team-record/team-record.ts';
import type { OpenTeam } from './open-team.ts';

const append: CallRecord = (server, act, context) => server.append(act, context);

/** Writes an act, and catches up until this desk's copy has it. */
export async function writeAct(
  { record }: OpenTeam,
  draft: ActDraft,
  context: Context,
  call: CallRecord = append,
): Promise<Outcome<null>> {
  const written = await record.writeWhole(draft, call, context);
  if (!written.ok) return written;
  const caughtUp = await record.catchUp(context);
  return caughtUp.ok ? ok(null) : caughtUp;
}

/** Catches up, and fails with `team.not-admin` where this desk is no administrator afterwards. */
export async function asAdmin(
  { record, people }: OpenTeam,
  context: Context,
): Promise<Outcome<null>> {
  const caughtUp = await record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  return people.isAdmin(record.key) ? ok(null) : fail('team.not-admin', context.correlationId);
}
