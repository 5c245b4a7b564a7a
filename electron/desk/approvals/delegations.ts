import { addDays, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Money } from '../../nouns/approvals/contents.ts';
import { startOfDay } from '../../nouns/approvals/judge/local-time.ts';
import type { ApprovalState, Delegation } from '../../nouns/approvals/state.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import { writeEnding, type OpenApprovals } from './requests.ts';

/** Who approves in this person's place, from when until when (ISO 8601), and up to which amount. */
export type WantedDelegation = {
  readonly to: string;
  readonly begins: string;
  readonly ends: string;
  readonly limit: Money | null;
};

/** The instants of whole days in the zone of the rules, both included. */
export function daysOfDelegation(
  { rules }: Pick<ApprovalState, 'rules'>,
  from: IsoDate,
  until: IsoDate,
): { readonly begins: string; readonly ends: string; readonly zone: string } {
  const zone = rules?.zone ?? 'UTC';
  const endMs = Date.parse(startOfDay(addDays(until, 1), zone)) - 1;
  return { begins: startOfDay(from, zone), ends: new Date(endMs).toISOString(), zone };
}

/** Whether the name is that of another member with the right to write. */
export function mayStandIn({ team: { people, record } }: OpenApprovals, name: string): boolean {
  const isMember = people.members.some((one) => one.name === name && people.mayWrite(one.key));
  return isMember && people.nameOf(record.key) !== name;
}

/** Writes a delegation. Returns its digest and the part of it that counts. Fails with `team.refused` where the record does not count it. */
export async function writeDelegation(
  { team, approvals }: OpenApprovals,
  wanted: WantedDelegation,
  context: Context,
): Promise<Outcome<readonly [string, Delegation]>> {
  const before = new Set(approvals.state.delegations.keys());
  const { to, begins, ends, limit } = wanted;
  const content = { to, begins, ends, limit: limit && { ...limit } };
  const written = await writeAct(team, { kind: 'delegate', content }, context);
  if (!written.ok) return written;
  const own = team.people.nameOf(team.record.key);
  const made = [...approvals.state.delegations].find(
    ([digest, delegation]) => !before.has(digest) && delegation.from === own,
  );
  return made ? ok(made) : fail('team.refused', context.correlationId);
}

/** Withdraws a delegation. Fails with `team.refused` where it is still in force. */
export const endDelegation = (
  open: OpenApprovals,
  digest: string,
  context: Context,
): Promise<Outcome<null>> =>
  writeEnding(open, { kind: 'withdraw', content: { of: digest } }, context);
