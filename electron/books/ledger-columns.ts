import { plainName } from '../../shared/bank/asked-fields.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { decimalsOf, isAmountLike } from '../columns/decimals.ts';
import type { Finding } from '../columns/match.ts';
import { isDateLike } from '../columns/outline.ts';
import type { Cell } from '../files/table.ts';

/** What a column of a ledger can mean; the label is what a person chooses by. */
export const ledgerFields = {
  day: 'Day',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  side: 'Debit or credit',
  currency: 'Currency',
  reference: 'Reference',
  document: 'Document',
  name: 'Name',
  text: 'Text',
  account: 'Account',
} as const;

export type LedgerField = keyof typeof ledgerFields;

/** Field -> its column, from 0. */
export type LedgerColumns = Readonly<Partial<Record<LedgerField, number>>>;

/** Names that a column may have, without case and everything that is neither letter nor digit. */
const names: Readonly<Record<LedgerField, string>> = {
  day: 'date day postingdate bookingdate transactiondate entrydate valuedate documentdate duedate buchungsdatum datum belegdatum valuta',
  amount:
    'amount value openamount amountinaccountcurrency localamount betrag saldo offenerbetrag umsatz',
  debit: 'debit debits debitamount dr soll sollbetrag moneyin received',
  credit: 'credit credits creditamount cr haben habenbetrag moneyout paid',
  side: 'side debitcredit creditdebit drcr crdr dc cd sh sollhaben sign',
  currency: 'currency ccy currencycode waehrung währung',
  reference:
    'reference ref paymentreference customreference yourreference referenz externalreference assignment zuordnung',
  document:
    'document documentnumber documentno docno voucher voucherno invoice invoicenumber invoiceno beleg belegnummer journal',
  name: 'name counterparty customer supplier vendor partner payee payer beneficiary kunde lieferant geschaeftspartner',
  text: 'text description narration narrative details memo remarks particulars buchungstext verwendungszweck linetext',
  account: 'account accountnumber accountno bankaccount konto kontonummer',
};

const fieldByName: ReadonlyMap<string, LedgerField> = new Map(
  Object.entries(names).flatMap(([field, known]) =>
    known.split(' ').map((name) => [name, field as LedgerField] as const),
  ),
);

export const ledgerFieldOf = (heading: string): LedgerField | undefined =>
  fieldByName.get(plainName(heading));

export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => ledgerFieldOf(cell) !== undefined).length;

/** What the values of a column look like, and what it may mean by them alone. */
export function ledgerFinding(cells: readonly Cell[]): Finding<LedgerField> {
  const texts = cells.map(({ text }) => text.trim());
  const share = (is: (text: string) => boolean): boolean =>
    texts.length > 0 && texts.filter(is).length * 5 >= texts.length * 4;
  if (texts.length === 0) return { field: null, words: 'empty' };
  if (share(isDateLike)) return { field: 'day', words: 'dates' };
  if (share((text) => isCurrency(text.toUpperCase())))
    return { field: 'currency', words: 'currencies' };
  if (cells.filter(isAmountLike).length * 5 >= cells.length * 4) {
    const isMoney = decimalsOf(cells) !== 'whole' || cells.some(({ isNumber }) => isNumber);
    return { field: isMoney ? 'amount' : null, words: isMoney ? 'amounts' : 'numbers' };
  }
  if (share((text) => /^(?=.*\d)[A-Za-z0-9/.:+_-]{4,35}$/.test(text)))
    return { field: 'reference', words: 'references' };
  return { field: share((text) => text.includes(' ')) ? 'text' : null, words: 'texts' };
}

/** Why a ledger cannot be read by these columns, in words; null where it can. */
export function wantingColumn(columns: LedgerColumns): string | null {
  if (columns.day === undefined) return 'no column is known to be the day.';
  if (columns.amount === undefined && (columns.debit === undefined || columns.credit === undefined))
    return 'no column is known to be the amount, nor are there two for debit and credit.';
  const tells = [columns.reference, columns.document, columns.text, columns.name];
  return tells.some((at) => at !== undefined)
    ? null
    : 'no column is known to tell a reference, a document, a name or a text.';
}
