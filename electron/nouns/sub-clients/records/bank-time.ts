import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { BankClient } from '../../../engines/bank/client.ts';

/**
 * Returns the earliest time that the bank may have given to something that we sent at `sentAt`, by its clock as its answers show it. Only a
 * clock behind ours counts: one ahead gives a later time anyway, and may have been set since. Answers have whole seconds, so the margin is
 * never zero.
 */
export const sentByBankTime = (
  bank: Pick<BankClient, 'clockOffsetMs'>,
  sentAt: Timestamp,
  marginMs = 2_000,
): Timestamp =>
  new Date(Date.parse(sentAt) + Math.min(0, bank.clockOffsetMs() ?? 0) - marginMs).toISOString();
