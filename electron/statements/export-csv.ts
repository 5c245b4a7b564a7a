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

/** A cell, whatever is in it. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function disarmed(text: string): string {
  return /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text;
}
