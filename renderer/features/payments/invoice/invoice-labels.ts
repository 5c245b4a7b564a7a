import { todayAt } from '../../../../shared/calendar/calendar.ts';
import type {
  InvoiceField,
  InvoiceRow,
  StatedInvoice,
} from '../../../../shared/ipc/changes/invoices.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import { dayText } from '../../../ui/text/dates.ts';

const labels: readonly (readonly [InvoiceField, string])[] = [
  ['number', 'Invoice'],
  ['seller', 'Seller'],
  ['payee', 'Account holder'],
  ['amount', 'Amount due'],
  ['account', 'Account'],
  ['bic', 'BIC'],
  ['reference', 'Reference'],
  ['issued', 'Issued'],
  ['due', 'Due'],
];

/** A field of an invoice as it is shown, with the place that it was read at. */
export type InvoiceLine = {
  readonly field: InvoiceField;
  readonly label: string;
  readonly text: string;
  readonly from: string;
  readonly isProposal: boolean;
};

/** The known fields of an invoice, in the order of a form. */
export const invoiceLines = (stated: StatedInvoice): InvoiceLine[] =>
  labels.flatMap(([field, label]) =>
    stated[field] === ''
      ? []
      : [
          {
            ...{ field, label, text: textOf(stated, field) },
            from: stated.from[field] ?? '',
            isProposal: stated.proposed.includes(field),
          },
        ],
  );

function textOf(stated: StatedInvoice, field: InvoiceField): string {
  const value = stated[field];
  if (field === 'amount')
    return stated.currency === '' ? value : formatMoney(money(value, stated.currency));
  return field === 'issued' || field === 'due' ? dayText(value, todayAt(Date.now())) : value;
}

/** Bank details of an invoice as a person would paste them. */
export const payeeText = ({ stated }: InvoiceRow): string =>
  [
    stated.payee || stated.seller,
    ...(stated.account === '' ? [] : [`IBAN: ${stated.account}`]),
    ...(stated.bic === '' ? [] : [`BIC: ${stated.bic}`]),
    ...(stated.currency === '' ? [] : [`Currency: ${stated.currency}`]),
  ]
    .filter((line) => line !== '')
    .join('\n');
