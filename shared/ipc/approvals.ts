import { z } from 'zod';

import type { Timestamp } from '../calendar/calendar.ts';
import type { AppError } from '../errors.ts';
import type { Money } from '../money/money.ts';
import { payment, type ReviewedPayment } from './changes/payments.ts';
import { accountNumber, amount, answers, currency, id, nothing } from './route.ts';
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

/** The payments of a request that has several, such as a payment file. */
export type ManyPayments = {
  /** By currency, without amounts that cannot be read. */
  readonly totals: readonly Money[];
  readonly sent: number;
  /** Taken out by who approved the others. */
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
  /** What its payments come to and where they are; null for a request of a single one. */
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
  readonly reviewed: ReviewedPayment;
  /** Null where the request does not say. */
  readonly maker: MakersReading | null;
  readonly marks: readonly ReviewMark[];
  /** It cannot be sent now, whoever approves it. */
  readonly isBlocked: boolean;
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
  /** Sends an approved payment as a review showed it. */
  'approvals.send': answers<SubmissionView>().to(seen),
};
