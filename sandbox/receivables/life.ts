import { addDays, dayNumber, type Timestamp } from '../../shared/calendar.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import type { Bank } from '../bank/bank.ts';
import { ledgerAccount, type LedgerChange } from '../ledger/ledger.ts';
import { enterStep } from '../orders/agenda.ts';
import { found } from '../orders/checks.ts';
import type { ReceivableRecord } from '../orders/records.ts';
import { keepOrder } from '../orders/register.ts';
import { dayMs } from '../orders/schedule.ts';

type Inflow = Extract<LedgerChange, { kind: 'post' }>;

/** A receivable stands open until the end of the day on which it is due. */
export function openReceivable(bank: Bank, id: string): void {
  const { dueDate } = change(bank, id, { isBooked: true });
  if (dueDate === null) return;
  const dueMs = dayNumber(addDays(dueDate, 1)) * dayMs;
  enterStep(bank.orders.agenda, { dueMs, kind: 'receivable-expired', id });
}

export function expireReceivable(bank: Bank, id: string): void {
  const { status } = found(bank.orders.receivables.byId.get(id), `Receivable ${id}`);
  if (status !== 'open') return;
  change(bank, id, { status: 'expired', reason: 'It was not paid by its due date' });
}

/** Looks through what was booked since the last time for payments that name an open receivable. */
export function matchInflows(bank: Bank): void {
  const { orders, ledger } = bank;
  const unread = ledger.changes.slice(orders.inflowsRead);
  orders.inflowsRead = ledger.changes.length;
  for (const inflow of unread.filter(isInflow)) {
    const receivable = [...orders.receivables.byId.values()].find((candidate) =>
      isPaidBy(bank, candidate, inflow),
    );
    if (receivable) payReceivable(bank, receivable, inflow.at);
  }
}

function payReceivable(bank: Bank, { id, amount }: ReceivableRecord, paidAt: Timestamp): void {
  change(bank, id, { status: 'paid', paidAmount: amount, paidAt });
}

const inwardTypes: ReadonlySet<string> = new Set(['transfer', 'collection']);

const isInflow = (entry: LedgerChange): entry is Inflow =>
  entry.kind === 'post' && entry.direction === 'credit' && inwardTypes.has(entry.transactionType);

const isPaidBy = (bank: Bank, receivable: ReceivableRecord, inflow: Inflow): boolean =>
  receivable.isBooked &&
  receivable.status === 'open' &&
  receivable.accountNumber === inflow.account &&
  receivable.currency === ledgerAccount(bank.ledger, inflow.account).currency &&
  toUnits(receivable.amount) === toUnits(inflow.amount) &&
  names(inflow, receivable.reference);

/** The reference itself or a word of the narration: `INV-1` is not named by `INV-12`. */
const names = ({ customReference, narration }: Inflow, reference: string): boolean =>
  customReference === reference ||
  narration
    .split(/[\s,;()]+/)
    .map((word) => word.replace(/[.:]+$/, ''))
    .includes(reference);

function change(bank: Bank, id: string, fields: Partial<ReceivableRecord>): ReceivableRecord {
  const { receivables } = bank.orders;
  const receivable = { ...found(receivables.byId.get(id), `Receivable ${id}`), ...fields };
  keepOrder(receivables, receivable);
  return receivable;
}
