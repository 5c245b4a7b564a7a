import { sync, type DeskAnswer } from '../person.ts';
import { reconcileWithBank } from '../reconciling.ts';
import { setAside } from '../../../electron/nouns/people/repair.ts';
import { openSubmissions } from '../../../electron/engines/submissions/journal/submission-table.ts';
import { maySend } from '../../../electron/engines/submissions/claims.ts';
import { attend, isBooked, type Lab, type LabDesk } from './lab.ts';
import { readOn, revokeDesk, takeClaimOver } from './person.ts';
import { claimsIn } from './oracle.ts';
import { passTime, repairBy } from './steps.ts';
import { context, openOf } from './world.ts';

const minute = 60_000;

/** Does the work at a desk, and notes a line. */
export type At = (desk: LabDesk, what: string, work: () => Promise<DeskAnswer>) => Promise<void>;

const teamOf = ({ mortal }: LabDesk) => openOf(mortal.desk.copy.team);

/** Is the desk a member that reads the same record as the others? */
export const isWhole = (desk: LabDesk): boolean => {
  if (!desk.mortal.isOpen || desk.mortal.desk.copy.team?.open === null) return false;
  const { record, people } = teamOf(desk);
  return record.state === 'current' && people.mayWrite(record.key);
};

const isAdmin = (desk: LabDesk): boolean =>
  isWhole(desk) && teamOf(desk).people.isAdmin(teamOf(desk).record.key);

/** Why nothing may be sent by this desk; null where it may. */
export function whyClosed({ mortal }: LabDesk): string | null {
  const allowed = maySend(mortal.desk.changes, context);
  return allowed.ok ? null : allowed.error.code;
}

/** Whoever looks after the team puts everything right that can be put right. */
export async function heal(lab: Lab, at: At): Promise<void> {
  const { desks, counts } = lab;
  const readAll = async (): Promise<void> => {
    for (const desk of desks) await at(desk, 'read on', () => readOn(desk.mortal.desk));
  };
  await readAll();
  const admins = desks
    .filter(({ mortal }) => mortal.isOpen && mortal.desk.copy.team?.open !== null)
    .filter((desk) => teamOf(desk).people.isAdmin(teamOf(desk).record.key))
    .toSorted((a, b) => teamOf(b).record.head.n - teamOf(a).record.head.n);
  for (const desk of admins)
    if (teamOf(desk).record.state === 'server-behind')
      await at(desk, 'repair', async () => {
        counts.repaired += 1;
        return repairBy(lab, desk);
      });
  if (counts.repaired > 0) await readAll();
  await setLostAside(lab, at);
  for (const desk of desks) await openJournal(lab, desk, at);
  await takeLostClaims(lab, at);
  for (const ms of [1, 12 * minute, 3 * minute]) {
    passTime(lab, ms);
    for (const desk of desks) await lookUpAll(desk, at);
  }
  await readAll();
}

/** Desks that no repair can bring back are set aside and revoked. */
async function setLostAside({ desks }: Lab, at: At): Promise<void> {
  const admin = desks.find(isAdmin);
  if (admin === undefined) return;
  const team = teamOf(admin);
  const lost = desks.filter((desk) => !isWhole(desk) && team.people.mayWrite(desk.key));
  for (const desk of lost)
    await at(admin, `set ${desk.name} aside`, async () => {
      const member = team.people.member(desk.key);
      if (team.people.awaited.some(({ key }) => key === desk.key) && member !== null)
        void (await setAside(team, [member], context)).ok;
      return revokeDesk(admin.mortal.desk, desk.key);
    });
  for (const desk of desks)
    if (desk !== admin && isWhole(desk)) await at(desk, 'read on', () => readOn(desk.mortal.desk));
}

/** What a desk sent by a clock that was ahead may be at the bank until that moment has passed: then it is asked once more. */
async function openJournal(lab: Lab, desk: LabDesk, at: At): Promise<void> {
  const { mortal, time } = desk;
  for (const ms of [0, time.furthestMs + 12 * minute]) {
    if (mortal.desk.copy.continuity.allows(context).ok) return;
    passTime(lab, ms);
    await at(desk, 'sync', () => sync(mortal.desk, 'usual'));
    await at(desk, 'reconcile', () =>
      reconcileWithBank(mortal.desk, () => {
        for (const { reference } of lab.bank.done()) lab.seen.add(reference);
      }),
    );
  }
}

async function lookUpAll(desk: LabDesk, at: At): Promise<void> {
  const { lookups, copy } = desk.mortal.desk;
  if (openSubmissions(copy.journal).length === 0) return;
  await at(desk, 'sync and look', async () => {
    const synced = await sync(desk.mortal.desk, 'usual');
    await lookups.tick({ all: true });
    return synced;
  });
}

/** Open claims of desks that were revoked. */
async function takeLostClaims(lab: Lab, at: At): Promise<void> {
  const admin = lab.desks.find(isAdmin);
  if (admin === undefined) return;
  passTime(lab, 16 * minute);
  const { people } = teamOf(admin);
  const lost = claimsIn(admin.mortal.desk).filter(
    ({ key, outcome }) => !people.mayWrite(key) && (outcome === null || outcome === 'unknown'),
  );
  for (const { reference } of lost)
    await at(admin, `take over ${reference}`, () =>
      takeClaimOver(admin.mortal.desk, reference, isBooked(lab, reference)),
    );
  if (lost.length === 0) attend(admin);
}
