import { z } from 'zod';

/** What is to happen to an order or a sub-client, and when by the bank's clock. */
export const AgendaStep = z.strictObject({
  dueMs: z.number(),
  kind: z.enum([
    'transfer-booked',
    'transfer-completed',
    'transfer-returned',
    'transfer-failed',
    'trade-booked',
    'trade-expired',
    'remittance-booked',
    'remittance-in-transit',
    'remittance-paid',
    'remittance-rejected',
    'receivable-booked',
    'receivable-expired',
    'sub-client-reviewed',
  ]),
  /** The order's or the sub-client's. */
  id: z.string(),
});
export type AgendaStep = z.output<typeof AgendaStep>;

/** Enters a step behind all that are due no later. */
export function enterStep(agenda: AgendaStep[], step: AgendaStep): void {
  const place = agenda.findLastIndex(({ dueMs }) => dueMs <= step.dueMs);
  agenda.splice(place + 1, 0, step);
}

/** Takes the next step that is due, if one is. */
export function takeDueStep(agenda: AgendaStep[], nowMs: number): AgendaStep | undefined {
  const [next] = agenda;
  return next && next.dueMs <= nowMs ? agenda.shift() : undefined;
}
