import { directionOf, isDirection } from '../../../../../shared/bank/direction.ts';
import { limits } from '../../../../../shared/limits.ts';
import { isCurrency } from '../../../../../shared/money/currencies.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { isDateLike } from '../../../../engines/columns/outline.ts';
import { readCsv } from '../../../../engines/files/csv-table.ts';
import type { FileRow } from '../../../../engines/files/table.ts';
import { createTurns } from '../../../../engines/files/turns.ts';
import { ofRequestedAccount, type IsRequested } from './account-choice.ts';
import {
  columnsIn,
  headFieldIn,
  missingColumns,
  type CanBe,
  type SourceColumn,
  type SourceColumns,
} from './csv-columns.ts';
import { isNegative, unitsOf } from './figures.ts';
import type { ReadSource, SourceEntry, SourceHead } from './source.ts';

/** The maximum number of lines searched for the heading. */
const headLinesMax = 30;

/**
 * Reads a delimited statement file. If it has a column of accounts with the requested one among them, only its lines count. An error
 * is one sentence.
 */
export async function readCsvSource(
  bytes: Uint8Array,
  isRequested: IsRequested,
): Promise<Result<ReadSource & { notes?: readonly string[] }, string>> {
  const rowsMax = limits.secondSourceEntriesMax + headLinesMax;
  const table = await readCsv(bytes, rowsMax, createTurns(), knownIn);
  if (!table.ok) return err(`The file cannot be read: ${table.error.message}`);
  const { rows } = table.value;
  if (rows.length > rowsMax) return err('The file has more lines than the desk reads.');
  const at = headingAt(rows);
  const body = rows.slice(at + 1);
  const columns = columnsIn(cellsOf(rows[at]), canBeIn(body));
  const missing = missingColumns(columns);
  if (missing.length > 0) return err(missingMessage(missing));
  const own = ownRows(body, columns, isRequested);
  return ok({
    head: headIn(rows.slice(0, at)),
    ...{ entries: entriesIn(own.rows, columns), hasIds: true },
    ...(own.notes.length > 0 && { notes: own.notes }),
  });
}

/** The number of lines by which a column is recognized. */
const sampleRows = 200;

/** Decides by the values of a column whether it can be a day, an amount or a currency. */
function canBeIn(rows: readonly FileRow[]): CanBe {
  const valuesAt = (at: number): string[] =>
    rows.slice(0, sampleRows).flatMap((row) => {
      const text = cellsOf(row)[at] ?? '';
      return text === '' ? [] : [text];
    });
  const looks: Readonly<Partial<Record<SourceColumn, (text: string) => boolean>>> = {
    amount: (text) => unitsOf(text) !== null,
    currency: (text) => isCurrency(text.toUpperCase()),
    date: (text) => isDateLike(text) || /^\d{8}$/.test(text),
  };
  return (field, at) => valuesAt(at).every((text) => looks[field]?.(text) !== false);
}

/** Returns the lines of the requested account, or all lines if none names it: then the column is the counterparty's or a ledger's. */
function ownRows(
  rows: readonly FileRow[],
  { account }: SourceColumns,
  isRequested: IsRequested,
): { readonly rows: readonly FileRow[]; readonly notes: readonly string[] } {
  if (account === undefined) return { rows, notes: [] };
  const accountOf = (row: FileRow) => ({ written: cellsOf(row)[account] ?? '', currency: '' });
  const named = rows.filter((row) => accountOf(row).written !== '');
  const own = ofRequestedAccount(named, accountOf, isRequested);
  return own.ok && own.value.notes.length > 0
    ? { rows: own.value.own, notes: own.value.notes }
    : { rows, notes: [] };
}

/** Counts the known names of a line: the first may be the heading or a line above it. */
const knownIn = (cells: readonly string[]): number =>
  Object.keys(columnsIn(cells)).length + (headFieldIn(cells) === null ? 0 : 1);

/** Returns the index of the heading: the line that names the most columns. */
function headingAt(rows: readonly FileRow[]): number {
  const known = rows
    .slice(0, headLinesMax)
    .map((row) => Object.keys(columnsIn(cellsOf(row))).length);
  return Math.max(0, known.indexOf(Math.max(...known, 0)));
}

const cellsOf = (row: FileRow | undefined): string[] =>
  (row?.cells ?? []).map(({ text }) => text.trim());

const missingMessage = (missing: readonly string[]): string =>
  `The file names no column for ${missing.join(', nor for ')}, so its entries cannot be compared.`;

function headIn(rows: readonly FileRow[]): SourceHead {
  const fields = rows.flatMap((row) => {
    const cells = cellsOf(row);
    const field = headFieldIn(cells);
    const value = cells.slice(1).find((cell) => cell !== '');
    return field === null || value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields);
}

function entriesIn(rows: readonly FileRow[], columns: SourceColumns): SourceEntry[] {
  return rows.flatMap((row) => {
    const cells = cellsOf(row);
    const cell = (at: number | undefined): string => cells[at ?? -1] ?? '';
    // A line of sums below the entries is not an entry.
    if (cell(columns.id) === '' && cell(columns.date) === '') return [];
    const texts = (['currency', 'date', 'narration', 'reference', 'type', 'balance'] as const)
      .filter((column) => columns[column] !== undefined)
      .map((column) => [column, cell(columns[column])] as const);
    return [{ id: cell(columns.id), ...Object.fromEntries(texts), ...amountIn(columns, cell) }];
  });
}

type Cell = (at: number | undefined) => string;

/** Reads an amount with its direction: from two columns, from a direction column, or from its sign. */
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

/**
 * The direction labels of banks in other languages, and as signs, from the account's side. A file is only compared with proven
 * entries: nothing depends on these labels.
 */
const directionLabels: Readonly<Record<string, readonly string[]>> = {
  debit:
    'out withdrawal - s soll debet debito debe dare cargo addebito af belastung lastschrift'.split(
      ' ',
    ),
  credit: 'in deposit + h haben credito haber avere abono accredito bij gutschrift'.split(' '),
};

/** Returns `debit` or `credit` for any known short form, else the bank's own label. */
export function directionIn(text: string): string {
  const label = text
    .trim()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\.$/, '');
  const known = Object.entries(directionLabels).find(([, words]) => words.includes(label));
  if (known) return known[0];
  const side = directionOf(label);
  return isDirection(side) ? side : text;
}
