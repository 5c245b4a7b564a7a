import { z } from 'zod';

import type { Extras } from '../../bank/extras.ts';
import { MoreTexts, type SentField } from '../../bank/required-fields.ts';
import { Reference } from '../../bank/operation.ts';
import type { PaymentArrival } from '../../calendar/arrival.ts';
import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { DecimalText } from '../../money/decimal-schemas.ts';
import type { Money } from '../../money/money.ts';
import type { BeneficiaryRow } from './beneficiaries.ts';
import type { BalanceChange } from './conversions.ts';
import {
  answers,
  nothing,
  id,
  accountNumber,
  amount,
  currency,
  savedOrNot,
  search,
} from '../route.ts';
import type { InFlight, SubmissionView } from '../submissions.ts';

const warningKinds = z.enum([
  'duplicate',
  'open-twin',
  'quarantine',
  'payee-unread',
  'insufficient',
  'look-alike',
  'fee-unknown',
  'twins-unread',
  'unclear-twin',
  'scheduled-twin',
  'currency',
  'at-bank',
  'maybe-at-bank',
  'dated',
  'screening',
]);

/** What a person has seen and confirmed, each kind once. */
export const acknowledged = z.array(warningKinds).max(warningKinds.options.length);

/** The payments like this one that a person has seen, by the names that the review gave them. */
export const twins = z.array(id).max(limits.twinsMax);

/** A payment as it is entered; the amount is checked again in the main process. */
export const payment = {
  reference: Reference,
  accountNumber,
  beneficiaryId: id,
  amount,
  currency,
  narration: z.string().max(140),
  /** The fields that the bank file requires, by its names. */
  more: MoreTexts,
};

/**
 * What a person must have seen before money moves. duplicate: same payee, amount and currency within a day · open-twin: one like it has no
 * answer yet · quarantine: the payee's bank details changed since they were last paid · insufficient: the account does not cover it ·
 * payee-unread: the bank could not be asked for the payee now · look-alike: another payee is easily mistaken for this one · fee-unknown:
 * the bank did not send its fee · twins-unread: the bank's list of payments could not be read · unclear-twin: the bank lists a recent
 * payment without the fields that distinguish it · scheduled-twin: one like it is scheduled · currency: the payee is stored with another
 * currency · at-bank: the bank was found to have something under its reference · maybe-at-bank: it may have been sent in a time that the
 * journal had lost · dated: its file asks for a later day, and it is scheduled · screening: the payee may be on a list of sanctions, is on
 * one, or was not screened.
 */
export type PaymentWarningKind =
  | 'duplicate'
  | 'open-twin'
  | 'quarantine'
  | 'insufficient'
  | 'payee-unread'
  | 'look-alike'
  | 'fee-unknown'
  | 'twins-unread'
  | 'unclear-twin'
  | 'scheduled-twin'
  | 'currency'
  | 'at-bank'
  | 'maybe-at-bank'
  | 'dated'
  | 'screening';

/** A payment that looks the same as another: same payee, amount and currency. */
export type TwinMark = {
  /** Its reference, or the bank's identifier where it carries none: a confirmation is valid for the twins it named. */
  readonly name: string;
  /** What `--twin-of` takes: the submission, the reference of another desk of the team, or the bank's transfer; empty for a line of the same file. */
  readonly id: string;
};

export type PaymentWarning = {
  readonly kind: PaymentWarningKind;
  readonly message: string;
  /** blocks: cannot be confirmed here · confirm: must be acknowledged · notice: only shown. */
  readonly weight: 'blocks' | 'confirm' | 'notice';
  /** The payments that it is about, where it is about others. */
  readonly twins?: readonly TwinMark[];
  /** The day that its file asks for, where it is about that. */
  readonly day?: IsoDate;
};

/** A payee with its bank details, as the bank has it. */
export type PayeeDetails = {
  readonly name: string;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly bankBicOrCode: string;
  readonly country: string;
  /** The currency in which it is paid; empty where the bank names none. */
  readonly currency: string;
};

