import { attempt } from '../../store/local-faults.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { refuse, type FileProblem } from '../../files/table.ts';
import { codesIn } from '../codes/find-codes.ts';
import { joinSources, type InvoiceReading } from '../fields/join.ts';
import { readPaymentCode } from '../codes/payment-code.ts';
import { openPdf, pdfFault, type PdfDocument } from './pdf-document.ts';
import type { InvoiceSource } from '../fields/source.ts';
import { proposeFromText, type PageLines } from './text-proposals.ts';
import { areStreamsWhole } from './whole-streams.ts';
import { readXmlInvoice } from '../xml/xml-invoice.ts';

/** The most pages whose words and codes are read. */
const pagesMax = 12;
/** The most bytes of one embedded file. */
const fileBytesMax = 10 * 1024 * 1024;

/** Reads the data, the codes and the words of a PDF. */
export async function readPdfInvoice(
  bytes: Uint8Array,
): Promise<Result<InvoiceReading, FileProblem>> {
  const opened = await attempt(() => openPdf(bytes));
  if (!opened.ok) return refuse('file.unreadable', pdfFault(opened.error.cause));
  const document = opened.value;
  const read = await attempt(() => readDocument(document, areStreamsWhole(bytes)));
  await document.close();
  return read.ok ? ok(read.value) : refuse('file.unreadable', pdfFault(read.error.cause));
}

/** Reads a document. Of a damaged one only the payment codes are read: they correct errors, while data and words may have changed. */
async function readDocument(document: PdfDocument, isWhole: boolean): Promise<InvoiceReading> {
  const notes: string[] = [];
  const data = isWhole ? await dataIn(document, notes) : [];
  if (!isWhole)
    notes.push('It was damaged: its data and words were not read. Ask for the file again.');
  const codes: InvoiceSource[] = [];
  const pages: PageLines[] = [];
  for (let page = 1; page <= Math.min(document.pageCount, pagesMax); page += 1) {
    const read = await attempt(async () => {
      pages.push({ page, lines: isWhole ? await document.linesOf(page) : [] });
      const drawing = await document.drawingOf(page);
      for (const code of drawing ? await codesIn(drawing) : []) {
        const source = readPaymentCode(code, `on page ${String(page)}`);
        if (source) codes.push(source);
      }
    });
    if (!read.ok) notes.push(`Page ${String(page)} could not be read.`);
  }
  if (document.pageCount > pagesMax)
    notes.push(`Pages after page ${String(pagesMax)} were not read.`);
  const { source, figures } = proposeFromText(pages);
  if (isWhole && data.length === 0 && pages.every(({ lines }) => lines.length === 0))
    notes.push('Its pages are pictures: only payment codes were read from them.');
  return joinSources([...data, ...codes, source], notes, figures);
}

/** The invoices in XML within a PDF. */
async function dataIn(document: PdfDocument, notes: string[]): Promise<InvoiceSource[]> {
  const files = await attempt(() => document.files());
  if (!files.ok) {
    notes.push('The files within it could not be read.');
    return [];
  }
  const found: InvoiceSource[] = [];
  for (const { name, bytes } of files.value) {
    const read =
      bytes.length > fileBytesMax
        ? refuse('file.too-large', 'it is too large.')
        : await readXmlInvoice(bytes);
    if (read.ok) found.push(read.value);
    else notes.push(`${name} within it was not used: ${read.error.message}`);
  }
  return found;
}
