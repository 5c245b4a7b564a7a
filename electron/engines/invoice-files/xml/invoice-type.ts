import type { SourceValues } from '../fields/source.ts';

/** Codes of UNTDID 1001 for credit notes. */
const creditNotes: ReadonlySet<string> = new Set(
  '81 83 261 262 296 308 381 396 420 458 532'.split(' '),
);

/** Codes of UNTDID 1001 for invoices that EN 16931 allows, and 751: the data of an invoice for the books. */
const invoices: ReadonlySet<string> = new Set(
  `71 80 82 84 102 130 202 203 204 211 218 219 295 326 331 380 382 383 384 385 386 387 388 390 393 394 395 456 457 527 553 575
  623 633 751 780 817 870 875 876 877 935`.split(/\s+/),
);

/** Adds the reason why a document of this type is not paid; none for an invoice. */
export function checkType(values: SourceValues, code: string | undefined): void {
  if (code === undefined)
    values.fault('kind-unknown', 'It does not state whether it is an invoice or a credit note.');
  else if (creditNotes.has(code))
    values.fault('credit-note', 'This is a credit note. Nothing is to be paid.');
  else if (code === '389')
    values.fault(
      'self-billed',
      'This is a self-billed invoice, which the buyer issues. Nothing is to be paid without a look at it.',
    );
  else if (code === '325')
    values.fault('no-invoice', 'This is a pro forma invoice. Nothing is to be paid.');
  else if (!invoices.has(code))
    values.fault(
      'kind-unknown',
      `It has the document type ${code}, which is not known as an invoice.`,
    );
}
