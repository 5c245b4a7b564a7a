import type { Order } from '../../support/banks/mirage/mirage-ledger.ts';
import { Killed } from '../desk.ts';
import {
  catchDeskFault,
  deskAnswer,
  look,
  payFile,
  settleByTelephone,
  sync,
  type DeskAnswer,
} from '../person.ts';
import { reconcileWithBank } from '../reconciling.ts';
import {
  attend,
  careOf,
  forgetSince,
  heldAtRecord,
  isAtBank,
  isBooked,
  noteOrders,
  payment,
  recordOf,
  referenceOf,
  saved,
  show,
  wasSeen,
  type Lab,
  type LabDesk,
  type StepAnswer,
} from './lab.ts';
import { count } from './faults.ts';
import { cameToNothing, claimsIn } from './oracle.ts';
import { prepareRecurring, schedule, sendWhatIsDue } from './due/due-work.ts';
import { makeInTeam, payInTeam, readOn, repair, revokeDesk, takeClaimOver } from './person.ts';
import type { DeskStep, MachineStep, TeamStep } from './plan.ts';
import type { Sending } from './sendings.ts';
import { context } from './world.ts';

const nothing = deskAnswer('done');

/** The answer of a step that has no effect, and is not counted. */
export const idle = (words: string): DeskAnswer => deskAnswer(words, 'idle');
const minute = 60_000;

/** Starts a desk whose process is over, and says how that went. */
export async function startAnew(desk: LabDesk): Promise<DeskAnswer> {
  const notices = await attend(desk).start();
  return deskAnswer(['open', ...notices].join('; '));
}

const settled = (work: Promise<DeskAnswer>): Promise<StepAnswer> =>
  work.then(
    (answer) => ({ answer }),
    (cause: unknown) => ({ cause }),
  );

/** An answer, or what it ended with, thrown. */
function valueOf(answer: StepAnswer): DeskAnswer {
  if ('answer' in answer) return answer.answer;
  throw answer.cause;
}

/** What goes to the record in the background is awaited, so that the same seed is the same history. */
export async function drain({ mortal }: LabDesk): Promise<void> {
  if (!mortal.isOpen || mortal.wasKilled) return;
  await mortal.desk.copy.team?.open?.claims.publish(context);
}

/** Lets a desk that stands still go on. */
export async function release(lab: Lab, desk: LabDesk): Promise<DeskAnswer> {
  const { held } = desk;
  if (held === null) return idle('does not stand still');
  desk.held = null;
  attend(desk);
  lab.bank.behaviour = held.behaviour;
  held.hold.release();
  const answer = await held.work;
  noteOrders(lab, desk, held.claimed);
  return valueOf(answer);
}

async function send(
  lab: Lab,
  desk: LabDesk,
  { behaviour, killAt, fault, hold }: Sending,
  work: () => Promise<DeskAnswer>,
): Promise<DeskAnswer> {
  const { bank, counts, isForked } = lab;
  // Two records leave the bank's list alone to hold desks apart: whoever stands still behind a look at it is not held back.
  const point = isForked ? null : hold;
  bank.behaviour = behaviour;
  desk.mortal.killAt(killAt);
  desk.line.fault = fault;
  const running = settled(
    catchDeskFault(async () => {
      const answer = await work();
      await drain(desk);
      return answer;
    }),
  );
  if (point === null) {
    const answer = await running;
    if (fault !== null && desk.line.fault === null) count(lab.happened, `line broke: ${fault.at}`);
    return valueOf(answer);
  }
  const still = desk.mortal.holdAt(point);
  const first = await Promise.race([running, still.reached]);
  if (first === null) {
    counts.held += 1;
    const claimed = lab.claimed.under(desk.line.database);
    count(lab.happened, `stood still: ${point}`);
    desk.held = { point, hold: still, behaviour, work: running, claimed };
    return deskAnswer('stands still');
  }
  still.release();
  return valueOf(first);
}

async function stop(lab: Lab, desk: LabDesk, how: 'ended' | 'killed'): Promise<void> {
  if (how === 'killed') desk.mortal.kill();
  if (desk.held !== null)
    await release(lab, desk).catch((cause: unknown) => {
      if (!(cause instanceof Killed) && !desk.mortal.wasKilled) throw cause;
    });
  if (desk.mortal.isOpen) await desk.mortal.end(how);
}

