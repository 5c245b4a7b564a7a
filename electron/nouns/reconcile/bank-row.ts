import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import type { BankSource } from '../../../shared/ipc/review/reconcile.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';

/** One payment as a list or a statement of the bank shows it; texts are empty where the bank gives none. */
export type BankRow = {
  readonly source: BankSource;
  readonly id: string;
  readonly reference: string;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly beneficiaryName: string;
  /** Without a sign; null where the bank does not give it. */
  readonly amount: Decimal | null;
  readonly fee: Decimal | null;
  readonly currency: string;
  /** Null where the bank gives no time. */
  readonly at: Timestamp | null;
  readonly day: IsoDate | null;
  readonly status: string;
  /** The bank's own status says that it came to nothing. */
  readonly hasFailed: boolean;
  readonly narration: string;
  /** A charge, not the payment itself. */
  readonly isFee: boolean;
};
