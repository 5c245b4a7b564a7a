import { disarmed, quoted } from '../exports/csv-cells.ts';
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
]);

/** A byte order mark, so that spreadsheets read UTF-8, and the names of the columns. */
export const csvHead = `\uFEFF${columns.map(quoted).join(',')}\r\n`;

/** One entry as a line of CSV. */
export function csvLine(entry: ExportedEntry): string {
  const cells = columns.map((column) =>
    quoted(writtenByOthers.has(column) ? disarmed(entry[column]) : entry[column]),
  );
  return `${cells.join(',')}\r\n`;
}

/** Comma-separated values with every cell quoted, for a spreadsheet. */
export const csvFormat: StatementFormat = {
  name: 'csv',
  words: 'CSV, for a spreadsheet',
  async *write(batches) {
    yield csvHead;
    for await (const rows of batches) yield rows.map(csvLine).join('');
  },
};
