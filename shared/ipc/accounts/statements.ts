import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import type { Extras } from '../../bank/extras.ts';
import type { EntryMeanings } from '../../bank/statements.ts';
import type { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Decimal } from '../../money/decimal.ts';
import type { Money } from '../../money/money.ts';
import type { Chip } from './chips.ts';
import {
  answers,
  nothing,
  id,
  reference,
  accountNumber,
  undoneAct,
  type DoneAct,
} from '../route.ts';

export type ProofState = 'proven' | 'broken' | 'partial' | 'none';

/** A balance that does not hold. Where an entry was set aside, none can be expected, and `setAside` has the reason. */
export type BrokenBalance = {
  readonly expected: Decimal | null;
  readonly found: Decimal | null;
  readonly setAside?: string;
};

/** The proof of a period: every day of it is proven, or the first thing that does not hold. */
export type Proof = {
  readonly state: ProofState;
  readonly ok: boolean;
  readonly openingBalance: Decimal | null;
  readonly closingBalance: Decimal | null;
  readonly entries: number;
  /** The last day up to which everything holds without a hole. */
  readonly provenTo: IsoDate | null;
  readonly brokenAt: (BrokenBalance & { readonly entryId: string; readonly date: IsoDate }) | null;
  /** Days of the period that were never fetched. */
  readonly missingDays: number;
  /** Why it is not proven, in one sentence; null when it is. */
  readonly reason: string | null;
};

export type StatementFilter = {
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
  readonly direction?: 'debit' | 'credit' | undefined;
  readonly transactionType?: string | undefined;
  readonly search?: string | undefined;
};

export type EntryRow = {
  readonly id: string;
  /** As the bank sent it; the direction gives the sign. */
  readonly amount: Money;
  readonly direction: 'debit' | 'credit';
  readonly transactionType: string;
  readonly transactionDate: Timestamp;
  readonly day: IsoDate;
  readonly narration: string;
  /** The counterparty's name; null where only the narration can tell. */
  readonly counterparty: string | null;
  readonly customReference: string;
  readonly balance: Money;
  /** 1 while the bank never changed it. */
  readonly version: number;
  /** True where an earlier version differs in a known field. Differences in extra fields alone do not count. */
  readonly rewritten: boolean;
  /** When the bank stopped sending it; null while it still does. */
  readonly withdrawnAt: Timestamp | null;
  readonly read: boolean;
  readonly flagged: boolean;
  readonly hasNote: boolean;
  /** Files that people attached. */
  readonly files: number;
  /** Labels by rules or a person; left out where there are none. */
  readonly labels?: EntryLabels;
};

/** An entry as a person saw it. */
export type SeenEntry = {
  readonly accountNumber: string;
  readonly id: string;
  readonly version: number;
};

export type EntryLabels = {
  /** By name. */
  readonly tags: readonly string[];
  readonly counterparty: string | null;
};

/** An entry before the one that is looked at. */
export type EntryOfHistory = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly direction: 'debit' | 'credit';
  readonly customReference: string;
};

/** What was booked with the counterparty of an entry, on all accounts, in the year up to it; withdrawn entries are left out. */
export type CounterpartyHistory = {
  /** As the bank names it, or else a rule or a person. */
  readonly counterparty: string;
  /** This one included; at most 500 are counted. */
  readonly entries: number;
  readonly hasMore: boolean;
  /** By currency and direction, without signs. */
  readonly sums: readonly {
    readonly direction: 'debit' | 'credit';
    readonly entries: number;
    readonly sum: Money;
  }[];
  /** The median amount of three or more before this one, of its direction and currency; null where there are fewer. */
  readonly usual: Money | null;
  /** The median number of days between three or more days with one of its direction and currency; null where there are fewer. */
  readonly everyDays: number | null;
  /** The newest before this one, at most four. */
  readonly before: readonly EntryOfHistory[];
};

export type EntryVersion = {
  readonly version: number;
  readonly seenAt: Timestamp;
  readonly amount: Decimal;
  readonly currency: string;
  readonly direction: string;
  readonly transactionType: string;
  readonly transactionDate: Timestamp;
  readonly narration: string;
  readonly customReference: string;
  readonly balance: Decimal;
  /** The extra fields that the bank sent; null where there are none. */
  readonly extras: Extras | null;
};

