import { z } from 'zod';

import type { Timestamp } from '../calendar/calendar.ts';
import type { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Money } from '../money/money.ts';
import type { PaymentNeeds, RequestPart, RequestRow } from './approvals.ts';
import { answers, id } from './route.ts';

/** A payment of one or more requests, as this desk read it from the bank. */
export type ReviewedLineRow = {
  /** Its place in the review, from 0: lines to be opened come first. */
  readonly place: number;
  /** Digest of its request. */
  readonly request: string;
  readonly reference: string;
  readonly payFrom: string;
  /** The payee's name, account and bank as this desk read them; the identifier alone where it could not be read. */
  readonly payee: string;
  readonly account: string;
  /** Null where the amount cannot be read. */
  readonly amount: Money | null;
  /** Null where it is not known. */
  readonly fee: Money | null;
  /** Why it must be opened before it is approved, one sentence each: it is new, differs from the maker's reading, or has a warning. */
  readonly marks: readonly string[];
  /** Why it cannot be approved; it is taken out then. Null for all others. */
  readonly problem: string | null;
};

/** The payments of one currency. */
export type LinesTotal = {
  readonly amount: Money;
  readonly payments: number;
  /** The known fees in this currency. */
  readonly fees: Money;
};

/** One or more requests with this desk's own reading of each payment. */
export type LinesReview = {
  /** Names this reading: what is approved is what it showed. */
  readonly review: string;
  readonly requests: readonly RequestRow[];
  readonly readAt: Timestamp;
  readonly lines: number;
  /** The first lines, which must be opened or taken out. */
  readonly toOpen: number;
  /** Lines that cannot be approved. */
  readonly problems: number;
  /** Without the lines that cannot be approved. */
  readonly totals: readonly LinesTotal[];
  /** Payments whose fee is not known. */
  readonly withoutFee: number;
  /** True where the bank's recent payments could not be read: payments that look the same may be missing. */
  readonly isUnlisted: boolean;
};

/** What was signed, and what was not: each request is an act of its own. */
export type ApprovedLines = {
  readonly approved: readonly RequestRow[];
  /** Requests that were not signed, and why; null where all were. */
  readonly failed: { readonly requests: number; readonly error: AppError } | null;
};

/** What the unsent lines of a payment file need, and the newest request that has the first of them and has not ended. */
export type FileNeeds = PaymentNeeds & {
  readonly requested: { readonly request: string; readonly part: RequestPart } | null;
};

/** The most payments in one act, which are also reviewed on one screen. */
const linesMax = 5_000;
const requestsMax = 200;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const places = z.array(z.int().min(0).max(linesMax)).max(linesMax);

export const approvalLinesRoutes = {
  /** Asks no bank and no server. */
  'approvals.fileNeeds': answers<FileNeeds>().to(z.strictObject({ batchId: id })),
  /** Requests the approval of the unsent lines of a payment file, with this desk's reading of the bank. Sends nothing. */
  'approvals.requestFile': answers<RequestRow>().to(
    z.strictObject({ batchId: id, words: z.string().trim().max(2_000) }),
  ),
  /** Reads the payments of requests anew from the bank, a file or several single ones. Changes nothing. */
  'approvals.reviewLines': answers<LinesReview>().to(
    z.strictObject({ requests: z.array(digest).min(1).max(requestsMax) }),
  ),
  /** Lines of the last review. */
  'approvals.lines': answers<{ index: number; total: number; rows: ReviewedLineRow[] }>().to(
    z.strictObject({
      review: z.uuid(),
      index: z.int().min(0),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  /** Approves what a review showed, without the lines that were taken out, once a person has confirmed it outside the window. */
  'approvals.approveLines': answers<ApprovedLines>().to(
    z.strictObject({ review: z.uuid(), opened: places, excluded: places }),
  ),
};
