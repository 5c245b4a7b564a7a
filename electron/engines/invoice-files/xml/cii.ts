import { elementsAt, textsAt, type XmlElement } from '../../files/xml-tree.ts';
import { checkType } from './invoice-type.ts';
import { addMeans } from './payment-means.ts';
import type { InvoiceField } from '../../../../shared/ipc/changes/invoices.ts';
import { SourceValues, type InvoiceSource } from '../fields/source.ts';
import { addTotals } from './totals.ts';
import { compactDay, currencyCode, dayIn, oneLine } from '../fields/values.ts';

/** The names of ZUGFeRD 1.0 and their successors. */
const renamed: Readonly<Record<string, string>> = {
  HeaderExchangedDocument: 'ExchangedDocument',
  SpecifiedSupplyChainTradeTransaction: 'SupplyChainTradeTransaction',
  ApplicableSupplyChainTradeAgreement: 'ApplicableHeaderTradeAgreement',
  ApplicableSupplyChainTradeSettlement: 'ApplicableHeaderTradeSettlement',
  SpecifiedTradeSettlementMonetarySummation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
};

const withNewNames = (element: XmlElement): XmlElement => ({
  ...element,
  name: renamed[element.name] ?? element.name,
  children: element.children.map(withNewNames),
});

const agreement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement';
const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const sums = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;

const lines: readonly (readonly [InvoiceField, path: string, term: string])[] = [
  ['number', 'ExchangedDocument/ID', 'BT-1'],
  ['seller', `${agreement}/SellerTradeParty/Name`, 'BT-27'],
  ['buyer', `${agreement}/BuyerTradeParty/Name`, 'BT-44'],
  ['reference', `${settlement}/PaymentReference`, 'BT-83'],
];

/** Reads a Cross Industry Invoice of UN/CEFACT: ZUGFeRD 1.0 and 2, Factur-X, XRechnung. */
export function readCii(message: XmlElement): InvoiceSource {
  const root = withNewNames(message);
  const values = new SourceValues('xml');
  const [type] = textsAt(root, 'ExchangedDocument/TypeCode');
  checkType(values, type);
  for (const [field, path, term] of lines)
    for (const text of textsAt(root, path)) values.add(field, oneLine(text), `XML ${term}`);
  addDays(values, root);
  addMeans(
    values,
    elementsAt(root, `${settlement}/SpecifiedTradeSettlementPaymentMeans`).map(meansOf),
  );
  for (const name of textsAt(root, `${settlement}/PayeeTradeParty/Name`))
    values.add('payee', oneLine(name), 'XML BT-59');
  addSums(values, root);
  return values.done();
}

function addDays(values: SourceValues, root: XmlElement): void {
  const days: readonly (readonly [InvoiceField, path: string, term: string])[] = [
    ['issued', 'ExchangedDocument/IssueDateTime', 'BT-2'],
    ['due', `${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime`, 'BT-9'],
  ];
  for (const [field, path, term] of days)
    for (const element of elementsAt(root, path)) {
      const [plain] = textsAt(element, 'DateTime');
      const [text] = elementsAt(element, 'DateTimeString');
      const day = plain === undefined ? dayOf(text) : dayIn(plain);
      if (day === null) values.fault('value-wrong', `The day at ${term} cannot be read.`);
      else values.add(field, day, `XML ${term}`);
    }
}

/** Reads a day. Format 102 is a day; weeks and months are not accepted. */
const dayOf = (element: XmlElement | undefined) =>
  element === undefined || (element.attributes['format'] ?? '102') !== '102'
    ? null
    : compactDay(element.text);

function meansOf(means: XmlElement) {
  const account = 'PayeePartyCreditorFinancialAccount';
  const first = (path: string): string => textsAt(means, path)[0] ?? '';
  return {
    code: first('TypeCode'),
    account: first(`${account}/IBANID`) || first(`${account}/ProprietaryID`),
    bic: first('PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    holder: first(`${account}/AccountName`),
  };
}

function addSums(values: SourceValues, root: XmlElement): void {
  const dues = elementsAt(root, `${sums}/DuePayableAmount`);
  const currencies = [
    ...textsAt(root, `${settlement}/InvoiceCurrencyCode`),
    ...dues.flatMap(({ attributes }) => attributes['currencyID'] ?? []),
  ];
  for (const code of currencies) {
    const currency = currencyCode(code);
    if (currency === null)
      values.fault('value-wrong', `The currency “${code.slice(0, 10)}” is not known.`);
    else values.add('currency', currency, 'XML BT-5');
  }
  const totals = {
    due: textsAt(root, `${sums}/DuePayableAmount`),
    gross: textsAt(root, `${sums}/GrandTotalAmount`),
    prepaid: textsAt(root, `${sums}/TotalPrepaidAmount`),
    rounding: textsAt(root, `${sums}/RoundingAmount`),
  };
  addTotals(values, totals, values.only('currency'));
}
