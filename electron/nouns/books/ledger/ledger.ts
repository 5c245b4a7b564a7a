import type { IsoDate, Period } from '../../../../shared/calendar/calendar.ts';
import type { DayOrder } from '../../../../shared/ipc/review/books.ts';
import type { Decimals } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import type { AccountNames } from '../../accounts/names.ts';
import type { SavedMatch } from '../../../engines/columns/match.ts';
import type { LedgerColumns, LedgerField } from './ledger-columns.ts';

/** A line of the books, as its file tells it. */
export type LedgerLine = {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly day: IsoDate;
  /** Below 0 what goes out of the account. */
  readonly amount: Decimal;
  readonly references: readonly string[];
  readonly text: string;
};

/** The same with its currency and its account as the file writes them; empty where it names none, and is of the account's. */
export type ParsedLine = LedgerLine & { readonly currency: string; readonly account: string };

/** A ledger as it was read: its lines, and what a person should know of how it was. */
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

/** Every line of a file, whatever its day and currency. */
export type ParsedLedger = {
  readonly lines: readonly ParsedLine[];
  readonly notes: readonly string[];
  /** Not there for a statement. */
  readonly reading?: TableReading;
};

/** What a person says of a file. */
export type SaidOfLedger = {
  /** Each field with the heading of its column, its number from 1 as text, or its place from 0 as a number. */
  readonly columns: Readonly<Partial<Record<LedgerField, string | number>>>;
  /** No other column means anything. */
  readonly isWhole?: boolean;
  readonly decimals: Decimals | null;
  readonly dayOrder?: DayOrder | undefined;
  /** What it counts as coming in went out. */
  readonly reversed?: boolean | undefined;
};

/** What a ledger is read with, beside itself. */
export type LedgerReading = {
  /** Null while it is not known: then no line is too far from it, and no order of days is likelier. */
  readonly period: Period | null;
  /** Of the account; lines of another are left out, and said. Empty while it is not known: none is. */
  readonly currency: string;
  /** Days that a line may lie outside the period. */
  readonly days: number;
  readonly said: SaidOfLedger;
  /** What a person said of an earlier file of the same shape. */
  readonly savedFor: (shape: string) => SavedMatch | null;
};

/** The account whose lines count, and what files call accounts. */
export type AskedAccount = { readonly names: AccountNames; readonly accountNumber: string };
