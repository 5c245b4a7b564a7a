import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { dueRows } from '../../../electron/desk/due/due-rows.ts';
import { planRun, previewRun } from '../../../electron/desk/due/day-runs/plan-run.ts';
import { scheduleDue } from '../../../electron/desk/due/schedule-due.ts';
import { sendDue } from '../../../electron/desk/due/sending/send-due.ts';
import {
  changeDay,
  settleSent,
  withdrawPayment,
} from '../../../electron/nouns/due-payments/change.ts';
import { openDayRuns } from '../../../electron/nouns/due-payments/day-runs/tables.ts';
import { refreshBeneficiaries } from '../../../electron/nouns/beneficiaries/refresh.ts';
import { dueDaysAt } from '../../../electron/nouns/due-payments/due-days.ts';
import { addDays, todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import {
  mirageAccounts,
  startMirage,
  type Mirage,
  type OrderBehaviour,
} from '../../support/banks/mirage/mirage.ts';
import { miragePayees } from '../../support/banks/mirage/mirage-records.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { Killed, MortalDesk } from '../desk.ts';
import { dice, type Dice } from '../dice.ts';
import { killPoints, type KillPoint } from '../plan.ts';
import { newTime, type Time } from '../time.ts';

const dayMs = 86_400_000;
const context = { correlationId: 'laboratory' };
const count = 6;

type Step =
  | { readonly do: 'schedule'; readonly payment: number; readonly inDays: number }
  | {
      readonly do: 'send' | 'send twice';
      readonly isReleased: boolean;
      readonly behaviour: OrderBehaviour;
      readonly killAt: KillPoint | null;
    }
  | { readonly do: 'plan'; readonly inDays: number; readonly hour: number }
  | {
      readonly do: 'send by itself';
      readonly behaviour: OrderBehaviour;
      readonly killAt: KillPoint | null;
      readonly isTwice: boolean;
    }
  | { readonly do: 'withdraw runs' }
  | { readonly do: 'withdraw'; readonly payment: number }
  | { readonly do: 'move'; readonly payment: number; readonly inDays: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'set the clock'; readonly ms: number }
  | { readonly do: 'restart'; readonly how: 'ended' | 'killed' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'put back' };

export type DueCounts = Readonly<
  Record<'orders' | 'booked' | 'killed' | 'held' | 'runs' | 'sentByRuns', number>
>;

/** What happened in one history of days, and what of it must not. */
export type DueHistory = {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly faults: readonly string[];
  readonly counts: DueCounts;
};

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };

function stepsOf(die: Dice): Step[] {
  const steps: Step[] = Array.from({ length: count - 1 }, (_, payment) => ({
    ...({ do: 'schedule', payment, inDays: die.below(4) } as const),
  }));
  const behaviour = (): OrderBehaviour =>
    die.chance(0.6)
      ? well
      : {
          booksAfterMs: die.of([null, 0, 0, 60_000]),
          answer: die.of(['none', 'error', 'cut', 'refused', 'empty', 'pending'] as const),
        };
  const send = (): Step => ({
    do: die.chance(0.3) ? 'send twice' : 'send',
    isReleased: die.chance(0.4),
    behaviour: behaviour(),
    killAt: die.chance(0.3) ? die.of(killPoints) : null,
  });
  const sendByItself = (): Step => ({
    ...{ do: 'send by itself', behaviour: behaviour(), isTwice: die.chance(0.3) },
    killAt: die.chance(0.3) ? die.of(killPoints) : null,
  });
  const draws: (readonly [number, () => Step])[] = [
    [10, send],
    [8, () => ({ do: 'plan', inDays: die.below(3), hour: die.of([10, 15, 23]) })],
    [10, sendByItself],
    [1, () => ({ do: 'withdraw runs' })],
    [3, () => ({ do: 'schedule', payment: die.below(count), inDays: die.below(4) })],
    [1, () => ({ do: 'withdraw', payment: die.below(count) })],
    [1, () => ({ do: 'move', payment: die.below(count), inDays: die.below(4) })],
    [6, () => ({ do: 'pass', ms: die.of([dayMs, dayMs, dayMs / 2, 20 * 60_000]) })],
    [2, () => ({ do: 'set the clock', ms: die.of([0, dayMs, -dayMs, 3 * dayMs, -3 * dayMs]) })],
    [2, () => ({ do: 'restart', how: die.of(['ended', 'killed'] as const) })],
    [1, () => ({ do: 'snapshot' })],
    [1, () => ({ do: 'put back' })],
  ];
  for (let step = 0; step < 26; step += 1) steps.push(die.weighted(draws)());
  return steps;
}

