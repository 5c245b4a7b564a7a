import type { Order } from '../../support/banks/mirage/mirage-ledger.ts';
import { startMirage } from '../../support/banks/mirage/mirage.ts';
import { MortalDesk } from '../desk.ts';
import { Killed } from '../desk.ts';
import type { DeskAnswer } from '../person.ts';
import { newTime } from '../time.ts';
import { ClaimedOrders } from './claimed-orders.ts';
import { count, type Happened } from './faults.ts';
import { heal, isWhole, whyClosed, type At } from './healing.ts';
import {
  attend,
  careOf,
  MachineTime,
  noteOrders,
  payment,
  recordOf,
  show,
  wasSeen,
  wordsOf,
  type Counted,
  type Lab,
  type LabDesk,
} from './lab.ts';
import {
  claimedWrongly,
  claimsIn,
  countsOfRevoked,
  foldOf,
  leftOpen,
  sentTwice,
  shownWrongly,
  unnoticed,
  type TeamFault,
} from './oracle.ts';
import type { ServedAct } from './lab-record.ts';
import { makeInTeam, payInTeam, readOn } from './person.ts';
import type { DeskStep, MachineStep, TeamPlan, TeamStep } from './plan.ts';
import { doneAround, doneBy, doneTo, drain, idle, passTime, release, startAnew } from './steps.ts';
import { openOf, people, type World } from './world.ts';

/** What happened in one history, and what of it must not. */
export type TeamHistory = {
  readonly seed: number;
  /** A line a step. */
  readonly lines: readonly string[];
  readonly faults: readonly TeamFault[];
  readonly counts: Readonly<Record<Counted, number>>;
  /** What happened, by `faultKinds`. */
  readonly happened: Happened;
};

export const countedInTeam = (): Record<Counted, number> => ({
  ...{ orders: 0, bookings: 0, killed: 0, held: 0, restored: 0, forked: 0, crashed: 0 },
  ...{ revoked: 0, 'taken over': 0, 'refused by the team': 0, 'twins refused': 0 },
  ...{ 'closed by the record': 0, repaired: 0, 'open at the end': 0, 'closed at the end': 0 },
  'waiting for a person': 0,
});

const hour = 3_600_000;

async function begin(world: World, plan: TeamPlan): Promise<Lab> {
  await world.record.begin(world.desks.map(({ login }) => login));
  const time = newTime();
  time.pass(world.sinceMs - time.now() + hour);
  world.record.setTime(time.now());
  const bank = await startMirage(plan.traits, time, world.bankPort);
  const desks = world.desks.map(({ line, dataDir, machine, key, login }, at): LabDesk => {
    line.reset();
    const machineTime = new MachineTime(time);
    const mortal = new MortalDesk({ bank, time: machineTime, dataDir, line });
    mortal.become(machine);
    const name = people[at] ?? '';
    const around = { backups: [], snapshot: null, held: null, sentRevoked: new Set<Order>() };
    return { name, key, login, mortal, line, time: machineTime, isRevoked: false, ...around };
  });
  return {
    ...{ plan, world, bank, time, desks, senders: new Map(), backups: [] },
    ...{ claimed: new ClaimedOrders(), found: [] },
    ...{ counts: countedInTeam(), happened: new Map(), seen: new Set(), isForked: false },
  };
}

