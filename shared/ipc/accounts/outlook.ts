import { z } from 'zod';

import type { IsoDate, Period, Timestamp } from '../../calendar/calendar.ts';
import type { Money } from '../../money/money.ts';
import { accountNumber, answers, nothing } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';
import type { UsedRate } from './rates.ts';

/** Where a line of the outlook comes from, and the key by which its view opens it. */
export type OutlookSource =
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'receivable'; readonly id: string }
  | { readonly kind: 'trade'; readonly tradeId: string }
  | { readonly kind: 'payment-file'; readonly batchId: string }
  /** A payment that waits for its day. */
  | { readonly kind: 'due'; readonly reference: string }
  /** A payment that was begun; `key`: what its form is opened by. */
  | { readonly kind: 'draft'; readonly key: string }
  /** Its last entry; null where that is gone. */
  | { readonly kind: 'recurring'; readonly entryId: string | null };

export type OutlookLine = {
  readonly day: IsoDate;
  readonly name: string;
  /** Why it is expected: `monthly, 23rd`. */
  readonly reason: string;
  /** How reliable that has been: `on time 11 of 12, ±2 %`; empty without anything to compare with. */
  readonly record: string;
  /** Negative for an outflow. */
  readonly amount: Money;
  /** The account's balance once the line is booked; null where no balance is known to begin with. */
  readonly balance: Money | null;
  readonly source: OutlookSource;
};

export type Outlook = {
  readonly accountNumber: string;
  readonly currency: string;
  /** From today on; both ends are included. */
  readonly period: Period;
  /** The available balance as the bank last sent it, or the booked one; null where neither is known. */
  readonly balance: Money | null;
  readonly balanceAsOf: Timestamp | null;
  readonly lines: readonly OutlookLine[];
  /** Payments from it that were begun without a readable amount: named, and counted nowhere. */
  readonly unpriced: readonly { readonly key: string; readonly name: string }[];
  /** The days without a hole that were searched for recurring payments; null where none was fetched. */
  readonly history: Period | null;
  /** True where that is too short for a monthly recurrence. */
  readonly isShort: boolean;
};

/** The bought side of a trade that is dealt and not booked yet. */
export type ArrivingTrade = {
  readonly kind: 'trade';
  /** The account that it is credited to, by the bank or by the order that was sent. */
  readonly accountNumber: string;
  readonly amount: Money;
  /** The sold side. */
  readonly sold: Money;
  readonly dealtAt: Timestamp | null;
  /** settled: as the bank reports, and the balance here is older than that · unanswered: it is unknown whether it was dealt. */
  readonly status: 'to-settle' | 'waits-for-funds' | 'settled' | 'unanswered';
  /** Null where only the order that was sent is known. */
  readonly tradeId: string | null;
  /** As it was sent from here; null where it was dealt elsewhere. */
  readonly sent: Pick<
    SubmissionView,
    'submissionId' | 'operation' | 'reference' | 'recordId'
  > | null;
};

/** The unpaid part of a receivable that is due. */
export type ArrivingReceivable = {
  readonly kind: 'receivable';
  readonly id: string;
  readonly accountNumber: string;
  readonly payerName: string;
  /** The unpaid amount; null where the bank sends no amount, or no currency. */
  readonly amount: Money | null;
  /** Of the whole, where a part was paid; else null. */
  readonly paid: { readonly part: Money; readonly whole: Money } | null;
  readonly due: IsoDate;
  /** Why a credit in the statement may have paid it, in one sentence; null where none may. */
  readonly mayBePaid: string | null;
};

export type ArrivingLine = ArrivingTrade | ArrivingReceivable;

/** What is on its way to one account, in its currency: the sum of all lines with an amount, and each line, the oldest first. */
export type Arriving = {
  readonly accountNumber: string;
  readonly amount: Money;
  readonly lines: readonly ArrivingLine[];
};

/** The bound of an account that is crossed now or in the days ahead. */
export type CrossedPlan = {
  readonly accountNumber: string;
  readonly side: 'floor' | 'ceiling';
  /** At the worst; unsigned. */
  readonly by: Money;
  /** The first day on which it is crossed. */
  readonly day: IsoDate;
};

/** A move between own accounts that a person may make: it fills a form, and nothing is priced or sent. */
export type BalanceProposal = {
  readonly kind: 'transfer' | 'conversion';
  readonly from: string;
  readonly to: string;
  /** The side whose amount is exact: what is sold, which a transfer moves, or what is bought. */
  readonly side: 'sell' | 'buy';
  readonly amount: Money;
  /** The amount of a conversion's other side at the known rate, and the source of that rate; null for a transfer. */
  readonly other: (Pick<UsedRate, 'source' | 'name' | 'at'> & { readonly amount: Money }) | null;
  /** The payee with the number and bank of the account that is paid; null where there is none. */
  readonly beneficiaryId: string | null;
  readonly because: CrossedPlan;
  /** When the older of the two balances was read; null where that is not known. */
  readonly asOf: Timestamp | null;
  /** True where that is more than a day ago. */
  readonly isStale: boolean;
};

/** A bound that no move between own accounts restores. */
export type UnmetPlan = {
  readonly accountNumber: string;
  readonly because: CrossedPlan | null;
  /** The amount still missing; null where the balance is not known. */
  readonly missing: Money | null;
  readonly why: 'no-balance' | 'no-source' | 'no-room' | 'no-rate';
};

export const outlookRoutes = {
  /**
   * What is on its way in: trades that are not booked, and receivables that are due. It is shown next to what is in flight from an account,
   * and not deducted from anything. `elsewhere`: what is credited to no account here, or in another currency than its account has.
   */
  'outlook.arriving': answers<{
    rows: readonly Arriving[];
    elsewhere: readonly ArrivingLine[];
  }>().to(nothing),
  /** Moves between own accounts that restore floors, ceilings and targets, and what none restores. Reads this machine alone. */
  'outlook.proposals': answers<{
    rows: readonly BalanceProposal[];
    unmet: readonly UnmetPlan[];
  }>().to(nothing),
  /** The expected movements of an account in the next 14 days: known and recurring ones. */
  'outlook.ahead': answers<Outlook>().to(z.strictObject({ accountNumber })),
};
