import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';

import { startMirage, type Mirage } from '../support/banks/mirage/mirage.ts';
import { decimalOf } from '../support/banks/book.ts';
import { Killed, MortalDesk } from './desk.ts';
import { forgotten, neverBooked, sentTwice, wronglyReported, type Fault } from './oracle.ts';
import {
  catchDeskFault,
  careless,
  look,
  pay,
  payFile,
  sendOnceMore,
  settleByTelephone,
  standing,
  sync,
  type Care,
  type DeskAnswer,
} from './person.ts';
import type { Plan, Step } from './plan.ts';
import { reconcileWithBank } from './reconciling.ts';
import { newTime, type Time } from './time.ts';

/** What happened in one history, and what of it must not. */
export type History = {
  readonly seed: number;
  /** A line a step. */
  readonly lines: readonly string[];
  readonly faults: readonly Fault[];
  readonly counts: Readonly<Record<Counted, number>>;
};
export type Counted =
  | 'orders'
  | 'bookings'
  | 'killed'
  | 'harms'
  | 'shown as not found'
  | 'sent again'
  | 'refused by the lock';

export const counted = (): Record<Counted, number> => ({
  orders: 0,
  bookings: 0,
  killed: 0,
  harms: 0,
  'shown as not found': 0,
  'sent again': 0,
  'refused by the lock': 0,
});

type Lab = {
  readonly plan: Plan;
  readonly bank: Mirage;
  readonly time: Time;
  /** The desk whose steps these are. */
  mortal: MortalDesk;
  readonly mortals: readonly MortalDesk[];
  /** Order -> the desk that sent it and knows; null where its machine was put back since. */
  readonly senders: Map<string, MortalDesk | null>;
  readonly counts: Record<Counted, number>;
  /** What somebody saw in the bank's own records, by reference, or by amount where a file names none. */
  readonly seen: Set<string>;
};

/** A disk that forgets is quick; where there is none, the usual one. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Lives one history through and stops at the first thing that must not be. */
export async function live(plan: Plan): Promise<History> {
  const time = newTime();
  const bank = await startMirage(plan.traits, time);
  const folders = Array.from({ length: plan.desks }, () =>
    join(mkdtempSync(join(memory, 'nostro-lab-')), 'data'),
  );
  const mortals = folders.map((dataDir) => new MortalDesk({ bank, time, dataDir }));
  const [mortal = expect.fail('no desk')] = mortals;
  const counts = counted();
  const senders = new Map<string, MortalDesk | null>();
  const lab: Lab = { plan, bank, time, mortal, mortals, senders, counts, seen: new Set() };
  const lines: string[] = [`bank: ${JSON.stringify(plan.traits)}`];
  let faults: readonly Fault[] = [];
  try {
    for (const one of mortals) {
      one.attend();
      faults = [...faults, ...opened(await one.start())];
    }
    mortal.attend();
    for (const [at, step] of plan.steps.entries()) {
      if (faults.length > 0 || !lab.mortal.isOpen) break;
      const { line, found } = await carriedOut(lab, step);
      lines.push(`${String(at + 1).padStart(3)}. ${clockText(time)} ${line}`);
      faults = found;
    }
    if (faults.length === 0 && lab.mortal.isOpen) {
      const end = await atTheEnd(lab);
      lines.push(...end.lines);
      faults = end.found;
    }
  } finally {
    for (const one of mortals) if (one.isOpen) await one.end('ended');
    await bank.close();
    for (const folder of folders) rmSync(join(folder, '..'), { recursive: true, force: true });
  }
  counts.orders = bank.orders.length;
  counts.bookings = bank.ledger().length;
  return { seed: plan.seed, lines, faults, counts };
}

const clockText = (time: Time): string => new Date(time.now()).toISOString().slice(5, 19);

