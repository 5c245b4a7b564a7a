import { z } from 'zod';

import type { IsoDate, Timestamp } from '../calendar/calendar.ts';
import type { AppError } from '../errors.ts';
import type { Money } from '../money/money.ts';
import type { QuoteView } from './changes/conversions.ts';
import { payment, type ReviewedPayment } from './changes/payments.ts';
import { accountNumber, amount, answers, currency, id, nothing, reference } from './route.ts';
import type { SubmissionView } from './submissions.ts';

/** What one rule needs, and how many persons have given it. */
export type ApprovalNeed = {
  /** The condition in words, such as `more than 10000 EUR`. */
  readonly when: string;
  /** A role of the team, or `any` for every other person but readers. */
  readonly role: string;
  readonly count: number;
  readonly has: number;
};

/** Whose signature an act of the record has. */
export type ApprovalSignature = {
  readonly person: string;
  readonly at: Timestamp;
  /** Number of the act. */
  readonly n: number;
};

/** mine: this person may approve it · others: others may · approved: it may be sent · ended: nothing is left to do. */
export type RequestPart = 'mine' | 'others' | 'approved' | 'ended';

/** One text of what is sent. */
export type ChangeFact = {
  readonly label: string;
  readonly value: string;
  /** What the bank has in its place now; null where it has none, or nothing is replaced. */
  readonly now: string | null;
};

/** The payments of a request that has several, such as a payment file. */
export type ManyPayments = {
  /** By currency, without amounts that cannot be read. */
  readonly totals: readonly Money[];
  readonly sent: number;
  /** Excluded by the approver of the others. */
  readonly excluded: number;
  /** Approved and not sent. */
  readonly toSend: number;
  /** The payment file of this desk that has them; null on other desks. */
  readonly batchId: string | null;
};

/** A request of the team, as the acts that this desk has read leave it. */
export type RequestRow = {
  /** Digest of its act. */
  readonly request: string;
  readonly part: RequestPart;
  /** How many payments it has. */
  readonly payments: number;
  readonly operation: string;
  /** What is requested, such as `Payment`. */
  readonly kind: string;
  /** What it is about, such as `to Copperline`. */
  readonly about: string;
  /** The totals of its payments and where they are; null for a request of a single one. */
  readonly many: ManyPayments | null;
  readonly reference: string;
  readonly beneficiaryId: string;
  /** The payee's name in the local copy; its identifier where that has none. */
  readonly payee: string;
  /** Null where the request names no amount that can be read. */
  readonly amount: Money | null;
  readonly maker: ApprovalSignature;
  readonly isOwn: boolean;
  /** The maker's words. */
  readonly words: string;
  /** It cannot be sent after this. */
  readonly until: Timestamp;
  readonly needs: readonly ApprovalNeed[];
  readonly signatures: readonly ApprovalSignature[];
  /** Approvals that do not count, one sentence each. */
  readonly discounted: readonly string[];
  /** Persons whose approval would count now. */
  readonly mayApprove: readonly string[];
  /** The approval of this person would count now. */
  readonly canApprove: boolean;
  /** Why the payee waits for its release by a second person, and whether this person may release it. Null where it does not wait. */
  readonly held: { readonly why: string; readonly canRelease: boolean } | null;
  /** Null while it has not ended. `sent`: it was claimed to be sent, by `by`. */
  readonly ended:
    | { readonly is: 'late' }
    | {
        readonly is: 'refused' | 'withdrawn' | 'sent';
        readonly by: ApprovalSignature;
        readonly words: string;
      }
    | null;
};

export type ApprovalsView = {
  /** The team has approval rules, or requests. */
  readonly isUsed: boolean;
  /** What could be read last is shown; this says why the record could not be read now. */
  readonly problem: AppError | null;
  /** Those that end soonest first; ended ones newest first. */
  readonly requests: readonly RequestRow[];
  /** Null where every desk of the team sends. */
  readonly sending: SendingView | null;
};

/** A desk that alone sends, and who opened it for today. */
export type SendingDeskView = {
  readonly login: string;
  readonly person: string;
  /** It is this desk. */
  readonly isOwn: boolean;
  readonly openedBy: readonly ApprovalSignature[];
  /** Two persons have opened it for today. */
  readonly isOpen: boolean;
  /** This person has not opened it, and may. */
  readonly canOpen: boolean;
};

export type SendingView = {
  /** In the time zone of the rules. */
  readonly day: IsoDate;
  readonly desks: readonly SendingDeskView[];
  /** What this desk would send now, in the order of approval; 0 on every other desk. */
  readonly toSend: number;
};

/** The outcome of a run of approved payments. */
export type SendingRunView = {
  /** Accepted by the bank. */
  readonly sent: number;
  /** Where it stopped, and why; null where all were sent. */
  readonly stop: {
    readonly request: string;
    readonly reference: string;
    readonly error: AppError;
  } | null;
  /** Payments after the stop: none of them was tried. */
  readonly left: number;
};

