import { createHash, randomUUID } from 'node:crypto';

import type { Stamp } from '../../../shared/actor.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { DeskFault, type Outcome } from '../../../shared/errors.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import { err, ok } from '../../../shared/result.ts';
import { problemAsError } from '../../engines/files/table.ts';
import type { InvoiceThread } from '../../engines/invoice-files/invoice-thread.ts';
import { invoiceKindOf, invoiceTypes } from '../../engines/invoice-files/read-invoice.ts';
import type { DeskClock } from '../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import { readSpooled, removeSpooled, spoolFile } from '../../engines/store/spool.ts';
import { dueDaysAt } from '../due-payments/due-days.ts';
import { duePaymentUnder } from '../due-payments/tables.ts';
import { paymentByReference } from '../payments/list.ts';
import { matchPayee } from './match-payee.ts';
import { identityOf, narrationFor, referenceOf, statedInvoice } from './stated.ts';
import {
  addInvoice,
  blobOf,
  invoiceByDigest,
  invoiceById,
  invoicesLike,
  type InvoiceRecord,
} from './tables.ts';

export type InvoiceParts = {
  readonly reader: CacheReader;
  readonly journal: Journal;
  /** The parts that look up payments. */
  readonly payments: Parameters<typeof paymentByReference>[0];
  readonly clock: DeskClock;
  /** The folder of the encrypted bytes, next to the journal. */
  readonly folder: string;
  readonly thread: InvoiceThread;
};

/** The parts that read and store the invoices of an open bank. */
export const invoiceParts = (
  { copy, profile, changes }: OpenInvoices,
  thread: InvoiceThread,
): InvoiceParts => ({
  reader: copy.reader,
  journal: copy.journal,
  payments: changes,
  clock: changes.clock,
  folder: profile.folder.attachments,
  thread,
});

type OpenInvoices = {
  readonly copy: Pick<InvoiceParts, 'reader' | 'journal'>;
  readonly changes: InvoiceParts['payments'] & Pick<InvoiceParts, 'clock'>;
  readonly profile: { readonly folder: { readonly attachments: string } };
};

/** The parts that read the bytes of invoices. */
export type InvoiceFiles = Pick<InvoiceParts, 'journal' | 'folder'>;

/**
 * Reads an invoice and stores its file: the encrypted bytes first, then the journal row. The same bytes again return the stored invoice.
 */
export async function takeInvoice(
  parts: InvoiceParts,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  { actor, at, correlationId }: Stamp & { readonly correlationId: string },
): Promise<Outcome<InvoiceRow>> {
  const { journal, folder, thread } = parts;
  const name = cleanFileName(fileName);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const there = invoiceByDigest(journal, sha256);
  if (there) return ok(invoiceRow(parts, there));
  const read = await thread.read(bytes);
  if (!read.ok) return err(problemAsError(read.error, name, correlationId));
  const stated = statedInvoice(read.value);
  const { name: blob, key } = await spoolFile(folder, [bytes]);
  const record: InvoiceRecord = {
    ...{
      invoiceId: randomUUID(),
      fileName: name,
      mediaType: invoiceTypes[invoiceKindOf(bytes) ?? 'xml'],
    },
    ...{ sizeBytes: bytes.length, sha256, addedAt: at, addedBy: actor.name },
    ...{ stated, reference: referenceOf(stated) },
  };
  const added = await attempt(() =>
    addInvoice(journal, record, { blob, key, actor, identity: identityOf(stated) }),
  );
  if (!added.ok) {
    await removeSpooled(folder, blob);
    throw added.error;
  }
  return ok(invoiceRow(parts, record));
}

/** The invoice with its payee and payment as they are known now. */
export function invoiceRow(parts: InvoiceParts, record: InvoiceRecord): InvoiceRow {
  const { invoiceId, fileName, addedAt, addedBy, stated, reference } = record;
  const { seen, isPaid } = seenBefore(parts, record);
  return {
    ...{ invoiceId, fileName, addedAt, addedBy, stated, reference, seen, isPaid },
    match: matchPayee(parts.reader, stated),
    narration: narrationFor(stated),
    dueLater: stated.due > dueDaysAt(parts.clock).first ? stated.due : '',
  };
}

/** Payments that did not leave, or were refused, may be made again. */
const notPaid: ReadonlySet<string> = new Set(['refused', 'not-sent', 'not-found']);

/** Is there a payment of the same invoice, sent or scheduled, or another file of it? */
function seenBefore(
  { journal, payments }: InvoiceParts,
  record: InvoiceRecord,
): Pick<InvoiceRow, 'seen' | 'isPaid'> {
  const identity = identityOf(record.stated);
  const like = identity === null ? [] : invoicesLike(journal, identity, record.invoiceId);
  const references = [record, ...like].map(({ reference }) => reference);
  const scheduled = references.flatMap((one) => duePaymentUnder(journal, one) ?? []);
  const waiting = scheduled.find(({ state }) => state === 'scheduled');
  for (const reference of references) {
    const payment = paymentByReference(payments, reference);
    if (
      !payment ||
      (payment.submission && notPaid.has(payment.submission.state) && !payment.transfer)
    )
      continue;
    return {
      seen: `This invoice was paid, or may have been: payment ${reference} of ${clockText(payment.at)}.`,
      isPaid: true,
    };
  }
  if (waiting)
    return {
      seen: `This invoice is scheduled: payment ${waiting.order.reference} for ${fullDay(waiting.day, 'named')}.`,
      isPaid: true,
    };
  const [earlier] = like.filter(({ addedAt }) => addedAt <= record.addedAt);
  return {
    seen: earlier
      ? `The same invoice was read as ${earlier.fileName} on ${clockText(earlier.addedAt)}.`
      : '',
    isPaid: false,
  };
}

export function knownInvoice(
  { journal }: Pick<InvoiceParts, 'journal'>,
  invoiceId: string,
): InvoiceRecord {
  const record = invoiceById(journal, invoiceId);
  if (record === null) throw new DeskFault('input.invalid', 'This invoice is not on this desk.');
  return record;
}

/** The bytes of an invoice, checked against their digest. Throws `attachment.unreadable` where they are missing or damaged. */
export async function invoiceBytes(
  { journal, folder }: InvoiceFiles,
  invoiceId: string,
): Promise<{ readonly record: InvoiceRecord; readonly bytes: Uint8Array }> {
  const record = knownInvoice({ journal }, invoiceId);
  const stored = blobOf(journal, invoiceId);
  const chunks: Uint8Array[] = [];
  const read = await attempt(async () => {
    if (stored)
      for await (const chunk of readSpooled(folder, stored.blob, stored.key)) chunks.push(chunk);
  });
  const bytes = Buffer.concat(chunks);
  if (!read.ok || createHash('sha256').update(bytes).digest('hex') !== record.sha256)
    throw new DeskFault(
      'attachment.unreadable',
      `${record.fileName} cannot be read any more: its bytes are missing or damaged on this machine.`,
    );
  return { record, bytes };
}
