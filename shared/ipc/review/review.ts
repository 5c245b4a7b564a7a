import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import { limits } from '../../limits.ts';
import type { Money } from '../../money/money.ts';
import { accountNumber, answers, doneAct, id, nothing } from '../route.ts';
import { seenEntry, type EntryRow, type SeenEntry } from '../accounts/statements.ts';
import type { PaymentFileLineState } from '../changes/payment-files.ts';

export const reviewFilters = ['unread', 'flagged', 'noted', 'attached', 'changed', 'all'] as const;
/** `changed`: entries that the bank changed since the last recorded review. `all`: what is unread, and every entry since `ReviewSince`. */
export type ReviewFilter = (typeof reviewFilters)[number];

/** An entry of any account. */
export type ReviewRow = EntryRow & {
  readonly accountNumber: string;
  /** The payee of our own order; else the bank's name for it, if the bank file maps one, or a rule's; null where there is none. */
  readonly counterparty: string | null;
};

/** Entries of a group on one account that are alike: what was ordered and what was booked. */
export type OwnSum = {
  readonly accountNumber: string;
  readonly direction: 'debit' | 'credit';
  readonly isFee: boolean;
  readonly entries: number;
  readonly ordered: Money;
  /** Without a sign. */
  readonly booked: Money;
  readonly difference: Money;
  /** The amount of each where all are the same; else null. */
  readonly each: Money | null;
};

/**
 * Unread entries that equal own orders to the cent: those of one payment file, else of one operation and day. Each order in it is
 * booked whole: amount, currency, account, payee as far as the bank names it, reference, and the expected fee.
 */
export type OwnGroup = {
  readonly id: string;
  readonly operation: 'createSingleTransfer' | 'initiateRemittance' | 'lockRate';
  /** Null for orders that were sent one by one. */
  readonly file: {
    readonly fileId: string;
    readonly fileName: string;
    readonly addedAt: Timestamp;
  } | null;
  /** Of the newest entry. */
  readonly day: IsoDate;
  readonly bookedAt: Timestamp;
  /** When the first of them was sent. */
  readonly sentAt: Timestamp;
  readonly orders: number;
  readonly fees: number;
  /** The bank names the payee of each payment; else amount, account, reference and fees alone were compared. */
  readonly arePayeesNamed: boolean;
  /** Payments before their fees, account by account. */
  readonly sums: readonly OwnSum[];
  /** At most four. */
  readonly largest: readonly { readonly payee: string; readonly amount: Money }[];
  /** Lines of the file that are not in the group, by their state. */
  readonly others: readonly { readonly state: PaymentFileLineState; readonly lines: number }[];
  readonly entries: readonly SeenEntry[];
};

/** A whole day of an account, regardless of the filter. */
export type ReviewBand = {
  readonly accountNumber: string;
  readonly day: IsoDate;
  /** Withdrawn ones included; the sums leave them out. */
  readonly entries: number;
  readonly unread: number;
  /** As sent; null where the account's currency is not known. */
  readonly debits: Money | null;
  readonly credits: Money | null;
};

/** Newest day first, within a day account by account, within an account newest first. */
export type ReviewPage = {
  /** Of the first page of what is unread; none of their entries is among the rows. */
  readonly groups: readonly OwnGroup[];
  readonly rows: readonly ReviewRow[];
  /** Of each account's day that has a row here. */
  readonly bands: readonly ReviewBand[];
  /** Asks for the page after this one; null where there is none. It is an opaque token. */
  readonly next: string | null;
};

/** Of flagged, noted, attached and changed entries at most 5,000 are counted and shown: the newest marks. */
export type ReviewCounts = Readonly<Record<ReviewFilter, number>> & {
  readonly since: ReviewSince;
};

/** From when on read entries count: after the last closed day, or 30 days back where no day was closed. */
export type ReviewSince = { readonly day: IsoDate; readonly isAfterClose: boolean };

/** What is unread of an account. */
export type UnreadAccount = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly entries: number;
  readonly debits: Money | null;
  readonly credits: Money | null;
};

