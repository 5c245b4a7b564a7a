import type { Timestamp } from '../../shared/calendar.ts';
import type { Bank } from '../bank/bank.ts';
import { magicOutcome } from '../bank/magic.ts';
import type { AgendaStep } from '../orders/agenda.ts';
import { bookPayment, bookReturn, bookUndoing } from '../orders/bookings.ts';
import { found } from '../orders/checks.ts';
import type { TransferRecord } from '../orders/records.ts';
import { keepOrder } from '../orders/register.ts';
import { dayMs, minuteMs, plan } from '../orders/schedule.ts';

type Course = readonly (readonly [afterMs: number, kind: AgendaStep['kind']])[];

const ordinary: Course = [[2 * minuteMs, 'transfer-completed']];
const courses: Readonly<Record<string, Course>> = {
  returned: [...ordinary, [dayMs, 'transfer-returned']],
  failed: [[2 * minuteMs, 'transfer-failed']],
};

/** The money leaves the account, and what becomes of it is settled. */
export function bookTransfer(bank: Bank, id: string, at: Timestamp): void {
  const transfer = change(bank, id, { isBooked: true });
  const narration =
    transfer.narration === '' ? `Payment to ${transfer.beneficiaryName}` : transfer.narration;
  bookPayment(bank.ledger, { ...transfer, narration }, at);
  const outcome = magicOutcome('beneficiary', transfer.beneficiaryId) ?? '';
  plan(bank, { id, from: at }, courses[outcome] ?? ordinary);
}

export function completeTransfer(bank: Bank, id: string, at: Timestamp): void {
  change(bank, id, { status: 'completed', settledAt: at });
}

export function returnTransfer(bank: Bank, id: string, at: Timestamp): void {
  const reason = 'Account closed';
  bookReturn(bank.ledger, change(bank, id, { status: 'returned', reason }), at);
}

export function failTransfer(bank: Bank, id: string, at: Timestamp): void {
  const reason = 'The beneficiary’s bank does not know the account';
  bookUndoing(bank.ledger, change(bank, id, { status: 'failed', reason }), at);
}

function change(bank: Bank, id: string, fields: Partial<TransferRecord>): TransferRecord {
  const { transfers } = bank.orders;
  const transfer = { ...found(transfers.byId.get(id), `Transfer ${id}`), ...fields };
  keepOrder(transfers, transfer);
  return transfer;
}
