import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import { dueRows } from '../../../electron/desk/due/due-rows.ts';
import { submissionByReference } from '../../../electron/engines/submissions/journal/submission-table.ts';
import { dueDaysAt } from '../../../electron/nouns/due-payments/due-days.ts';
import { duePaymentUnder } from '../../../electron/nouns/due-payments/tables.ts';
import { listPaymentFiles } from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import { todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { MatchState } from '../../../shared/ipc/review/screening.ts';
import type { Booking, Order } from '../../support/banks/mirage/mirage-ledger.ts';
import type { Mirage } from '../../support/banks/mirage/mirage.ts';
import { linesOf, type Dropped } from './desk-work.ts';
import { dayMs, holiday, type LabInvoice } from './plan.ts';

export type DayFault = { readonly kind: string; readonly words: string };

/** What an invoice is at a desk when it was dropped there first. */
export type KnownInvoice = Dropped & { readonly invoice: LabInvoice; readonly since: IsoDate };

/** The day from which an invoice may be sent: of a file on its own day, of what is due on the working day that it moves to. */
function earliest({ invoice: { due }, since }: KnownInvoice, isOfDue: boolean): IsoDate {
  if (due <= since) return since;
  return isOfDue ? movedDay(due) : due;
}

/** By the calendar of the history: a weekend and the holiday move to the next day on which banks work. */
function movedDay(day: IsoDate): IsoDate {
  if (day === holiday.day) return holiday.moved;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday !== 6 && weekday !== 0) return day;
  const days = weekday === 6 ? 2 : 1;
  return todayAt(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}

/** Booked twice: the same payment, or two invoices that are alike within a day of each other. */
export function bookedTwice(bank: Mirage, known: ReadonlyMap<string, KnownInvoice>): DayFault[] {
  const booked = bank.ledger();
  return booked.flatMap((one, at) => {
    const isTwice = booked
      .slice(0, at)
      .some(
        (other) =>
          other.reference === one.reference ||
          (known.has(one.reference) && known.has(other.reference) && areAlike(one, other)),
      );
    return isTwice ? [{ kind: 'booked twice', words: one.reference }] : [];
  });
}

/** Amounts tell the invoices apart, but for those that are alike: behind a day they are two payments. */
const areAlike = (one: Booking, other: Booking): boolean =>
  one.payee === other.payee && one.minor === other.minor && Math.abs(one.at - other.at) < dayMs;

/** What an order may not be that arrived in a step. `isReleased`: whether a name was given for what is due; null where a file was sent. */
export function sentWrongly(
  { reference, arrivedAt }: Order,
  known: KnownInvoice | undefined,
  isReleased: boolean | null,
): DayFault[] {
  if (known === undefined) return [];
  const { invoice, since } = known;
  const sentOn = todayAt(arrivedAt);
  const words = `${reference} of ${invoice.due}, dropped on ${since}, sent on ${sentOn}`;
  const faults: DayFault[] = [];
  if (invoice.fate === 'other details') faults.push({ kind: 'sent though held', words });
  const first = earliest(known, isReleased !== null);
  if (sentOn < first) faults.push({ kind: 'sent early', words });
  if (isReleased === false && sentOn > first)
    faults.push({ kind: 'sent overdue without a name', words });
  return faults;
}

/** The payees of a desk whose very names are on its list, and what a person decided about each. */
export type ListedPayees = ReadonlyMap<string, MatchState>;

/** An order to a payee whose name is on the list of the desk that sent it, and without a decision that it is somebody else. */
export function sentToListed({ reference, payee }: Order, listed: ListedPayees): DayFault[] {
  const state = listed.get(payee) ?? 'other';
  return state === 'other'
    ? []
    : [{ kind: 'sent to a listed name', words: `${reference} to ${payee}: ${state}` }];
}

/** Every invoice of a desk is in one state, with its reason where it is neither sent nor scheduled. */
export function statesOf(
  desk: BankDesk,
  known: ReadonlyMap<string, KnownInvoice>,
  bank: Mirage,
): { readonly counts: Record<string, number>; readonly faults: DayFault[] } {
  const { journal } = desk.copy;
  const days = dueDaysAt(desk.changes.clock);
  const open = new Map(dueRows({ journal, days }).map((row) => [row.reference, row.state]));
  const files = listPaymentFiles(journal).flatMap(({ batchId, stopReason }) =>
    linesOf(desk, batchId).map((line) => ({
      line,
      why: desk.paymentFiles.heldIn(batchId).get(line.line) ?? stopReason ?? '',
    })),
  );
  const booked = new Set(bank.ledger().map(({ reference }) => reference));
  const counts: Record<string, number> = {};
  const faults: DayFault[] = [];
  for (const [reference, { held }] of known) {
    const submission = submissionByReference(journal, reference);
    const hasLeft = submission !== null && submission.state !== 'not-sent';
    const due = open.get(reference);
    if (hasLeft && due !== undefined && due !== 'unknown')
      faults.push({ kind: 'in two states', words: `${reference}: ${submission.state} and ${due}` });
    const found = files.filter(({ line }) => line.reference === reference);
    const reason = held || found.map(({ line, why }) => why || reasonOf(line)).join(' ');
    const state = hasLeft ? submission.state : due === undefined ? 'held' : 'scheduled';
    counts[state] = (counts[state] ?? 0) + 1;
    if (state === 'held' && reason === '' && duePaymentUnder(journal, reference) === null)
      faults.push({ kind: 'without a state', words: reference });
    if (!hasLeft && booked.has(reference))
      faults.push({ kind: 'booked, and shown as not sent', words: `${reference}: ${state}` });
  }
  return { counts, faults };
}

const reasonOf = ({ state, problems, warnings }: ReturnType<typeof linesOf>[number]): string =>
  state === 'skipped'
    ? 'Left out.'
    : [...Object.values(problems), ...warnings.map(({ message }) => message)].join(' ') ||
      (state === 'ready' || state === 'later' || state === 'not-sent' ? 'Waits to be sent.' : '');
