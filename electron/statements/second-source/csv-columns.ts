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
  | 'balance';

/** Column -> its place, from 0. */
export type SourceColumns = Readonly<Partial<Record<SourceColumn, number>>>;

/** What a line above the heading can tell. */
export type HeadField = 'account' | 'currency' | 'from' | 'to' | 'opening' | 'closing';

/** Names a column may have, without case and everything that is neither letter nor digit; the surest first. */
const columnNames: Readonly<Record<SourceColumn, readonly string[]>> = {
  id: ['entryid', 'id', 'transactionid', 'entryreference', 'uniqueid', 'bankreference'],
  amount: ['amount', 'transactionamount', 'value', 'signedamount'],
  debit: ['debit', 'debits', 'debitamount', 'withdrawal', 'withdrawals', 'moneyout', 'paidout'],
  credit: ['credit', 'credits', 'creditamount', 'deposit', 'deposits', 'moneyin', 'paidin'],
  direction: ['direction', 'debitcredit', 'creditdebit', 'drcr', 'crdr', 'dc', 'cd', 'sign'],
  currency: ['currency', 'ccy', 'currencycode', 'currencyiso3code'],
  date: [
    'transactiondate',
    'date',
    'bookingdate',
    'entrydate',
    'postingdate',
    'posted',
    'valuedate',
  ],
  narration: ['narration', 'narrative', 'description', 'details', 'particulars', 'remarks'],
  reference: ['customreference', 'reference', 'ref', 'yourreference', 'paymentreference'],
  type: ['transactiontype', 'type', 'entrytype'],
  balance: ['balance', 'runningbalance', 'balanceafter'],
};

const headNames: Readonly<Record<HeadField, readonly string[]>> = {
  account: ['accountnumber', 'account', 'accountno', 'iban'],
  currency: ['accountcurrency', 'currency', 'ccy'],
  from: ['from', 'startdate', 'fromdate', 'periodfrom', 'periodstart'],
  to: ['to', 'enddate', 'todate', 'until', 'periodto', 'periodend'],
  opening: ['openingbalance', 'balancebroughtforward', 'startbalance'],
  closing: ['closingbalance', 'balancecarriedforward', 'endbalance'],
};

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The columns that a line names; of two that mean the same, the surer name is taken. */
export function columnsIn(cells: readonly string[]): SourceColumns {
  const words = cells.map(bare);
  const found = Object.entries(columnNames).flatMap(([column, names]) => {
    const name = names.find((known) => words.includes(known));
    return name === undefined ? [] : [[column, words.indexOf(name)] as const];
  });
  return Object.fromEntries(found);
}

/** What a line above the heading tells, as `Opening balance; 12.50`; null when nothing known. */
export function headFieldIn(cells: readonly string[]): HeadField | null {
  const word = bare(cells[0] ?? '');
  const found = Object.entries(headNames).find(([, names]) => names.includes(word));
  return (found?.[0] as HeadField | undefined) ?? null;
}

/** Without these nothing can be compared; each in the words of a person. */
export function missingColumns(columns: SourceColumns): string[] {
  const hasAmount =
    columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return [
    ...(columns.id === undefined ? ['entry id'] : []),
    ...(hasAmount ? [] : ['amount (or debit and credit)']),
  ];
}
