import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import { Rhythm } from '../../calendar/payment-rhythm.ts';
import { DecimalText } from '../../money/decimal-schemas.ts';
import type { Money } from '../../money/money.ts';
import { amount, answers, currency, id, nothing } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';
import type { DayRunView } from './day-runs.ts';
import { acknowledged, payment, twins, type ReviewedPayment } from './payments.ts';

/** Where a payment for a later day came from. */
export const dueSources = ['form', 'file', 'template', 'recurring', 'command'] as const;
export type DueSource = (typeof dueSources)[number];

/**
 * scheduled: its day is later · due: its day is today · overdue: its day is past · unknown: it was sent and has no answer · sent: it was
 * sent, and the journal has the outcome · withdrawn: a person withdrew it · amount-needed: a person enters its amount before it is a
 * payment, regardless of its day.
 */
export type DueState =
  | 'amount-needed'
  | 'scheduled'
  | 'due'
  | 'overdue'
  | 'unknown'
  | 'sent'
  | 'withdrawn';

/** The day that was given, and why the payment is due on another one. */
export type MovedDay = { readonly from: IsoDate; readonly reason: string };

/** What a payment needs from the team before it is sent, by the current acts and rules. */
export type DueApprovals = {
  /** Approvals that it has, of `count` that it needs. */
  readonly has: number;
  readonly count: number;
  /** An open request includes it. */
  readonly isRequested: boolean;
  /** What is missing, one sentence each; empty where it may be sent. */
  readonly missing: readonly string[];
};

/** A payment for a later day. */
export type DuePaymentRow = {
  readonly reference: string;
  /** The day on which it is due. */
  readonly day: IsoDate;
  /** Null where that is the day that was given. */
  readonly moved: MovedDay | null;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  /** The payee's name when it was scheduled. */
  readonly payee: string;
  /** Null where it is needed. */
  readonly amount: Money | null;
  readonly currency: string;
  /** Its amount is entered for each payment, and may be entered anew. */
  readonly hasVariableAmount: boolean;
  readonly narration: string;
  readonly state: DueState;
  readonly source: DueSource;
  readonly scheduledAt: Timestamp;
  /** The person's name. */
  readonly scheduledBy: string;
  /** When it arrives if it is sent on its day, before the cut-off; null where that is not known. */
  readonly arrivesOn: IsoDate | null;
  /** Why it is not sent without a person's name; null where it is. */
  readonly held: string | null;
  /** Until when this desk sends it automatically on its day; null where a person sends it. */
  readonly sendsUntil: Timestamp | null;
  /** Null where no rule of the team needs anything for it. */
  readonly approvals: DueApprovals | null;
};

/** The payments of one account that are due on one day, and the balance after them. */
export type DueCell = {
  readonly day: IsoDate;
  readonly count: number;
  /** Of them, how many have no amount yet: neither the sum nor the balance includes them. */
  readonly unknown: number;
  readonly amount: Money;
  /** The balance after all that is due until then, without receipts; null where no balance is known. */
  readonly left: Money | null;
  readonly isUnderFloor: boolean;
};

/** An account with its due payments, one cell per day of the calendar; null where nothing is due. */
export type DueAccount = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  /** After what is in flight; null where no balance is known. */
  readonly available: Money | null;
  readonly floor: Money | null;
  readonly cells: readonly (DueCell | null)[];
};

/** A day of the calendar; `closed` by currency: why banks do not work on it. */
export type DueCalendarDay = {
  readonly day: IsoDate;
  readonly closed: readonly { readonly currency: string; readonly reason: string }[];
};

export type DueView = {
  readonly today: IsoDate;
  /** By their day, those of one day as they were scheduled. */
  readonly rows: readonly DuePaymentRow[];
  /** Today and the working days after it. What is overdue counts today. */
  readonly calendar: readonly DueCalendarDay[];
  readonly accounts: readonly DueAccount[];
  /** Payments after the last day of the calendar. */
  readonly later: number;
  /** Runs that this desk sends automatically, and those of today that ended; by their day. */
  readonly runs: readonly DayRunView[];
  /** Why only what both clocks call due is sent; null where they agree. */
  readonly clocks: string | null;
};

export type DueChangeRow = {
  readonly kind: 'day' | 'amount' | 'withdrawn' | 'released' | 'sent';
  readonly day: IsoDate;
  readonly detail: string;
  readonly at: Timestamp;
  readonly by: string;
};

/** A due payment as it would be sent now. */
export type ReviewedDue = {
  readonly row: DuePaymentRow;
  readonly review: ReviewedPayment;
  /** Other bank details than when it was scheduled. */
  readonly hasOtherDetails: boolean;
};

/** A recurring payment. */
export type PaymentSeriesRow = {
  readonly seriesId: string;
  readonly name: string;
  readonly payee: string;
  readonly accountNumber: string;
  /** Null where it is entered for each payment. */
  readonly amount: Money | null;
  readonly currency: string;
  /** In words. */
  readonly rhythm: string;
  /** Null where none comes any more. */
  readonly next: IsoDate | null;
  readonly until: IsoDate | null;
  readonly isEnded: boolean;
};

const named = z.strictObject({ reference: id });

export const duePaymentsRoutes = {
  'due.list': answers<DueView>().to(nothing),
  /** How many are due today or overdue. */
  'due.count': answers<{ due: number }>().to(nothing),
  /** `mayApprove`: the persons whose approval would count now, by name. */
  'due.get': answers<{
    row: DuePaymentRow;
    changes: readonly DueChangeRow[];
    mayApprove: readonly string[];
  }>().to(named),
  /** The day on which a payment wanted on another one would be due; `problem` is why it cannot be. */
  'due.dayOf': answers<{
    day: IsoDate;
    reason: string | null;
    problem: string | null;
  }>().to(z.strictObject({ due: IsoDateText, currency })),
  /** Schedules what was reviewed. Nothing is sent. */
  'due.schedule': answers<DuePaymentRow>().to(
    z.strictObject({ ...payment, payeeFingerprint: z.string().length(64), due: IsoDateText }),
  ),
  'due.series': answers<{ rows: readonly PaymentSeriesRow[] }>().to(nothing),
  /** Makes a template a recurring payment. `amount`: null where it is entered for each payment. */
  'due.addSeries': answers<PaymentSeriesRow>().to(
    z.strictObject({
      templateId: id,
      amount: amount.nullable(),
      rhythm: Rhythm,
      from: IsoDateText,
      until: IsoDateText.nullable(),
    }),
  ),
  'due.endSeries': answers<PaymentSeriesRow>().to(z.strictObject({ seriesId: id })),
  /** Enters the amount of a payment. `instead`: the amount that was shown for it; null where none was. Nothing is sent. */
  'due.enterAmount': answers<DuePaymentRow>().to(
    z.strictObject({ reference: id, amount, instead: DecimalText.nullable() }),
  ),
  'due.withdraw': answers<DuePaymentRow>().to(named),
  'due.changeDay': answers<DuePaymentRow>().to(z.strictObject({ reference: id, due: IsoDateText })),
  /** Reads the payee and the fee anew, and lists all warnings. Changes nothing. */
  'due.review': answers<ReviewedDue>().to(named),
  /** Sends what was reviewed. `releaseAs`: the person in whose name a held one is sent. */
  'due.send': answers<SubmissionView>().to(
    z.strictObject({
      reference: id,
      payeeFingerprint: z.string().length(64),
      fee: z.strictObject({ amount: DecimalText, currency }).nullish(),
      acknowledged,
      twins,
      releaseAs: z.string().trim().min(1).max(200).nullable(),
    }),
  ),
};
