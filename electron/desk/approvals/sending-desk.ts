import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import {
  mayVouch,
  sendingDesksOf,
  type SendingDesk,
} from '../../nouns/approvals/judge/sending-desks.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import type { OpenApprovals } from './requests.ts';

/** Whether the person of this desk may open a sending desk, or release a payee. */
export const mayVouchHere = ({ approvals, team }: OpenApprovals): boolean =>
  mayVouch(approvals.state.desks.get(team.record.key));

/** The present state of the sending desk of a login; null where there is none. */
export const sendingDeskNamed = (
  { approvals }: OpenApprovals,
  login: string,
  now: string,
): SendingDesk | null =>
  sendingDesksOf(approvals.state, now).find((desk) => desk.login === login) ?? null;

/** Opens a sending desk for today. Returns its new state; fails with `team.refused` where the opening does not count. */
export async function writeOpening(
  open: OpenApprovals,
  login: string,
  now: string,
  context: Context,
): Promise<Outcome<SendingDesk>> {
  const desk = sendingDeskNamed(open, login, now);
  const refused = (message: string) => fail('team.refused', context.correlationId, { message });
  if (desk === null) return refused('The team has no such sending desk. Nothing was signed.');
  if (!mayVouchHere(open))
    return refused('Your roles do not open a sending desk. Nothing was signed.');
  const content = { login, day: desk.day };
  const written = await writeAct(open.team, { kind: 'open-sending', content }, context);
  if (!written.ok) return written;
  const { openings } = open.approvals.state;
  const isWritten = [...openings.values()].some(
    (opening) =>
      opening.key === open.team.record.key && opening.login === login && opening.day === desk.day,
  );
  const after = sendingDeskNamed(open, login, now);
  return isWritten && after ? ok(after) : refused('The opening does not count in the record.');
}