/** Puts files of a desk back that is stopped for it. */
async function putBack(lab: Lab, desk: LabDesk, change: () => void): Promise<DeskAnswer> {
  await stop(lab, desk, 'ended');
  change();
  return startAnew(desk);
}

/** The record is another one for a moment: whoever was on its way there has arrived or failed. */
async function disturbRecord(lab: Lab, change: () => Promise<unknown>): Promise<DeskAnswer> {
  for (const desk of heldAtRecord(lab)) await release(lab, desk);
  await change();
  return nothing;
}

export function passTime({ world, time }: Lab, ms: number): void {
  time.pass(ms);
  world.record.setTime(time.now());
}

/** What a desk does. It is open. */
export async function doneBy(lab: Lab, desk: LabDesk, step: DeskStep): Promise<DeskAnswer> {
  const { mortal } = desk;
  switch (step.do) {
    case 'pay': {
      const one = payment(lab, step);
      if (wasSeen(lab, one.reference)) return idle('seen at the bank: not paid again');
      return send(lab, desk, step, async () => {
        if (step.readsFirst) await readOn(mortal.desk);
        return payInTeam(mortal.desk, one, careOf(lab, desk));
      });
    }
    case 'pay file': {
      const file = lab.plan.files[step.file]!;
      if (file.lines.some(({ reference }) => wasSeen(lab, reference)))
        return idle('seen at the bank: not paid again');
      return send(lab, desk, step, async () => {
        if (step.readsFirst) await readOn(mortal.desk);
        const isThere = ({ reference }: { reference: string }) => isAtBank(lab, reference);
        return payFile(mortal.desk, file, isThere, careOf(lab, desk));
      });
    }
    case 'make a record': {
      const record = recordOf(lab, step);
      if (wasSeen(lab, record.reference)) return idle('seen at the bank: not made again');
      return send(lab, desk, step, async () => {
        if (step.readsFirst) await readOn(mortal.desk);
        return makeInTeam(mortal.desk, record);
      });
    }
    case 'schedule': {
      const one = payment(lab, step);
      return schedule(mortal.desk, one, desk.name);
    }
    case 'prepare recurring':
      return prepareRecurring(mortal.desk, desk.name);
    case 'send due':
      return send(lab, desk, step, async () => {
        if (step.readsFirst) await readOn(mortal.desk);
        return sendWhatIsDue(mortal.desk, {
          ...{ name: desk.name, care: careOf(lab, desk) },
          wasSeen: (reference) => wasSeen(lab, reference),
        });
      });
    case 'release':
      return release(lab, desk);
    case 'look':
      return look(mortal.desk, { reference: referenceOf(lab, step) });
    case 'settle by telephone': {
      const { reference } = recordOf(lab, step);
      return settleByTelephone(mortal.desk, { reference }, isBooked(lab, reference));
    }
    case 'sync':
      return sync(mortal.desk, 'usual');
    case 'read on':
      return readOn(mortal.desk);
    case 'reconcile':
      return reconcileWithBank(mortal.desk, () => {
        for (const { reference } of lab.bank.done()) lab.seen.add(reference);
      });
    case 'set the clock':
      desk.time.wallOffsetMs += step.ms;
      desk.time.furthestMs = Math.max(desk.time.furthestMs, desk.time.wallOffsetMs);
      return nothing;
    case 'cut the line':
      desk.line.cut();
      return nothing;
    case 'mend the line':
      desk.line.mend();
      return nothing;
    case 'repair':
      return repairBy(lab, desk);
    case 'revoke': {
      const whom = lab.desks[step.whom]!;
      const revoked = await revokeDesk(mortal.desk, whom.key);
      if (revoked.code === null) {
        lab.counts.revoked += 1;
        whom.isRevoked = true;
      }
      return revoked;
    }
    case 'take over': {
      const reference = referenceOf(lab, step);
      const over = await takeClaimOver(mortal.desk, reference, isBooked(lab, reference));
      if (over.code === null) lab.counts['taken over'] += 1;
      return over;
    }
  }
}

/** Puts back what this desk has read, and with it the claims of what was sent. */
export async function repairBy(
  { claimed, bank, senders }: Lab,
  { mortal }: LabDesk,
): Promise<DeskAnswer> {
  const repaired = await repair(mortal.desk);
  if (repaired.code !== null) return repaired;
  const claims = new Map(claimsIn(mortal.desk).map((claim) => [claim.reference, claim]));
  // A claim of another desk that came to nothing does not cover the order.
  const isClaimed = ({ id, reference }: Order): boolean => {
    const claim = claims.get(reference);
    return (
      claim !== undefined && (!cameToNothing(claim.outcome) || claim.key === senders.get(id)?.key)
    );
  };
  claimed.repair(bank.orders.filter(isClaimed));
  return repaired;
}

