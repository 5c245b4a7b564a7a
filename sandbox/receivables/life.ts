import { addDays, type Timestamp } from '../../shared/calendar/calendar.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { ledgerAccount, type LedgerChange } from '../ledger/ledger.ts';
import { plan } from '../orders/agenda.ts';
import { changeOrder, orderIn, ordersIn } from '../orders/register.ts';
import type { Step } from '../server/noun.ts';
import type { ReceivableRecord, ReceivablesBank } from './state.ts';

type Inflow = Extract<LedgerChange, { kind: 'post' }>;

/** A receivable stays open until the end of the day on which it is due. */
function openReceivable(bank: ReceivablesBank, id: string): void {
  const { dueDate } = changeOrder(bank.receivables, id, { isBooked: true });
  if (dueDate === null) return;
  plan<keyof typeof steps>(bank, { id, from: addDays(dueDate, 1) }, [[0, 'receivable-expired']]);
}

function expireReceivable(bank: ReceivablesBank, id: string): void {
  const { status } = orderIn(bank.receivables, id);
  if (status !== 'open') return;
  changeOrder(bank.receivables, id, {
    status: 'expired',
    reason: 'It was not paid by its due date',
  });
}

/** Searches what was booked since the last call for payments that name an open receivable. */
export function matchInflows(bank: ReceivablesBank): void {
  const { changes } = bank.ledger;
  const unread = changes.slice(bank.inflowsRead);
  bank.inflowsRead = changes.length;
  for (const inflow of unread.filter(isInflow)) {
    const receivable = ordersIn(bank.receivables).find((candidate) =>
      isPaidBy(bank, candidate, inflow),
    );
    if (receivable) payReceivable(bank, receivable, inflow.at);
  }
}

function payReceivable(
  bank: ReceivablesBank,
  { id, amount }: ReceivableRecord,
  paidAt: Timestamp,
): void {
  changeOrder(bank.receivables, id, { status: 'paid', paidAmount: amount, paidAt });
}

const inwardTypes: ReadonlySet<string> = new Set(['transfer', 'collection']);

const isInflow = (entry: LedgerChange): entry is Inflow =>
  entry.kind === 'post' && entry.direction === 'credit' && inwardTypes.has(entry.transactionType);

const isPaidBy = (bank: ReceivablesBank, receivable: ReceivableRecord, inflow: Inflow): boolean =>
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

export const steps = {
  'receivable-booked': openReceivable,
  'receivable-expired': expireReceivable,
} satisfies Record<string, Step<ReceivablesBank>>;
