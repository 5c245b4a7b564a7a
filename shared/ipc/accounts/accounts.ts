import { z } from 'zod';

import type { Extras } from '../../bank/extras.ts';
import type { FundingDetail } from '../../bank/accounts.ts';
import { CurrencyCode, Reference } from '../../bank/operation.ts';
import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import type { Decimal } from '../../money/decimal.ts';
import type { Money } from '../../money/money.ts';
import { answers, nothing, id, accountNumber, savedOrNot, currency } from '../route.ts';
import type { Proof } from './statements.ts';
import type { InFlight, SubmissionView } from '../submissions.ts';

export type AccountRow = {
  readonly accountNumber: string;
  readonly accountId: string;
  readonly entityId: string;
  readonly clientId: string;
  readonly accountName: string;
  readonly accountType: string;
  readonly status: string;
  readonly currency: string;
  readonly available: Money | null;
  readonly asOf: Timestamp | null;
};

/** Inflow and outflow of an account on one day, both without a sign; entries that the bank took back are left out. */
export type DayFlow = {
  readonly date: IsoDate;
  readonly in: Money;
  readonly out: Money;
  /** Inflow minus outflow: the change since the day before. */
  readonly net: Money;
  readonly entries: number;
};

/** What a person plans for an account, in its own currency. */
export type AccountPlan = {
  /** The balance is not to fall below it; null where none is set. */
  readonly floor: Money | null;
  /** The balance is not to rise above it; null where none is set. */
  readonly ceiling: Money | null;
  /** The balance that proposed moves between own accounts restore; null where none is set. */
  readonly target: Money | null;
  /** Such as an entity or a region; empty for none. */
  readonly group: string;
};

export type PositionAccount = {
  readonly accountNumber: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly accountType: string;
  readonly status: string;
  readonly currency: string;
  /** The available balance as the bank last sent it; null when it was never asked. */
  readonly available: Money | null;
  readonly availableAsOf: Timestamp | null;
  /** Booked balance after the newest fetched day. */
  readonly booked: Money | null;
  /** Of the newest fetched day; null where none was, or where the currency is not known. */
  readonly day: DayFlow | null;
  readonly statementAsOf: Timestamp | null;
  readonly proof: Proof;
  /** Closing balance per day, oldest first, at most 90 days. */
  readonly line: readonly { readonly date: IsoDate; readonly balance: Decimal }[];
  readonly unread: number;
  readonly plan: AccountPlan;
};

export type Position = {
  /** Grouped by currency, in alphabetical order, unknown ones last; totals never mix currencies. */
  readonly currencies: readonly {
    readonly currency: string;
    /** False for an unknown currency: its amounts are shown as the bank sent them, and none can be sent in it. */
    readonly isKnown: boolean;
    /** Of the available balances, or of the booked ones where those are not known. */
    readonly total: Money;
    /** Null where one of the accounts has none. */
    readonly booked: Money | null;
    /** Of the position’s day; null unless it was fetched for every account. */
    readonly day: DayFlow | null;
    readonly accounts: readonly PositionAccount[];
  }[];
  /** The newest day of which any account’s entries were fetched. */
  readonly day: IsoDate | null;
  readonly accountCount: number;
  /** The oldest of the accounts' as-of times. */
  readonly asOf: Timestamp | null;
};

/** What can be spent from an account in a currency. */
export type Funds = {
  /** The bank's available balance, else the statement's closing one; null where neither is known. */
  readonly balance: Money | null;
  readonly asOf: Timestamp | null;
  /** What has left or will leave the account and is not in the balance; null where nothing is. */
  readonly inFlight: InFlight | null;
  /** The balance without what is in flight; null where no balance is known. */
  readonly after: Money | null;
};

/** What has left or will leave an account and is not in its balance, and what is left then; null where no balance is known. */
export type AccountInFlight = {
  readonly accountNumber: string;
  readonly inFlight: InFlight;
  readonly after: Money | null;
};

/** A bound of an account's plan that its balance, booked or after what is in flight, is beyond. */
export type CrossedBound = {
  readonly accountNumber: string;
  readonly side: 'floor' | 'ceiling';
  /** By how much at the worse of the two; without a sign. */
  readonly by: Money;
};

export type AccountDetail = {
  readonly accountNumber: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly currency: string;
  readonly accountType: string;
  readonly status: string;
  readonly entityId: string;
  readonly clientId: string;
  readonly available: Money | null;
  readonly fundingDetails: readonly FundingDetail[];
  readonly asOf: Timestamp | null;
  /** The extra fields that the bank sent; null where there are none. */
  readonly extras: Extras | null;
};

/** Another name by which files write an account of ours, as a person entered it. */
export type AccountAlias = {
  /** Without blanks, in capitals: `DE89370400440532013000`. */
  readonly written: string;
  /** Of the file; empty where it has none. */
  readonly currency: string;
  readonly accountNumber: string;
  readonly recordedAt: Timestamp;
};

/** An account that a file names and no person has assigned to one of ours. */
export type UnknownAccount = {
  readonly written: string;
  readonly currency: string;
  /** Our accounts whose numbers end alike, the likeliest first; none is assigned automatically. */
  readonly endingAlike: readonly string[];
};

/** As a file writes an account. */
const written = z.string().min(1).max(100);
const currencyOrNone = z.string().max(3);

export const accountsRoutes = {
  'accounts.list': answers<{ rows: readonly AccountRow[]; asOf: Timestamp | null }>().to(nothing),
  'accounts.refresh': answers<{ count: number }>().to(
    z.strictObject({ accountNumber: accountNumber.optional() }),
  ),
  /**
   * Fetches one account by its bank id (Get Accounts By with `accountId`, section 4.2) and stores it. Answers the number under which it is
   * stored: that of its funding details, else its id.
   */
  'accounts.findById': answers<{ accountNumber: string }>().to(z.strictObject({ accountId: id })),
  /** The reference becomes the account's uniqueRequestId. Without an owner it is the client's own. */
  'accounts.createVirtual': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      currency: CurrencyCode,
      accountName: z.string().min(1).max(140),
      ownerEntityId: id.optional(),
    }),
  ),
  /** Asks where to save, then writes how others pay into the account as a page of PDF. */
  'accounts.saveFundingPdf': savedOrNot.to(z.strictObject({ accountNumber })),
  'accounts.position': answers<Position>().to(nothing),
  /** Accounts with anything in flight. */
  'accounts.inFlight': answers<{
    rows: readonly AccountInFlight[];
    /** Of all accounts of a currency together. */
    currencies: readonly { readonly amount: Money; readonly after: Money }[];
    crossed: readonly CrossedBound[];
  }>().to(nothing),
  'accounts.funds': answers<Funds>().to(z.strictObject({ accountNumber, currency })),
  /** Saves an alias: in files this text means that account of ours. */
  'accounts.nameAccount': answers<{ saved: true }>().to(
    z.strictObject({ written, currency: currencyOrNone, accountNumber }),
  ),
  'accounts.aliases': answers<{ rows: readonly AccountAlias[] }>().to(nothing),
  'accounts.forgetName': answers<{ forgotten: true }>().to(
    z.strictObject({ written, currency: currencyOrNone }),
  ),
  /** As typed, in the account's currency; an empty text removes a value. */
  'accounts.savePlan': answers<AccountPlan>().to(
    z.strictObject({
      accountNumber,
      floor: z.string().max(40),
      ceiling: z.string().max(40),
      target: z.string().max(40),
      group: z.string().max(60),
    }),
  ),
  'accounts.get': answers<AccountDetail>().to(z.strictObject({ accountNumber })),
};
