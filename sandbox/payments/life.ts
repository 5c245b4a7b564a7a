import type { Timestamp } from '../../shared/calendar/calendar.ts';
import { magicBeneficiaries } from '../beneficiaries/magic.ts';
import { plan, type Course } from '../orders/agenda.ts';
import { bookPayment, bookReturn, bookUndoing } from '../orders/bookings.ts';
import { changeOrder } from '../orders/register.ts';
import { dayMs, minuteMs } from '../server/clock.ts';
import { magicOutcome } from '../server/faults/magic.ts';
import type { Step } from '../server/noun.ts';
import type { PaymentsBank } from './state.ts';

type Kind = keyof typeof steps;

const ordinary: Course<Kind> = [[2 * minuteMs, 'transfer-completed']];
const courses: Readonly<Record<string, Course<Kind>>> = {
  returned: [...ordinary, [dayMs, 'transfer-returned']],
  failed: [[2 * minuteMs, 'transfer-failed']],
};

/** Debits the account, and plans the outcome of the transfer. */
function bookTransfer(bank: PaymentsBank, id: string, at: Timestamp): void {
  const transfer = changeOrder(bank.transfers, id, { isBooked: true });
  const narration =
    transfer.narration === '' ? `Payment to ${transfer.beneficiaryName}` : transfer.narration;
  bookPayment(bank.ledger, { ...transfer, narration }, at);
  const outcome = magicOutcome(magicBeneficiaries, transfer.beneficiaryId) ?? '';
  plan(bank, { id, from: at }, courses[outcome] ?? ordinary);
}

function completeTransfer(bank: PaymentsBank, id: string, at: Timestamp): void {
  changeOrder(bank.transfers, id, { status: 'completed', settledAt: at });
}

function returnTransfer(bank: PaymentsBank, id: string, at: Timestamp): void {
  const reason = 'Account closed';
  bookReturn(bank.ledger, changeOrder(bank.transfers, id, { status: 'returned', reason }), at);
}

function failTransfer(bank: PaymentsBank, id: string, at: Timestamp): void {
  const reason = 'The beneficiary’s bank does not know the account';
  bookUndoing(bank.ledger, changeOrder(bank.transfers, id, { status: 'failed', reason }), at);
}

export const steps = {
  'transfer-booked': bookTransfer,
  'transfer-completed': completeTransfer,
  'transfer-returned': returnTransfer,
  'transfer-failed': failTransfer,
} satisfies Record<string, Step<PaymentsBank>>;
