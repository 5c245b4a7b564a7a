import type { ListCell } from './workbook.ts';

/** Returns a CSV file, or its beginning where more lines follow. It has a byte order mark, so that spreadsheets read UTF-8. */
export const csvFile = (
  columns: readonly string[],
  rows: readonly (readonly ListCell[])[] = [],
): string => `\ufeff${[columns, ...rows].map(csvLine).join('')}`;

/** Every cell is quoted. A text comes from a person or the bank, so it is disarmed; days and amounts are our own. */
export const csvLine = (row: readonly ListCell[]): string =>
  `${row.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;

function textOf(cell: ListCell): string {
  if (typeof cell === 'string') return disarmed(cell);
  return 'day' in cell ? cell.day : cell.amount;
}

/** Quotes any text as a cell. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const disarmed = (text: string): string =>
  /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text;
