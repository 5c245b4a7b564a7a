import { z } from 'zod';

import type { IsoDate, Timestamp } from '../calendar/calendar.ts';
import type { Money } from '../money/money.ts';
import type { DueState } from './changes/due-payments.ts';
import type { PayeeDetails } from './changes/payments.ts';
import type { Quarantine } from './changes/beneficiaries.ts';
import type { SubmissionState } from './submissions.ts';
import { accountNumber, answers, id } from './route.ts';
import type { EntryOfHistory } from './accounts/statements.ts';

/** The longest name of a counterparty in a request, in characters: more than a payment message carries. */
export const counterpartyNameMax = 300;

/** A payee as the page names it. */
export type CounterpartyPayee = PayeeDetails & {
  readonly entityId: string;
  /** Since when the bank's list no longer has it; null while it is listed. */
  readonly goneAt: Timestamp | null;
};

/** Count and sum of some entries, of one currency and direction. The sum has no sign. */
export type CountedSum = { readonly entries: number; readonly sum: Money };

/** What was paid to a counterparty, or received from it, in one currency. */
export type CounterpartyFlow = {
  readonly direction: 'debit' | 'credit';
  readonly currency: string;
  /** Since 1 January. */
  readonly year: CountedSum;
  /** In the months listed: this one and the eleven before it. */
  readonly twelveMonths: CountedSum;
  /** Oldest first, one for each month of the page. */
  readonly months: readonly CountedSum[];
  /** The median gap between days with an entry in the twelve months; null for fewer than three of them. */
  readonly everyDays: number | null;
  /** The newest amounts, the newest first; at most three. */
  readonly last: readonly EntryOfHistory[];
};

/** An entry of the page. */
export type CounterpartyEntry = EntryOfHistory & { readonly narration: string };

/** A rhythm in which a counterparty is paid, or pays. */
export type CounterpartyRhythm = {
  readonly direction: 'debit' | 'credit';
  /** The expected amount, from past ones. */
  readonly usual: Money;
  /** Such as `monthly, 23rd`. */
  readonly rhythm: string;
  /** How reliable it has been, such as `on time 11 of 12, ±2 %`. */
  readonly record: string;
  readonly next: IsoDate | null;
};

/** The entries of a counterparty, as far as they were counted. Withdrawn ones are left out. */
export type CounterpartyEntries = {
  readonly count: number;
  /** The day from which on none is missing; null where all of the local copy are counted. */
  readonly since: IsoDate | null;
  readonly first: IsoDate | null;
  readonly last: IsoDate | null;
  /** The months of the page, oldest first, as `YYYY-MM`. */
  readonly months: readonly string[];
  readonly flows: readonly CounterpartyFlow[];
  readonly rhythms: readonly CounterpartyRhythm[];
  /** The newest, at most 20. */
  readonly newest: readonly CounterpartyEntry[];
};

/** A payment or a remittance to a counterparty, from this desk or as the bank lists it. */
export type CounterpartyPayment = {
  readonly kind: 'payment' | 'remittance';
  readonly reference: string;
  /** The record that opens it: the reference of a payment, the bank's id of a remittance; null where there is none yet. */
  readonly recordId: string | null;
  readonly at: Timestamp;
  readonly amount: Money | null;
  readonly accountNumber: string;
  /** Of this desk's order; null where it was made elsewhere. */
  readonly state: SubmissionState | null;
  /** The bank's own word; empty where it has none. */
  readonly status: string;
};

/** Something that is open with a counterparty. `opens` is the key by which its view opens it. */
export type OpenItem = {
  readonly kind: 'due' | 'recurring' | 'unanswered' | 'receivable' | 'invoice' | 'request';
  readonly opens: string;
  /** What it is, such as its reference. */
  readonly title: string;
  /** The day on which it is due; null where it has none. */
  readonly day: IsoDate | null;
  /** Null where it is not known. */
  readonly amount: Money | null;
  /** Of a scheduled payment. */
  readonly due: DueState | null;
  /** In a few words: a rhythm, who asks for it. */
  readonly note: string;
};

/** How early or late a payer pays: the median over what was paid. */
export type PayerHabit = {
  /** Days after the due day; negative where it pays early. */
  readonly late: number;
  readonly times: number;
};

/** In how many days invoices are due: the median over those that state both days. */
export type InvoiceTerm = { readonly days: number; readonly invoices: number };

/** Who changed bank details: a person of this desk or team, or somebody at the bank. */
export type DetailsAuthor =
  | { readonly kind: 'person'; readonly name: string; readonly reference: string }
  | { readonly kind: 'bank' };

/** A change of a payee's details, or a decision about it. */
export type DetailsEvent = { readonly at: Timestamp | null } & (
  | {
      readonly kind: 'changed' | 'created';
      readonly by: DetailsAuthor;
      readonly fields: readonly {
        readonly field: string;
        readonly before: string;
        readonly now: string;
      }[];
    }
  | {
      /** A person looked at changed bank details and let the payee be paid. */
      readonly kind: 'released';
      readonly by: DetailsAuthor;
    }
  | { readonly kind: 'gone' }
);

/** A file of an entry, or an invoice. */
export type CounterpartyFile = {
  readonly fileId: string;
  readonly kind: 'attachment' | 'invoice';
  readonly name: string;
  /** Detected from its content, not from its name. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly addedAt: Timestamp;
  /** Empty where it is not known. */
  readonly addedBy: string;
  /** The entry, or the reference of the payment, that it belongs to. */
  readonly of: string;
};

export type CounterpartyNote = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly text: string;
  readonly at: Timestamp;
  readonly by: string;
};

/** When each part was last reported; null where it never was. */
export type CounterpartyAsOf = {
  /** The oldest of the accounts' statements. */
  readonly statements: Timestamp | null;
  readonly payees: Timestamp | null;
  readonly payments: Timestamp | null;
};

/** All that this desk has of one counterparty. Nothing of it is read from the bank. */
export type Counterparty = {
  readonly name: string;
  /** The payee that it is; null where only a name is known, or where several payees have the name. */
  readonly payee: CounterpartyPayee | null;
  /** Other payees with the name. Entries that only name it are counted for none of them. */
  readonly namesakes: readonly CounterpartyPayee[];
  readonly quarantine: Quarantine | null;
  /** True where it was never paid from this desk. */
  readonly isNeverPaid: boolean;
  readonly asOf: CounterpartyAsOf;
  readonly entries: CounterpartyEntries;
  /** The newest, at most 20. */
  readonly payments: readonly CounterpartyPayment[];
  readonly open: readonly OpenItem[];
  readonly habit: PayerHabit | null;
  readonly invoiceTerm: InvoiceTerm | null;
  /** The newest first. */
  readonly details: readonly DetailsEvent[];
  /** The newest first, at most 50 of each. */
  readonly files: readonly CounterpartyFile[];
  readonly notes: readonly CounterpartyNote[];
};

export const counterpartiesRoutes = {
  /** Takes a payee, an entry, or a name as entries have it. A name that only one payee has is that payee. */
  'counterparties.get': answers<Counterparty>().to(
    z.union([
      z.strictObject({ payeeId: id }),
      z.strictObject({ accountNumber, entryId: id }),
      z.strictObject({ name: z.string().trim().min(1).max(counterpartyNameMax) }),
    ]),
  ),
};
