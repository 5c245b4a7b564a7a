import { z } from 'zod';

import type { SentField } from '../bank/required-fields.ts';
import type { IsoDate, Timestamp } from '../calendar/calendar.ts';
import type { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { answers, id, reference } from './route.ts';

/**
 * whole: nothing is missing · unchecked: a first start, or a data folder that came from elsewhere: nothing on this
 * machine could confirm it · damaged: it could not be read · missing: it was gone · older: this machine knows of sends that
 * are not in it · foreign: it is another folder's or another bank's · left: the desk left its team, whose other desks may
 * still be sending. With the last five nothing that changes the bank is sent.
 */
export type JournalState = 'whole' | 'unchecked' | LockedJournalState;

export type LockedJournalState = 'damaged' | 'missing' | 'older' | 'foreign' | 'left';

/** How the sent log compares with what this machine remembers of it. */
export type JournalStatus = {
  readonly state: JournalState;
  /** When it was found to be so; null for `whole` and `unchecked`. */
  readonly since: Timestamp | null;
  /** The last send that both sides know: where reconciling begins. Null when no such moment is known. */
  readonly knownUntil: Timestamp | null;
  /** When the newest send was claimed, by the furthest witness. */
  readonly lastSentAt: Timestamp | null;
  /** Sends in the journal. */
  readonly sends: number;
  /** Sends that the furthest witness knows. */
  readonly expectedSends: number;
};

/** Is sending closed until a person has reconciled the journal with the bank? */
export const isLockedState = (state: JournalState): state is LockedJournalState =>
  state !== 'whole' && state !== 'unchecked';

/**
 * sending: on its way · accepted: the bank has it · refused: the bank said no · unknown: sent, no answer ·
 * not-sent: it never left · not-found: it was sent, and the bank does not have it, looked up long enough.
 */
export type SubmissionState =
  | 'sending'
  | 'accepted'
  | 'refused'
  | 'unknown'
  | 'not-sent'
  | 'not-found';

/** The figures of a quote that a person agreed to, to the last digit. */
export type AgreedQuote = {
  readonly quoteId: string;
  readonly sell: Money;
  readonly buy: Money;
  readonly rate: Rate;
  readonly fee: Money | null;
  /** By the bank's clock. */
  readonly expiresAt: Timestamp;
};

/** The sanctions lists with which the counterparty was screened before sending, and the result. */
export type ScreeningNote = {
  readonly at: Timestamp;
  readonly lists: readonly { readonly title: string; readonly edition: IsoDate | null }[];
  /** In a few words, such as `no match`. */
  readonly words: string;
};

/** What a submission is about, as a person recognises it. */
export type SubmissionAbout = {
  /** In a few words, such as `Transfer to Oduya Foods`. */
  readonly title: string;
  readonly amount: Money | null;
  readonly accountNumber: string | null;
  /** The payee, payer or sub-client. */
  readonly counterparty: string | null;
  readonly counterpartyId: string | null;
  /** The name of the person who changes a payee; absent where it was sent otherwise. */
  readonly person?: string;
  /** The payee's bank details as they were reviewed; field -> text. */
  readonly bankDetails?: Readonly<Record<string, string>>;
  /** The fields that the bank file required beyond the catalogue's, as they were filled in. */
  readonly more?: readonly SentField[];
  /** Absent where no list is stored. */
  readonly screening?: ScreeningNote;
  /** The price that was locked. */
  readonly quote?: AgreedQuote;
  /** The bank's fee as it was reviewed; a trade's is in its quote. */
  readonly fee?: Money;
};

/** Something the bank has that resembles what we sent; a person compares the two. Texts are the bank's own. */
export type ResemblingRow = {
  /** The bank's list, the statement, or what of the statement could not be read. */
  readonly source: 'list' | 'statement' | 'unreadable';
  readonly recordId: string;
  readonly reference: string;
  /** Null where the bank sends none. */
  readonly amount: Decimal | null;
  readonly currency: string;
  readonly accountNumber: string;
  readonly counterparty: string;
  readonly at: Timestamp | null;
  readonly narration: string;
  /** Why it may be ours, as a sentence. */
  readonly why: string;
};

/** Our stored intent to change the bank. */
export type SubmissionView = {
  readonly submissionId: string;
  readonly operation: string;
  readonly subject: string;
  /** Its identity at the bank; never sent for anything else. */
  readonly reference: string;
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly settledAt: Timestamp | null;
  readonly error: AppError | null;
  readonly about: SubmissionAbout;
  readonly attempts: number;
  readonly lastAttemptAt: Timestamp;
  /** True where the desk can look up the outcome. Otherwise only a person who asks the bank can. */
  readonly isLookedUp: boolean;
  /** How often the bank was asked for it. */
  readonly lookups: number;
  /** When the desk next asks the bank automatically; null when nothing is open or the day of asking is over. */
  readonly nextLookupAt: Timestamp | null;
  /** The bank's identifier of the resulting record. */
  readonly recordId: string | null;
  /**
   * Accepted: true where the bank confirms that it is ours, in its answer or at a later lookup. Null where it was not accepted, or
   * accepted by a version that did not ask.
   */
  readonly confirmed: boolean | null;
  /** What the bank has that resembles it, while it may be this one: it cannot be sent again before a person has compared them. */
  readonly resembling: readonly ResemblingRow[];
  /** May a person send it again, with the same reference? */
  readonly mayRepeat: boolean;
  /** May a person record the answer that the bank gave them? Only while unknown, after the settle window. */
  readonly maySettle: boolean;
};

/** A submission that takes money from an account and is not in its balance yet. */
export type DebitInFlight = Pick<
  SubmissionView,
  'operation' | 'reference' | 'state' | 'createdAt' | 'recordId'
> & {
  /** Null for one that the bank lists and this desk did not send. */
  readonly submissionId: string | null;
  /** How many it represents: many that were sent before the newest are combined into one. */
  readonly count: number;
  /** In a few words, such as `Transfer to Oduya Foods`. */
  readonly title: string;
  /** What it still takes, with the fee in the same currency. */
  readonly amount: Money;
  /** From the bank or the review; null where none is known. */
  readonly fee: Money | null;
  /** The bank shows it booked, and the balance is older. */
  readonly isBooked: boolean;
};

/** What has left or will leave an account and is not in its balance: the sum, and each, newest first. */
export type InFlight = { readonly amount: Money; readonly sent: readonly DebitInFlight[] };

export type SubmissionDetail = SubmissionView & {
  readonly history: readonly {
    readonly at: Timestamp;
    readonly event: 'attempt' | 'lookup' | 'person';
    /** How it ended, in a few words. */
    readonly words: string;
  }[];
};

export const submissionsRoutes = {
  'submissions.list': answers<{ rows: readonly SubmissionView[] }>().to(
    z.strictObject({ open: z.boolean().optional(), limit: z.int().min(1).max(1_000) }),
  ),
  'submissions.get': answers<SubmissionDetail>().to(z.strictObject({ submissionId: id })),
  /** What left this desk under a reference; null where nothing did. */
  'submissions.underReference': answers<{ submission: SubmissionView | null }>().to(
    z.strictObject({ reference }),
  ),
  /** Asks the bank now for the outcome; changes nothing there. */
  'submissions.lookUp': answers<SubmissionView>().to(z.strictObject({ submissionId: id })),
  /** Records the answer that the bank gave a person, with their name and words. */
  'submissions.settle': answers<SubmissionView>().to(
    z.strictObject({
      submissionId: id,
      as: z.enum(['accepted', 'not-found']),
      note: z.string().min(1).max(limits.noteTextMax),
    }),
  ),
};
