import type { Clock } from '../../../electron/engines/machine/context.ts';
import { submissionById } from '../../../electron/engines/submissions/journal/submission-table.ts';
import type { Order } from '../../support/banks/mirage/mirage-ledger.ts';
import type { Mirage } from '../../support/banks/mirage/mirage.ts';
import type { Hold, Machine, MortalDesk } from '../desk.ts';
import type { Care, DeskAnswer } from '../person.ts';
import type { Payment } from '../plan.ts';
import type { Time } from '../time.ts';
import { count, type Happened, type ShownFault } from './faults.ts';
import type { ClaimedOrders, OrdersOfRecord } from './claimed-orders.ts';
import type { Backup } from './lab-record.ts';
import { invoicesIn, sentUnderOneRecord, type TeamFault } from './oracle.ts';
import type { NameAt, PlannedRecord, Target, TeamPlan, TeamStep } from './plan.ts';
import type { HoldPoint } from './sendings.ts';
import type { RecordLine } from './record-line.ts';
import type { World } from './world.ts';

/** The clocks of one machine: its wall clock may be set, and its other one stands still while it sleeps. */
export class MachineTime {
  readonly #time: Time;
  wallOffsetMs = 0;
  /** How far ahead the clock has ever been set. */
  furthestMs = 0;
  sleptMs = 0;

  constructor(time: Time) {
    this.#time = time;
  }

  deskClock(): Clock {
    const time = this.#time;
    const begun = time.now();
    const tick = (): number => {
      time.pass(1);
      return time.now();
    };
    return {
      now: () => tick() + this.wallOffsetMs,
      monotonicMs: () => tick() - begun - this.sleptMs,
    };
  }
}

/** A sending that stands still. */
type Held = {
  readonly point: HoldPoint;
  readonly hold: Hold;
  readonly behaviour: Mirage['behaviour'];
  readonly work: Promise<StepAnswer>;
  /** The orders of the record in which it was claimed. */
  readonly claimed: OrdersOfRecord;
};
/** What a desk answered, or what it ended with. */
export type StepAnswer = { readonly answer: DeskAnswer } | { readonly cause: unknown };

/** A machine as it was at one moment. */
export type SavedMachine = {
  readonly machine: Machine;
  /** The orders that its desk had sent by then, and knew. */
  readonly sent: ReadonlySet<string>;
};

/** A desk of the team with everything around it. */
export type LabDesk = {
  readonly name: string;
  readonly key: string;
  readonly login: string;
  readonly mortal: MortalDesk;
  readonly line: RecordLine;
  readonly time: MachineTime;
  readonly backups: SavedMachine[];
  /** The orders that it sent behind its revocation. */
  readonly sentRevoked: Set<Order>;
  isRevoked: boolean;
  snapshot: SavedMachine | null;
  held: Held | null;
};

export type Counted =
  | 'orders'
  | 'bookings'
  | 'killed'
  | 'held'
  | 'restored'
  | 'forked'
  | 'crashed'
  | 'revoked'
  | 'taken over'
  | 'refused by the team'
  | 'twins refused'
  | 'closed by the record'
  | 'repaired'
  | 'open at the end'
  | 'closed at the end'
  | 'waiting for a person';

export type Lab = {
  readonly plan: TeamPlan;
  readonly world: World;
  readonly bank: Mirage;
  readonly time: Time;
  readonly desks: readonly LabDesk[];
  /** Order -> the desk that sent it and knows; null where its files were put back since. */
  readonly senders: Map<string, LabDesk | null>;
  readonly backups: { readonly backup: Backup; readonly claimed: OrdersOfRecord }[];
  readonly claimed: ClaimedOrders;
  /** What was found where an order was sent, until the step is over. */
  readonly found: TeamFault[];
  readonly counts: Record<Counted, number>;
  readonly happened: Happened;
  /** References that somebody saw in the bank's own records. */
  readonly seen: Set<string>;
  isForked: boolean;
};

export const show = ({ happened }: Lab, kind: ShownFault): void => {
  count(happened, kind);
};

export const attend = ({ mortal }: LabDesk): MortalDesk => {
  mortal.attend();
  return mortal;
};

export function payment(
  { plan }: Lab,
  step: { readonly invoice: number; readonly name: NameAt },
): Payment {
  const { references, ...rest } = plan.invoices[step.invoice]!;
  return { ...rest, reference: references[step.name] };
}

export const recordOf = ({ plan }: Lab, step: { readonly record: number }): PlannedRecord =>
  plan.records[step.record]!;

