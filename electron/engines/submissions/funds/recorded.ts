import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import type { Money } from '../../../../shared/money/money.ts';

/** A debit in the bank's own record. */
export type RecordedDebit = {
  /** Null where the record has none, or where there is no record. */
  readonly amount: Money | null;
  readonly fee: Money | null;
  /** True where the debit failed or the money came back. */
  readonly isVoid: boolean;
  /** When the money left, by the bank's clock; null while it has not, or where the record has no time. */
  readonly settledAt: Timestamp | null;
};

export const nothingRecorded: RecordedDebit = {
  amount: null,
  fee: null,
  isVoid: false,
  settledAt: null,
};

/** A debit of one of our accounts that the bank lists. */
export type ListedDebit = {
  readonly operation: ChangingOperation;
  readonly recordId: string;
  readonly reference: string;
  readonly accountNumber: string;
  readonly createdAt: Timestamp;
  readonly title: string;
  readonly amount: Money;
  readonly fee: Money | null;
  readonly recorded: RecordedDebit;
};