/** Lives one history through and stops at the first thing that must not be. */
export async function liveInTeam(plan: TeamPlan, world: World): Promise<TeamHistory> {
  const lab = await begin(world, plan);
  const { desks, bank, counts } = lab;
  const lines: string[] = [`${plan.theme}, bank: ${JSON.stringify(plan.traits)}`];
  let faults: TeamFault[] = [];
  const note = (line: string, found: TeamFault[]): boolean => {
    lines.push(`${String(lines.length).padStart(3)}. ${line}`);
    faults = found;
    return faults.length === 0;
  };
  try {
    for (const desk of desks) await startAnew(desk);
    for (const step of plan.steps) {
      const { line, found } = await carriedOut(lab, wordsOf(lab, step), step, () =>
        doStep(lab, step),
      );
      if (!note(line, found)) break;
    }
    if (faults.length === 0) await atTheEnd(lab, note, () => faults.length > 0);
  } finally {
    for (const desk of desks) {
      desk.held?.hold.release();
      await desk.held?.work;
      if (desk.mortal.isOpen) await desk.mortal.end('ended');
    }
    await bank.close();
    world.record.removeDumps();
  }
  counts.orders = bank.orders.length;
  counts.bookings = bank.ledger().length;
  return { seed: plan.seed, lines, faults, counts, happened: lab.happened };
}

const deskIn = ({ desks }: Lab, step: TeamStep): LabDesk | null =>
  'desk' in step ? (desks[step.desk] ?? null) : null;

const whileHeld: ReadonlySet<TeamStep['do']> = new Set<TeamStep['do']>([
  ...(['release', 'restart', 'cut the line', 'mend the line', 'set the clock'] as const),
]);

const machineActs: ReadonlySet<TeamStep['do']> = new Set<MachineStep['do']>([
  ...(['restart', 'back up', 'put the folder back', 'put the record’s copy back'] as const),
  ...(['take a snapshot of the machine', 'put the machine back'] as const),
]);
const isOfMachine = (step: DeskStep | MachineStep): step is MachineStep => machineActs.has(step.do);

async function doStep(lab: Lab, step: TeamStep): Promise<DeskAnswer> {
  if (!('desk' in step)) return doneAround(lab, step);
  const desk = lab.desks[step.desk]!;
  if (desk.held !== null && !whileHeld.has(step.do)) return idle('stands still');
  if (isOfMachine(step)) return doneTo(lab, desk, step);
  if (!desk.mortal.isOpen) return idle('is not open');
  attend(desk);
  return doneBy(lab, desk, step);
}

type Done = { readonly line: string; readonly found: TeamFault[] };

/** Does something at desks; whichever was killed by it is started anew. */
async function carriedOut(
  lab: Lab,
  words: string,
  step: TeamStep | LabDesk,
  work: () => Promise<DeskAnswer>,
): Promise<Done> {
  const { world, time, desks, counts } = lab;
  world.record.setTime(time.now());
  const actor = 'mortal' in step ? step : deskIn(lab, step);
  let answer: DeskAnswer;
  try {
    answer = await work();
    if (actor?.held === null) await drain(actor);
  } catch (cause) {
    const isDeath = cause instanceof Killed || desks.some(({ mortal }) => mortal.wasKilled);
    if (!isDeath) return { line: `${words} → ${String(cause)}`, found: [internal(cause)] };
    answer = { words: 'killed', code: null };
  }
  const hasSent = noteOrders(lab, actor) > 0;
  const found = lab.found.splice(0);
  for (const desk of desks) {
    if (desk.held === null) {
      desk.mortal.killAt(null);
      desk.line.fault = null;
    }
    if (!desk.mortal.wasKilled || desk.held !== null) continue;
    counts.killed += 1;
    if (desk.mortal.diedAt !== null) count(lab.happened, `killed: ${desk.mortal.diedAt}`);
    await desk.mortal.bury();
    answer = { ...(await startAnew(desk)), code: null };
    answer = { words: `killed and started anew; ${answer.words}`, code: null };
  }
  if (answer.words.includes('not opened')) found.push({ kind: 'not opened', words: answer.words });
  if (answer.code === 'internal') found.push(internal(answer.words));
  const hasRead = 'do' in step && step.do === 'read on' && answer.code === null;
  const hasClaimed = 'do' in step && 'behaviour' in step && hasSent;
  if (actor !== null && (hasRead || hasClaimed)) found.push(...(await unnoticedNow(lab, actor)));
  countAnswer(lab, answer);
  if ('do' in step && answer.code === null) count(lab.happened, step.do);
  return {
    line: `${words} → ${answer.words.replaceAll(/127\.0\.0\.1:\d+/g, 'the bank')}`,
    found: [...found, ...faultsNow(lab)],
  };
}

