import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { BankClient } from '../../../engines/bank/client.ts';

/**
 * From when on the bank may have dated what we sent then, by its clock as its answers show it. Only a clock that is behind ours
 * counts: one that is ahead dates it later anyway, and may have been set since. Answers carry whole seconds, so the margin is
 * never zero.
 */
export const sentByBankTime = (
  bank: Pick<BankClient, 'clockOffsetMs'>,
  sentAt: Timestamp,
  marginMs = 2_000,
): Timestamp =>
  new Date(Date.parse(sentAt) + Math.min(0, bank.clockOffsetMs() ?? 0) - marginMs).toISOString();
