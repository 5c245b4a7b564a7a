import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { ActDraft } from '../../engines/acts/make-act.ts';
import type { SealedAct } from '../../engines/acts/act.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { TeamServer } from '../../engines/team-record/postgres/team-server.ts';
import type { OpenTeam } from './open-team.ts';

/** Calls the function of the record that writes an act. */
type Writing = (server: TeamServer, act: SealedAct, context: Context) => Promise<Outcome<unknown>>;

const append: Writing = (server, act, context) => server.append(act, context);

/** Writes an act, and reads on until it is a part of this desk's copy. */
export async function writeAct(
  { record }: OpenTeam,
  draft: ActDraft,
  context: Context,
  write: Writing = append,
): Promise<Outcome<null>> {
  const written = await record.write(
    draft,
    async (server, act, sending) => {
      const done = await write(server, act, sending);
      return done.ok ? ok({ isWritten: true, value: null }) : done;
    },
    context,
  );
  if (!written.ok) return written;
  const caughtUp = await record.catchUp(context);
  return caughtUp.ok ? ok(null) : caughtUp;
}

/** Reads on, and refuses whoever is no administrator by then (`team.not-admin`). */
export async function asAdmin(
  { record, people }: OpenTeam,
  context: Context,
): Promise<Outcome<null>> {
  const caughtUp = await record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  return people.isAdmin(record.key) ? ok(null) : fail('team.not-admin', context.correlationId);
}
