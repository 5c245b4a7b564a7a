import { timestampOf } from '../server/clock.ts';
import type { Bank } from '../bank/bank.ts';
import type { Fault } from '../server/faults.ts';
import { enterStep, type AgendaStep } from './agenda.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Enters steps of an order, each so many milliseconds after an instant. */
export function plan(
  bank: Bank,
  { id, from }: { id: string; from: string },
  steps: readonly (readonly [afterMs: number, kind: AgendaStep['kind']])[],
): void {
  for (const [afterMs, kind] of steps)
    enterStep(bank.orders.agenda, { dueMs: Date.parse(from) + afterMs, kind, id });
}

/** Books an order now, or only later when a fault wants it so. `bookNow` gets the order's id and the bank's time. */
export function takeOrder(
  bank: Bank,
  { id, late }: { id: string; late: AgendaStep['kind'] },
  faults: readonly Fault[],
  bookNow: (bank: Bank, id: string, at: string) => void,
): void {
  const at = timestampOf(bank.clock);
  const delay = faults.find((fault) => fault.kind === 'late-booking');
  if (delay) plan(bank, { id, from: at }, [[delay.ms, late]]);
  else bookNow(bank, id, at);
}
