import type { ListCell } from './workbook.ts';

/** A whole CSV file, or the beginning of one whose lines follow: a byte order mark, so that spreadsheets read UTF-8, and every cell quoted. */
export const csvFile = (
  columns: readonly string[],
  rows: readonly (readonly ListCell[])[] = [],
): string => `\ufeff${[columns, ...rows].map(csvLine).join('')}`;

/** Days and amounts are ours; every text is a person's or the bank's, and is run by no spreadsheet. */
export const csvLine = (row: readonly ListCell[]): string =>
  `${row.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;

function textOf(cell: ListCell): string {
  if (typeof cell === 'string') return disarmed(cell);
  return 'day' in cell ? cell.day : cell.amount;
}

/** A cell, whatever is in it. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const disarmed = (text: string): string =>
  /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text;