/** What a person must open before approving or sending: it is new, differs from the maker's reading, or is a warning. */
export type ReviewMark = {
  readonly place: 'payee' | 'account' | 'country' | 'debit' | 'warning';
  readonly message: string;
};

/** What the maker read. */
export type MakersReading = {
  /** The bank details are the ones that this desk read. */
  readonly hasSameDetails: boolean;
  readonly country: string;
  /** Null where the fee was not known. */
  readonly debit: Money | null;
};

/** A request with this desk's own reading of the bank. */
export type RequestReview = {
  /** Names this reading: what is approved or sent is what it showed. */
  readonly review: string;
  readonly row: RequestRow;
  readonly readAt: Timestamp;
  /** Null where it is no payment: `facts` has what is sent then. */
  readonly reviewed: ReviewedPayment | null;
  /** All that is sent, in its order; empty for a payment. */
  readonly facts: readonly ChangeFact[];
  /** Null where the request does not say, and where it is no payment. */
  readonly maker: MakersReading | null;
  readonly marks: readonly ReviewMark[];
  /** It cannot be sent now, regardless of approvals. */
  readonly isBlocked: boolean;
  /** Of a document: its file in the queue of this desk, which `documents.show` and `documents.save` open; null where it is not here. */
  readonly document?: { readonly itemId: string | null };
};

export type ApprovalCounts = {
  /** The team has approval rules, or open requests. */
  readonly isUsed: boolean;
  /** Requests that this person may approve. */
  readonly waiting: number;
};

/** What a payment will need, as far as the record and the local copy know. Empty where no rule fits it. */
export type PaymentNeeds = {
  readonly needs: readonly ApprovalNeed[];
  /** Persons whose approval would count now. */
  readonly mayApprove: readonly string[];
};

/** What the team did about one payment before it was sent. */
export type ApprovalStep = ApprovalSignature & {
  readonly did: 'requested' | 'approved' | 'refused' | 'withdrawn' | 'claimed';
  /** The beginning of the desk's key where the person has several; empty otherwise. */
  readonly desk: string;
  /** Of a request or a refusal. */
  readonly words: string;
};

const words = z.string().trim().max(2_000);
const request = z.string().regex(/^[0-9a-f]{64}$/);
const seen = z.strictObject({
  request,
  review: z.uuid(),
  /** Places of the marks that the person has opened. */
  opened: z.array(z.int().min(0)).max(200),
});

export const approvalsRoutes = {
  /** Waits for no server. */
  'approvals.counts': answers<ApprovalCounts>().to(nothing),
  /** `isFresh`: reads on from the server first; a failure of that is the view's `problem`. */
  'approvals.view': answers<ApprovalsView>().to(z.strictObject({ isFresh: z.boolean() })),
  /** What a payment will need before it is sent. Asks no bank and no server; an amount that cannot be read needs nothing yet. */
  'approvals.needs': answers<PaymentNeeds>().to(
    z.strictObject({ accountNumber, beneficiaryId: id, amount, currency }),
  ),
  /** Who requested, approved, refused and claimed a payment, in the order of the record. Empty without a team. */
  'approvals.steps': answers<{ steps: readonly ApprovalStep[] }>().to(
    z.strictObject({ reference }),
  ),
  /** Requests the approval of a payment, with this desk's reading of the bank. Sends nothing. */
  'approvals.request': answers<RequestRow>().to(z.strictObject({ ...payment, words })),
  /** Reads the payment of a request anew from the bank. Changes nothing. */
  'approvals.review': answers<RequestReview>().to(z.strictObject({ request })),
  /** Approves what a review showed, once a person has confirmed it outside the window. */
  'approvals.approve': answers<RequestRow>().to(seen),
  /** Ends a request for good, once a person has confirmed it outside the window. */
  'approvals.refuse': answers<RequestRow>().to(
    z.strictObject({ request, words: words.min(1, 'is missing') }),
  ),
  /** Takes back an own request. */
  'approvals.withdraw': answers<RequestRow>().to(z.strictObject({ request })),
  /** Sends an approved payment or change as a review showed it. A conversion is priced and traded instead. */
  'approvals.send': answers<SubmissionView>().to(seen),
  /** Asks the bank for a price within the approved limit of a conversion. Agrees to none. */
  'approvals.price': answers<QuoteView>().to(seen),
  /** Trades the price that was asked for last under this request, if it is good at this very moment. */
  'approvals.trade': answers<SubmissionView>().to(z.strictObject({ request, quoteId: id })),
  /** Releases the payee's bank details that a review showed, once a person has confirmed it outside the window. */
  'approvals.releasePayee': answers<RequestRow>().to(seen),
  /** Opens a sending desk for today, once a person has confirmed it outside the window. */
  'approvals.openSending': answers<SendingDeskView>().to(
    z.strictObject({ login: z.string().min(1).max(100) }),
  ),
  /** Sends what is approved, once a person has confirmed it outside the window. It stops at the first doubt. */
  'approvals.sendApproved': answers<SendingRunView>().to(nothing),
};