export const referenceOf = (lab: Lab, target: Target): string =>
  ('record' in target ? recordOf(lab, target) : payment(lab, target)).reference;

const sameInvoice = ({ plan }: Lab, one: string, other: string): boolean =>
  one === other ||
  invoicesIn(plan).some(({ references }) => references.includes(one) && references.includes(other));

/** Whoever pays names no twin that is the same invoice, whatever it is called by. */
export const careOf = (lab: Lab, { mortal }: LabDesk): Care => ({
  isItself: (id, reference) => {
    const order = lab.bank.orders.find((one) => one.id === id);
    const own = submissionById(mortal.desk.copy.journal, id);
    return sameInvoice(lab, order?.reference ?? own?.reference ?? id, reference);
  },
  twinsUnchecked: lab.plan.theme === 'claims',
});

/** Has somebody seen at the bank what is to be sent under this reference? */
export const wasSeen = (lab: Lab, reference: string): boolean =>
  [...lab.seen].some((seen) => sameInvoice(lab, seen, reference));

/** In its own records the bank also has what it books later. */
export const isAtBank = ({ bank }: Lab, reference: string): boolean =>
  bank.orders.some((order) => order.reference === reference && order.booksAt !== null);

export const isBooked = ({ bank }: Lab, reference: string): boolean =>
  bank.done().some((booking) => booking.reference === reference);

/** Notes which desk sent the orders that are new at the bank, and whether the record in which they were claimed had them before. */
export function noteOrders(
  lab: Lab,
  desk: LabDesk | null,
  claimed = lab.claimed.under(desk?.line.database ?? 'lab_main'),
): number {
  const fresh = lab.bank.orders.filter(({ id }) => !lab.senders.has(id));
  for (const order of fresh) {
    lab.senders.set(order.id, desk);
    countOrder(lab, order, desk);
    if (desk?.isRevoked === true) desk.sentRevoked.add(order);
    const before = [...claimed].filter((other) =>
      sameInvoice(lab, other.reference, order.reference),
    );
    lab.found.push(...sentUnderOneRecord(lab.plan, order, before));
    claimed.add(order);
  }
  return fresh.length;
}

function countOrder(
  lab: Lab,
  { kind, reference, id, booksAt, arrivedAt }: Order,
  desk: LabDesk | null,
) {
  const { bank, happened } = lab;
  count(happened, `order of a ${kind}`);
  count(happened, `bank answered: ${bank.behaviour.answer}`);
  if (booksAt !== null && booksAt > arrivedAt) show(lab, 'an order is booked late');
  if (bank.orders.some((other) => other.id !== id && other.reference === reference))
    show(lab, 'an order is sent again');
  if (desk !== null && desk.time.wallOffsetMs !== 0) show(lab, 'an order is sent by a wrong clock');
  if (desk?.line.database === 'lab_fork') show(lab, 'a desk of a fork sends');
}

/** The machine of a desk that is not running. */
export const saved = ({ senders }: Lab, desk: LabDesk): SavedMachine => ({
  machine: desk.mortal.machine,
  sent: new Set([...senders].flatMap(([order, sender]) => (sender === desk ? [order] : []))),
});

/** What this desk sent before then it knows again; what it sent since it knows no better than what another one sent. */
export function forgetSince({ senders }: Lab, desk: LabDesk, { sent }: SavedMachine): void {
  for (const [order, sender] of senders) if (sender === desk) senders.set(order, null);
  for (const order of sent) senders.set(order, desk);
}

/** Desks that stand still on their way to the record go on before it is disturbed. */
export const heldAtRecord = ({ desks }: Lab): LabDesk[] =>
  desks.filter(({ held }) => held !== null && held.point !== 'before the witness');

export function wordsOf(lab: Lab, step: TeamStep): string {
  const { do: act, ...rest } = step;
  const { desk, whom, invoice, name, file, record, ...more } = rest as Record<string, unknown> & {
    desk?: number;
    record?: number;
    whom?: number;
    invoice?: number;
    name?: NameAt;
    file?: number;
  };
  const who = desk === undefined ? '' : `${lab.desks[desk]?.name ?? ''}: `;
  const about =
    invoice !== undefined && name !== undefined
      ? ` ${Object.values(payment(lab, { invoice, name })).join(' ')}`
      : record !== undefined
        ? ` ${Object.values(recordOf(lab, { record })).join(' ')}`
        : file !== undefined
          ? ` ${JSON.stringify(lab.plan.files[file])}`
          : '';
  const other = whom === undefined ? '' : ` ${lab.desks[whom]?.name ?? ''}`;
  const how = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
  return `${who}${act}${other}${about}${how}`;
}
