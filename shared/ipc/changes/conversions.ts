import { z } from 'zod';

import type { Extras } from '../../bank/extras.ts';
import { Reference } from '../../bank/operation.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import type { Decimal } from '../../money/decimal.ts';
import type { Money } from '../../money/money.ts';
import type { Rate } from '../../money/rate.ts';
import { answers, nothing, id, accountNumber, amount } from '../route.ts';
import type { InFlight, SubmissionView } from '../submissions.ts';

/** A balance before and after, as far as it is known. */
export type BalanceChange = { readonly before: Money | null; readonly after: Money | null };

/** A price that was asked for, with what it would do. */
export type QuoteView = {
  readonly quoteId: string;
  readonly sellAccountNumber: string;
  readonly buyAccountNumber: string;
  readonly sell: Money;
  readonly buy: Money;
  /** Units bought for one sold. */
  readonly rate: Rate;
  /** The other way round, to 12 digits; calculated here. */
  readonly inverse: Rate;
  readonly fee: Money | null;
  /** What leaves the selling account. */
  readonly debitTotal: Money;
  /** What was sent from the selling account and is not booked yet; it is deducted from both figures of `sellBalance`. */
  readonly inFlight: InFlight | null;
  readonly sellBalance: BalanceChange;
  readonly buyBalance: BalanceChange;
  /** The older of the times at which the bank sent the two balances; null when one was never sent. */
  readonly balancesAsOf: Timestamp | null;
  /** Does the selling account cover what leaves it? Null when its balance is not known. */
  readonly coversIt: boolean | null;
  /** By the bank's clock. */
  readonly expiresAt: Timestamp;
  /** Until it can no longer be sent: a little before the expiry. Milliseconds at the moment of this answer. */
  readonly remainingMs: number;
  /** How far the bank's clock is ahead of this machine's; null when unknown. */
  readonly clockOffsetMs: number | null;
};

export type TradeRow = {
  readonly tradeId: string;
  readonly reference: string;
  readonly status: string;
  readonly sell: Money;
  readonly buy: Money;
  readonly rate: Rate;
  readonly createdAt: Timestamp | null;
  readonly settledAt: Timestamp | null;
};

/** The values of one of the four sources; null where it has none. */
export type MatchColumn = {
  readonly source: 'quote' | 'lock' | 'trade' | 'booked';
  readonly sell: Money | null;
  readonly buy: Money | null;
  readonly rate: Rate | null;
  readonly fee: Money | null;
  /** Entry ids, trade id and the like. */
  readonly record: string | null;
};

/** An entry in the local copy that carries the trade's reference. */
export type BookedLeg = {
  readonly leg: 'sold' | 'fee' | 'bought';
  readonly accountNumber: string;
  readonly entryId: string;
  readonly amount: Money;
  readonly bookedAt: Timestamp;
};

/** The comparison of quote, lock, trade and the booked legs, to the last digit. */
export type FourWayMatch = {
  /** matched: all four agree · open: something is not there yet · differs: two of them disagree. */
  readonly state: 'matched' | 'open' | 'differs';
  readonly columns: readonly MatchColumn[];
  /** What is missing or disagrees, in one sentence each. */
  readonly findings: readonly string[];
};

export type TradeDetail = TradeRow & {
  readonly reason: string;
  readonly fee: Money | null;
  readonly sellAccountNumber: string;
  readonly buyAccountNumber: string;
  readonly expiresAt: Timestamp | null;
  readonly asOf: Timestamp;
  /** The extra fields that the bank sent; null where there are none. */
  readonly extras: Extras | null;
  readonly match: FourWayMatch;
  readonly legs: readonly BookedLeg[];
};

/** The outcome of locking a rate. */
export type LockResult = {
  readonly submission: SubmissionView;
  readonly tradeId: string | null;
  readonly status: string | null;
  /** Until when the bank holds the price while it waits for funds. */
  readonly expiresAt: Timestamp | null;
  readonly remainingMs: number | null;
  readonly buyAmount: Decimal | null;
};

export const conversionsRoutes = {
  /** One of `sellAmount` and `buyAmount` is given. */
  'conversions.quote': answers<QuoteView>().to(
    z.strictObject({
      sellAccountNumber: accountNumber,
      buyAccountNumber: accountNumber,
      sellAmount: amount.optional(),
      buyAmount: amount.optional(),
    }),
  ),
  /** Sends the deal: checked again at that moment against the bank's clock and this machine's clocks. */
  'conversions.lock': answers<LockResult>().to(
    z.strictObject({ reference: Reference, quoteId: id }),
  ),
  'conversions.list': answers<{ rows: readonly TradeRow[]; asOf: Timestamp | null }>().to(nothing),
  'conversions.get': answers<TradeDetail>().to(z.strictObject({ tradeId: id })),
  'conversions.refresh': answers<{ count: number }>().to(nothing),
};
