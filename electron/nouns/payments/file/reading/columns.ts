import {
  fieldUnder,
  placeOf,
  plainName,
  type RequiredField,
} from '../../../../../shared/bank/required-fields.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import { refuse, type FileProblem, type FileRow } from '../../../../engines/files/table.ts';

/** What a column can mean. */
export type PaymentField =
  | 'account'
  | 'beneficiaryId'
  | 'beneficiary'
  | 'beneficiaryAccount'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'narration'
  /** The day on which it is to be paid. */
  | 'executionDate';

/** Field -> its column, from 0. */
export type FieldColumns = Readonly<Partial<Record<PaymentField, number>>>;

export type Heading = {
  /** As the file writes them. */
  readonly headings: readonly string[];
  readonly columns: FieldColumns;
  /** Columns whose heading has no known meaning, from 0. */
  readonly unknown: readonly number[];
};

/** The names a column may have, in lower case, with letters and digits only. */
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
  executionDate: [
    ...['due', 'dueday', 'duedate', 'dueon', 'payon', 'paymentday', 'paymentdate', 'executionday'],
    ...['executiondate', 'requestedexecutiondate', 'fällig', 'fälligam', 'fälligkeit'],
    ...['fälligkeitsdatum', 'zahltag', 'zahlungsdatum', 'ausführungsdatum', 'ausführungstag'],
    ...['échéance', 'datedéchéance', 'vencimiento', 'fechadevencimiento', 'scadenza'],
  ],
};

const fieldByName: ReadonlyMap<string, PaymentField> = new Map(
  Object.entries(names).flatMap(([field, known]) =>
    known.map((name) => [name, field as PaymentField] as const),
  ),
);

/** The fields that a person can match a column to, with their labels. */
export const matchableFields = (
  requiredFields: readonly RequiredField[],
): { readonly name: string; readonly label: string }[] => [
  ...labels,
  ...requiredFields.map(({ name, label }) => ({ name: placeOf(name), label })),
];

const labels: readonly { readonly name: PaymentField; readonly label: string }[] = [
  { name: 'account', label: 'Account to pay from' },
  { name: 'beneficiary', label: 'Payee' },
  { name: 'beneficiaryAccount', label: 'Payee’s account or IBAN' },
  { name: 'beneficiaryId', label: 'Payee’s ID' },
  { name: 'amount', label: 'Amount' },
  { name: 'currency', label: 'Currency' },
  { name: 'reference', label: 'Reference' },
  { name: 'narration', label: 'Narration' },
  { name: 'executionDate', label: 'Day to pay on' },
];

/** How many of these cells are headings that we know. */
export const recognisedHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => fieldOf(cell) !== undefined).length;

/**
 * Reads the heading line, which must name an amount and a payee. The names of the fields that
 * the bank file requires take precedence over the alternative names of our own fields.
 */
export function readHeading(
  row: FileRow,
  requiredFields: readonly RequiredField[] = [],
): Result<Heading, FileProblem> {
  const headings = row.cells.map(({ text }) => text.trim().replace(/\s+/g, ' '));
  if (recognisedHeadings(headings) === 0) return refuse('file.columns-unknown', noHeading);
  const columns: Partial<Record<PaymentField, number>> = {};
  const requiredAt = new Map<string, number>();
  const unknown: number[] = [];
  for (const [at, heading] of headings.entries()) {
    const required = isOwnName(heading) ? undefined : fieldUnder(heading, requiredFields);
    if (required) {
      const other = requiredAt.get(required.name);
      if (other !== undefined) return sameMeaning(headings[other] ?? '', heading);
      requiredAt.set(required.name, at);
      continue;
    }
    const field = fieldOf(heading);
    if (field === undefined) {
      if (heading !== '') unknown.push(at);
      continue;
    }
    const before = columns[field];
    if (before !== undefined) return sameMeaning(headings[before] ?? '', heading);
    columns[field] = at;
  }
  if (columns.amount === undefined)
    return refuse('file.columns-unknown', 'it has no column called amount.');
  if (!beneficiaryFields.some((field) => columns[field] !== undefined))
    return refuse(
      'file.columns-unknown',
      'no column names the payees: call one payee id, payee or payee account.',
    );
  return ok({ headings, columns, unknown });
}

const sameMeaning = (before: string, heading: string) =>
  refuse(
    'file.columns-unknown',
    `the columns “${before}” and “${heading}” mean the same: leave one of them.`,
  );

export const beneficiaryFields = ['beneficiaryId', 'beneficiary', 'beneficiaryAccount'] as const;

const noHeading =
  'its first line does not name the columns, such as account, payee id, amount, currency, reference, narration.';

export const unusedWords = (unused: readonly string[]): string =>
  unused.length === 1
    ? `The column “${unused[0] ?? ''}” is not used.`
    : `The columns ${unused.map((name) => `“${name}”`).join(', ')} are not used.`;

export const fieldOf = (heading: string): PaymentField | undefined =>
  fieldByName.get(plainName(heading));

/** Is it the first name of one of our own fields? No bank file can give it another meaning. */
const isOwnName = (heading: string): boolean => {
  const field = fieldOf(heading);
  return field !== undefined && names[field][0] === plainName(heading);
};
