import type { IsoDate, Period } from '../../../../shared/calendar/calendar.ts';
import type { DayOrder } from '../../../../shared/ipc/review/books.ts';
import type { Decimals } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import type { AccountNames } from '../../accounts/names.ts';
import type { SavedMatch } from '../../../engines/columns/match.ts';
import type { LedgerColumns, LedgerField } from './ledger-columns.ts';

/** A line of the books as read from its file. */
export type LedgerLine = {
  /** Its line number in the file, from 1. */
  readonly line: number;
  readonly day: IsoDate;
  /** Negative for money out of the account. */
  readonly amount: Decimal;
  readonly references: readonly string[];
  readonly text: string;
};

/** The same with the currency and the account that the file states for the line; empty where it states none. */
export type ParsedLine = LedgerLine & { readonly currency: string; readonly account: string };

/** A parsed ledger: its lines, and notes for a person about how they were read. */
export type Ledger = { readonly lines: readonly LedgerLine[]; readonly notes: readonly string[] };

/** How the columns of a table were read, to be shown and remembered. */
export type TableReading = {
  readonly shape: string;
  readonly headings: readonly string[];
  readonly columns: LedgerColumns;
  readonly decimals: Decimals | null;
  readonly dayOrder: DayOrder;
  readonly reversed: boolean;
};

/** Every line of a file, of any day and currency. */
export type ParsedLedger = {
  readonly lines: readonly ParsedLine[];
  readonly notes: readonly string[];
  /** Not there for a statement. */
  readonly reading?: TableReading;
};

/** A person's choices for reading a file. */
export type ReadingOptions = {
  /** Each field with the heading of its column, its number from 1 as text, or its place from 0 as a number. */
  readonly columns: Readonly<Partial<Record<LedgerField, string | number>>>;
  /** Every other column is ignored. */
  readonly isWhole?: boolean;
  readonly decimals: Decimals | null;
  readonly dayOrder?: DayOrder | undefined;
  /** Its signs are inverted: what it shows as money in is money out. */
  readonly reversed?: boolean | undefined;
};

/** The parameters of reading a ledger. */
export type LedgerReading = {
  /** Null while it is unknown: then no line is out of reach, and it does not help to find the order of day and month. */
  readonly period: Period | null;
  /** The currency of the account: lines in another are left out with a note. Empty while it is unknown: none is left out. */
  readonly currency: string;
  /** Days that a line may lie outside the period. */
  readonly days: number;
  readonly options: ReadingOptions;
  /** The choices saved for an earlier file of the same shape. */
  readonly savedFor: (shape: string) => SavedMatch | null;
};

/** The account whose lines are read, and the names that files use for accounts. */
export type RequestedAccount = { readonly names: AccountNames; readonly accountNumber: string };
