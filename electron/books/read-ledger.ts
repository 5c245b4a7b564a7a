import { limits } from '../../shared/limits.ts';
import { ok, type Result } from '../../shared/result.ts';
import { readCsv } from '../files/csv-table.ts';
import { kindOf, sayingWhatIsTaken } from '../files/file-kind.ts';
import { refuse, type FileProblem, type Table } from '../files/table.ts';
import { createTurns } from '../files/turns.ts';
import { readXlsx } from '../files/xlsx-table.ts';
import { formatOf } from '../statements/second-source/read-source.ts';
import { knownHeadings } from './ledger-columns.ts';
import { linesOfStatement } from './ledger-statement.ts';
import { linesOfTable, type TableLedger } from './ledger-table.ts';
import type { Ledger, LedgerReading } from './ledger.ts';

/** Rows over the heading that are looked through for it. */
const titleRowsMax = 30;

/**
 * Reads a ledger or a list of open items, whatever its name says it is: CSV, XLSX, camt.053 or MT940. It is taken as a whole or refused
 * with one reason; `file.columns-unknown` where a person has to say what its columns mean.
 */
export async function readLedger(
  bytes: Uint8Array,
  reading: LedgerReading,
): Promise<Result<Ledger & Partial<TableLedger>, FileProblem>> {
  if (bytes.length === 0) return refuse('file.empty', 'it is empty.');
  if (bytes.length > limits.ledgerBytesMax)
    return refuse(
      'file.too-large',
      `it is larger than ${limits.ledgerBytesMax / (1024 * 1024)} MB.`,
    );
  const kind = kindOf(bytes);
  const format = kind.ok && kind.value !== 'zip' ? formatOf(bytes) : null;
  if (format === 'mt940' || format === 'xml') return linesOfStatement(bytes, reading);
  const table = kind.ok ? await tableIn(bytes, kind.value === 'zip') : kind;
  const taken = sayingWhatIsTaken(table, 'Ledgers are read from CSV, XLSX, camt.053 and MT940.');
  if (!taken.ok) return taken;
  const { rows, notes } = taken.value;
  if (rows.length === 0) return refuse('file.empty', 'there is nothing in it.');
  const read = linesOfTable(rows, reading);
  return read.ok ? ok({ ...read.value, notes: [...notes, ...read.value.notes] }) : read;
}

async function tableIn(
  bytes: Uint8Array,
  isWorkbook: boolean,
): Promise<Result<Table, FileProblem>> {
  const rowsMax = limits.ledgerLinesMax + titleRowsMax;
  const table = isWorkbook
    ? await readXlsx(bytes, rowsMax, createTurns())
    : await readCsv(bytes, rowsMax, createTurns(), knownHeadings);
  return table.ok && table.value.rows.length > rowsMax
    ? refuse('file.too-large', `it has more than ${limits.ledgerLinesMax} lines.`)
    : table;
}
