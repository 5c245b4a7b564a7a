import type { EntryMeaning } from '../../shared/bank/statements.ts';
import { quoted } from '../exports/csv-cells.ts';
import { csvBatch, csvLine, othersCell } from './csv-lines.ts';
import { batchOfRows, type StatementFormat } from './export-format.ts';
import { exportedEntry, type ExportRow } from './export-rows.ts';
import type { ExportedEntry } from './incoming.ts';
import type { Meanings } from './meanings.ts';

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

/** Meanings whose text a bank or a payer wrote; the others are dates, which were checked. */
const writtenByOthers: ReadonlySet<EntryMeaning> = new Set([
  'counterparty',
  'remittanceInformation',
]);

/** Any entry as a line, with a cell for each meaning of it. */
function lineWith(meanings: Meanings, row: ExportRow): string {
  const told = meanings.of(exportedEntry(row));
  const cells = meanings.names.map((name) => {
    const text = told[name] ?? '';
    return writtenByOthers.has(name) ? othersCell(text) : quoted(text);
  });
  return [csvLine(row), ...cells].join(',');
}

const batchWithMeanings = batchOfRows((rows, meanings) => {
  let text = '';
  for (const row of rows) text += `${lineWith(meanings, row)}\r\n`;
  return text;
});

/** Comma-separated values with every cell quoted, for a spreadsheet. */
export const csvFormat: StatementFormat = {
  name: 'csv',
  words: 'CSV, for a spreadsheet',
  /** A byte order mark, so that spreadsheets read UTF-8, and the names of the columns. */
  begin: (meanings) => `\uFEFF${[...columns, ...meanings].map(quoted).join(',')}\r\n`,
  batch: (database, question, meanings) =>
    meanings.names.length === 0
      ? csvBatch(database, question)
      : batchWithMeanings(database, question, meanings),
  end: '',
};
