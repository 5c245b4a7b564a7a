import { directionOf } from '../../../shared/bank/direction.ts';
import { limits } from '../../../shared/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { readCsv } from '../../files/csv-table.ts';
import type { FileRow } from '../../files/table.ts';
import { createTurns } from '../../files/turns.ts';
import { columnsIn, headFieldIn, missingColumns, type SourceColumns } from './csv-columns.ts';
import { isNegative, unitsOf } from './figures.ts';
import type { ReadSource, SourceEntry, SourceHead } from './source.ts';

/** Lines above the heading that are looked through. */
const headLinesMax = 30;

/** Reads a statement file of values with separators; says in one sentence why its entries cannot be read. */
export async function readCsvSource(bytes: Uint8Array): Promise<Result<ReadSource, string>> {
  const rowsMax = limits.secondSourceEntriesMax + headLinesMax;
  const table = await readCsv(bytes, rowsMax, createTurns(), knownIn);
  if (!table.ok) return err(`The file cannot be read: ${table.error.message}`);
  const { rows } = table.value;
  if (rows.length > rowsMax) return err('The file has more lines than the desk reads.');
  const at = headingAt(rows);
  const columns = columnsIn(cellsOf(rows[at]));
  const missing = missingColumns(columns);
  if (missing.length > 0) return err(missingWords(missing));
  const entries = entriesIn(rows.slice(at + 1), columns);
  return ok({ head: headIn(rows.slice(0, at)), entries, hasIds: true });
}

/** The first line may be the heading or stand above it. */
const knownIn = (cells: readonly string[]): number =>
  Object.keys(columnsIn(cells)).length + (headFieldIn(cells) === null ? 0 : 1);

/** The heading is the line that names most columns. */
function headingAt(rows: readonly FileRow[]): number {
  const known = rows
    .slice(0, headLinesMax)
    .map((row) => Object.keys(columnsIn(cellsOf(row))).length);
  return Math.max(0, known.indexOf(Math.max(...known, 0)));
}

const cellsOf = (row: FileRow | undefined): string[] =>
  (row?.cells ?? []).map(({ text }) => text.trim());

const missingWords = (missing: readonly string[]): string =>
  `The file names no column for ${missing.join(', nor for ')}, so its entries cannot be compared.`;

function headIn(rows: readonly FileRow[]): SourceHead {
  const told = rows.flatMap((row) => {
    const cells = cellsOf(row);
    const field = headFieldIn(cells);
    const value = cells.slice(1).find((cell) => cell !== '');
    return field === null || value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(told);
}

function entriesIn(rows: readonly FileRow[], columns: SourceColumns): SourceEntry[] {
  return rows.flatMap((row) => {
    const cells = cellsOf(row);
    const cell = (at: number | undefined): string => (at === undefined ? '' : (cells[at] ?? ''));
    // A line of sums below the entries is none of them.
    if (cell(columns.id) === '' && cell(columns.date) === '') return [];
    const texts = (['currency', 'date', 'narration', 'reference', 'type', 'balance'] as const)
      .filter((column) => columns[column] !== undefined)
      .map((column) => [column, cell(columns[column])] as const);
    return [{ id: cell(columns.id), ...Object.fromEntries(texts), ...amountIn(columns, cell) }];
  });
}

type Cell = (at: number | undefined) => string;

/** One amount with its direction: of a column each, of a column that says which, or by its sign. */
function amountIn(columns: SourceColumns, cell: Cell): Pick<SourceEntry, 'amount' | 'direction'> {
  if (columns.amount === undefined) return amountOfTwo(cell(columns.debit), cell(columns.credit));
  const amount = cell(columns.amount);
  if (columns.direction !== undefined)
    return { amount, direction: directionIn(cell(columns.direction)) };
  return { amount, direction: isNegative(amount) ? 'debit' : 'credit' };
}

function amountOfTwo(debit: string, credit: string): Pick<SourceEntry, 'amount' | 'direction'> {
  const isNothing = (text: string): boolean => text === '' || unitsOf(text) === 0n;
  if (!isNothing(debit) && !isNothing(credit))
    return { amount: `${debit} out and ${credit} in`, direction: 'both' };
  return isNothing(debit)
    ? { amount: credit || debit, direction: isNothing(credit) && debit !== '' ? 'debit' : 'credit' }
    : { amount: debit, direction: 'debit' };
}

/** What stands in files beside the usual words. A file is only held beside what is proven: nothing rests on it. */
const wordsOfFiles: Readonly<Record<string, readonly string[]>> = {
  debit: ['out', 'withdrawal', '-'],
  credit: ['in', 'deposit', '+'],
};

/** `debit` or `credit` whatever the bank's short form; its own word where it is none of them. */
export function directionIn(text: string): string {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  const known = Object.keys(wordsOfFiles).find((name) => wordsOfFiles[name]?.includes(word));
  return known ?? directionOf(text);
}
