import { z } from 'zod';

import { Statement, type StatementFile } from '../../shared/bank/statements.ts';
import { JsonNumber } from '../../shared/json/exact-json.ts';
import type { LedgerAccount } from '../ledger/ledger.ts';
import type { Fault } from '../server/faults/faults.ts';
import { invalid } from '../server/refusal.ts';
import { falsify } from './faults.ts';

/** The two generations write the same entries differently, as they do at banks that grew. */
export type FileGeneration = 'first' | 'second';

type FileQuestion = {
  readonly account: LedgerAccount;
  readonly statement: Statement;
  readonly generation: FileGeneration;
  readonly format: 'csv' | 'json' | 'pdf';
  readonly faults: readonly Fault[];
};

type WireEntry = Readonly<Record<string, unknown>>;
type WireStatement = {
  readonly openingBalance: unknown;
  readonly closingBalance: unknown;
  readonly startDate: string;
  readonly endDate: string;
  readonly statement: { readonly data: readonly WireEntry[] };
};

/** A period as a file. Faults of statements falsify it as they falsify a page. Throws Refusal 400 for a PDF. */
export function statementFile(question: FileQuestion): StatementFile {
  const { account, statement, generation, format, faults } = question;
  if (format === 'pdf')
    throw invalid({ field: 'format', message: 'pdf is not offered here: ask for csv or json' });
  const wire = z.encode(Statement, statement) as unknown as WireStatement;
  falsify(wire, statement, faults);
  const text = format === 'json' ? jsonText(account, wire) : csvText(account, wire, generation);
  const { startDate, endDate } = statement;
  return {
    fileName: `statement-${account.number}-${startDate}-${endDate}.${format}`,
    mimeType: format === 'json' ? 'application/json' : 'text/csv; charset=utf-8',
    content: Buffer.from(text, 'utf8').toString('base64'),
  };
}

const jsonText = ({ number, currency }: LedgerAccount, wire: WireStatement): string =>
  JSON.stringify({ accountNumber: number, currency, ...wire });

const csvText = (account: LedgerAccount, wire: WireStatement, generation: FileGeneration): string =>
  (generation === 'first' ? firstRows(wire) : secondRows(account, wire))
    .map((cells) => `${cells.map(quoted).join(generation === 'first' ? ',' : ';')}\r\n`)
    .join('');

const columns = [
  'id',
  'transactionDate',
  'direction',
  'amount',
  'currency',
  'transactionType',
  'narration',
  'customReference',
  'balance',
] as const;

/** One heading line and one line per entry, by the names of the record. */
const firstRows = ({ statement }: WireStatement): string[][] => [
  [...columns],
  ...statement.data.map((entry) => columns.map((column) => textOf(entry[column]))),
];

/** The account and its balances on top, days instead of instants, a column each for money out and in. */
const secondRows = (
  { number, currency }: LedgerAccount,
  { openingBalance, closingBalance, startDate, endDate, statement }: WireStatement,
): string[][] => [
  ['Account number', number],
  ['Account currency', currency],
  ['From', startDate],
  ['To', endDate],
  ['Opening balance', textOf(openingBalance)],
  ['Closing balance', textOf(closingBalance)],
  ['Entry ID', 'Booking date', 'Narrative', 'Reference', 'Debit', 'Credit', 'Currency', 'Balance'],
  ...statement.data.map((entry) => [
    textOf(entry['id']),
    textOf(entry['transactionDate']).slice(0, 10),
    textOf(entry['narration']),
    textOf(entry['customReference']),
    entry['direction'] === 'debit' ? textOf(entry['amount']) : '',
    entry['direction'] === 'debit' ? '' : textOf(entry['amount']),
    textOf(entry['currency']),
    textOf(entry['balance']),
  ]),
];

const textOf = (value: unknown): string =>
  value instanceof JsonNumber ? value.source : typeof value === 'string' ? value : '';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
