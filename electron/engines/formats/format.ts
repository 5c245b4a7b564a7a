import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Notes } from './notes.ts';

/** What people noted on a row, and attached to it. */
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
  /** When it was booked, by the bank. */
  readonly at: Timestamp;
  readonly bookingDay: IsoDate;
  readonly valueDay: IsoDate;
  /** Without a sign: `effect` is the direction: into (credit) or out of (debit) the account. */
  readonly amount: Decimal;
  readonly effect: 'credit' | 'debit';
  /** It takes back another: the bank calls it the other side of what it did to the balance. */
  readonly isReversal: boolean;
  readonly currency: string;
  readonly type: string;
  readonly narration: string;
  /** Our own reference; empty where the bank sent none. */
  readonly reference: string;
  readonly counterparty: string;
  readonly remittance: string;
  /** After this row, by the bank. */
  readonly balance: Decimal;
  /** Null where marks were not asked for. */
  readonly mark: (RowMark & RowLabels) | null;
};

export type Totals = { readonly count: number; readonly sum: Decimal };

/** A period of one account: what stands before its rows and behind them. */
export type FormatPart = {
  readonly accountNumber: string;
  readonly accountName: string;
  /** Whose account it is, by its funding details; empty where they are not known. */
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
  /** Of this file and no other; letters and digits, at most 32. */
  readonly id: string;
  readonly createdAt: Timestamp;
  /** Who keeps the accounts, as the bank file calls it. */
  readonly bankName: string;
  readonly withMarks: boolean;
  /** What was searched for, where only the entries that hold it stand in the file: they do not follow one another. */
  readonly found?: string | undefined;
};

export type Bytes = string | Uint8Array;

/**
 * Writes one file a piece at a time, in this order: begin, then for every account beginPart, rows as often as needed and endPart, then
 * end. It keeps no row: memory does not grow with their number.
 */
export type Writer = {
  begin(): Bytes;
  beginPart(part: FormatPart): Bytes;
  rows(rows: readonly FormatRow[]): Bytes;
  endPart(): Bytes;
  end(): Bytes;
};

/** Begins a file. `notes` takes what could not stand in it as it was. */
export type Open = (head: FileHead, notes: Notes) => Writer;

export type Format = {
  /** What the command line calls it. */
  readonly name: string;
  /** What a file's name ends in, without the point. */
  readonly extension: string;
  /** What a person chooses by. */
  readonly words: string;
  /** Can it carry entries that do not follow one another? The balances of a statement would not hold for them. */
  readonly isTable?: true;
  /** What writes it is loaded with the first file. */
  readonly load: () => Promise<Open>;
};