type Lab = {
  readonly bank: Mirage;
  readonly time: Time;
  readonly mortal: MortalDesk;
  /** The day of each payment as the desk has it now. */
  readonly days: Map<string, IsoDate>;
  readonly withdrawn: Set<string>;
  /** Until when a run may send a payment, each time that one named it; since the last withdrawal of runs. */
  readonly planned: Map<string, string[]>;
  wasPutBack: boolean;
  hasSnapshot: boolean;
  killed: number;
  held: number;
  runs: number;
  sentByRuns: number;
};

const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const referenceOf = (payment: number): string => `Due-2026-11-${String(1_000 + payment)}`;

/** Lives through some days of one desk, and stops at the first thing that must not be. */
export async function liveDueDays(seed: number): Promise<DueHistory> {
  const die = dice(seed ^ 0xd0e);
  const time = newTime();
  const traits = { hasList: true, reportsPages: true, fee: 'none', reportsFee: false } as const;
  const bank = await startMirage(traits, time);
  const folder = mkdtempSync(join(memory, 'nostro-due-'));
  const mortal = new MortalDesk({ bank, time, dataDir: join(folder, 'data') });
  const lab: Lab = {
    ...{ bank, time, mortal, days: new Map(), withdrawn: new Set(), planned: new Map() },
    ...{ wasPutBack: false, hasSnapshot: false, killed: 0, held: 0 },
    ...{ runs: 0, sentByRuns: 0 },
  };
  const lines: string[] = [];
  let faults: string[] = [];
  try {
    mortal.attend();
    await mortal.start();
    // A run names only payments whose payee is known.
    const read = await refreshBeneficiaries(mortal.desk.changes, context);
    if (!read.ok) throw new Error(read.error.message);
    for (const step of stepsOf(die)) {
      const before = bank.orders.length;
      const words = await carriedOut(lab, step);
      lines.push(
        `${new Date(time.now()).toISOString().slice(0, 16)} ${JSON.stringify(step)} → ${words}`,
      );
      faults = faultsIn(lab, step, before);
      if (faults.length > 0 || !mortal.isOpen) break;
    }
  } finally {
    if (mortal.isOpen) await mortal.end('ended');
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const counts = {
    ...{ orders: bank.orders.length, booked: bank.ledger().length },
    ...{ killed: lab.killed, held: lab.held, runs: lab.runs, sentByRuns: lab.sentByRuns },
  };
  return { seed, lines, faults, counts };
}

async function carriedOut(lab: Lab, step: Step): Promise<string> {
  const { mortal } = lab;
  let words: string;
  try {
    words = await done(lab, step);
  } catch (cause) {
    const isOver = cause instanceof Killed || mortal.wasKilled;
    if (!isOver && !(cause instanceof DeskFault)) throw cause;
    words = cause instanceof DeskFault ? cause.code : 'killed';
  }
  mortal.killAt(null);
  if (!mortal.wasKilled) return words;
  lab.killed += 1;
  await mortal.bury();
  return ['killed', ...(await mortal.start())].join('; ');
}

async function done(lab: Lab, step: Step): Promise<string> {
  const { mortal, time, bank } = lab;
  switch (step.do) {
    case 'schedule':
      return scheduled(lab, step);
    case 'withdraw': {
      const reference = referenceOf(step.payment);
      const { journal } = mortal.desk.copy;
      const outcome = withdrawPayment(journal, reference, { stamp: stampOf(lab), context });
      if (outcome.ok) lab.withdrawn.add(reference);
      return outcome.ok ? 'withdrawn' : outcome.error.code;
    }
    case 'move':
      return moved(lab, step);
    case 'send':
    case 'send twice': {
      bank.behaviour = step.behaviour;
      mortal.killAt(step.killAt);
      const runs = Array.from({ length: step.do === 'send' ? 1 : 2 }, () =>
        sendAll(lab, step.isReleased),
      );
      return (await Promise.all(runs)).join(' / ');
    }
    case 'plan':
      return planned(lab, step);
    case 'send by itself': {
      bank.behaviour = step.behaviour;
      mortal.killAt(step.killAt);
      const { dayRuns } = mortal.desk;
      dayRuns.look();
      if (step.isTwice) dayRuns.look();
      await dayRuns.ended();
      return openDayRuns(mortal.desk.copy.journal)
        .map(({ day, state }) => `${day} ${state}`)
        .join(', ');
    }
    case 'withdraw runs': {
      const { dayRuns, copy } = mortal.desk;
      for (const { runId } of openDayRuns(copy.journal)) {
        const outcome = await dayRuns.withdraw(runId, context);
        if (!outcome.ok) return outcome.error.code;
      }
      if (!lab.wasPutBack) lab.planned.clear();
      return 'withdrawn';
    }
    case 'pass':
      time.pass(step.ms);
      return 'passed';
    case 'set the clock':
      time.wallOffsetMs = step.ms;
      return 'set';
    case 'restart':
      await mortal.end(step.how);
      return ['restarted', ...(await mortal.start())].join('; ');
    case 'snapshot':
      await mortal.end('ended');
      mortal.takeSnapshot();
      lab.hasSnapshot = true;
      return ['taken', ...(await mortal.start())].join('; ');
    case 'put back':
      if (!lab.hasSnapshot) return 'no snapshot';
      await mortal.end('ended');
      mortal.putMachineBack();
      lab.wasPutBack = true;
      return ['put back', ...(await mortal.start())].join('; ');
  }
}

const stampOf = ({ time }: Lab) => ({
  actor: actorNamed('Ada'),
  at: new Date(time.now()).toISOString(),
});

/** Today by the bank, which is right. */
const trueDay = ({ time }: Lab): IsoDate => todayAt(time.now());

function scheduled(
  lab: Lab,
  { payment, inDays }: { readonly payment: number; readonly inDays: number },
): string {
  const { desk } = lab.mortal;
  const reference = referenceOf(payment);
  const due = addDays(trueDay(lab), inDays);
  const entered = {
    ...{ reference, accountNumber: mirageAccounts[0], beneficiaryId: miragePayees[0] },
    ...{ amount: `${String(10 + payment)}.25`, currency: 'USD', narration: '' },
    ...({ due, source: 'form', sourceId: '' } as const),
  };
  const stamp = { ...stampOf(lab), actor: { id: '', name: 'Ada', desk: desk.copy.deskId } };
  const onTheDay = { stamp, workingDays: (day: IsoDate) => ({ day, reason: null }) };
  const outcome = scheduleDue(desk.changes, entered, onTheDay, context);
  if (!outcome.ok) return outcome.error.code;
  lab.days.set(reference, outcome.value.day);
  return `${outcome.value.state} for ${outcome.value.day}`;
}

function planned(
  lab: Lab,
  { inDays, hour }: { readonly inDays: number; readonly hour: number },
): string {
  const { copy, clock } = lab.mortal.desk;
  const planning = { journal: copy.journal, clock, whyUnapproved: () => null };
  const day = addDays(trueDay(lab), inDays);
  const until = `${day}T${String(hour)}:00:00.000Z`;
  const { payments } = previewRun(planning, day);
  const actor = { id: '', name: 'Ada', desk: copy.deskId };
  const outcome = planRun(planning, { day, until, payments, actor }, context);
  if (!outcome.ok) return outcome.error.code;
  lab.runs += 1;
  for (const { reference } of payments)
    lab.planned.set(reference, [...(lab.planned.get(reference) ?? []), until]);
  return `planned ${payments.map(({ reference }) => reference).join(', ')} until ${until}`;
}

function moved(
  lab: Lab,
  { payment, inDays }: { readonly payment: number; readonly inDays: number },
): string {
  const { copy, clock } = lab.mortal.desk;
  const reference = referenceOf(payment);
  const day = addDays(trueDay(lab), inDays);
  const outcome = changeDay(copy.journal, reference, {
    ...{ enteredDay: day, due: { day, reason: null }, days: dueDaysAt(clock) },
    ...{ stamp: stampOf(lab), context },
  });
  if (outcome.ok) lab.days.set(reference, outcome.value.day);
  return outcome.ok ? `moved to ${day}` : outcome.error.code;
}

/** As the command line does: what has no answer first; it ends at the first doubt. */
async function sendAll(lab: Lab, isReleased: boolean): Promise<string> {
  const { changes, copy } = lab.mortal.desk;
  settleSent(copy.journal, stampOf(lab));
  const rows = dueRows({ journal: copy.journal, days: dueDaysAt(changes.clock) })
    .filter(({ state }) => state !== 'scheduled')
    .toSorted((a, b) => Number(b.state === 'unknown') - Number(a.state === 'unknown'));
  const words: string[] = [];
  for (const { reference } of rows) {
    const sent = await sendDue(changes, reference, sendingOf(lab, isReleased), context);
    if (!sent.ok && sent.error.fields?.['held'] !== undefined) lab.held += 1;
    words.push(sent.ok ? sent.value.submission.state : sent.error.code);
    if (sent.ok && sent.value.submission.state === 'unknown') break;
  }
  return words.join(', ') || 'nothing due';
}

const sendingOf = (lab: Lab, isReleased: boolean) => ({
  approval: { by: 'script', twins: [], payeeChecked: true, twinsUnchecked: false } as const,
  release: isReleased ? stampOf(lab) : null,
  stamp: stampOf(lab),
  deskId: lab.mortal.desk.copy.deskId,
});

function faultsIn(lab: Lab, step: Step, before: number): string[] {
  const { bank, days, withdrawn, wasPutBack } = lab;
  const faults: string[] = [];
  const references = bank.ledger().map(({ reference }) => reference);
  const twice = references.filter((one, at) => references.indexOf(one) !== at);
  if (twice.length > 0) faults.push(`booked twice: ${twice.join(', ')}`);
  for (const { reference, arrivedAt } of bank.orders.slice(before)) {
    if (step.do === 'send by itself') {
      lab.sentByRuns += 1;
      const at = new Date(arrivedAt).toISOString();
      // By the bank's clock, which is right: also where the whole machine was put back.
      const mayBeSent = (lab.planned.get(reference) ?? []).some(
        (until) => until.slice(0, 10) === at.slice(0, 10) && at < until,
      );
      if (!mayBeSent) faults.push(`${reference} sent by itself at ${at}: no run allows it`);
    }
    const day = days.get(reference) ?? '';
    const sentOn = todayAt(arrivedAt);
    if (!wasPutBack && sentOn < day) faults.push(`${reference} sent on ${sentOn}, before ${day}`);
    const isReleased = 'isReleased' in step && step.isReleased;
    if (!wasPutBack && sentOn > day && !isReleased)
      faults.push(`${reference} of ${day} sent on ${sentOn} without a name`);
    if (!wasPutBack && withdrawn.has(reference)) faults.push(`${reference} sent though withdrawn`);
  }
  return faults;
}
