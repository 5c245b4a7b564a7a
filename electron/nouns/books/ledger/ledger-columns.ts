import { isCurrency } from '../../../../shared/money/currencies.ts';
import { decimalsOf } from '../../../engines/columns/decimals.ts';
import { namedColumns, namesOf } from '../../../engines/columns/headings.ts';
import type { Finding } from '../../../engines/columns/match.ts';
import { isDateLike } from '../../../engines/columns/outline.ts';
import type { Cell } from '../../../engines/files/table.ts';
import { isSignedAmount, signedCell, signOf } from './amounts.ts';

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

/** A debit of the books is money that comes in. What a bank calls a charge or a deposit is either here. */
const ledgerNames = namesOf<LedgerField>({
  day: ['day', 'documentDay', 'valueDay'],
  amount: ['amount', 'balance'],
  debit: ['debit', 'moneyIn'],
  credit: ['credit', 'moneyOut'],
  side: ['side'],
  currency: ['currency'],
  reference: ['reference'],
  document: ['document'],
  name: ['name'],
  text: ['text'],
  account: ['account'],
});

const balanceNames = namesOf({ balance: ['balance'] });

/** The only field that a heading names; none where its values decide. */
export function ledgerFieldOf(heading: string): LedgerField | undefined {
  const [named, another] = ledgerNames.fieldsOf(heading);
  return another === undefined ? named?.field : undefined;
}

export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => ledgerNames.fieldsOf(cell).length > 0).length;

/** The values of a column that are not empty. */
type CellsAt = (at: number) => readonly Cell[];

/** The columns by their headings. A balance is an amount only where no other column can be one, as in a list of open items. */
export function columnsByHeading(headings: readonly string[], cellsAt: CellsAt): LedgerColumns {
  const columns = namedColumns(headings, ledgerNames, (field, at) => {
    const found = ledgerFinding(cellsAt(at)).field;
    return field === found || (field === 'amount' && found === null);
  });
  const { amount, ...others } = columns;
  if (!isBalance(headings[amount ?? noColumn])) return columns;
  const hasSides = others.debit !== undefined && others.credit !== undefined;
  const isAmount = (at: number): boolean =>
    at !== amount && ledgerFinding(cellsAt(at)).field === 'amount';
  return hasSides || headings.some((_, at) => isAmount(at)) ? others : columns;
}

/** The place of a column that is not there. */
export const noColumn = -1;

const isBalance = (heading = ''): boolean => balanceNames.fieldsOf(heading).length > 0;

/**
 * Assigns day, amount and text to columns by their values where no heading names them. Null where two columns qualify, or
 * where a column may hold the side of the amounts in words that are not known.
 */
export function columnsByValues(
  named: LedgerColumns,
  headings: readonly string[],
  cellsAt: CellsAt,
): LedgerColumns | null {
  const claimed = new Set(Object.values(named));
  const free = headings.map((heading, at) =>
    claimed.has(at) || isBalance(heading) ? null : ledgerFinding(cellsAt(at)).field,
  );
  const like = (field: LedgerField): number[] =>
    free.flatMap((one, at) => (one === field ? [at] : []));
  const hasAmount = named.amount !== undefined || named.debit !== undefined;
  const textColumns = [named.reference, named.document, named.text, named.name];
  const hasText = textColumns.some((at) => at !== undefined);
  const wanted: Partial<Record<LedgerField, readonly number[]>> = {
    ...(named.day === undefined && { day: like('day') }),
    ...(!hasAmount && { amount: like('amount') }),
    ...(named.currency === undefined && { currency: like('currency') }),
    ...(!hasText && { reference: like('reference'), text: like('text') }),
  };
  const isOpen =
    like('side').length > 0 ||
    (named.debit === undefined) !== (named.credit === undefined) ||
    Object.values(wanted).some((places) => places.length > 1);
  if (isOpen) return null;
  const found = Object.fromEntries(
    Object.entries(wanted).flatMap(([field, [at]]) => (at === undefined ? [] : [[field, at]])),
  ) as LedgerColumns;
  const columns = { ...named, ...found };
  return maybeSide(columns, cellsAt) ? null : columns;
}

/** Whether the text column may hold the words of a side: two repeated texts at most, next to amounts without any sign. */
function maybeSide({ amount, text, side }: LedgerColumns, cellsAt: CellsAt): boolean {
  if (amount === undefined || side !== undefined) return false;
  const texts = cellsAt(text ?? noColumn).map((cell) => cell.text.trim());
  const hasSign = cellsAt(amount).some((cell) => signedCell(cell).text.startsWith('-'));
  return !hasSign && texts.length > 2 && new Set(texts).size <= 2;
}

/** What the values of a column look like, and what it may mean by them alone. */
export function ledgerFinding(cells: readonly Cell[]): Finding<LedgerField> {
  const texts = cells.map(({ text }) => text.trim());
  const share = (is: (text: string) => boolean): boolean =>
    texts.filter(is).length * 5 >= texts.length * 4;
  if (texts.length === 0) return { field: null, words: 'empty' };
  if (share(isDateLike)) return { field: 'day', words: 'dates' };
  if (share((text) => isCurrency(text.toUpperCase())))
    return { field: 'currency', words: 'currencies' };
  if (share((text) => signOf(text) !== null)) return { field: 'side', words: 'debit or credit' };
  if (cells.filter(isSignedAmount).length * 5 >= cells.length * 4) {
    const isMoney =
      decimalsOf(cells.map(signedCell)) !== 'whole' || cells.some(({ isNumber }) => isNumber);
    return { field: isMoney ? 'amount' : null, words: isMoney ? 'amounts' : 'numbers' };
  }
  if (share((text) => /^(?=.*\d)[A-Za-z0-9/.:+_-]{4,35}$/.test(text)))
    return { field: 'reference', words: 'references' };
  return { field: share((text) => /\p{L}/u.test(text)) ? 'text' : null, words: 'texts' };
}

/** Why a ledger cannot be read by these columns, in words; null where it can. */
export function wantingColumn(columns: LedgerColumns): string | null {
  if (columns.day === undefined) return 'no column is known to be the day.';
  if (columns.amount === undefined && (columns.debit === undefined || columns.credit === undefined))
    return 'no column is known to be the amount, nor are there two for debit and credit.';
  const textColumns = [columns.reference, columns.document, columns.text, columns.name];
  return textColumns.some((at) => at !== undefined)
    ? null
    : 'no column is known to hold a reference, a document, a name or a text.';
}