/** From the first act that it reads or writes there, a desk knows whether a record that was disturbed is the one that it has read. */
async function unnoticedNow(lab: Lab, { mortal, line }: LabDesk): Promise<TeamFault[]> {
  const isDisturbed = lab.isForked || lab.counts.restored > 0;
  if (!isDisturbed || !mortal.isOpen || mortal.desk.copy.team?.open === null) return [];
  return unnoticed(mortal.desk, await lab.world.record.acts(line.database));
}

function countAnswer(lab: Lab, { code }: DeskAnswer): void {
  const { counts } = lab;
  if (code === 'team.revoked') show(lab, 'a revoked desk tries to send');
  if (code === 'team.taken') counts['refused by the team'] += 1;
  if (code === 'team.twin') counts['twins refused'] += 1;
  if (code === 'team.server-behind' || code === 'team.damaged') counts['closed by the record'] += 1;
}

const internal = (cause: unknown): TeamFault => ({
  kind: 'internal',
  words: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
});

/** What all desks show now, held against the ledger. */
function faultsNow({ plan, bank, desks, senders }: Lab): TeamFault[] {
  const ledger = bank.done();
  return [
    ...sentTwice(plan, bank.orders, ledger),
    ...desks.flatMap((desk) => {
      const own = bank.orders.filter(({ id }) => senders.get(id) === desk);
      return desk.mortal.isOpen ? shownWrongly(desk.mortal.desk, own, ledger) : [];
    }),
  ];
}

type Note = (line: string, found: TeamFault[]) => boolean;

/** Everything is put right, everybody tries once more to pay everything, and all desks are compared. */
async function atTheEnd(lab: Lab, note: Note, isOver: () => boolean): Promise<void> {
  const { desks, bank, world, counts } = lab;
  const at = async (desk: LabDesk, what: string, work: () => Promise<DeskAnswer>) => {
    if (isOver() || !desk.mortal.isOpen) return;
    attend(desk);
    const { line, found } = await carriedOut(lab, `end. ${desk.name}: ${what}`, desk, work);
    note(line, found);
  };
  for (const desk of desks) if (desk.held) await at(desk, 'release', () => release(lab, desk));
  bank.listLie = null;
  bank.behaviour = { booksAfterMs: 0, answer: 'whole' };
  for (const { line, time } of desks) {
    time.wallOffsetMs = 0;
    line.turnTo('lab_main');
    line.mend();
  }
  passTime(lab, hour / 2);
  for (const desk of desks)
    await at(desk, 'restart', async () => {
      await desk.mortal.end('ended');
      return startAnew(desk);
    });
  await heal(lab, at);
  await tryAgain(lab, at, note, isOver);
  for (const desk of desks) await at(desk, 'read on', () => readOn(desk.mortal.desk));
  // A revoked desk whose login is open writes at each reading, and its acts are void.
  for (const desk of desks.filter(isWhole))
    await at(desk, 'read on', () => readOn(desk.mortal.desk));
  if (isOver()) return;
  const served = await world.record.acts('lab_main');
  const found = atLast(lab, served);
  if (found.length > 0) note('all desks are compared', found);
  for (const { references } of lab.plan.invoices)
    if (!bank.ledger().some(({ reference }) => references.includes(reference)))
      counts['waiting for a person'] += 1;
}

