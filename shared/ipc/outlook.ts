import { z } from 'zod';

import type { IsoDate, Period, Timestamp } from '../calendar.ts';
import type { Money } from '../money/money.ts';
import { accountNumber, answers } from './route.ts';

/** Where a line of the outlook comes from, and what its view opens it with. */
export type OutlookSource =
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'receivable'; readonly id: string }
  | { readonly kind: 'trade'; readonly tradeId: string }
  | { readonly kind: 'payment-file'; readonly batchId: string }
  /** The entry that it came as last; null where that is gone. */
  | { readonly kind: 'recurring'; readonly entryId: string | null };

export type OutlookLine = {
  readonly day: IsoDate;
  readonly name: string;
  /** Why it is expected: `debited on the 23rd each month`. */
  readonly reason: string;
  /** How that has held: `11 of 12 came within a day, amount within 2 %`; empty where there is nothing to hold it against. */
  readonly record: string;
  /** What leaves the account is negative. */
  readonly amount: Money;
  /** Of the account, once it is booked; null where none is known to begin with. */
  readonly balance: Money | null;
  readonly source: OutlookSource;
};

export type Outlook = {
  readonly accountNumber: string;
  readonly currency: string;
  /** From today on; both ends are included. */
  readonly period: Period;
  /** What can be spent as the bank last said it, or what is booked; null where neither was told. */
  readonly balance: Money | null;
  readonly balanceAsOf: Timestamp | null;
  readonly lines: readonly OutlookLine[];
  /** The days without a hole that were looked at for what comes again; null where none was fetched. */
  readonly history: Period | null;
  /** True where that is too short for anything to have come again by the month. */
  readonly isShort: boolean;
};

export const outlookRoutes = {
  /** What moves on an account in the next 14 days: what is known, and what comes again. */
  'outlook.ahead': answers<Outlook>().to(z.strictObject({ accountNumber })),
};
