import { err, ok, type Result } from '../../../shared/result.ts';
import { csvText, readCsvRecords, recordCharactersMax, type CsvSeparator } from './csv-records.ts';
import { columnsMax, isBlank, type FileProblem, type FileRow, type Table } from './table.ts';
import type { Turns } from './turns.ts';

const separators = ['\t', ';', ','] as const satisfies readonly CsvSeparator[];

/** Counts the cells that are headings known to the reader of the table. */
export type KnownHeadings = (cells: readonly string[]) => number;

/** Reads text with its values separated by comma, semicolon or tab, whichever gives the most known headings. */
export async function readCsv(
  bytes: Uint8Array,
  rowsMax: number,
  turns: Turns,
  knownHeadings: KnownHeadings,
): Promise<Result<Table, FileProblem>> {
  const decoded = csvText(bytes);
  if (!decoded.ok) return decoded;
  const { text, notes } = decoded.value;
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const separator = (named?.[1] as CsvSeparator | undefined) ?? separatorOf(body, knownHeadings);
  const rows: FileRow[] = [];
  const reading = { separator, columnsMax, turns, linesBefore: named ? 1 : 0 };
  const problem = await readCsvRecords(body, reading, ({ line, cells }) => {
    const row = { line, cells: cells.map((cell) => ({ text: cell })) };
    if (!isBlank(row)) rows.push(row);
    return rows.length <= rowsMax;
  });
  return problem ? err(problem) : ok({ rows, notes });
}

/** The number of lines by which the separator is detected. */
const sampleLines = 20;

/** Detects the separator by the known headings among the first lines, else by the median number of cells. */
function separatorOf(text: string, knownHeadings: KnownHeadings): CsvSeparator {
  const lines = text
    .slice(0, recordCharactersMax)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampleLines);
  const scores = separators.map((separator) => {
    const split = lines.map((line) =>
      line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
    );
    const counts = split.map(({ length }) => length).toSorted((a, b) => a - b);
    const cells = counts[Math.floor(counts.length / 2)] ?? 0;
    return { separator, known: Math.max(0, ...split.map(knownHeadings)), cells };
  });
  scores.sort((a, b) => b.known - a.known || b.cells - a.cells);
  const [first] = scores;
  return first && first.known + first.cells > 1 ? first.separator : ',';
}
