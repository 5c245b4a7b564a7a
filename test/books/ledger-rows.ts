import { linesOfTable } from '../../electron/nouns/books/ledger/ledger-table.ts';
import type { LedgerReading, ReadingOptions } from '../../electron/nouns/books/ledger/ledger.ts';
import type { FileRow } from '../../electron/engines/files/table.ts';

/** Rows of cells, parted by `;`, from line 1. */
export const rowsOf = (...lines: readonly string[]): FileRow[] =>
  lines.map((line, at) => ({ line: at + 1, cells: line.split(';').map((text) => ({ text })) }));

export const read = (
  rows: readonly FileRow[],
  {
    options,
    ...more
  }: Partial<Omit<LedgerReading, 'options'>> & { options?: Partial<ReadingOptions> } = {},
) =>
  linesOfTable(rows, {
    ...{ period: { from: '2026-11-01', to: '2026-11-30' }, currency: 'EUR', days: 31 },
    savedFor: () => null,
    ...more,
    options: { columns: {}, decimals: null, ...options },
  });

export function taken(...given: Parameters<typeof read>) {
  const found = read(...given);
  if (!found.ok) throw new Error(`${found.error.code}: ${found.error.message}`);
  return found.value;
}

export function refusal(...given: Parameters<typeof read>): string {
  const found = read(...given);
  return found.ok ? 'taken' : `${found.error.code}: ${found.error.message}`;
}

export const amounts = (...given: Parameters<typeof read>) =>
  taken(...given).lines.map(({ amount }) => amount);