/** A payment as it would be sent, with what it costs and what to look at. */
export type ReviewedPayment = {
  readonly reference: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly beneficiaryId: string;
  readonly payee: PayeeDetails;
  /** When the bank last sent the payee. */
  readonly payeeAsOf: Timestamp;
  /** False when the bank could not be asked for the payee now, and the local copy is shown. */
  readonly payeeIsCurrent: boolean;
  /** Identifies the bank details that were reviewed; what is sent must still have the same. */
  readonly payeeFingerprint: string;
  readonly amount: Money;
  readonly narration: string;
  /** The fields that the bank file requires, in its order. */
  readonly more: readonly SentField[];
  readonly fee: Money | null;
  readonly debitTotal: Money;
  /** When it is executed and arrives; null where the bank file has no cut-off for it. */
  readonly arrival: PaymentArrival | null;
  /** What was sent from the account and is not booked yet, as far as the journal knows; it is deducted from `balance.after`. */
  readonly inFlight: InFlight | null;
  readonly balance: BalanceChange;
  readonly balanceAsOf: Timestamp | null;
  readonly warnings: readonly PaymentWarning[];
};

export type TransferRow = {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  /** The unsuccessful ending that the bank's state means; null while on its way, when done, or for an unknown state. */
  readonly ending: 'failed' | 'returned' | 'expired' | 'awaiting-funds' | null;
  readonly reason: string;
  readonly amount: Money | null;
  readonly fee: Money | null;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly beneficiaryName: string;
  readonly narration: string;
  readonly createdAt: Timestamp | null;
  readonly settledAt: Timestamp | null;
  readonly asOf: Timestamp;
  /** The extra fields that the bank sent. */
  readonly extras?: Extras | undefined;
};

/** One line of the payments list: the submission that we sent, and the bank's transfers. */
export type PaymentRow = {
  /** The reference; the bank's identifier where a transfer carries none. */
  readonly reference: string;
  readonly submission: SubmissionView | null;
  readonly transfer: TransferRow | null;
  /** Further transfers under the same reference: the bank has it more than once. */
  readonly others: readonly TransferRow[];
  readonly at: Timestamp;
};

/** A payee that a payment may go to. */
export type PayeeRow = BeneficiaryRow & {
  /** When the last payment to it was made, of the newest that are known; null where none was. */
  readonly lastPaidAt: Timestamp | null;
};

/** The fields of a payment that a template fills in. The reference is none of them: each payment creates its own. */
const TemplateContent = z.strictObject({
  name: z.string().trim().min(1).max(80),
  accountNumber,
  beneficiaryId: id,
  /** As it was entered; empty where each payment has its own. */
  amount: z.string().max(40),
  narration: payment.narration,
  more: MoreTexts,
});

/** A payment that is begun again and again. It is filled in, reviewed and sent like any other. */
export type PaymentTemplate = z.output<typeof TemplateContent> & {
  readonly templateId: string;
  /** The payee as the local copy has it; null where the bank does not list it any more. */
  readonly payee: BeneficiaryRow | null;
};

export const paymentsRoutes = {
  /** By name. */
  'payments.templates': answers<{ rows: readonly PaymentTemplate[] }>().to(nothing),
  /** Refuses a name that another template has. */
  'payments.saveTemplate': answers<{ templateId: string }>().to(TemplateContent),
  'payments.removeTemplate': answers<{ removed: boolean }>().to(z.strictObject({ templateId: id })),
  /** Payees whose texts contain every word of `search`, those that were paid lately first. */
  'payments.payees': answers<{ rows: readonly PayeeRow[] }>().to(z.strictObject({ search })),
  /** The payee to be paid, read anew from the bank where that can be asked. */
  'payments.beneficiary': answers<BeneficiaryRow>().to(z.strictObject({ beneficiaryId: id })),
  'payments.review': answers<ReviewedPayment>().to(z.strictObject(payment)),
  /** Sends what was reviewed: the payee is read again from the bank and must be the same. */
  'payments.send': answers<SubmissionView>().to(
    z.strictObject({
      ...payment,
      payeeFingerprint: z.string().length(64),
      /** The reviewed fee: it is debited with the amount. */
      fee: z.strictObject({ amount: DecimalText, currency }).nullish(),
      acknowledged,
      twins,
    }),
  ),
  'payments.list': answers<{ rows: readonly PaymentRow[]; asOf: Timestamp | null }>().to(
    z.strictObject({ search, limit: z.int().min(1).max(limits.listRowsMax) }),
  ),
  'payments.get': answers<PaymentRow>().to(z.strictObject({ reference: id })),
  /** Saves these payments as CSV, in this order; those that are not in the local copy are left out. */
  'payments.export': savedOrNot.to(
    z.strictObject({ references: z.array(id).min(1).max(limits.actItemsMax) }),
  ),
  'payments.refresh': answers<{ count: number }>().to(nothing),
};
