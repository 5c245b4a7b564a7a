import { z } from 'zod';

import type { IsoDate, Period, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import { limits } from '../../limits.ts';
import type { Decimal } from '../../money/decimal.ts';
import type { Decimals, FileColumn } from '../changes/payment-files.ts';
import { accountNumber, answers, id, nothing, savedOrNot } from '../route.ts';

/** Which part of 04/05/2026 is the day. */
export type DayOrder = 'day-first' | 'month-first';

/** A line of the books. */
export type BooksLine = {
  /** Its line in its file, from 1. */
  readonly line: number;
  readonly day: IsoDate;
  /** Negative for an outflow. */
  readonly amount: Decimal;
  readonly reference: string;
  readonly text: string;
};

/** An entry at the bank, as it is compared with the books. */
export type BooksEntry = {
  readonly id: string;
  readonly day: IsoDate;
  /** Negative for an outflow. */
  readonly amount: Decimal;
  readonly reference: string;
  readonly text: string;
};

/** The rule of a match; `hand` is a manual match. */
export type BooksRule = 'exact' | 'days' | 'part' | 'together' | 'fee' | 'hand';

export type BooksMatch = {
  readonly rule: BooksRule;
  /** As a sentence. */
  readonly why: string;
  readonly books: readonly BooksLine[];
  readonly bank: readonly BooksEntry[];
};

/** A line of one list, and why it is open. */
export type OpenLine = BooksLine & { readonly note: string };
export type OpenEntry = BooksEntry & { readonly note: string };

/** A line and an entry of the same amount that may be one matter; a person decides. */
export type LikelyPair = {
  readonly line: OpenLine;
  readonly entry: OpenEntry;
  /** As a sentence. */
  readonly why: string;
};

/** Lines or entries of one kind, and their sum. */
export type BooksTerm = { readonly count: number; readonly amount: Decimal };

/**
 * The reconciliation statement: bank balance − outstanding payments + outstanding receipts + unrecorded payments − unrecorded receipts
 * + what matches are apart by = books balance. Likely pairs are equal on both sides and in no term.
 */
export type BooksStatement = {
  /** At the end of the last known day. Null where no day is known; the books balance is null then, too. */
  readonly bankBalance: Decimal | null;
  readonly bankDay: IsoDate | null;
  /** In the books only. */
  readonly outstandingPayments: BooksTerm;
  readonly outstandingReceipts: BooksTerm;
  /** At the bank only. */
  readonly unrecordedPayments: BooksTerm;
  readonly unrecordedReceipts: BooksTerm;
  /** Matches whose sums differ; above 0 where the books have more. */
  readonly apart: BooksTerm;
  /** As a person entered it, or else the bank’s balance before the first day and all lines of the ledger. */
  readonly booksBalance: Decimal | null;
  readonly isEntered: boolean;
  /** What no term explains; above 0 where the books have more. */
  readonly difference: Decimal | null;
};

/** An earlier match that is no longer valid, because the bank changed its entry. */
export type UndoneMatch = BooksMatch & {
  /** Why it is no longer valid, in one sentence. */
  readonly because: string;
};

/** A stored ledger, and the result of its last match. */
export type StoredLedger = Period & {
  readonly ledgerId: string;
  readonly accountNumber: string;
  readonly fileName: string;
  readonly addedAt: Timestamp;
  readonly addedBy: string;
  /** Null before it was matched. */
  readonly lastCounts: BooksCounts | null;
};

export type BooksCounts = {
  readonly lines: number;
  readonly entries: number;
  /** Of these, how many are in a match. */
  readonly matchedLines: number;
  readonly matchedEntries: number;
  /** Likely pairs; absent in older counts. */
  readonly likely?: number;
  readonly undone: number;
  readonly at: Timestamp;
};

/** A step that can be undone: one or several matches, or one taken apart; `text` is a sentence. */
export type BooksAct = { readonly id: string; readonly text: string };

export type BooksResult = StoredLedger & {
  readonly currency: string;
  readonly counts: BooksCounts;
  readonly byRule: Readonly<Partial<Record<BooksRule, number>>>;
  readonly notes: readonly string[];
  readonly undone: readonly UndoneMatch[];
  /** At most the first 500 of each; how many there are is in the counts and the statement. A likely pair is in neither list. */
  readonly booksOnly: readonly OpenLine[];
  readonly bankOnly: readonly OpenEntry[];
  readonly likely: readonly LikelyPair[];
  readonly statement: BooksStatement;
  /** The last act of a person that can be undone; null where there is none. */
  readonly lastAct: BooksAct | null;
};

/** A question to answer before a file can be matched. */
export type BooksQuestion = 'account' | 'columns' | 'decimals' | 'days' | 'period';

/** How many of a ledger’s amounts are among the entries of an account on its days. */
export type BooksFit = {
  readonly found: number;
  readonly of: number;
  /** False where they are next to none: it may be the ledger of another account. */
  readonly fits: boolean;
  /** The account that clearly has more of them, where this one has next to none. */
  readonly better: SeenBooks['account'];
};

/** A ledger that was dropped, as far as it is understood: nothing is stored yet. */
export type SeenBooks = {
  readonly fileName: string;
  readonly format: 'table' | 'statement';
  /** `why`: what the guess rests on, in words. */
  readonly account: { readonly number: string; readonly why: string } | null;
  readonly period: Period | null;
  /** Lines that would be matched, and entries of the account in these days. */
  readonly lines: number;
  readonly entries: number;
  readonly notes: readonly string[];
  readonly columns: readonly FileColumn[];
  /** What each column is read as, in their order; empty where it is not used. */
  readonly fields: readonly string[];
  /** What a column can mean, with its label. */
  readonly choices: readonly { readonly name: string; readonly label: string }[];
  readonly firstLines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly decimals: Decimals | null;
  readonly dayOrder: DayOrder | null;
  readonly missing: { readonly what: BooksQuestion; readonly why: string } | null;
  /** Null while its account is not known, and where too few lines can be compared. */
  readonly fit: BooksFit | null;
  /** The same file was matched before. */
  readonly before: StoredLedger | null;
  /** Another ledger of the account has some of these days. */
  readonly overlaps: StoredLedger | null;
};

/** How a person wants a file to be read. */
export type LedgerFileOptions = z.output<typeof options>;

const options = z.strictObject({
  /** The field of each column, in their order; empty: it is not used. Left out: as they are guessed. */
  fields: z.array(z.string().max(40)).max(201).optional(),
  decimals: z.enum(['point', 'comma']).optional(),
  dayOrder: z.enum(['day-first', 'month-first']).optional(),
  /** True where the file's signs are reversed: its inflows are outflows. */
  reversed: z.boolean().optional(),
});

const file = {
  fileName: z.string().min(1).max(1_000),
  bytes: z.instanceof(Uint8Array),
  options,
};
const ledgerId = id;
const line = z.int().min(1);
const entryId = z.string().min(1).max(500);
const some = <T extends z.ZodType>(of: T) => z.array(of).min(1).max(200);

/** A line of the books, or an entry at the bank. */
const booksPlace = z.union([z.strictObject({ line }), z.strictObject({ entryId })]);

export const booksRoutes = {
  /** Stored ledgers, newest first: for an account and period the one that was dropped last. */
  'books.list': answers<{ rows: readonly StoredLedger[] }>().to(nothing),
  /** Reads a dropped ledger as far as it can be understood, and guesses the rest. Nothing is stored. */
  'books.see': answers<SeenBooks>().to(
    z.strictObject({
      ...file,
      accountNumber: accountNumber.optional(),
      from: IsoDateText.optional(),
      to: IsoDateText.optional(),
    }),
  ),
  /** Stores a ledger, and the assignment of its columns for files of the same kind. */
  'books.keep': answers<{ ledgerId: string }>().to(
    z.strictObject({ ...file, accountNumber, from: IsoDateText, to: IsoDateText }),
  ),
  /** Compares a stored ledger with the entries as they are now. */
  'books.result': answers<BooksResult>().to(z.strictObject({ ledgerId })),
  /** Matches in the order of the books, some at a time. */
  'books.matches': answers<{ total: number; rows: readonly BooksMatch[] }>().to(
    z.strictObject({
      ledgerId,
      index: z.int().min(0),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  /** Matches lines and entries by hand; sums that differ need a reason, and opposite signs are refused. */
  'books.match': answers<BooksResult>().to(
    z.strictObject({
      ...{ ledgerId, books: some(line), bank: some(entryId) },
      reason: z.string().max(limits.noteTextMax).optional(),
    }),
  ),
  /** Matches likely pairs in one act: all of them, or none where one is likely no longer. */
  'books.matchLikely': answers<BooksResult>().to(
    z.strictObject({
      ledgerId,
      pairs: z.array(z.strictObject({ line, entryId })).min(1).max(limits.booksOpenShown),
    }),
  ),
  /** Takes the match of this line apart. */
  'books.unmatch': answers<BooksResult>().to(z.strictObject({ ledgerId, line })),
  /** Undoes the last act; with `act`, only if it is that one. */
  'books.undo': answers<BooksResult>().to(z.strictObject({ ledgerId, act: id.optional() })),
  /** Saves a person's words on why a line is open; empty removes them. */
  'books.note': answers<BooksResult>().to(
    z.strictObject({ ledgerId, of: booksPlace, text: z.string().max(limits.noteTextMax) }),
  ),
  /** The balance of the books at the end of the ledger's last day, as it is typed; empty removes it. */
  'books.balance': answers<BooksResult>().to(
    z.strictObject({ ledgerId, balance: z.string().max(40) }),
  ),
  /** Records that a person has seen which matches were undone. */
  'books.seen': answers<BooksResult>().to(z.strictObject({ ledgerId })),
  /** Asks where to save, then writes what is matched with its reasons, and what is not. */
  'books.export': savedOrNot.to(z.strictObject({ ledgerId, format: z.enum(['csv', 'xlsx']) })),
};
