import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  occurrenceReference,
  saveSeries,
} from '../../../electron/nouns/due-payments/recurring/series-table.ts';
import { refreshBeneficiaries } from '../../../electron/nouns/beneficiaries/refresh.ts';
import { todayAt } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { mirageAccounts, startMirage, type Mirage } from '../../support/banks/mirage/mirage.ts';
import { miragePayees } from '../../support/banks/mirage/mirage-records.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { Killed, MortalDesk } from '../desk.ts';
import { look, sync } from '../person.ts';
import { newTime, type Time } from '../time.ts';
import { dropInvoices, resumeFiles, sendAllDue } from './desk-work.ts';
import { addList, decideAll } from './listed-names.ts';
import {
  bookedTwice,
  sentToListed,
  sentWrongly,
  statesOf,
  type DayFault,
  type KnownInvoice,
  type ListedPayees,
} from './oracle.ts';
import { going, holiday, minuteMs, monday, type DayPlan, type DayStep } from './plan.ts';

const context = { correlationId: 'laboratory' };
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const seriesId = '5f0c1f0e-6a34-4f9d-8f6e-2f9d0b3f6a11';
const askedId = '1d7c9f04-5b8e-4c1e-9f57-0a5a3c2b6e48';

export const dayCounts = {
  ...{ orders: 0, booked: 0, killed: 0, accepted: 0, unknown: 0, scheduled: 0, held: 0 },
  ...{ recurring: 0, asked: 0, 'two desks': 0, 'put back': 0, lists: 0, decisions: 0 },
};
export type DayCounts = typeof dayCounts;

export type DayHistory = {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly faults: readonly DayFault[];
  readonly counts: DayCounts;
};

type LabDesk = {
  readonly mortal: MortalDesk;
  /** Reference -> the invoice. Kept by the one who plays, whatever the desk forgets. */
  readonly known: Map<string, KnownInvoice>;
  /** Kept by the one who plays too: what the machine has on its list, and what a person decided there. */
  listed: ListedPayees;
  /** The same in the snapshot. */
  listedBefore: ListedPayees;
  hasSnapshot: boolean;
  wasPutBack: boolean;
};

type Lab = {
  readonly plan: DayPlan;
  readonly bank: Mirage;
  readonly time: Time;
  readonly desks: readonly LabDesk[];
  readonly counts: DayCounts;
};

/** The bank's file with a cut-off at noon and a holiday of its own. */
const withCalendar = (bankFile: string): string =>
  JSON.stringify({
    ...(JSON.parse(bankFile) as object),
    cutOffs: [{ currency: 'USD', at: '12:00', zone: 'UTC', days: 1 }],
    calendars: { dueDays: 'after', days: [{ day: holiday.day, calendar: 'USD', name: 'Own day' }] },
  });

