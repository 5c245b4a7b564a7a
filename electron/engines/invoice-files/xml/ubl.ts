import { elementsAt, textsAt, type XmlElement } from '../../files/xml-tree.ts';
import { checkType } from './invoice-type.ts';
import { addMeans } from './payment-means.ts';
import type { InvoiceField } from '../../../../shared/ipc/changes/invoices.ts';
import { SourceValues, type InvoiceSource } from '../fields/source.ts';
import { addTotals } from './totals.ts';
import { currencyCode, dayIn, oneLine } from '../fields/values.ts';

const lines: readonly (readonly [InvoiceField, path: string, term: string])[] = [
  ['number', 'ID', 'BT-1'],
  ['seller', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName', 'BT-27'],
  ['buyer', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName', 'BT-44'],
  ['reference', 'PaymentMeans/PaymentID', 'BT-83'],
];

const days: readonly (readonly [InvoiceField, path: string, term: string])[] = [
  ['issued', 'IssueDate', 'BT-2'],
  ['due', 'DueDate', 'BT-9'],
  ['due', 'PaymentMeans/PaymentDueDate', 'BT-9'],
];

/** Reads an invoice or credit note of UBL 2.1: XRechnung, Peppol BIS. */
export function readUbl(root: XmlElement): InvoiceSource {
  const values = new SourceValues('xml');
  const isCreditNote = root.name === 'CreditNote';
  const [type] = textsAt(root, isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode');
  checkType(values, isCreditNote ? '381' : type);
  for (const [field, path, term] of lines)
    for (const text of textsAt(root, path)) values.add(field, oneLine(text), `XML ${term}`);
  for (const [field, path, term] of days)
    for (const text of textsAt(root, path)) {
      const day = dayIn(text);
      if (day === null) values.fault('value-wrong', `The day at ${term} cannot be read.`);
      else values.add(field, day, `XML ${term}`);
    }
  addMeans(values, elementsAt(root, 'PaymentMeans').map(meansOf));
  for (const name of textsAt(root, 'PayeeParty/PartyName/Name'))
    values.add('payee', oneLine(name), 'XML BT-59');
  addSums(values, root);
  return values.done();
}

function meansOf(means: XmlElement) {
  const first = (path: string): string => textsAt(means, path)[0] ?? '';
  return {
    code: first('PaymentMeansCode'),
    account: first('PayeeFinancialAccount/ID'),
    bic: first('PayeeFinancialAccount/FinancialInstitutionBranch/ID'),
    holder: first('PayeeFinancialAccount/Name'),
  };
}

function addSums(values: SourceValues, root: XmlElement): void {
  const payable = elementsAt(root, 'LegalMonetaryTotal/PayableAmount');
  const codes = [
    ...textsAt(root, 'DocumentCurrencyCode'),
    ...payable.flatMap(({ attributes }) => attributes['currencyID'] ?? []),
  ];
  for (const code of codes) {
    const currency = currencyCode(code);
    if (currency === null)
      values.fault('value-wrong', `The currency “${code.slice(0, 10)}” is not known.`);
    else values.add('currency', currency, 'XML BT-5');
  }
  const totals = {
    due: textsAt(root, 'LegalMonetaryTotal/PayableAmount'),
    gross: textsAt(root, 'LegalMonetaryTotal/TaxInclusiveAmount'),
    prepaid: textsAt(root, 'LegalMonetaryTotal/PrepaidAmount'),
    rounding: textsAt(root, 'LegalMonetaryTotal/PayableRoundingAmount'),
  };
  addTotals(values, totals, values.only('currency'));
}
