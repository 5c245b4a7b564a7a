import type { Receivable } from '../bank/receivables.ts';
import type { Remittance } from '../bank/remittances.ts';
import type { IsoDate, Timestamp } from '../calendar.ts';
import type { Money } from '../money/money.ts';
import type { SubmissionView } from './submission-records.ts';

/** A remittance or receivable of our own register; the bank has no list of them. */
type Registered<R> = {
  readonly id: string;
  readonly origin: 'made' | 'imported';
  readonly addedAt: Timestamp;
  readonly record: R;
  /** When the bank last told it. */
  readonly asOf: Timestamp;
};

export type RemittanceRow = Registered<Remittance>;

/** An incoming credit that may be the payment of a receivable. */
export type CreditMatch = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly narration: string;
  readonly customReference: string;
  /** exact: reference and amount · likely: amount and payer · possible: amount and time only. */
  readonly strength: 'exact' | 'likely' | 'possible';
  /** Why it is suggested, in one sentence. */
  readonly reason: string;
};

export type ReceivableRow = Registered<Receivable> & {
  /** Suggested credits, best first; empty when one is matched. */
  readonly suggestions: readonly CreditMatch[];
  readonly matched:
    (CreditMatch & { readonly matchedAt: Timestamp; readonly matchedBy: string }) | null;
};

/** An order of ours that is not in the register, because its outcome is open or it came to nothing. */
export type OpenOrder = { readonly submission: SubmissionView };
