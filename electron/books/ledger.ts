import type { IsoDate, Period } from '../../shared/calendar.ts';
import type { Decimals } from '../../shared/ipc/payment-files.ts';
import type { Decimal } from '../../shared/money/decimal.ts';
import type { SavedMatch } from '../columns/match.ts';
import type { DayOrder } from './days.ts';
import type { LedgerField } from './ledger-columns.ts';

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

/** A ledger as it was read: its lines, and what a person should know of how it was. */
export type Ledger = { readonly lines: readonly LedgerLine[]; readonly notes: readonly string[] };

/** What a ledger is read with, beside itself. */
export type LedgerReading = {
  readonly period: Period;
  /** Of the account; lines of another are left out, and said. */
  readonly currency: string;
  /** Days that a line may lie outside the period. */
  readonly days: number;
  /** A person's word on its columns: each field with the heading of its column, or its number from 1. */
  readonly said: {
    readonly columns: Readonly<Partial<Record<LedgerField, string>>>;
    readonly decimals: Decimals | null;
    readonly dayOrder?: DayOrder | undefined;
  };
  /** What a person said of an earlier file of the same shape. */
  readonly savedFor: (shape: string) => SavedMatch | null;
};
