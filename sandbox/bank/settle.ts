import { timestampOf } from '../server/clock.ts';
import type { Bank } from './bank.ts';
import { reviewSubClient } from '../sub-clients/review.ts';
import { takeDueStep, type AgendaStep } from '../orders/agenda.ts';
import { expireReceivable, matchInflows, openReceivable } from '../receivables/life.ts';
import {
  bookRemittance,
  payRemittance,
  rejectRemittance,
  sendRemittance,
} from '../remittances/life.ts';
import { bookTrade, expireTrade, settleAwaiting } from '../conversions/life.ts';
import { bookTransfer, completeTransfer, failTransfer, returnTransfer } from '../payments/life.ts';

type Doer = (bank: Bank, id: string, at: string) => void;

const doers: Readonly<Record<AgendaStep['kind'], Doer>> = {
  'transfer-booked': bookTransfer,
  'transfer-completed': completeTransfer,
  'transfer-returned': returnTransfer,
  'transfer-failed': failTransfer,
  'trade-booked': bookTrade,
  'trade-expired': expireTrade,
  'remittance-booked': bookRemittance,
  'remittance-in-transit': sendRemittance,
  'remittance-paid': payRemittance,
  'remittance-rejected': rejectRemittance,
  'receivable-booked': openReceivable,
  'receivable-expired': expireReceivable,
  'sub-client-reviewed': reviewSubClient,
};

/**
 * Brings the bank up to its clock: each step is carried out as of the instant at which it was due, in order, so that
 * nobody can tell when the bank was looked at.
 */
export function settle(bank: Bank): void {
  const nowMs = bank.clock.now();
  let steps = 0;
  for (let step = next(bank, nowMs); step; step = next(bank, nowMs)) {
    const at = new Date(step.dueMs).toISOString();
    doers[step.kind](bank, step.id, at);
    settleFunds(bank, at);
    steps += 1;
  }
  settleFunds(bank, timestampOf(bank.clock));
  if (steps > 0) bank.onChange();
}

const next = (bank: Bank, nowMs: number): AgendaStep | undefined =>
  takeDueStep(bank.orders.agenda, nowMs);

function settleFunds(bank: Bank, at: string): void {
  matchInflows(bank);
  settleAwaiting(bank, at);
}