/** Every desk that may send tries every invoice again, and one that is new. */
async function tryAgain(lab: Lab, at: At, note: Note, isOver: () => boolean): Promise<void> {
  const { desks, plan, bank, counts } = lab;
  for (const [n, desk] of desks.entries()) {
    if (!desk.mortal.isOpen) continue;
    if (!isWhole(desk) || whyClosed(desk) !== null) {
      counts['closed at the end'] += 1;
      continue;
    }
    counts['open at the end'] += 1;
    for (const k of [0, 1, 2]) {
      const invoice = (2 * n + k) % plan.invoices.length;
      const one = payment(lab, { invoice, name: (n + invoice) % 2 === 0 ? 0 : 1 });
      if (!wasSeen(lab, one.reference))
        await at(desk, `pay ${one.reference}`, () =>
          payInTeam(desk.mortal.desk, one, careOf(lab, desk)),
        );
    }
    for (const k of [0, 1]) {
      const one = recordOf(lab, { record: (2 * n + k) % plan.records.length });
      if (!wasSeen(lab, one.reference))
        await at(desk, `make ${one.reference}`, () => makeInTeam(desk.mortal.desk, one));
    }
    const fresh = { account: '4400112233', payee: 'B-303', amount: `${77 + n}.01` };
    const reference = `Fresh-${n}`;
    await at(desk, `pay ${reference}`, () =>
      payInTeam(desk.mortal.desk, { ...fresh, reference }, careOf(lab, desk)),
    );
    if (!isOver() && !bank.ledger().some((booking) => booking.reference === reference))
      note(`${reference} was not paid`, [{ kind: 'closed for good', words: desk.name }]);
  }
}

function atLast(lab: Lab, served: readonly ServedAct[]): TeamFault[] {
  const { desks, bank, claimed } = lab;
  const atBank = { done: bank.done(), orders: bank.orders };
  const open = desks.filter(({ mortal }) => mortal.isOpen && mortal.desk.copy.team?.open !== null);
  const whole = open.filter(isWhole);
  const [first, ...others] = whole.map(({ mortal }) => foldOf(mortal.desk));
  const ownOrders = new Set([...claimed.under('lab_main'), ...claimedAgain(lab, whole)]);
  // Their claims change nothing: each is an order outside the record.
  for (const { sentRevoked } of desks.filter((desk) => !mayWrite(whole, desk)))
    for (const order of sentRevoked) ownOrders.delete(order);
  return [
    ...open.flatMap(({ mortal }) => unnoticed(mortal.desk, served)),
    ...others.flatMap((other): TeamFault[] =>
      other === first ? [] : [{ kind: 'folded apart', words: differenceOf(first ?? '', other) }],
    ),
    ...whole.flatMap(({ mortal }) => countsOfRevoked(mortal.desk)),
    ...whole.flatMap(({ mortal }) => leftOpen(mortal.desk)),
    ...whole.slice(0, 1).flatMap(({ mortal }) => claimedWrongly(mortal.desk, atBank, ownOrders)),
  ];
}

/**
 * Each desk was started anew and has read all: what it sent and the record lacks it has claimed again. Where the record has the claim
 * of another desk it cannot: two copies of a record allow both.
 */
function claimedAgain({ bank, senders }: Lab, whole: readonly LabDesk[]): Order[] {
  const [reader] = whole;
  if (reader === undefined) return [];
  const holders = new Map(
    claimsIn(reader.mortal.desk).map((claim) => [claim.reference, claim.key]),
  );
  return bank.orders.filter(({ id, reference }) =>
    whole.some((desk) => senders.get(id) === desk && holders.get(reference) === desk.key),
  );
}

const mayWrite = ([reader]: readonly LabDesk[], { key }: LabDesk): boolean =>
  reader === undefined || openOf(reader.mortal.desk.copy.team).people.mayWrite(key);

/** The first lines that differ. */
function differenceOf(one: string, other: string): string {
  const others = other.split('\n');
  const lines = one.split('\n');
  const at = lines.findIndex((line, place) => line !== others[place]);
  return [...lines.slice(at - 6, at + 4), '---', ...others.slice(at - 6, at + 4)].join('\n');
}
