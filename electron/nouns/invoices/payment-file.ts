import type { StatedInvoice } from '../../../shared/ipc/changes/invoices.ts';
import { csvFile } from '../../engines/formats/csv-file.ts';
import { narrationFor, referenceOf } from './stated.ts';

/** Headings that a payment file is read by. The payee is named by the account alone: names are written in many forms. */
const headings = [
  ...(['payee account', 'amount', 'currency', 'reference', 'narration', 'due'] as const),
];

/** The own account that pays a currency. */
export type PayingAccount = { readonly currency: string; readonly accountNumber: string };

/** Writes these invoices as a payment file, in their order, each with its due day. Each invoice must be payable as it states. */
export function paymentFileOf(
  invoices: readonly StatedInvoice[],
  accounts: readonly PayingAccount[] = [],
): string {
  const byCurrency = new Map(accounts.map((one) => [one.currency, one.accountNumber]));
  const isNamed = accounts.length > 0;
  return csvFile(
    [...headings, ...(isNamed ? ['account'] : [])],
    invoices.map((invoice) => {
      const { account, amount, currency } = invoice;
      const line = [account, { amount, currency }, currency, referenceOf(invoice)];
      const rest = [narrationFor(invoice), invoice.due];
      return [...line, ...rest, ...(isNamed ? [byCurrency.get(currency) ?? ''] : [])];
    }),
  );
}
