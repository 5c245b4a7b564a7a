import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Extras } from '../../../../shared/bank/extras.ts';
import type { EntryMeanings } from '../../../../shared/bank/statements.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import type { DayVerdict } from '../../accounts/days.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';

/** What sync passes to the writer and gets back. Amounts are integer units of 10^-4, days are `dayNumber`s. */

export type IncomingEntry = {
  readonly id: string;
  readonly amountE4: bigint;
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
  readonly transactionType: string;
  readonly at: Timestamp;
  /** UTC day of `at`, clamped to the requested range. */
  readonly day: number;
  readonly narration: string;
  readonly customReference: string;
  readonly balanceE4: bigint;
  /** Position in the requested range in the bank's order, counted from the oldest. */
  readonly ordinal: number;
  /** The bank's extra fields; undefined if there are none. */
  readonly extras?: Extras | undefined;
  /** The number of decimals that the bank wrote, if the currency is unknown; undefined if it is known. */
  readonly digits?: number | undefined;
};

export type UnreadableEntry = {
  readonly entryId: string;
  readonly day: number | null;
  readonly reason: string;
  /** The entry's own JSON text. */
  readonly text: string;
};

/** Both ends are included. */
export type RangeStart = {
  readonly accountNumber: string;
  readonly from: number;
  readonly to: number;
};

/** `account` is the account's number in the rows of its entries. */
export type ResumableRange = {
  readonly rangeId: number;
  readonly account: number;
  readonly cursor: string;
};

export type PageToSave = {
  readonly rangeId: number;
  /** JSON owned by sync; saved in the same transaction as the entries. */
  readonly cursor: string;
  readonly entries: readonly IncomingEntry[];
  readonly unreadable: readonly UnreadableEntry[];
  /** When the page was received; defaults to the writer's clock. */
  readonly seenAt?: Timestamp;
};

export type SavedPage = {
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
};

export type CachedPage = {
  /** Digest of the response bytes; empty for a page that must always be read. */
  readonly digest: string;
  /** The entries of the page, as `textOfSeen` of the page cache writes them. */
  readonly seen: string;
  /** The state of the reading after the page, as JSON. */
  readonly border: string;
};

export type PagesToCache = {
  /** A hash of everything but the bytes that reading a page depends on. */
  readonly fingerprint: string;
  readonly at: string;
  readonly pages: readonly CachedPage[];
  /** The pages cached when the reading began; none if their fingerprint differed. */
  readonly before: readonly CachedPage[];
};

export type RangeFinish = {
  readonly rangeId: number;
  readonly asOf: Timestamp;
  /** When the reading began; left out if an earlier run of the program read pages. */
  readonly begun?: Moment | null;
  readonly days: readonly DayVerdict[];
  /** Mark active entries of the range's days that no saved page has as withdrawn. */
  readonly withdraw: boolean;
  /** Every page has the same entries as at the last reading, and nothing else changed an entry of these days since. */
  readonly isUnchanged?: boolean;
  /** The pages of a proven reading, for the next reading of the same days. */
  readonly pagesToCache?: PagesToCache | null;
};

export type FinishedRange = {
  readonly withdrawn: number;
  /** Active entries in the range's days now. */
  readonly active: number;
};

/** Entries per day under a filter, newest day first; days without any are left out. */
export type DayCounts = {
  readonly days: Float64Array;
  readonly counts: Float64Array;
  readonly total: number;
};

/** Sums of the active entries; amounts as sent, in units of 10^-4. */
export type StatementSums = {
  readonly count: number;
  readonly creditsE4: bigint;
  readonly debitsE4: bigint;
  /** The balances before the period's first entry and after its last one; null if unknown. */
  readonly openingE4: bigint | null;
  readonly closingE4: bigint | null;
};

/** One line of an export: active entries only, oldest first, amounts as canonical decimal text. */
export type ExportedEntry = {
  readonly id: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
  readonly transactionType: string;
  readonly transactionDate: Timestamp;
  readonly narration: string;
  readonly customReference: string;
  readonly balance: Decimal;
  /** The bank's extra fields; left out if there are none. */
  readonly extras?: Extras;
} & EntryMeanings;

export type ExportBatch = {
  readonly rows: readonly ExportedEntry[];
  /** The next `afterKey`; null after the last batch. */
  readonly nextKey: number | null;
};

/** A missing end defaults to the first or last covered day. */
export type CachedPeriod = {
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
};
