import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { accountNumber, answers, currency, id, type SavedCopy } from '../route.ts';
import type { BeneficiaryRow } from './beneficiaries.ts';

/** What an invoice can state for its payment. */
export const invoiceFields = [
  'number',
  'seller',
  'payee',
  'amount',
  'currency',
  'account',
  'bic',
  'reference',
  'issued',
  'due',
  'buyer',
] as const;
export type InvoiceField = (typeof invoiceFields)[number];

/** One value of a field and where it was read, such as `XML BT-115`. */
export type InvoiceValue = { readonly value: string; readonly from: string };

/** Why an invoice is not paid without a person, in whole sentences. */
export type InvoiceProblem = {
  readonly kind: string;
  readonly message: string;
  /** The values to decide between, where it is about one field. */
  readonly field?: InvoiceField;
  readonly values?: readonly InvoiceValue[];
};

/** What an invoice states of its payment: an empty text is not known. */
export type StatedInvoice = Readonly<Record<InvoiceField, string>> & {
  /** Where each known field was read. */
  readonly from: Readonly<Partial<Record<InvoiceField, string>>>;
  /** Fields that come from the words of a page: a person looks at them. */
  readonly proposed: readonly InvoiceField[];
  readonly problems: readonly InvoiceProblem[];
  /** The parts of the file that were not read. */
  readonly notes: readonly string[];
};

/**
 * Who would be paid. known: a payee has the account · differs: a payee has the name and another account · several: more than one payee has the
 * account · unknown: no payee has account or name · none: the invoice states no account.
 */
export type InvoiceMatch = {
  readonly kind: 'known' | 'differs' | 'several' | 'unknown' | 'none';
  /** The payee with the account, or with the name; null where there is none, or more than one. */
  readonly payee: BeneficiaryRow | null;
  /** What a person must decide; empty where nothing. */
  readonly message: string;
};

/** An invoice as the desk has it: its file, what it states, whom it would pay. */
export type InvoiceRow = {
  readonly invoiceId: string;
  readonly fileName: string;
  readonly addedAt: Timestamp;
  readonly addedBy: string;
  readonly stated: StatedInvoice;
  readonly match: InvoiceMatch;
  /** The reference of its payment: the same for the same invoice, so that it is paid once. */
  readonly reference: string;
  readonly narration: string;
  /** The day that it is due, where that is a later day by this machine's clock or the bank's; empty where it is paid now. */
  readonly dueLater: IsoDate | '';
  /** What is known of a payment under that reference, or of the same invoice in another file; empty where nothing. */
  readonly seen: string;
  /** True where a payment of it was sent, or may have been. */
  readonly isPaid: boolean;
};

/** A file that belongs to a payment. */
export type InvoiceFile = {
  readonly invoiceId: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Of its bytes, hex. */
  readonly sha256: string;
  readonly addedAt: Timestamp;
  readonly addedBy: string;
};

const one = z.strictObject({ invoiceId: id });

export const invoicesRoutes = {
  /** Reads an invoice and stores its file, encrypted. The same bytes again are the same invoice. */
  'invoices.read': answers<InvoiceRow>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  /** An invoice that was read before, with what is known of it now. */
  'invoices.get': answers<InvoiceRow>().to(one),
  /** Whom it would pay with another of its accounts, which a person chose. */
  'invoices.payeeOf': answers<InvoiceMatch>().to(one.extend({ account: accountNumber })),
  /** Records the reference under which it is paid, where that is no longer its own. */
  'invoices.link': answers<{ linked: boolean }>().to(one.extend({ reference: id })),
  /** Makes a payment file of these invoices. Those that cannot be paid as they are stay out, and are named. */
  'invoices.toFile': answers<{
    readonly batchId: string | null;
    readonly heldBack: readonly {
      readonly invoiceId: string;
      readonly fileName: string;
      readonly reason: string;
    }[];
  }>().to(
    z.strictObject({
      invoiceIds: z.array(id).min(1).max(1_000),
      /** The own account that pays each currency. */
      accounts: z.array(z.strictObject({ currency, accountNumber })).max(200),
    }),
  ),
  'invoices.ofPayment': answers<{ files: readonly InvoiceFile[] }>().to(
    z.strictObject({ reference: id }),
  ),
  /** Asks where to save, then writes a copy. */
  'invoices.save': answers<SavedCopy>().to(one.extend({ open: z.boolean() })),
};
