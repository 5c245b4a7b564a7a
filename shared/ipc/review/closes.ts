import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import type { Money } from '../../money/money.ts';
import type { ExceptionPlace } from './exceptions.ts';
import { accountNumber, answers, id, nothing } from '../route.ts';

/** What is closed: `2026-11-20`, `2026-11` or `2026`. Days are UTC days, as statements have them. */
export type ClosePeriod = string;
export type CloseKind = 'day' | 'month' | 'year';

/** What has to be true of an account before it is closed, in the order of the columns. */
export const closeConditions = [
  'proven',
  'read',
  'unknown',
  'exceptions',
  'second-source',
  'books',
] as const;
export type CloseCondition = (typeof closeConditions)[number];

/** The view in which an open point is resolved. */
export type ClosePlace =
  | ExceptionPlace
  | { readonly view: 'review'; readonly accountNumber?: string }
  | { readonly view: 'exceptions'; readonly exceptionId?: string }
  | { readonly view: 'books'; readonly accountNumber: string }
  | { readonly view: 'close'; readonly period: ClosePeriod };

export type CloseCell = {
  readonly is: 'met' | 'open' | 'not-asked';
  /** Shown next to the tick, or instead of it where it is open. */
  readonly words: string;
  /** True where something does not add up; false where something is only missing yet. */
  readonly isGrave: boolean;
  readonly place: ClosePlace | null;
};

/** The figures of an account over the days of a close. */
export type CloseFigures = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly entries: number;
  /** As sent; null where the account's currency is not known. */
  readonly debits: Money | null;
  readonly credits: Money | null;
  /** Booked balance before the first day and after the last; null where it is not known. */
  readonly opening: Money | null;
  readonly closing: Money | null;
  /** When the last day was last fetched from the bank; null where it never was. */
  readonly asOf: Timestamp | null;
  /** SHA-256 over id and content of every entry, hexadecimal; for a year or very many entries, over the digests of its parts as closed. */
  readonly entriesDigest: string;
};

export type CloseAccount = CloseFigures & {
  readonly cells: Readonly<Record<CloseCondition, CloseCell>>;
};

/** One thing that is missing, over all accounts. */
export type ClosePoint = {
  readonly pointId: string;
  readonly count: number;
  readonly what: string;
  readonly detail: string;
  readonly isGrave: boolean;
  /** What to do about it, in a word or two. */
  readonly next: string;
  readonly place: ClosePlace | null;
};

export type OpenPoint = Omit<ClosePoint, 'next' | 'place'> & { readonly reason: string };

/** A hand-over that runs when a day is closed: a saved profile with its folder. */
export type CloseExport = {
  readonly profile: string;
  readonly format: string;
  /** Null for all accounts. */
  readonly accountNumbers: readonly string[] | null;
  readonly filePerAccount: boolean;
  readonly withMarks: boolean;
};

export type CloseExportView = CloseExport & {
  readonly words: string;
  /** Its folder's own name; null where none is stored. */
  readonly folder: string | null;
};

export type WrittenExport = {
  readonly profile: string;
  readonly words: string;
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly entries: number;
};

/** What a desk requires of a close in addition to the fixed conditions. */
export type CloseRequirements = {
  readonly secondSource: readonly string[];
  readonly books: readonly string[];
  readonly exports: readonly CloseExport[];
};

/** Who prepared what a second person checked. */
export type Preparation = {
  readonly actId: string;
  readonly by: string;
  readonly at: Timestamp;
};

/** A difference between this desk and the person who prepared a close. */
export type CloseDifference = {
  /** Empty for an open point. */
  readonly accountNumber: string;
  readonly what: string;
  readonly prepared: string;
  readonly here: string;
};

/** A close or a reopening that waits for a second person. */
export type PreparedView = Preparation & {
  readonly act: 'close' | 'reopen';
  /** The person of this desk, or one who stands in for that person, prepared it. */
  readonly isOwn: boolean;
  /** Of a reopening. */
  readonly reason: string;
  readonly open: readonly OpenPoint[];
  readonly differences: readonly CloseDifference[];
};

/** Does the team ask for a second person? */
export type SecondPersonView = {
  readonly isRequired: boolean;
  /** False on a desk without a team. */
  readonly canRequire: boolean;
  /** Who asked to close alone again, which a second person must ask for too; null where there is no such request. */
  readonly waivedBy: string | null;
};

