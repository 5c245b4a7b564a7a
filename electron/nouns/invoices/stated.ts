import { createHash } from 'node:crypto';

import {
  invoiceFields,
  type InvoiceField,
  type StatedInvoice,
} from '../../../shared/ipc/changes/invoices.ts';
import type { InvoiceReading } from '../../engines/invoice-files/fields/join.ts';
import type { InvoiceProblem } from '../../engines/invoice-files/fields/source.ts';

/** The values that a reading states, with problems for those that are missing for a payment. */
export function statedInvoice({ fields, problems, notes }: InvoiceReading): StatedInvoice {
  const values = Object.fromEntries(
    invoiceFields.map((field) => [field, fields[field]?.value ?? '']),
  ) as Record<InvoiceField, string>;
  const known = invoiceFields.flatMap((field) => {
    const found = fields[field];
    return found ? [[field, found] as const] : [];
  });
  return {
    ...values,
    from: Object.fromEntries(known.map(([field, { from }]) => [field, from])),
    proposed: known.flatMap(([field, { kind }]) => (kind === 'text' ? [field] : [])),
    problems: withMissing(values, problems),
    notes,
  };
}

/** Adds a problem for fields that a payment requires, unless a problem already states that nothing is to be paid. */
function withMissing(
  values: Readonly<Record<InvoiceField, string>>,
  problems: readonly InvoiceProblem[],
): readonly InvoiceProblem[] {
  const isNotPaid = problems.some(({ kind }) => notPaid.has(kind));
  const missing = (['amount', 'currency', 'account'] as const).filter(
    (field) => values[field] === '' && !problems.some((problem) => problem.field === field),
  );
  if (isNotPaid || missing.length === 0) return problems;
  return [
    ...problems,
    { kind: 'value-wrong', message: `It states no ${missing.join(' and no ')} that can be read.` },
  ];
}

const notPaid: ReadonlySet<InvoiceProblem['kind']> = new Set([
  ...(['credit-note', 'debited', 'card', 'settled', 'no-invoice', 'self-billed'] as const),
  'nothing-due',
]);

/** The name that an invoice gives the party to be paid. */
export const nameOnInvoice = ({ payee, seller }: Pick<StatedInvoice, 'payee' | 'seller'>): string =>
  payee || seller;

/** The narration for the payee: the reference that the invoice asks for, else its number. */
export const narrationFor = ({ reference, number }: StatedInvoice): string =>
  (reference || number).slice(0, 140);

/** Characters of a reference that payment messages allow. */
const referenceMax = 35;

/**
 * The payment's reference: the same for the same invoice of the same seller, so that a second file cannot pay it again. It is the number
 * of the invoice and a digest of seller and account.
 */
export function referenceOf(invoice: StatedInvoice): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([invoice.seller || invoice.payee, invoice.account, invoice.number]))
    .digest('hex')
    .slice(0, 8);
  const number = invoice.number.replace(/[^\w/.:+-]+/g, '-').replace(/^-+|-+$/g, '');
  return `${number.slice(0, referenceMax - digest.length - 1)}${number === '' ? 'INV-' : '-'}${digest}`;
}

/** The identity of an invoice: two files with the same identity are one payment. Null where its number is not known. */
export const identityOf = ({ number, seller, payee, account }: StatedInvoice): string | null =>
  number === '' ? null : JSON.stringify([folded(number), folded(seller || payee) || account]);

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
