import { plainName } from '../../../shared/bank/required-fields.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import type { Cell, FileRow } from '../files/table.ts';
import { isAmountLike } from './decimals.ts';

/** The first payment of a table, and the names of its columns. */
export type Outline = {
  /** The index of the row with the first payment, from 0. */
  readonly first: number;
  /** As the file writes them; `Column 2` where it names none. */
  readonly headings: readonly string[];
  readonly hasHeading: boolean;
  /** Equal for files with the same columns: their headings, or without headings the kind of values in each column. */
  readonly shape: string;
};

/** The number of first rows that are searched for the first payment. */
const titleRowsMax = 30;
/** The number of rows by which a column is classified. */
export const sampleRows = 200;

/** Proposes heading and first payment by the values; a person confirms them. `begin` is the person's choice. */
export function outlineOf(rows: readonly FileRow[], begin?: number): Outline {
  const width = Math.max(0, ...rows.slice(0, sampleRows).map(({ cells }) => cells.length));
  const column = amountColumn(rows, width);
  const first = begin ?? firstPayment(rows, column);
  const above = rows[first - 1];
  const hasHeading = above !== undefined && isHeading(above, column);
  const headings = Array.from({ length: width }, (_, at) => {
    const text = hasHeading ? textAt(above, at).replace(/\s+/g, ' ') : '';
    return text === '' ? `Column ${at + 1}` : text;
  });
  const shape = hasHeading
    ? `heading ${JSON.stringify(headings.map(plainName))}`
    : `values ${JSON.stringify(headings.map((_, at) => kindOfColumn(rows.slice(first), at)))}`;
  return { first, headings, hasHeading, shape };
}

export const cellAt = ({ cells }: FileRow, at: number): Cell => cells[at] ?? { text: '' };

const textAt = (row: FileRow, at: number): string => cellAt(row, at).text.trim();

const filled = ({ cells }: FileRow): number =>
  cells.filter(({ text }) => text.trim() !== '').length;

/** The column with the most values that look like amounts; a date or a number without decimals counts little. */
function amountColumn(rows: readonly FileRow[], width: number): number {
  const scores = Array.from({ length: width }, (_, at) =>
    rows.slice(0, sampleRows).reduce((score, row) => {
      const cell = cellAt(row, at);
      if (!isAmountLike(cell)) return score;
      return score + (cell.isNumber === true || /[.,]/.test(cell.text) ? 10 : 1);
    }, 0),
  );
  return scores.indexOf(Math.max(...scores));
}

function firstPayment(rows: readonly FileRow[], column: number): number {
  const widths = rows
    .slice(0, sampleRows)
    .map(filled)
    .toSorted((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const first = rows
    .slice(0, titleRowsMax)
    .findIndex(
      (row) => isAmountLike(cellAt(row, column)) && filled(row) * 2 >= usual && filled(row) > 1,
    );
  return Math.max(0, first);
}

const isHeading = (row: FileRow, column: number): boolean =>
  filled(row) > 1 && textAt(row, column) !== '' && !/\d/.test(textAt(row, column));

function kindOfColumn(rows: readonly FileRow[], at: number): string {
  const cells = rows
    .slice(0, sampleRows)
    .map((row) => cellAt(row, at))
    .filter(({ text }) => text.trim() !== '');
  if (cells.length === 0) return 'empty';
  if (cells.every(({ text }) => isCurrency(text.trim().toUpperCase()))) return 'currency';
  if (cells.every(isAmountLike)) return 'amount';
  if (cells.every(({ text }) => isDateLike(text))) return 'date';
  return cells.every(({ text }) => /\d/.test(text)) ? 'number' : 'text';
}

export const isDateLike = (text: string): boolean =>
  /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](\d{4}|\d{2}))$/.test(text.trim());
