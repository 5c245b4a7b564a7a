import PDFDocument from 'pdfkit';
import encodeQR from 'qr';

/** An invoice as a test writes it; what is left out is not in the file. */
export type WrittenInvoice = {
  readonly number?: string;
  readonly type?: string;
  readonly seller?: string;
  readonly buyer?: string;
  readonly payee?: string;
  readonly currency?: string;
  readonly gross?: string;
  readonly prepaid?: string;
  readonly rounding?: string;
  readonly due?: string;
  readonly issued?: string;
  readonly dueDay?: string;
  readonly reference?: string;
  readonly means?: readonly {
    readonly code?: string;
    readonly iban?: string;
    readonly bic?: string;
    readonly holder?: string;
  }[];
};

export const plainInvoice: WrittenInvoice = {
  number: 'RE-2026-117',
  type: '380',
  seller: 'Clearwell Audit LLP',
  buyer: 'Nordhaven Trading Ltd',
  currency: 'EUR',
  gross: '1190.00',
  prepaid: '0.00',
  due: '1190.00',
  issued: '2026-11-02',
  dueDay: '2026-12-02',
  reference: 'RE-2026-117 / K 4711',
  means: [
    { code: '58', iban: 'DE75 5121 0800 1245 1261 99', bic: 'SOGEDEFF', holder: 'Clearwell Audit' },
  ],
};

const tag = (name: string, text: string | undefined, attributes = ''): string =>
  text === undefined ? '' : `<${name}${attributes}>${escaped(text)}</${name}>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const compactDay = (day: string | undefined): string =>
  day === undefined
    ? ''
    : `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`;

/** As UN/CEFACT has it: ZUGFeRD 2, Factur-X, XRechnung. */
export const ciiInvoice = (
  invoice: WrittenInvoice,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument>${tag('ram:ID', invoice.number)}${tag('ram:TypeCode', invoice.type)}
    ${invoice.issued === undefined ? '' : `<ram:IssueDateTime>${compactDay(invoice.issued)}</ram:IssueDateTime>`}
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement>
      <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>9.99</ram:LineTotalAmount>
      </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty>${tag('ram:Name', invoice.seller)}</ram:SellerTradeParty>
      <ram:BuyerTradeParty>${tag('ram:Name', invoice.buyer)}</ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement>${tag('ram:PaymentReference', invoice.reference)}
      ${tag('ram:InvoiceCurrencyCode', invoice.currency)}
      ${invoice.payee === undefined ? '' : `<ram:PayeeTradeParty>${tag('ram:Name', invoice.payee)}</ram:PayeeTradeParty>`}
      ${(invoice.means ?? []).map(ciiMeans).join('')}
      ${invoice.dueDay === undefined ? '' : `<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${compactDay(invoice.dueDay)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>`}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        ${tag('ram:GrandTotalAmount', invoice.gross)}${tag('ram:TotalPrepaidAmount', invoice.prepaid)}
        ${tag('ram:RoundingAmount', invoice.rounding)}${tag('ram:DuePayableAmount', invoice.due)}
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;

const ciiMeans = ({
  code,
  iban,
  bic,
  holder,
}: NonNullable<WrittenInvoice['means']>[number]): string =>
  `<ram:SpecifiedTradeSettlementPaymentMeans>${tag('ram:TypeCode', code)}
    <ram:PayeePartyCreditorFinancialAccount>${tag('ram:IBANID', iban)}${tag('ram:AccountName', holder)}</ram:PayeePartyCreditorFinancialAccount>
    ${bic === undefined ? '' : `<ram:PayeeSpecifiedCreditorFinancialInstitution>${tag('ram:BICID', bic)}</ram:PayeeSpecifiedCreditorFinancialInstitution>`}
  </ram:SpecifiedTradeSettlementPaymentMeans>`;

/** As OASIS has it: XRechnung, Peppol BIS. */
export function ublInvoice(
  invoice: WrittenInvoice,
  kind: 'Invoice' | 'CreditNote' = 'Invoice',
): string {
  const amount = (name: string, text: string | undefined): string =>
    tag(`cbc:${name}`, text, ` currencyID="${invoice.currency ?? 'EUR'}"`);
  const means = (invoice.means ?? []).map(
    ({ code, iban, bic, holder }) => `<cac:PaymentMeans>${tag('cbc:PaymentMeansCode', code)}
      ${tag('cbc:PaymentID', invoice.reference)}
      <cac:PayeeFinancialAccount>${tag('cbc:ID', iban)}${tag('cbc:Name', holder)}
        ${bic === undefined ? '' : `<cac:FinancialInstitutionBranch>${tag('cbc:ID', bic)}</cac:FinancialInstitutionBranch>`}
      </cac:PayeeFinancialAccount></cac:PaymentMeans>`,
  );
  const party = (name: string, text: string | undefined): string =>
    `<cac:${name}><cac:Party><cac:PartyLegalEntity>${tag('cbc:RegistrationName', text)}</cac:PartyLegalEntity></cac:Party></cac:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  ${tag('cbc:ID', invoice.number)}${tag('cbc:IssueDate', invoice.issued)}${tag('cbc:DueDate', invoice.dueDay)}
  ${tag(`cbc:${kind}TypeCode`, invoice.type)}${tag('cbc:DocumentCurrencyCode', invoice.currency)}
  ${party('AccountingSupplierParty', invoice.seller)}${party('AccountingCustomerParty', invoice.buyer)}
  ${invoice.payee === undefined ? '' : `<cac:PayeeParty><cac:PartyName>${tag('cbc:Name', invoice.payee)}</cac:PartyName></cac:PayeeParty>`}
  ${means.join('')}
  <cac:LegalMonetaryTotal>${amount('TaxInclusiveAmount', invoice.gross)}${amount('PrepaidAmount', invoice.prepaid)}
    ${amount('PayableRoundingAmount', invoice.rounding)}${amount('PayableAmount', invoice.due)}</cac:LegalMonetaryTotal>
  <cac:${kind}Line><cbc:ID>1</cbc:ID>${amount('LineExtensionAmount', '9.99')}</cac:${kind}Line>
</${kind}>`;
}

/** What a PDF of a test has. */
export type WrittenPdf = {
  readonly lines?: readonly string[];
  /** Files within, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** A QR code of this text, drawn in modules. */
  readonly code?: string;
  readonly password?: string;
  readonly pages?: number;
};

export function pdfInvoice({
  lines = [],
  files = {},
  code,
  password,
  pages = 1,
}: WrittenPdf): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    ...(password !== undefined && { userPassword: password }),
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  for (const [name, text] of Object.entries(files)) document.file(Buffer.from(text), { name });
  document.fontSize(10);
  for (const line of lines) document.text(line);
  if (code !== undefined) drawCode(document, code);
  for (let page = 1; page < pages; page += 1) document.addPage().text(`Page ${String(page + 1)}`);
  return new Promise((resolve) => {
    document.on('end', () => {
      resolve(new Uint8Array(Buffer.concat(chunks)));
    });
    document.end();
  });
}

/** The modules of a code, row by row. */
const codeModules = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));

function drawCode(document: PDFKit.PDFDocument, text: string): void {
  const modules = codeModules(text);
  // 46 mm, as a Swiss QR bill has it.
  const size = 130.4 / modules.length;
  for (const [row, cells] of modules.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) document.rect(190 + column * size, 560 + row * size, size, size).fill('#000000');
}