async function carriedOut(lab: Lab, step: Step): Promise<{ line: string; found: Fault[] }> {
  const { counts, bank, senders } = lab;
  if (step.do === 'turn to') turnTo(lab, step.desk);
  const { mortal } = lab;
  const line = wordsOf(lab.plan, step);
  let answer: DeskAnswer;
  try {
    answer = await catchDeskFault(() => done(lab, step));
  } catch (cause) {
    if (!(cause instanceof Killed) && !mortal.wasKilled)
      return { line: `${line} → ${String(cause)}`, found: [internal(cause)] };
    answer = { words: 'killed', code: null };
  }
  mortal.killAt(null);
  mortal.killAfter(null);
  for (const { id } of bank.orders) if (!senders.has(id)) senders.set(id, mortal);
  let found: Fault[] = [];
  if (mortal.wasKilled) {
    counts.killed += 1;
    await mortal.bury();
    const notices = await mortal.start();
    answer = { words: ['killed and started anew', ...notices].join('; '), code: null };
    found = opened(notices);
  }
  // A journal in a folder whose other files are gone cannot be read, and nothing can be sent. All else that keeps a desk shut is a fault.
  if (!mortal.isOpen && !answer.words.includes('vault.key-lost'))
    found.push({ kind: 'not opened', words: answer.words });
  if (answer.code?.startsWith('journal.')) counts['refused by the lock'] += 1;
  if (answer.code === 'internal') found.push(internal(answer.words));
  return {
    line: `${line} → ${answer.words.replaceAll(/127\.0\.0\.1:\d+/g, 'the bank')}`,
    found: [...found, ...faultsNow(lab)],
  };
}

/** What this desk sent since its snapshot it knows no better than what another one sent. */
function putMachineBack({ mortal, senders }: Lab): void {
  mortal.putMachineBack();
  for (const [order, sender] of senders) if (sender === mortal) senders.set(order, null);
}

function turnTo(lab: Lab, desk: number): void {
  lab.mortal = lab.mortals[desk] ?? lab.mortal;
  lab.mortal.attend();
}

const internal = (cause: unknown): Fault => ({
  kind: 'internal',
  words: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
});

const opened = (notices: readonly string[]): Fault[] =>
  notices
    .filter((notice) => notice.startsWith('not opened'))
    .map((words) => ({ kind: 'not opened' as const, words }));

/** What the desk shows now, held against the ledger. */
function faultsNow({ plan, bank, mortal, senders, counts }: Lab): Fault[] {
  const ledger = bank.ledger();
  // What another desk sent meanwhile is known when the bank is asked.
  const own = ledger.filter(({ id }) => senders.get(id) === mortal);
  const shown = mortal.isOpen ? standing(mortal.desk) : [];
  const absent = shown.filter(({ submission }) => submission.state === 'not-found').length;
  counts['shown as not found'] = Math.max(counts['shown as not found'], absent);
  return [
    ...sentTwice(plan, bank.orders, ledger),
    ...shown.flatMap((row) => wronglyReported(row, own)),
  ];
}

/** The bank is honest at last, every clock is right, and somebody asks it for everything. */
async function atTheEnd(lab: Lab): Promise<{ lines: string[]; found: Fault[] }> {
  const { plan, bank, time } = lab;
  time.wallOffsetMs = 0;
  bank.dateOffsetMs = 0;
  const last: Step[] = [
    { do: 'lie', list: null, statement: null },
    { do: 'restart', how: 'ended', harms: [] },
    { do: 'wait', ms: 30 * 60_000 },
    { do: 'sync', period: 'usual', killAfter: null },
    { do: 'reconcile', killAfter: null },
    { do: 'look at all', killAfter: null },
  ];
  const lines: string[] = [];
  const turns = lab.mortals.map(
    (_, desk) => ({ do: 'turn to', desk: desk === 0 ? 0 : 1 }) as const,
  );
  for (const turn of turns)
    for (const step of [turn, ...last]) {
      const { line, found } = await carriedOut(lab, step);
      lines.push(`end. ${clockText(time)} ${line}`);
      if (found.length > 0) return { lines, found };
    }
  const ledger = bank.ledger();
  const shown = lab.mortals.filter(({ isOpen }) => isOpen).map(({ desk }) => standing(desk));
  const found = shown.flatMap((rows) => [
    ...rows.flatMap((row) => neverBooked(row, ledger)),
    ...rows.flatMap((row) => wronglyReported(row, ledger)),
  ]);
  return { lines, found: [...found, ...forgotten(plan, shown.flat(), ledger)] };
}

