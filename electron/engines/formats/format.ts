import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Notes } from './notes.ts';

/** People's marks, notes and attachments on a row. */
export type RowMark = {
  readonly read: boolean;
  readonly flagged: boolean;
  readonly note: string;
  /** The names of attached files. */
  readonly files: readonly string[];
};

/** The labels of a row, by rules or people. */
export type RowLabels = {
  readonly tags: readonly string[];
  /** Empty where none was named. */
  readonly namedCounterparty: string;
};

/** One booked line of a file. Amounts are decimal text, never a number. */
export type FormatRow = {
  readonly id: string;
  /** The bank's booking time. */
  readonly at: Timestamp;
  readonly bookingDay: IsoDate;
  readonly valueDay: IsoDate;
  /** Without a sign. `effect` is the direction: into (credit) or out of (debit) the account. */
  readonly amount: Decimal;
  readonly effect: 'credit' | 'debit';
  /** It reverses another entry: the bank gives it the side opposite to its effect on the balance. */
  readonly isReversal: boolean;
  readonly currency: string;
  readonly type: string;
  readonly narration: string;
  /** Our own reference; empty where the bank sent none. */
  readonly reference: string;
  readonly counterparty: string;
  readonly remittance: string;
  /** The balance after this row, from the bank. */
  readonly balance: Decimal;
  /** Null where marks were not asked for. */
  readonly mark: (RowMark & RowLabels) | null;
};

export type Totals = { readonly count: number; readonly sum: Decimal };

/** A period of one account: the data before its rows and after them. */
export type FormatPart = {
  readonly accountNumber: string;
  readonly accountName: string;
  /** The holder of the account, from its funding details; empty where they are not known. */
  readonly holder: string;
  readonly currency: string;
  /** Of the bank that keeps the account; empty where it is not known. */
  readonly bic: string;
  readonly bankName: string;
  /** Both ends are included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly opening: Decimal;
  readonly closing: Decimal;
  /** The available balance, where the bank sent it on the period's last day. */
  readonly available: Decimal | null;
  readonly credits: Totals;
  readonly debits: Totals;
  /** Credits less debits. */
  readonly net: Decimal;
  /** Whether the balances follow from one another, in a sentence. */
  readonly proof: { readonly isProven: boolean; readonly words: string };
  /** When the bank last sent the period. */
  readonly asOf: Timestamp | null;
};

export type FileHead = {
  /** Unique to this file; letters and digits, at most 32. */
  readonly id: string;
  readonly createdAt: Timestamp;
  /** The bank of the accounts, as the bank file calls it. */
  readonly bankName: string;
  readonly withMarks: boolean;
  /** The search text, where the file has only the entries that contain it. Such entries are not consecutive. */
  readonly found?: string | undefined;
};

export type Bytes = string | Uint8Array;

/**
 * Writes one file a piece at a time, in this order: begin, then for every account beginPart, rows as often as needed and endPart, then
 * end. It stores no rows, so memory does not grow with their number.
 */
export type Writer = {
  begin(): Bytes;
  beginPart(part: FormatPart): Bytes;
  rows(rows: readonly FormatRow[]): Bytes;
  endPart(): Bytes;
  end(): Bytes;
};

/** Begins a file. `notes` collects the texts that had to be changed. */
export type Open = (head: FileHead, notes: Notes) => Writer;

export type Format = {
  /** Its name on the command line. */
  readonly name: string;
  /** The file name extension, without the dot. */
  readonly extension: string;
  /** The words by which a person chooses it. */
  readonly words: string;
  /** Can it carry entries that are not consecutive? The balances of a statement would be wrong for them. */
  readonly isTable?: true;
  /** Loads the writer with the first file. */
  readonly load: () => Promise<Open>;
};