/** What was closed, as it was then. It is never changed. */
export type CloseProof = {
  readonly period: ClosePeriod;
  readonly kind: CloseKind;
  /** Its days: those after the close before it, so that no day is left between two. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** SHA-256 of the figures and open points as they were reviewed. */
  readonly digest: string;
  readonly accounts: readonly CloseAccount[];
  readonly open: readonly OpenPoint[];
  readonly exports: readonly WrittenExport[];
  readonly closedAt: Timestamp;
  readonly closedBy: string;
  /** Null where one person closed. */
  readonly prepared: Preparation | null;
  /** True where the clock showed an earlier time than at the act before it. */
  readonly isClockSetBack: boolean;
};

/** An entry of a closed day that is not as it was closed. */
export type LateEntry = {
  readonly change: 'arrived' | 'changed' | 'gone';
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly direction: 'debit' | 'credit';
  readonly words: string;
  readonly reference: string;
  /** When this desk first saw it so; null where the local copy does not have it. */
  readonly seenAt: Timestamp | null;
  /** The day on which it was acknowledged; null while it is not. */
  readonly acknowledgedInto: IsoDate | null;
};

/** A closed account compared with the same days in the local copy now. */
export type ClosedAccountNow = {
  readonly accountNumber: string;
  /** Null where the local copy does not have these days: nothing can be compared. */
  readonly closing: Money | null;
  /** The sum of what came later than the close, from the balance; null where it is zero or not known. */
  readonly late: Money | null;
  readonly isCompared: boolean;
};

export type ClosedView = {
  readonly proof: CloseProof;
  readonly now: readonly ClosedAccountNow[];
  /** At most 500. */
  readonly late: readonly LateEntry[];
  readonly lateTotal: number;
  /** Accounts whose entries differ from a colleague's close; this desk has not the entries that it was closed on. */
  readonly unlisted: readonly string[];
  /** Accounts with entries on these days that were not there when it was closed. */
  readonly newcomers: readonly {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly entries: number;
  }[];
};

/** What was done about a period before, newest first. */
export type EarlierAct = {
  readonly act: 'close' | 'reopen' | 'acknowledge';
  readonly at: Timestamp;
  readonly by: string;
  /** Why it was reopened, or what was taken. */
  readonly words: string;
};

export type CloseView = {
  readonly period: ClosePeriod;
  readonly kind: CloseKind;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly today: IsoDate;
  /** Why it cannot be closed now, even if reasons are given; null where it can. */
  readonly obstacle: string | null;
  readonly accounts: readonly CloseAccount[];
  readonly points: readonly ClosePoint[];
  /** Digest of the figures and points that are shown; a close must name it. */
  readonly digest: string;
  readonly exports: readonly CloseExportView[];
  readonly requirements: CloseRequirements;
  /** The signed-in person by the bank; null where the bank sends none: then a name is asked for. */
  readonly by: string | null;
  /** Null while it is open. */
  readonly closed: ClosedView | null;
  readonly secondPerson: SecondPersonView;
  /** Null where nothing waits for a second person. */
  readonly prepared: PreparedView | null;
  readonly earlier: readonly EarlierAct[];
};

export type CloseLine = {
  readonly period: ClosePeriod;
  /** `within`: closed together with a later day. */
  readonly state: 'open' | 'closed' | 'reopened' | 'within';
  readonly closedAt: Timestamp | null;
  readonly late: number;
  readonly acknowledged: number;
};

/** The periods of a kind that are over. */
export type CloseList = {
  /** Oldest first. */
  readonly lines: readonly CloseLine[];
  /** The newest period that is over, by the earliest of the clocks. */
  readonly newest: ClosePeriod;
  /** The current month or year, as far as its days or months are closed; null for days. */
  readonly running: {
    readonly period: ClosePeriod;
    readonly closed: number;
    readonly over: number;
  } | null;
  /** The days that can be closed one after the other, oldest first; empty for months and years. */
  readonly openDays: readonly ClosePeriod[];
};

/** A day as it would be closed with the days before it. */
export type DayToClose = {
  readonly period: ClosePeriod;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly digest: string;
  readonly entries: number;
};

/** The open days as they would be closed in one go. */
export type DaysReview = {
  /** Those on which nothing is missing, up to the first on which something is. */
  readonly days: readonly DayToClose[];
  /** The accounts as of the last of them. */
  readonly accounts: readonly CloseAccount[];
  /** The first day that cannot be closed now; null where all can. */
  readonly stop: {
    readonly period: ClosePeriod;
    readonly obstacle: string | null;
    readonly points: readonly ClosePoint[];
  } | null;
  readonly exports: readonly CloseExportView[];
  /** As in {@link CloseView}. */
  readonly by: string | null;
};

