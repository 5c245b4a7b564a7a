import type { Timestamp } from '../calendar.ts';
import type { Money } from '../money/money.ts';
import type { BalanceChange } from './conversion-records.ts';
import type { SubmissionView } from './submission-records.ts';

/**
 * What a person must have seen before money moves.
 * duplicate: same payee, amount and currency within a day · open-twin: one like it has no answer yet ·
 * quarantine: the payee's bank details changed since they were last paid · insufficient: the account does not cover it ·
 * payee-unread: the bank could not be asked for the payee now · look-alike: another payee is easily mistaken for this one ·
 * fee-unknown: the bank did not tell its fee · twins-unread: the bank did not list what it has to the payee · currency: the payee is kept in another currency ·
 * at-bank: the bank was found to have something under its reference · maybe-at-bank: it may have been sent in a time that the journal had lost.
 */
export type PaymentWarningKind =
  | 'duplicate'
  | 'open-twin'
  | 'quarantine'
  | 'insufficient'
  | 'payee-unread'
  | 'look-alike'
  | 'fee-unknown'
  | 'twins-unread'
  | 'currency'
  | 'at-bank'
  | 'maybe-at-bank';

/** A payment that looks the same as another: same payee, amount and currency. */
export type TwinMark = {
  /** Its reference, or the bank's identifier where it carries none: a confirmation holds for the twins it named. */
  readonly name: string;
  /** What `--twin-of` takes: the submission, or the bank's transfer; empty for a line of the same file. */
  readonly id: string;
};

export type PaymentWarning = {
  readonly kind: PaymentWarningKind;
  readonly message: string;
  /** blocks: cannot be confirmed here · confirm: must be acknowledged · tell: only said. */
  readonly weight: 'blocks' | 'confirm' | 'tell';
  /** The payments that it is about, where it is about others. */
  readonly twins?: readonly TwinMark[];
};

/** A payment as it would be sent, with what it costs and what to look at. */
export type TransferReview = {
  readonly reference: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly beneficiaryId: string;
  readonly payee: {
    readonly name: string;
    readonly accountName: string;
    readonly accountNumber: string;
    readonly bankName: string;
    readonly bankBicOrCode: string;
    readonly country: string;
    readonly currency: string;
  };
  /** When the bank last told the payee. */
  readonly payeeAsOf: Timestamp;
  /** False when the bank could not be asked for the payee now, and the local copy is shown. */
  readonly payeeIsCurrent: boolean;
  /** Stands for the bank details that were reviewed; what is sent must still have the same. */
  readonly payeeFingerprint: string;
  readonly amount: Money;
  readonly narration: string;
  readonly fee: Money | null;
  readonly debitTotal: Money;
  readonly balance: BalanceChange;
  readonly balanceAsOf: Timestamp | null;
  readonly warnings: readonly PaymentWarning[];
};

export type TransferRow = {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  /** How it ended by the bank's own word for its state; null for what is on its way, done, or says nothing that is known. */
  readonly ending: 'failed' | 'returned' | 'expired' | 'awaiting-funds' | null;
  readonly reason: string;
  readonly amount: Money | null;
  readonly fee: Money | null;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly beneficiaryName: string;
  readonly narration: string;
  readonly createdAt: Timestamp | null;
  readonly settledAt: Timestamp | null;
  readonly asOf: Timestamp;
};

/** One line of the payments list: what we sent, and what the bank says of it. */
export type PaymentRow = {
  /** The reference; the bank's identifier where a transfer carries none. */
  readonly reference: string;
  readonly submission: SubmissionView | null;
  readonly transfer: TransferRow | null;
  /** Further transfers under the same reference: the bank has it more than once. */
  readonly others: readonly TransferRow[];
  readonly at: Timestamp;
};

export type BatchLineState = 'invalid' | 'ready' | 'skipped' | SubmissionView['state'];

/** What the check of a payment file finds out about one of its lines. */
export type CheckedLine = {
  /** Where it stands in the file, from 1; the heading is one of them. */
  readonly line: number;
  readonly reference: string;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly payeeName: string;
  readonly amount: Money | null;
  /** As the file has it, where it could not be read. */
  readonly amountText: string;
  readonly narration: string;
  /** Field -> what is wrong with it. */
  readonly problems: Readonly<Record<string, string>>;
  readonly warnings: readonly PaymentWarning[];
};

export type BatchLine = CheckedLine & {
  readonly state: BatchLineState;
  readonly submissionId: string | null;
  readonly transferId: string | null;
  /** Accepted: does the bank tell that it is this line? Null where it was not accepted, or nobody asked. */
  readonly confirmed: boolean | null;
  readonly error: string | null;
};

/** problems: what a person must look at · open: not sent yet, or without an answer · sent: the bank has it. */
export type BatchFilter = 'all' | 'problems' | 'open' | 'sent';

export type BatchState = 'ready' | 'sending' | 'stopped' | 'done';

export type BatchTotals = {
  readonly currency: string;
  readonly lines: number;
  readonly amount: Money;
  readonly accountNumber: string;
  readonly balance: BalanceChange;
  readonly coversIt: boolean | null;
};

export type BatchView = {
  readonly batchId: string;
  readonly fileName: string;
  readonly addedAt: Timestamp;
  readonly state: BatchState;
  readonly counts: Readonly<Record<BatchLineState, number>>;
  readonly lines: number;
  /** How many lines each filter shows. */
  readonly found: Readonly<Record<BatchFilter, number>>;
  /** What to know of how the file was read, such as a column that is not used. */
  readonly notes: readonly string[];
  /** Of the lines that are still to be sent, by account and currency. */
  readonly totals: readonly BatchTotals[];
  /** The same file was dropped before. */
  readonly duplicateOf: string | null;
  /** Stands for the twins and unread payees that were found; what is confirmed is these and no others. */
  readonly seal: string;
  /** Warnings that must be acknowledged before it is sent, with the count of their lines. */
  readonly toConfirm: readonly { readonly kind: PaymentWarningKind; readonly lines: number }[];
  /** Why it stopped by itself, such as no network. */
  readonly stopReason: string | null;
};