/** Lives through some payment days of one or two desks, and stops at the first thing that must not be. */
export async function livePaymentDay(plan: DayPlan): Promise<DayHistory> {
  const time = newTime();
  const traits = { hasList: true, reportsPages: true, fee: 'none', reportsFee: false } as const;
  const started = await startMirage(traits, time);
  const bank: Mirage = Object.assign(started, { bankFile: withCalendar(started.bankFile) });
  const folder = mkdtempSync(join(memory, 'nostro-day-'));
  const desks = Array.from({ length: plan.desks }, (_, at): LabDesk => {
    const dataDir = join(folder, String(at), 'data');
    const mortal = new MortalDesk({ bank, time, dataDir });
    const none: ListedPayees = new Map();
    return {
      ...{ mortal, known: new Map(), listed: none, listedBefore: none },
      ...{ hasSnapshot: false, wasPutBack: false },
    };
  });
  const lab: Lab = { plan, bank, time, desks, counts: { ...dayCounts } };
  const lines: string[] = [];
  let faults: DayFault[] = [];
  try {
    for (const desk of desks) await begin(lab, desk);
    for (const step of plan.steps) {
      faults = await lived(lab, step, step.desk, lines);
      if (faults.length > 0) break;
    }
    if (faults.length === 0) faults = await atTheEnd(lab, lines);
  } finally {
    for (const { mortal } of desks) if (mortal.isOpen) await mortal.end('ended');
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { seed: plan.seed, lines, faults, counts: lab.counts };
}

/** The payees are read, and on the first desk a payment comes every Tuesday. */
async function begin(lab: Lab, { mortal }: LabDesk): Promise<void> {
  mortal.attend();
  await mortal.start();
  const { changes, copy } = mortal.desk;
  // Accounts and payees.
  await sync(mortal.desk, 'usual');
  const payees = await refreshBeneficiaries(changes, context);
  if (!payees.ok) throw new Error(payees.error.message);
  if (mortal !== lab.desks[0]?.mortal) return;
  const stamp = stampOf(lab);
  for (const [id, amount] of [[seriesId, '5000.00'] as const, [askedId, null] as const])
    saveSeries(
      copy.journal,
      {
        ...{ seriesId: id, name: 'Rent', payee: 'Payee', from: monday, until: null },
        order: {
          ...{ accountNumber: mirageAccounts[0], beneficiaryId: miragePayees[0] },
          ...{ amount, currency: 'USD' },
        },
        ...{ rhythm: { every: 'week', weekday: 2 }, isEnded: false },
        ...stamp,
      },
      stamp.at,
    );
}

const stampOf = ({ time }: Lab) => ({
  actor: actorNamed('Ada'),
  at: new Date(time.now()).toISOString(),
});

async function lived(lab: Lab, step: DayStep, at: number, lines: string[]): Promise<DayFault[]> {
  const { bank, time } = lab;
  const desk = lab.desks[at]!;
  const before = bank.orders.length;
  const words = await carriedOut(lab, desk, step);
  const shown = { ...step, ...('invoices' in step && { invoices: step.invoices.length }) };
  lines.push(
    `${new Date(time.now()).toISOString().slice(0, 16)} desk ${String(at)} ${JSON.stringify(shown)} → ${words}`,
  );
  const isReleased = step.do === 'send due' ? step.isReleased : null;
  const known = new Map(lab.desks.flatMap((one) => [...one.known]));
  return [
    ...bookedTwice(bank, known),
    ...bank.orders
      .slice(before)
      .flatMap((order) => [
        ...sentWrongly(order, desk.known.get(order.reference), isReleased),
        ...sentToListed(order, desk.listed),
      ]),
  ];
}

async function carriedOut(lab: Lab, desk: LabDesk, step: DayStep): Promise<string> {
  const { mortal } = desk;
  if (!mortal.isOpen) return ['was closed', ...(await mortal.start())].join('; ');
  mortal.attend();
  let words: string;
  try {
    words = await done(lab, desk, step);
  } catch (cause) {
    const isOver = cause instanceof Killed || mortal.wasKilled;
    if (!isOver && !(cause instanceof DeskFault)) throw cause;
    words = cause instanceof DeskFault ? cause.code : 'killed';
  }
  mortal.killAt(null);
  if (!mortal.wasKilled) return words;
  lab.counts.killed += 1;
  await mortal.bury();
  return ['killed', words, ...(await mortal.start())].join('; ');
}

async function done(lab: Lab, desk: LabDesk, step: DayStep): Promise<string> {
  const { mortal } = desk;
  const { time, bank } = lab;
  if ('killAt' in step) {
    bank.behaviour = step.behaviour;
    mortal.killAt(step.killAt);
  }
  switch (step.do) {
    case 'drop':
      return dropInvoices(
        mortal.desk,
        step.invoices.map((nth) => lab.plan.invoices[nth]!),
        (invoice, dropped) => {
          const earlier = desk.known.get(dropped.reference);
          // The second file of an invoice is the same payment: the first counts.
          if (earlier && dropped.held !== '') return;
          const since = earlier?.since ?? todayAt(time.now());
          desk.known.set(dropped.reference, { ...dropped, invoice, since });
        },
      );
    case 'resume':
      return resumeFiles(mortal.desk);
    case 'send due': {
      const runs = Array.from({ length: step.times }, () =>
        sendAllDue(mortal.desk, stampOf(lab), step.isReleased),
      );
      return (await Promise.all(runs)).join(' / ');
    }
    case 'list': {
      const payees = new Set([...desk.listed.keys(), miragePayees[step.payee]!]);
      const words = await addList(mortal.desk, [...payees], stampOf(lab));
      desk.listed = new Map([...payees].map((payee) => [payee, desk.listed.get(payee) ?? 'open']));
      lab.counts.lists += 1;
      return words;
    }
    case 'decide': {
      const decided = await decideAll(mortal.desk, { as: step.as, stamp: stampOf(lab) });
      desk.listed = new Map([...desk.listed.keys()].map((payee) => [payee, step.as]));
      lab.counts.decisions += decided;
      return `${String(decided)} decided`;
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
      desk.hasSnapshot = true;
      desk.listedBefore = desk.listed;
      return ['saved', ...(await mortal.start())].join('; ');
    case 'put back':
      if (!desk.hasSnapshot) return 'no snapshot';
      await mortal.end('ended');
      mortal.putMachineBack();
      desk.wasPutBack = true;
      desk.listed = desk.listedBefore;
      lab.counts['put back'] += 1;
      return ['put back', ...(await mortal.start())].join('; ');
  }
}

/** The clocks are right again, what waits is sent where a person may, and then every invoice is looked at. */
async function atTheEnd(lab: Lab, lines: string[]): Promise<DayFault[]> {
  const { bank, time, counts, desks } = lab;
  time.wallOffsetMs = 0;
  time.pass(10 * minuteMs);
  for (const at of desks.keys())
    for (const step of [
      { do: 'restart', how: 'ended' },
      { do: 'resume', ...going },
      { do: 'send due', times: 1, isReleased: true, ...going },
    ] as const) {
      const faults = await lived(lab, step, at, lines);
      if (faults.length > 0) return faults;
    }
  const faults: DayFault[] = [];
  for (const { mortal, known, wasPutBack } of desks) {
    if (!mortal.isOpen) continue;
    mortal.attend();
    for (const reference of known.keys()) await look(mortal.desk, { reference });
    const found = statesOf(mortal.desk, known, bank);
    lines.push(JSON.stringify(found.counts));
    for (const [state, count] of Object.entries(found.counts))
      if (state in counts) counts[state as keyof DayCounts] += count;
    // A machine that was put back knows nothing of what it did since, and a second desk nothing of the first.
    if (!wasPutBack && desks.length === 1) faults.push(...found.faults);
  }
  const weeks = [monday, '2026-11-03', '2026-11-10', '2026-11-17'];
  const [rent, asked] = [seriesId, askedId].map(
    (id) => new Set(weeks.map((key) => occurrenceReference(id, key))),
  );
  counts.orders += bank.orders.length;
  counts.booked += bank.ledger().length;
  counts.recurring += bank.ledger().filter(({ reference }) => rent?.has(reference)).length;
  counts.asked += bank.ledger().filter(({ reference }) => asked?.has(reference)).length;
  counts['two desks'] += desks.length - 1;
  return faults;
}