/** What identifies a close: its period and its moment. */
export type ClosedDay = { readonly period: ClosePeriod; readonly closedAt: Timestamp };

/** The outcome of closing several days. */
export type ClosedDays = {
  /** In the order in which they were closed. */
  readonly closed: readonly ClosedDay[];
  readonly closedBy: string;
  /** Exports written, over all days. */
  readonly exports: number;
  /** The day that stayed open, and why; null where all were closed. */
  readonly stop: { readonly period: ClosePeriod; readonly why: string } | null;
};

const closePeriodPattern = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;
const period = z.string().regex(closePeriodPattern);
/** Characters of a period. */
const lengthOf: Readonly<Record<CloseKind, number>> = { day: 10, month: 7, year: 4 };
const kind = z.enum(['day', 'month', 'year']);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const by = z.string().max(100).default('');
const reason = z.string().min(1).max(limits.noteTextMax);

export const closesRoutes = {
  /** The last of them up to `until`; null means the newest that is over. */
  'closes.list': answers<CloseList>().to(
    z
      .strictObject({ kind, until: period.nullable(), count: z.int().min(1).max(31) })
      .refine((list) => list.until === null || list.until.length === lengthOf[list.kind]),
  ),
  'closes.get': answers<CloseView>().to(z.strictObject({ period })),
  /** Reads the open days up to the last one that is over, up to the first on which something is missing. */
  'closes.reviewDays': answers<DaysReview>().to(nothing),
  /**
   * Closes days one after the other, each with its exports, and stops at the first that is not as it was reviewed; those before it stay
   * closed. Fails where it is the first.
   */
  'closes.closeDays': answers<ClosedDays>().to(
    z.strictObject({ days: z.array(z.strictObject({ period, digest })).min(1).max(70), by }),
  ),
  /** Runs the exports, then closes; refused where the figures or the points are not those of `digest`, or a point has no reason. */
  'closes.close': answers<CloseProof>().to(
    z.strictObject({
      period,
      digest,
      reasons: z.record(z.string().min(1).max(200), reason),
      by,
    }),
  ),
  /** Prepares a close that a second person checks. Runs no export and closes nothing. Refused as a close is. */
  'closes.prepare': answers<{ readonly prepared: true }>().to(
    z.strictObject({
      period,
      digest,
      reasons: z.record(z.string().min(1).max(200), reason),
      by,
    }),
  ),
  /**
   * Checks what another person prepared: closes where this desk computes the same figures, or reopens. Refused for the preparer, and where
   * something differs. The proof is null for a reopening.
   */
  'closes.check': answers<{ readonly proof: CloseProof | null }>().to(
    z.strictObject({ period, actId: id, by }),
  ),
  /** Switches the requirement of a second person on or off. Off takes effect once a second person has asked for it too. */
  'closes.requireSecondPerson': answers<SecondPersonView>().to(
    z.strictObject({ isRequired: z.boolean() }),
  ),
  /** Reopens a period; the first proof stays. `reopened` is false where it is only prepared, for a second person to check. */
  'closes.reopen': answers<{ readonly reopened: boolean }>().to(
    z.strictObject({ period, reason, by }),
  ),
  /**
   * Reopens what was closed at these moments, as an immediate undo, regardless of who closed it: all of it or nothing. Refused where
   * anything was closed, reopened or taken since, or after more than fifteen minutes. The proofs stay.
   */
  'closes.undo': answers<{ readonly reopened: true }>().to(
    z.strictObject({
      closes: z
        .array(z.strictObject({ period, closedAt: z.iso.datetime() }))
        .min(1)
        .max(70),
      by,
    }),
  ),
  /** Acknowledges late entries into today: they count there, and stay marked as late of their day. */
  'closes.acknowledge': answers<{ readonly acknowledged: number }>().to(
    z.strictObject({ period, by }),
  ),
  'closes.saveRequirements': answers<{ readonly saved: true }>().to(
    z.strictObject({
      secondSource: z.array(accountNumber).max(1_024),
      books: z.array(accountNumber).max(1_024),
      exports: z
        .array(
          z.strictObject({
            profile: z.string().max(60),
            format: z.string().min(1).max(20),
            accountNumbers: z.array(accountNumber).min(1).max(1_024).nullable(),
            filePerAccount: z.boolean(),
            withMarks: z.boolean(),
          }),
        )
        .max(20),
    }),
  ),
  'closes.asks': answers<CloseRequirements>().to(nothing),
  /** Asks where to save, then writes the proof as CSV. */
  'closes.save': answers<{ saved: true; fileName: string } | { saved: false }>().to(
    z.strictObject({ period }),
  ),
};