/** An entry of another own account. */
export type OwnTransferLeg = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly entryId: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: Money;
  readonly day: IsoDate;
};

/** A note as somebody worded it; empty where it was removed. */
export type NoteWording = { readonly words: string; readonly at: Timestamp; readonly by: string };

export type EntryDetail = EntryRow & {
  /** The extra fields that the bank sent; null where there are none. */
  readonly extras: Extras | null;
  /** The extra fields that the bank file maps to names of ours. */
  readonly meanings: EntryMeanings;
  readonly firstSeenAt: Timestamp;
  /** Older contents of the same entry, newest first; empty when it never changed. */
  readonly earlierVersions: readonly EntryVersion[];
  /** Does its balance follow from the entry before? null when the entry before is not in the local copy. */
  readonly follows: boolean | null;
  readonly expectedBalance: Decimal | null;
  /** The other side of a transfer or conversion between own accounts; null where there is none, or more than one. */
  readonly ownTransfer: OwnTransferLeg | null;
  readonly note: string;
  /** How the note was worded, newest first; empty where there never was one. */
  readonly wordings: readonly NoteWording[];
  /** Notes that colleagues wrote without seeing this one, oldest first. Saving a note joins them. */
  readonly otherNotes: readonly NoteWording[];
  readonly markedAt: Timestamp | null;
  readonly markedBy: string | null;
};

/** An entry that could not be stored exactly: its own text and why, so that nothing is lost. */
export type SkippedEntry = {
  readonly entryId: string;
  readonly day: IsoDate | null;
  readonly reason: string;
  readonly text: string;
  readonly seenAt: Timestamp;
};

export type StatementPageView = {
  /** Absolute index of the first row; newest entry of the filter is row 0. */
  readonly index: number;
  readonly rows: readonly EntryRow[];
  /** How the search text was understood; left out without one. */
  readonly chips?: readonly Chip[];
};

/** How many entries match a filter, and on which days: `counts[n]` of them on day `days[n]`, newest day first, as `dayNumber`s. */
export type CountedDays = {
  readonly total: number;
  readonly days: readonly number[];
  readonly counts: readonly number[];
};

export type StatementSummary = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly filter: StatementFilter;
  /** Entries that match the filter. */
  readonly total: number;
  /** Entries of the account, regardless of the filter. */
  readonly accountTotal: number;
  readonly opening: Money | null;
  readonly closing: Money | null;
  readonly credits: Money | null;
  readonly debits: Money | null;
  readonly transactionTypes: readonly string[];
  /** The days for which anything is known. */
  readonly covered: { readonly from: IsoDate; readonly to: IsoDate } | null;
  readonly asOf: Timestamp | null;
  readonly unread: number;
  readonly setAside: readonly SkippedEntry[];
  /** The export formats, each with its label. */
  readonly exportFormats: readonly { readonly name: string; readonly words: string }[];
};

/** proven: holds · broken: fetched, does not hold · unproven: fetched, moved while read · missing: never fetched. */
export type DayState = 'proven' | 'broken' | 'unproven' | 'missing';

export type CoverageDay = {
  readonly date: IsoDate;
  readonly state: DayState;
  readonly entries: number;
  readonly asOf: Timestamp | null;
};

export type SyncAccountSummary = {
  readonly accountNumber: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly pages: number;
  readonly received: number;
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly withdrawn: number;
  readonly proof: {
    readonly ok: boolean;
    readonly openingBalance: Decimal;
    readonly closingBalance: Decimal;
    readonly entries: number;
    readonly brokenAt: (BrokenBalance & { readonly entryId: string }) | null;
  };
};

export type SyncProgress = {
  readonly running: boolean;
  readonly accounts: readonly {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly state: 'waiting' | 'running' | 'done' | 'failed';
    readonly received: number;
    /** As the bank announced it; null before the first page. */
    readonly totalItems: number | null;
    readonly error: AppError | null;
    /** New entries in this run. */
    readonly inserted: number;
  }[];
  readonly startedAt: Timestamp | null;
  readonly finishedAt: Timestamp | null;
  /** What stopped the whole run, such as no network. */
  readonly error: AppError | null;
  /** New entries over all accounts in this run. */
  readonly inserted: number;
};

