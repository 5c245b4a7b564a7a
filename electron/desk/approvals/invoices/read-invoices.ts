import { compactAccount } from '../../../../shared/account-digits.ts';
import type { ReviewMark } from '../../../../shared/ipc/approvals.ts';
import type { InvoiceRow } from '../../../../shared/ipc/changes/invoices.ts';
import type { ReviewedPayment } from '../../../../shared/ipc/changes/payments.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import { attempt } from '../../../engines/store/local-faults.ts';
import type { RequestedInvoice } from '../../../nouns/approvals/contents.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { invoiceRow, takeInvoice, type InvoiceParts } from '../../../nouns/invoices/invoices.ts';
import { invoiceByDigest, linkInvoice } from '../../../nouns/invoices/tables.ts';
import type { OpenTeam } from '../../../nouns/people/open-team.ts';
import { sharedBytes } from './invoice-pieces.ts';

/** An invoice that a request names, as read from its file by this desk; null where the file is missing or unreadable. */
type ReadInvoice = Pick<RequestedInvoice, 'name' | 'sha256'> & {
  readonly row: InvoiceRow | null;
};

/**
 * The marks on a request's invoices that a person must open before its payment is approved or sent, as this desk read their files. Empty
 * for a request without invoices.
 */
export async function reviewInvoices(
  parts: InvoiceParts,
  team: OpenTeam,
  request: Request,
  payment: ReviewedPayment | null,
): Promise<readonly ReviewMark[]> {
  if (payment === null || request.invoices === undefined) return [];
  return invoiceMarks(await readInvoices(parts, team, request), payment);
}

/**
 * Reads the invoices of a request from their own bytes: this desk's file with the same digest, else the one in the record, which is then
 * stored with the payment.
 */
async function readInvoices(
  parts: InvoiceParts,
  team: OpenTeam,
  request: Pick<Request, 'invoices' | 'maker' | 'lines'>,
): Promise<readonly ReadInvoice[]> {
  const read: ReadInvoice[] = [];
  for (const invoice of request.invoices ?? []) {
    const { name, sha256 } = invoice;
    const here = invoiceByDigest(parts.journal, sha256);
    const row = here ? invoiceRow(parts, here) : await takeShared(parts, team, request, invoice);
    read.push({ name, sha256, row });
  }
  return read;
}

async function takeShared(
  parts: InvoiceParts,
  team: OpenTeam,
  { maker, lines: [line] }: Pick<Request, 'maker' | 'lines'>,
  invoice: RequestedInvoice,
): Promise<InvoiceRow | null> {
  const bytes = sharedBytes(team, invoice);
  if (bytes === null || line === undefined) return null;
  const stamp = {
    actor: { id: '', name: maker.person, desk: maker.key },
    ...{ at: maker.at, correlationId: 'requested invoice' },
  };
  const stored = await attempt(() => takeInvoice(parts, { fileName: invoice.name, bytes }, stamp));
  if (!stored.ok || !stored.value.ok) return null;
  const row = stored.value.value;
  linkInvoice(parts.journal, row.invoiceId, line.reference);
  return row;
}

/** The marks on invoices that a person must open before the payment is approved or sent. */
const invoiceMarks = (
  invoices: readonly ReadInvoice[],
  payment: Pick<ReviewedPayment, 'amount' | 'payee' | 'reference'>,
): readonly ReviewMark[] =>
  invoices.flatMap(({ name, sha256, row }): ReviewMark[] => {
    if (row === null)
      return [
        warned(
          `The request names the invoice ${name}, and this desk cannot read it. Ask its maker for the file; its SHA-256 digest is ${sha256}.`,
        ),
      ];
    const differing = [amountMark(name, row, payment), accountMark(name, row, payment)];
    const problems = row.stated.problems.map(({ message }) => warned(`${name}: ${message}`));
    const paid = row.isPaid && row.reference !== payment.reference ? [warned(row.seen)] : [];
    return [...differing.filter((mark) => mark !== null), ...problems, ...paid];
  });

function amountMark(
  name: string,
  { stated: { amount, currency } }: InvoiceRow,
  { amount: paid }: Pick<ReviewedPayment, 'amount'>,
): ReviewMark | null {
  if (amount === '') return null;
  const isSame =
    toUnits(amount) === toUnits(paid.amount) && (currency === '' || currency === paid.currency);
  if (isSame) return null;
  const stated = currency === '' ? amount : formatMoney(money(amount, currency));
  return warned(`${name} states ${stated}; ${formatMoney(paid)} is paid.`);
}

function accountMark(
  name: string,
  { stated: { account } }: InvoiceRow,
  { payee }: Pick<ReviewedPayment, 'payee'>,
): ReviewMark | null {
  if (account === '' || compactAccount(account) === compactAccount(payee.accountNumber))
    return null;
  return warned(
    `${name} names the account ${account}, and the payee has ${payee.accountNumber || 'none'}. Ask the payee by a known telephone number.`,
  );
}

const warned = (message: string): ReviewMark => ({ place: 'warning', message });
