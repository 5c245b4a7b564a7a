import { todayAt } from '../../../shared/calendar/calendar.ts';
import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import { ok } from '../../../shared/result.ts';
import { saveCopy } from '../../engines/exports/saved-copy.ts';
import type { OpenSaved, SaveAs } from '../../engines/exports/whole-file.ts';
import { invoiceThread } from '../../engines/invoice-files/invoice-thread.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import type { PaymentFileRunner } from '../payments/file/runner.ts';
import type { PaymentParts } from '../payments/tables.ts';
import { invoiceBytes, invoiceParts, invoiceRow, knownInvoice, takeInvoice } from './invoices.ts';
import { matchPayee } from './match-payee.ts';
import { paymentFileOf } from './payment-file.ts';
import { invoicesOfPayment, linkInvoice } from './tables.ts';

type Open = OpenBank<PaymentParts['cache']> & {
  readonly profile: { readonly folder: { readonly attachments: string } };
  readonly paymentFiles: PaymentFileRunner;
};

type Ports = {
  readonly saveAs: SaveAs;
  readonly openSaved: OpenSaved;
  /** The program of the thread that reads invoices. */
  readonly worker: URL;
};

type Routes = Extract<keyof Handlers, `invoices.${string}`>;

export const invoiceHandlers = (
  desk: () => Open,
  { worker, ...ports }: Ports,
): Pick<Handlers, Routes> => {
  const thread = invoiceThread(worker);
  return {
    'invoices.read': (file, { correlationId }) => {
      const open = desk();
      return takeInvoice(invoiceParts(open, thread), file, { ...stampOf(open), correlationId });
    },
    'invoices.get': ({ invoiceId }) => {
      const parts = invoiceParts(desk(), thread);
      return ok(invoiceRow(parts, knownInvoice(parts, invoiceId)));
    },
    'invoices.payeeOf': ({ invoiceId, account }) => {
      const parts = invoiceParts(desk(), thread);
      const { stated } = knownInvoice(parts, invoiceId);
      return ok(matchPayee(parts.reader, { ...stated, account }));
    },
    'invoices.link': ({ invoiceId, reference }) => {
      const { journal } = desk().copy;
      linkInvoice(journal, knownInvoice({ journal }, invoiceId).invoiceId, reference);
      return ok({ linked: true });
    },
    'invoices.toFile': async ({ invoiceIds, accounts }, context) => {
      const open = desk();
      const parts = invoiceParts(open, thread);
      const rows = [...new Set(invoiceIds)].map((id) => invoiceRow(parts, knownInvoice(parts, id)));
      const { payable, heldBack } = sorted(rows);
      if (payable.length === 0) return ok({ batchId: null, heldBack });
      const invoices = payable.map(({ stated }) => stated);
      const bytes = Buffer.from(paymentFileOf(invoices, accounts));
      const fileName = `invoices-${todayAt(open.clock.now())}.csv`;
      const added = await open.paymentFiles.add({ fileName, bytes }, context);
      return added.ok ? ok({ batchId: added.value.batchId, heldBack }) : added;
    },
    'invoices.ofPayment': ({ reference }) => {
      const files = invoicesOfPayment(desk().copy.journal, reference);
      return ok({ files: files.map(({ stated, reference: _, ...file }) => file) });
    },
    'invoices.save': async ({ invoiceId, open }) => {
      const { record, bytes } = await invoiceBytes(invoiceParts(desk(), thread), invoiceId);
      const file = { name: record.fileName, mediaType: record.mediaType, bytes };
      return ok(await saveCopy(file, open, ports));
    },
  };
};

type HeldBack = Readonly<Record<'invoiceId' | 'fileName' | 'reason', string>>;

/** Separates the invoices that can be paid as they are from the others, with their reason. One invoice in two files is one payment. */
function sorted(rows: readonly InvoiceRow[]): {
  readonly payable: readonly InvoiceRow[];
  readonly heldBack: readonly HeldBack[];
} {
  const references = new Set<string>();
  const payable: InvoiceRow[] = [];
  const heldBack: HeldBack[] = [];
  for (const row of rows) {
    const reason = references.has(row.reference)
      ? 'It is the same invoice as another of these files.'
      : reasonToHold(row);
    references.add(row.reference);
    if (reason === '') payable.push(row);
    else heldBack.push({ invoiceId: row.invoiceId, fileName: row.fileName, reason });
  }
  return { payable, heldBack };
}

const reasonToHold = ({ stated, match, isPaid, seen }: InvoiceRow): string =>
  [
    ...stated.problems.map(({ message }) => message),
    ...(match.kind === 'known' ? [] : [match.message]),
    ...(isPaid ? [seen] : []),
  ]
    .filter((reason) => reason !== '')
    .join(' ');
