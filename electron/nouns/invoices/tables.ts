import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { InvoiceFile, StatedInvoice } from '../../../shared/ipc/changes/invoices.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** An invoice as the journal has it. */
export type InvoiceRecord = InvoiceFile & {
  readonly stated: StatedInvoice;
  /** The reference of its payment. */
  readonly reference: string;
};

/** Where the encrypted bytes lie, and their key. */
export type InvoiceBlob = { readonly blob: string; readonly key: Uint8Array };

type Stored = {
  readonly invoice_id: string;
  readonly name: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly document: string;
  readonly reference: string;
  readonly blob: string;
  readonly blob_key: Buffer;
  readonly added_at: Timestamp;
  readonly actor: string;
};

const columns =
  'invoice_id, name, media_type, size_bytes, sha256, document, reference, blob, blob_key, added_at, actor';

export function addInvoice(
  journal: Journal,
  invoice: InvoiceRecord,
  {
    blob,
    key,
    actor,
    identity,
  }: InvoiceBlob & Pick<Stamp, 'actor'> & { readonly identity: string | null },
): void {
  writeJournal(journal, 'invoice', () =>
    run(
      journal,
      `INSERT INTO invoice (${columns}, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[invoice.invoiceId, invoice.fileName, invoice.mediaType, invoice.sizeBytes],
      ...[invoice.sha256, JSON.stringify(invoice.stated), invoice.reference],
      ...[blob, key, invoice.addedAt, actorText(actor), identity],
    ),
  );
}

export const invoiceById = (journal: Journal, invoiceId: string): InvoiceRecord | null =>
  recordOf(row<Stored>(journal, `SELECT ${columns} FROM invoice WHERE invoice_id = ?`, invoiceId));

export const invoiceByDigest = (journal: Journal, sha256: string): InvoiceRecord | null =>
  recordOf(row<Stored>(journal, `SELECT ${columns} FROM invoice WHERE sha256 = ?`, sha256));

/** Other files of the same invoice, oldest first. */
export const invoicesLike = (
  journal: Journal,
  identity: string,
  exceptId: string,
): readonly InvoiceRecord[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM invoice INDEXED BY invoice_identity WHERE identity = ? AND invoice_id <> ? ORDER BY added_at LIMIT 20`,
    ...[identity, exceptId],
  ).flatMap((stored) => recordOf(stored) ?? []);

/** Files of a payment that are shown. */
const shownMax = 20;

/** The files of one payment, oldest first, at most `limit`; -1 is all of them. */
export const invoicesOfPayment = (
  journal: Journal,
  reference: string,
  limit = shownMax,
): readonly InvoiceRecord[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM invoice INDEXED BY invoice_reference WHERE reference = ? ORDER BY added_at LIMIT ?`,
    ...[reference, limit],
  ).flatMap((stored) => recordOf(stored) ?? []);

/** The newest invoices that were read. */
export const newestInvoices = (journal: Journal, limit: number): readonly InvoiceRecord[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM invoice INDEXED BY invoice_added ORDER BY added_at DESC, invoice_id DESC LIMIT ?`,
    limit,
  ).flatMap((stored) => recordOf(stored) ?? []);

export function linkInvoice(journal: Journal, invoiceId: string, reference: string): void {
  writeJournal(journal, 'invoice', () =>
    run(journal, 'UPDATE invoice SET reference = ? WHERE invoice_id = ?', reference, invoiceId),
  );
}

export function blobOf(journal: Journal, invoiceId: string): InvoiceBlob | null {
  const stored = row<Pick<Stored, 'blob' | 'blob_key'>>(
    journal,
    'SELECT blob, blob_key FROM invoice WHERE invoice_id = ?',
    invoiceId,
  );
  return stored && { blob: stored.blob, key: stored.blob_key };
}

/** The names of all invoices, and under which names their encrypted bytes are stored. */
export const storedInvoices = (
  journal: Journal,
): { readonly name: string; readonly blob: string }[] =>
  rows(journal, 'SELECT name, blob FROM invoice ORDER BY invoice_id');

const recordOf = (stored: Stored | null): InvoiceRecord | null =>
  stored && {
    invoiceId: stored.invoice_id,
    fileName: stored.name,
    mediaType: stored.media_type,
    sizeBytes: stored.size_bytes,
    sha256: stored.sha256,
    stated: JSON.parse(stored.document) as StatedInvoice,
    reference: stored.reference,
    addedAt: stored.added_at,
    addedBy: actorIn(stored.actor).name,
  };