/** Who is alone at the bank need not look at it; of two desks each looks before it pays. */
const careOf = ({ plan, bank }: Lab): Care =>
  plan.desks === 1
    ? careless
    : {
        isItself: (id, reference) =>
          bank.orders.some((order) => order.id === id && order.reference === reference),
        twinsUnchecked: false,
      };

async function done(lab: Lab, step: Step): Promise<DeskAnswer> {
  const { plan, bank, time, mortal, counts } = lab;
  const nothing = { words: 'done', code: null };
  if ('behaviour' in step) {
    bank.behaviour = step.behaviour;
    mortal.killAt(step.killAt);
  }
  if ('killAfter' in step) mortal.killAfter(step.killAfter);
  switch (step.do) {
    case 'pay':
      if (lab.seen.has(plan.payments[step.payment]!.reference))
        return { words: 'seen at the bank: not paid again', code: null };
      return pay(mortal.desk, plan.payments[step.payment]!, careOf(lab));
    case 'pay file': {
      const ledger = bank.ledger();
      if (
        plan.files[step.file]!.lines.some(({ reference, amount }) =>
          lab.seen.has(reference || amount),
        )
      )
        return { words: 'seen at the bank: not paid again', code: null };
      const isBooked = (line: { reference: string; amount: string }): boolean =>
        ledger.some(
          ({ reference, minor }) =>
            reference === line.reference || decimalOf(minor) === line.amount,
        );
      return payFile(mortal.desk, plan.files[step.file]!, isBooked, careOf(lab));
    }
    case 'send again': {
      const before = bank.orders.length;
      const answer = await sendOnceMore(mortal.desk, plan.payments[step.payment]!, careOf(lab));
      counts['sent again'] += bank.orders.length - before;
      return answer;
    }
    case 'look':
      return look(mortal.desk, plan.payments[step.payment]!);
    case 'look at all':
      await mortal.desk.lookups.tick({ all: true });
      return nothing;
    case 'sync':
      return sync(mortal.desk, step.period);
    case 'ask by telephone': {
      const payment = plan.payments[step.payment]!;
      const isBooked = bank.ledger().some(({ reference }) => reference === payment.reference);
      return settleByTelephone(mortal.desk, payment, isBooked);
    }
    case 'reconcile':
      return reconcileWithBank(mortal.desk, () => {
        for (const { reference, minor } of bank.ledger()) {
          lab.seen.add(reference);
          lab.seen.add(decimalOf(minor));
        }
      });
    case 'wait':
      time.pass(step.ms);
      return nothing;
    case 'set the clock':
      time.wallOffsetMs += step.ms;
      return nothing;
    case 'set the bank’s clock':
      bank.dateOffsetMs = step.ms;
      return nothing;
    case 'lie':
      bank.listLie = step.list;
      bank.statementLie = step.statement;
      return nothing;
    case 'silence the keychain':
      mortal.silenceKeychain();
      return nothing;
    case 'back up':
      mortal.backUp();
      return nothing;
    case 'turn to':
      return nothing;
    case 'take a snapshot of the machine':
    case 'put the machine back':
      await mortal.end('ended');
      if (step.do === 'put the machine back') putMachineBack(lab);
      else mortal.takeSnapshot();
      return { words: ['open', ...(await mortal.start())].join('; '), code: null };
    case 'restart': {
      await mortal.end(step.how);
      counts.harms += step.harms.length;
      for (const harm of step.harms) mortal.harm(harm);
      return { words: ['open', ...(await mortal.start())].join('; '), code: null };
    }
  }
}

function wordsOf({ payments, files }: Plan, step: Step): string {
  const { do: act, ...rest } = step;
  const { payment, file, ...more } = rest as { payment?: number; file?: number };
  const about =
    payment !== undefined
      ? ` ${Object.values(payments[payment]!).join(' ')}`
      : file !== undefined
        ? ` ${JSON.stringify(files[file]!)}`
        : '';
  return `${act}${about}${Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''}`;
}
