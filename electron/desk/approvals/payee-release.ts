import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { changersOf, type DetailsOfPayee } from '../../nouns/approvals/judge/payee-releases.ts';
import { pairsOfEyes } from '../../nouns/approvals/judge/pairs-of-eyes.ts';
import { payeeName } from '../../nouns/approvals/order.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import type { OpenApprovals } from './requests.ts';
import { mayVouchHere } from './sending-desk.ts';

/** Whether the team's rules require a second person before new bank details are paid. */
export const requiresRelease = ({ approvals }: Pick<OpenApprovals, 'approvals'>): boolean =>
  approvals.state.rules?.payeeRelease !== undefined;

/**
 * Why the person of this desk may not release these details; null where the release would count. `maker` makes the payment, where there is
 * one.
 */
export function whyNotReleasedHere(
  open: OpenApprovals,
  of: DetailsOfPayee,
  now: string,
  maker: string | null = null,
): string | null {
  if (!requiresRelease(open)) return 'The approval rules ask for no release of payees.';
  if (!mayVouchHere(open)) return 'Your roles do not release a payee.';
  const { state } = open.approvals;
  const own = open.team.people.nameOf(open.team.record.key);
  const eyesOf = pairsOfEyes(state, [now]);
  const changers = changersOf(state, of);
  if (changers.length === 0 && maker !== null && eyesOf(maker) === eyesOf(own))
    return 'You made the payment, and it is not known who changed its payee: a second person must release it.';
  const changer = changers.find((person) => eyesOf(person) === eyesOf(own));
  if (changer === undefined) return null;
  return changer === own
    ? 'You changed this payee: a second person must release it.'
    : `You and ${changer}, who changed this payee, stand in for each other: somebody else must release it.`;
}

/**
 * Releases bank details of a payee for the whole team. Fails with `team.refused` where the release does not count; nothing is released
 * then.
 */
export async function writeRelease(
  open: OpenApprovals,
  of: DetailsOfPayee,
  now: string,
  context: Context,
): Promise<Outcome<null>> {
  const refused = (message: string) =>
    fail('team.refused', context.correlationId, { message: `${message} Nothing was released.` });
  const why = whyNotReleasedHere(open, of, now);
  if (why !== null) return refused(why);
  const content = { payee: of.payee, details: of.details };
  const written = await writeAct(open.team, { kind: 'release-payee', content }, context);
  if (!written.ok) return written;
  const { releases } = open.approvals.state;
  const isWritten = releases
    .get(payeeName(of.payee, of.details))
    ?.some(({ key }) => key === open.team.record.key);
  return isWritten === true ? ok(null) : refused('The release does not count in the record.');
}
