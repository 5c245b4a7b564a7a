import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem, type FileRow } from '../../files/table.ts';

/** What a column can mean. */
export type PaymentField =
  | 'account'
  | 'beneficiaryId'
  | 'beneficiary'
  | 'beneficiaryAccount'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'narration';

/** Field -> its column, from 0. */
export type FieldColumns = Readonly<Partial<Record<PaymentField, number>>>;

export type Heading = {
  /** As the file writes them. */
  readonly headings: readonly string[];
  readonly columns: FieldColumns;
  /** Columns that are not used, in words. */
  readonly notes: readonly string[];
};

/** The names a column may have, without case and everything that is neither letter nor digit. */
const names: Readonly<Record<PaymentField, readonly string[]>> = {
  account: ['account', 'fromaccount', 'debitaccount', 'payfrom', 'sourceaccount', 'ouraccount'],
  beneficiaryId: ['beneficiaryid', 'payeeid'],
  beneficiary: ['beneficiary', 'payee', 'name', 'beneficiaryname', 'payeename'],
  beneficiaryAccount: [
    'beneficiaryaccount',
    'beneficiaryaccountnumber',
    'beneficiaryiban',
    'payeeaccount',
    'payeeaccountnumber',
    'payeeiban',
    'iban',
    'toaccount',
    'creditaccount',
  ],
  amount: ['amount', 'paymentamount'],
  currency: ['currency', 'ccy', 'currencycode'],
  reference: ['reference', 'ref', 'paymentreference', 'customreference'],
  narration: ['narration', 'narrative', 'purpose', 'description', 'paymentpurpose'],
};

const fieldByName: ReadonlyMap<string, PaymentField> = new Map(
  Object.entries(names).flatMap(([field, known]) =>
    known.map((name) => [name, field as PaymentField] as const),
  ),
);

/** How many of these are headings we know. */
export const recognisedHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => fieldOf(cell) !== undefined).length;

/** Reads the heading line. It must name an amount and a payee; a column that means nothing here is told, not dropped unseen. */
export function readHeading(row: FileRow): Result<Heading, FileProblem> {
  const headings = row.cells.map(({ text }) => text.trim().replace(/\s+/g, ' '));
  if (recognisedHeadings(headings) === 0) return refuse('input.invalid', noHeading);
  const columns: Partial<Record<PaymentField, number>> = {};
  const unused: string[] = [];
  for (const [at, heading] of headings.entries()) {
    const field = fieldOf(heading);
    if (field === undefined) {
      if (heading !== '') unused.push(heading);
      continue;
    }
    const before = columns[field];
    if (before !== undefined)
      return refuse(
        'input.invalid',
        `the columns “${headings[before] ?? ''}” and “${heading}” mean the same: leave one of them.`,
      );
    columns[field] = at;
  }
  if (columns.amount === undefined)
    return refuse('input.invalid', 'it has no column called amount.');
  if (!beneficiaryFields.some((field) => columns[field] !== undefined))
    return refuse(
      'input.invalid',
      'no column names the payees: call one beneficiary id, beneficiary or beneficiary account.',
    );
  return ok({ headings, columns, notes: unused.length === 0 ? [] : [unusedWords(unused)] });
}

const beneficiaryFields = ['beneficiaryId', 'beneficiary', 'beneficiaryAccount'] as const;

const noHeading =
  'its first line does not name the columns, such as account, beneficiary id, amount, currency, reference, narration.';

const unusedWords = (unused: readonly string[]): string =>
  unused.length === 1
    ? `The column “${unused[0] ?? ''}” is not used.`
    : `The columns ${unused.map((name) => `“${name}”`).join(', ')} are not used.`;

const fieldOf = (heading: string): PaymentField | undefined =>
  fieldByName.get(
    heading
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  );
