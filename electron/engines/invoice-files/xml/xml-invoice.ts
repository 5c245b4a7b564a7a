import { ok, type Result } from '../../../../shared/result.ts';
import { refuse, type FileProblem } from '../../files/table.ts';
import { readTree, type TreeShape } from '../../files/xml-tree.ts';
import { readCii } from './cii.ts';
import type { InvoiceSource } from '../fields/source.ts';
import { readUbl } from './ubl.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';
const cii = 'urn:un:unece:uncefact:data:standard:';
/** ZUGFeRD 1.0. */
const ferd = 'urn:ferd:CrossIndustryDocument:';

const shape: TreeShape = {
  begins: (name, namespace) =>
    (['Invoice', 'CreditNote'].includes(name) && namespace === `${ubl}${name}-2`) ||
    (name === 'CrossIndustryInvoice' && namespace.startsWith(cii)) ||
    (name === 'CrossIndustryDocument' && namespace.startsWith(ferd)),
  isOwn: (namespace) =>
    [ubl, cii, ferd].some((beginning) => namespace.startsWith(beginning)) &&
    !namespace.endsWith('ExtensionComponents-2'),
  // Lines and embedded files do not affect the payment.
  omitted: new Set([
    'InvoiceLine',
    'CreditNoteLine',
    'IncludedSupplyChainTradeLineItem',
    'EmbeddedDocumentBinaryObject',
    'AttachmentBinaryObject',
  ]),
};

/** Reads an invoice in XML of the European standard EN 16931 in either syntax, or of ZUGFeRD 1.0. */
export async function readXmlInvoice(
  bytes: Uint8Array,
): Promise<Result<InvoiceSource, FileProblem>> {
  const root = await readTree(bytes, shape);
  if (!root.ok) return root;
  if (root.value === null)
    return refuse('file.type-unsupported', 'it is XML, but no invoice of UBL, CII or ZUGFeRD.');
  return ok(
    root.value.name.startsWith('CrossIndustry') ? readCii(root.value) : readUbl(root.value),
  );
}
