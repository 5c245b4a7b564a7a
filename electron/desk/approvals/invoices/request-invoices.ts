import { ok } from '../../../../shared/result.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { attempt } from '../../../engines/store/local-faults.ts';
import {
  invoicePieceKind,
  invoicesOfRequestMax,
  pieceBytesMax,
  type RequestedInvoice,
} from '../../../nouns/approvals/contents.ts';
import { invoiceBytes, type InvoiceFiles } from '../../../nouns/invoices/invoices.ts';
import { invoicesOfPayment } from '../../../nouns/invoices/tables.ts';
import { writeAct } from '../../../nouns/people/acts-of-people.ts';
import type { OpenTeam } from '../../../nouns/people/open-team.ts';
import { piecesOf } from './invoice-pieces.ts';

/** A larger file stays on its desk: the request has its digest only. */
const sharedBytesMax = 5_000_000;

/**
 * Writes the invoices of a payment into the team's record, encrypted, for its approvers. Returns the entries for its request; none for a
 * payment without an invoice. Fails where an act cannot be written; pieces written before remain without a request.
 */
export async function writeInvoices(
  team: OpenTeam,
  files: InvoiceFiles,
  reference: string,
  context: Context,
): Promise<Outcome<readonly RequestedInvoice[]>> {
  const named: RequestedInvoice[] = [];
  for (const invoice of invoicesOfPayment(files.journal, reference, invoicesOfRequestMax)) {
    const { invoiceId, fileName: name, sha256, sizeBytes } = invoice;
    const isShared = sizeBytes <= sharedBytesMax;
    const read = isShared ? await attempt(() => invoiceBytes(files, invoiceId)) : null;
    const written = read?.ok ? await writePieces(team, sha256, read.value.bytes, context) : ok([]);
    if (!written.ok) return written;
    named.push({ name, sha256, acts: written.value });
  }
  return ok(named);
}

/** Writes the bytes of a file piece by piece, and returns the numbers of the acts in the order of the pieces. */
async function writePieces(
  team: OpenTeam,
  sha256: string,
  bytes: Uint8Array,
  context: Context,
): Promise<Outcome<number[]>> {
  const { record } = team;
  const behind = record.head.n;
  for (let at = 0; at < bytes.length; at += pieceBytesMax) {
    const piece = Buffer.from(bytes.subarray(at, at + pieceBytesMax)).toString('base64');
    const content = { sha256, piece: at / pieceBytesMax, bytes: piece };
    const written = await writeAct(team, { kind: invoicePieceKind, content }, context);
    if (!written.ok) return written;
  }
  return ok(piecesOf(team, sha256, behind));
}