/** An account in a recorded review. */
export type ReviewedAccount = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly entries: number;
  readonly debits: Money | null;
  readonly credits: Money | null;
  /** Booked balance at the end of the period; null where it is not known. */
  readonly closing: Money | null;
  readonly unread: number;
  readonly flagged: number;
};

/** An entry of the period that was unread or flagged. */
export type OpenEntry = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly direction: 'debit' | 'credit';
  readonly narration: string;
  readonly customReference: string;
  readonly isUnread: boolean;
  readonly isFlagged: boolean;
  readonly note: string;
  /** What was attached to it then; not there in reviews recorded before files could be. */
  readonly files?: readonly { readonly name: string; readonly sha256: string }[];
};

export type ReviewReport = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly accounts: readonly ReviewedAccount[];
  /** The newest, at most 500. */
  readonly open: readonly OpenEntry[];
  readonly openTotal: number;
  /** The person's words on it; may be empty. */
  readonly words: string;
};

export type RecordedReview = {
  readonly id: string;
  readonly recordedAt: Timestamp;
  readonly recordedBy: string;
  readonly report: ReviewReport;
};

/** One line of the list of recorded reviews. */
export type RecordedLine = Omit<RecordedReview, 'report'> & {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly accounts: number;
  readonly openTotal: number;
};

const within = { accountNumber: accountNumber.optional() };
const period = {
  from: IsoDateText,
  to: IsoDateText,
  ...within,
};
const recorded = z.strictObject({ id });
/** Entries of all groups together, at most. */
export const ownEntriesMax = 5_000;
const seen = z.strictObject({
  entries: z.array(seenEntry).min(1).max(ownEntriesMax),
});

export const reviewRoutes = {
  'review.page': answers<ReviewPage>().to(
    z.strictObject({
      filter: z.enum(reviewFilters),
      ...within,
      after: z
        .string()
        .regex(/^[0-9a-z]{1,11}$/)
        .optional(),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  'review.counts': answers<ReviewCounts>().to(z.strictObject(within)),
  /** The entries that would be marked as read now; later ones are not among them. */
  'review.unread': answers<{
    readonly until: Timestamp;
    readonly accounts: readonly UnreadAccount[];
  }>().to(z.strictObject(within)),
  /** Marks as read what was unread at `until`. `act` undoes it, as long as this desk is open. */
  'review.readAll': answers<{ readonly read: number; readonly act: number }>().to(
    z.strictObject({ ...within, until: z.iso.datetime() }),
  ),
  /** The entries of a group, newest first. */
  'review.groupRows': answers<{ readonly rows: readonly ReviewRow[] }>().to(seen),
  /**
   * Marks as read those of the entries that still equal own orders and are unchanged. `left`: how many do not, and stay unread. `act`
   * undoes it.
   */
  'review.readOwn': answers<{
    readonly read: number;
    readonly left: number;
    readonly act: number;
  }>().to(seen),
  /** Makes unread again exactly what `readAll` or `readOwn` marked. */
  'review.takeBack': answers<{ readonly unread: number }>().to(doneAct),
  /** What would be recorded now. */
  'review.report': answers<ReviewReport>().to(z.strictObject(period)),
  'review.record': answers<RecordedReview>().to(
    z.strictObject({ ...period, words: z.string().max(limits.noteTextMax) }),
  ),
  /** Newest first, at most 200. */
  'review.recorded': answers<{ readonly reviews: readonly RecordedLine[] }>().to(nothing),
  'review.openRecorded': answers<RecordedReview>().to(recorded),
  /** Asks where to save, then writes it. `print` opens the PDF where it was saved; `isOpened` is null where that was not asked for. */
  'review.save': answers<
    | { readonly saved: true; readonly fileName: string; readonly isOpened: boolean | null }
    | { readonly saved: false }
  >().to(recorded.extend({ format: z.enum(['pdf', 'json', 'csv']), print: z.boolean() })),
};
