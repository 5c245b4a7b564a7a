import type { SentField } from '../../bank/required-fields.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import type { SubmissionView } from '../submissions.ts';

/** A remittance or receivable of our own register; the bank has no list of them. */
export type Registered<R> = {
  readonly id: string;
  readonly origin: 'made' | 'imported';
  readonly addedAt: Timestamp;
  readonly record: R;
  /** When the bank last sent it. */
  readonly asOf: Timestamp;
  /** The fields that the bank file required when it was sent from here; empty where there were none, or it was imported. */
  readonly more: readonly SentField[];
};

/** An order of ours that is not in the register, because its outcome is open or it failed. */
export type OpenOrder = { readonly submission: SubmissionView };
