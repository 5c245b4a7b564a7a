import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem } from '../files/table.ts';
import { joinSources, type InvoiceReading } from './fields/join.ts';

/** The most bytes of an invoice. */
export const invoiceBytesMax = 25 * 1024 * 1024;

export type InvoiceFileKind = 'pdf' | 'png' | 'jpeg' | 'xml';

/** Media types by kind. */
export const invoiceTypes: Readonly<Record<InvoiceFileKind, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  xml: 'application/xml',
};

const beginnings: readonly (readonly [InvoiceFileKind, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
];

/** Detects the kind of a file by its content, never by its name. Null where it is no kind that an invoice has. */
export function invoiceKindOf(bytes: Uint8Array): InvoiceFileKind | null {
  const binary = beginnings.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (binary) return binary[0];
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  // A PDF may have a few bytes before its header.
  if (head.includes('%PDF-')) return 'pdf';
  return /^\s*<(\?xml|[a-z])/i.test(head.replaceAll('\0', '').replace(/^(ï»¿|ÿþ|þÿ)/, ''))
    ? 'xml'
    : null;
}

/**
 * Reads one invoice: data in XML, alone or within a PDF, payment codes of pages and pictures, and the words of a PDF as a proposal. The parts
 * that read PDFs and pictures are loaded with the first such file.
 */
export async function readInvoice(bytes: Uint8Array): Promise<Result<InvoiceReading, FileProblem>> {
  if (bytes.length === 0) return refuse('file.empty', 'it is empty.');
  if (bytes.length > invoiceBytesMax)
    return refuse('file.too-large', `it is larger than ${String(invoiceBytesMax / 1_048_576)} MB.`);
  const kind = invoiceKindOf(bytes);
  if (kind === null)
    return refuse(
      'file.type-unsupported',
      'it is no PDF, XML, PNG or JPEG: an invoice is one of them.',
    );
  if (kind === 'xml') {
    const { readXmlInvoice } = await import('./xml/xml-invoice.ts');
    const source = await readXmlInvoice(bytes);
    return source.ok ? ok(joinSources([source.value])) : source;
  }
  if (kind === 'pdf') {
    const { readPdfInvoice } = await import('./pdf/pdf-invoice.ts');
    return readPdfInvoice(bytes);
  }
  const { readPicture } = await import('./codes/picture.ts');
  return readPicture(bytes, kind);
}