/** What is done to the machine of a desk. */
export async function doneTo(lab: Lab, desk: LabDesk, step: MachineStep): Promise<DeskAnswer> {
  const { mortal, backups } = desk;
  const act = step.do;
  if (act === 'restart') {
    await stop(lab, desk, step.how);
    return startAnew(desk);
  }
  if (act === 'take a snapshot of the machine' || act === 'back up')
    return putBack(lab, desk, () => {
      if (act === 'back up') backups.push(saved(lab, desk));
      else desk.snapshot = saved(lab, desk);
    });
  const old = act === 'put the machine back' ? desk.snapshot : (backups.at(-1) ?? null);
  if (old === null) return idle('nothing to put back');
  return putBack(lab, desk, () => {
    const { machine } = mortal;
    if (act !== 'put the record’s copy back') forgetSince(lab, desk, old);
    mortal.become(
      {
        'put the machine back': () => old.machine,
        'put the folder back': () => ({ ...machine, data: old.machine.data }),
        'put the record’s copy back': () => ({
          ...machine,
          data: new Map([
            ...[...machine.data].filter(([path]) => !isCopy(path)),
            ...[...old.machine.data].filter(([path]) => isCopy(path)),
          ]),
        }),
      }[act](),
    );
  });
}

/** Is it a file of the desk's copy of the record? */
const isCopy = (path: string): boolean => path.includes('team.db');

/** Has a desk read more acts than the record has? */
async function lacksActs({ world, desks }: Lab): Promise<boolean> {
  const [head] = await world.record.inside('lab_main', 'SELECT n::int FROM nostro.head');
  const served = Number(head?.['n'] ?? 0);
  return desks.some(
    ({ mortal }) => mortal.isOpen && (mortal.desk.copy.team?.open?.record.head.n ?? 0) > served,
  );
}

/** What happens around the desks. */
export async function doneAround(
  lab: Lab,
  step: Exclude<TeamStep, DeskStep | MachineStep>,
): Promise<DeskAnswer> {
  const { world, bank, desks, backups, counts } = lab;
  const { record } = world;
  switch (step.do) {
    case 'wait':
      for (const at of step.asleep)
        if (desks[at]!.held !== null) {
          desks[at]!.time.sleptMs += step.ms;
          show(lab, 'a laptop that slept goes on');
        }
      passTime(lab, step.ms);
      return nothing;
    case 'lie':
      bank.listLie = step.list;
      if (step.list !== null) count(lab.happened, `list of the bank: ${step.list}`);
      return nothing;
    case 'back up the record':
      return disturbRecord(lab, async () => {
        backups.push({ backup: await record.backUp(step.how), claimed: lab.claimed.copy() });
      });
    case 'restore the record': {
      const old = backups[Math.floor(step.age * backups.length)];
      if (old === undefined) return idle('no backup');
      counts.restored += 1;
      show(lab, `a ${old.backup.how} record is restored`);
      return disturbRecord(lab, async () => {
        await record.restore(old.backup);
        if (await lacksActs(lab)) show(lab, 'a restored record lacks acts that a desk has read');
        lab.claimed.restore(old.claimed);
        // It takes longer than a claim holds.
        passTime(lab, 2 * minute);
      });
    }
    case 'crash the database':
      counts.crashed += 1;
      return disturbRecord(lab, () => record.crash());
    case 'fork the record':
      for (const desk of desks) if (desk.held !== null) await release(lab, desk);
      counts.forked += 1;
      lab.isForked = true;
      await record.fork();
      lab.claimed.fork();
      for (const at of step.away) desks[at]!.line.turnTo('lab_fork');
      return nothing;
    case 'join the fork':
      if (desks.every(({ line }) => line.database === 'lab_main')) return idle('not forked');
      for (const { line } of desks) line.turnTo('lab_main');
      return nothing;
    case 'change the record':
      await record.inside('lab_main', step.sql);
      return nothing;
    case 'reopen the revoked':
      return (await record.reopen(desks[step.whom]!.login)) ? nothing : idle('not revoked');
  }
}
