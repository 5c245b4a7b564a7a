import { disarmed, quoted } from '../exports/csv-cells.ts';
import type { EntryMeaning } from '../../shared/bank/statements.ts';
import type { StatementFormat } from './export-format.ts';
import type { ExportedEntry } from './incoming.ts';

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
] as const satisfies readonly (keyof ExportedEntry)[];

/** Columns whose text a bank or a payer wrote. Amounts, dates and codes are ours or checked, and stay as they are. */
const writtenByOthers: ReadonlySet<string> = new Set([
  'id',
  'transactionType',
  'narration',
  'customReference',
  'counterparty',
  'remittanceInformation',
]);

/** A byte order mark, so that spreadsheets read UTF-8, and the names of the columns. */
export const csvHead = (meanings: readonly EntryMeaning[]): string =>
  `\uFEFF${[...columns, ...meanings].map(quoted).join(',')}\r\n`;

/** One entry as a line of CSV; what the bank did not say is an empty cell. */
export function csvLine(entry: ExportedEntry, meanings: readonly EntryMeaning[]): string {
  const cells = [...columns, ...meanings].map((column) => {
    const text = entry[column] ?? '';
    return quoted(writtenByOthers.has(column) ? disarmed(text) : text);
  });
  return `${cells.join(',')}\r\n`;
}

/** Comma-separated values with every cell quoted, for a spreadsheet. */
export const csvFormat: StatementFormat = {
  name: 'csv',
  words: 'CSV, for a spreadsheet',
  async *write(batches, meanings) {
    yield csvHead(meanings);
    for await (const rows of batches) yield rows.map((entry) => csvLine(entry, meanings)).join('');
  },
};
