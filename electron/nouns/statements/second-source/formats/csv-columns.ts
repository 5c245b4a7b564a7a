import { bareName, namedColumns, namesOf } from '../../../../engines/columns/headings.ts';

/** What a column of a bank's statement file can mean. */
export type SourceColumn =
  | 'id'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'direction'
  | 'currency'
  | 'date'
  | 'narration'
  | 'reference'
  | 'type'
  | 'balance'
  | 'account';

/** Column -> its index, from 0. */
export type SourceColumns = Readonly<Partial<Record<SourceColumn, number>>>;

/** The fields of the lines above the heading. */
export type HeadField = 'account' | 'currency' | 'from' | 'to' | 'opening' | 'closing';

/** A bank writes from its own side: what it charges is a debit. */
const columnNames = namesOf<SourceColumn>({
  id: ['entryId'],
  amount: ['amount'],
  debit: ['debit', 'moneyOut', 'charge'],
  credit: ['credit', 'moneyIn', 'deposit'],
  direction: ['side'],
  currency: ['currency'],
  date: ['day', 'valueDay'],
  narration: ['text'],
  reference: ['reference'],
  type: ['entryType'],
  balance: ['balance'],
  account: ['account'],
});

const words = (names: string): readonly string[] => names.split(' ');

const headNames: Readonly<Record<HeadField, readonly string[]>> = {
  account: words(
    'accountnumber account accountno iban konto kontonummer compte cuenta rekening conto conta',
  ),
  currency: words('accountcurrency currency ccy wahrung waehrung devise moneda divisa munt moeda'),
  from: words('from startdate fromdate periodfrom periodstart von du desde vanaf dal'),
  to: words('to enddate todate until periodto periodend bis au hasta tot al ate'),
  opening: words(
    'openingbalance balancebroughtforward startbalance anfangssaldo soldeinitial saldoinicial saldoanterior beginsaldo saldoiniziale',
  ),
  closing: words(
    'closingbalance balancecarriedforward endbalance endsaldo soldefinal saldofinal eindsaldo saldofinale',
  ),
};

/** Can the values of a column be those of a field? */
export type CanBe = (field: SourceColumn, at: number) => boolean;

/** Returns the columns that a line names. Of two with the same meaning the surer name counts; values decide an ambiguous name. */
export const columnsIn = (cells: readonly string[], canBe: CanBe = () => true): SourceColumns =>
  namedColumns(cells, columnNames, canBe);

/** Returns the field of a line above the heading, such as `Opening balance; 12.50`; null if unknown. */
export function headFieldIn(cells: readonly string[]): HeadField | null {
  const name = bareName(cells[0] ?? '');
  const found = Object.entries(headNames).find(([, names]) => names.includes(name));
  return (found?.[0] as HeadField | undefined) ?? null;
}

/** Names the missing columns that a comparison needs. */
export function missingColumns(columns: SourceColumns): string[] {
  const hasAmount =
    columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return [
    ...(columns.id === undefined ? ['entry id'] : []),
    ...(hasAmount ? [] : ['amount (or debit and credit)']),
  ];
}
