import type { EntryMeaning } from '../../../../shared/bank/statements.ts';
import { csvFile, quoted } from '../../../engines/formats/csv-file.ts';
import { csvBatch, csvLine, othersCell } from './csv-lines.ts';
import { notedOf, type Given, type StatementFormat } from './export-format.ts';
import { exportedMeanings, exportedNames, type ExportRow } from './export-rows.ts';
import type { ExportedEntry } from '../entries/incoming.ts';

const columns = [
  'accountNumber',
  'id',
  'transactionDate',
  'direction',
  'amount',
  'currency',
  'transactionType',
  'narration',
  'customReference',
  'balance',
] as const satisfies readonly ('accountNumber' | keyof ExportedEntry)[];

/** Meanings whose text a bank or a payer wrote; the others are dates, which were checked. */
const writtenByOthers: ReadonlySet<EntryMeaning> = new Set([
  'counterparty',
  'remittanceInformation',
]);

const markColumns = ['read', 'flagged', 'note', 'namedCounterparty', 'tags', 'files'] as const;

/** Formats any entry as a line, with a cell for each meaning and for people's marks. */
function lineWith(row: ExportRow, accountNumber: string, { meanings, noted }: Given): string {
  const values = exportedMeanings(row, meanings);
  const cells = exportedNames(meanings).map((name) => {
    const text = values[name] ?? '';
    return writtenByOthers.has(name) ? othersCell(text) : quoted(text);
  });
  const marked = noted === null ? [] : markCells(notedOf(row, noted));
  return [othersCell(accountNumber), csvLine(row), ...cells, ...marked].join(',');
}

const markCells = ({
  read,
  flagged,
  note,
  namedCounterparty,
  tags,
  files,
}: ReturnType<typeof notedOf>): string[] => [
  quoted(read ? 'yes' : 'no'),
  quoted(flagged ? 'yes' : 'no'),
  othersCell(note),
  othersCell(namedCounterparty),
  othersCell(tags.join(', ')),
  othersCell(files.join(', ')),
];

/** Comma-separated values with every cell quoted, for a spreadsheet. */
export const csvFormat: StatementFormat = {
  name: 'csv',
  words: 'CSV, for a spreadsheet',
  begin: (meanings, withMarks = false) =>
    csvFile([...columns, ...meanings, ...(withMarks ? markColumns : [])]),
  text: (rows, accountNumber, given) => {
    let text = '';
    for (const row of rows) text += `${lineWith(row, accountNumber, given)}\r\n`;
    return text;
  },
  plain: csvBatch,
  end: '',
};