/** An entry as the lookup by its reference returns it. */
export type BookedEntry = Pick<
  EntryRow,
  'id' | 'direction' | 'transactionType' | 'amount' | 'transactionDate'
>;

const period = { from: IsoDateText.optional(), to: IsoDateText.optional() };

const Filter = z.strictObject({
  ...period,
  direction: z.enum(['debit', 'credit']).optional(),
  transactionType: z.string().max(100).optional(),
  search: z.string().max(limits.searchTextMax).optional(),
});

export const seenEntry = z.strictObject({ accountNumber, id, version: z.int().min(1) });
/** The entries of one act, of any accounts. */
export const seenEntries = z.array(seenEntry).min(1).max(limits.actItemsMax);

export const statementsRoutes = {
  /** Rows need no count: a window asks for the rows first, then for this, and for the sums last. */
  'statements.count': answers<CountedDays>().to(z.strictObject({ accountNumber, filter: Filter })),
  'statements.summary': answers<StatementSummary>().to(
    z.strictObject({ accountNumber, filter: Filter }),
  ),
  'statements.page': answers<StatementPageView>().to(
    z.strictObject({
      accountNumber,
      filter: Filter,
      index: z.int().min(0),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  'statements.entry': answers<EntryDetail>().to(z.strictObject({ accountNumber, entryId: id })),
  /** Null where the entry has no counterparty. */
  'statements.history': answers<{ readonly history: CounterpartyHistory | null }>().to(
    z.strictObject({ accountNumber, entryId: id }),
  ),
  /** What is booked on an account under a reference, and when its statement was last read to its end; null when never. */
  'statements.underReference': answers<{
    rows: readonly BookedEntry[];
    hasMore: boolean;
    asOf: Timestamp | null;
  }>().to(z.strictObject({ accountNumber, reference })),
  /** The absolute index of an entry under a filter; null when the filter leaves it out. */
  'statements.locate': answers<{ index: number | null }>().to(
    z.strictObject({ accountNumber, filter: Filter, entryId: id }),
  ),
  /** The absolute index of the newest unread entry below one, or of all where none is named; null where none follows. */
  'statements.nextUnread': answers<{ index: number | null }>().to(
    z.strictObject({ accountNumber, filter: Filter, entryId: id.optional() }),
  ),
  'statements.coverage': answers<{ days: readonly CoverageDay[] }>().to(
    z.strictObject({ accountNumber, from: IsoDateText, to: IsoDateText }),
  ),
  'statements.proof': answers<Proof>().to(z.strictObject({ accountNumber, ...period })),
  /**
   * Marks entries; fields left out stay. An empty note removes it. With `noteWas`, nothing is written unless the note is still exactly
   * this.
   */
  'statements.mark': answers<{ marked: number }>().to(
    z.strictObject({
      accountNumber,
      entryIds: z.array(id).min(1).max(limits.listRowsMax),
      read: z.boolean().optional(),
      flagged: z.boolean().optional(),
      note: z.string().max(limits.noteTextMax).optional(),
      noteWas: z.string().max(limits.noteTextMax).optional(),
    }),
  ),
  /** Marks several entries as they were seen, in one act. A note takes the place of an older one. */
  'statements.markMany': answers<DoneAct>().to(
    z.strictObject({
      entries: seenEntries,
      mark: z.union([
        z.strictObject({ read: z.boolean() }),
        z.strictObject({ flagged: z.boolean() }),
        z.strictObject({ note: z.string().min(1).max(limits.noteTextMax) }),
      ]),
    }),
  ),
  'statements.unmarkMany': undoneAct,
  /** Asks where to save, then writes every entry of the filter, or of those that are named. Withdrawn ones are left out. */
  'statements.export': answers<
    { saved: true; fileName: string; entries: number } | { saved: false }
  >().to(
    z.strictObject({
      ...{ accountNumber, filter: Filter, format: z.string().min(1).max(20) },
      entryIds: z.array(id).min(1).max(limits.actItemsMax).optional(),
    }),
  ),
  /** Starts a run and answers at once; progress comes as events. Without accounts: all of them. */
  'sync.start': answers<SyncProgress>().to(
    z.strictObject({ accountNumbers: z.array(accountNumber).max(500).optional(), ...period }),
  ),
  'sync.cancel': answers<SyncProgress>().to(nothing),
  'sync.progress': answers<SyncProgress>().to(nothing),
};
