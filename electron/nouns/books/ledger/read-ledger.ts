import { limits } from '../../../../shared/limits.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { readCsv } from '../../../engines/files/csv-table.ts';
import { kindOf, withAcceptedTypes } from '../../../engines/files/file-kind.ts';
import { refuse, type FileProblem, type Table } from '../../../engines/files/table.ts';
import { createTurns } from '../../../engines/files/turns.ts';
import { readXlsx } from '../../../engines/files/xlsx-table.ts';
import {
  formatOf,
  isStatementFormat,
  statementsIn,
} from '../../statements/second-source/formats/read-source.ts';
import type { ParsedStatement } from '../../statements/second-source/formats/account-statements.ts';
import { knownHeadings } from './ledger-columns.ts';
import { linesOfStatement } from './ledger-statement.ts';
import { linesOfTable } from './ledger-table.ts';
import type {
  RequestedAccount,
  Ledger,
  LedgerReading,
  TableReading,
  ParsedLedger,
} from './ledger.ts';
import { ownLines } from './own-lines.ts';
import { tooManyLines, withinReach } from './reach.ts';

/** The names of a ledger's sheet in a workbook. */
const ledgerSheet =
  /^(general ledger|ledger|books|open items|journal|postings|hauptbuch|buchungen|offene posten)$/i;

/** Rows above the heading that are searched for it. */
const titleRowsMax = 30;

/** A file by its format, before its columns are read. */
export type OpenedLedger =
  | { readonly format: 'table'; readonly table: Table }
  | { readonly format: 'statement'; readonly statements: readonly ParsedStatement[] };

/**
 * Opens a ledger or a list of open items by its content, not its name: CSV, XLSX, camt.052 to camt.054, MT940, BAI2 or OFX. Accepts the
 * whole file or refuses it with one reason.
 */
export async function openLedger(bytes: Uint8Array): Promise<Result<OpenedLedger, FileProblem>> {
  if (bytes.length === 0) return refuse('file.empty', 'it is empty.');
  if (bytes.length > limits.ledgerBytesMax)
    return refuse(
      'file.too-large',
      `it is larger than ${limits.ledgerBytesMax / (1024 * 1024)} MB.`,
    );
  const kind = kindOf(bytes);
  const format = kind.ok ? formatOf(bytes) : 'other';
  if (isStatementFormat(format)) {
    const read = await statementsIn(format, bytes);
    return read.ok
      ? ok({ format: 'statement', statements: read.value })
      : refuse('file.unreadable', read.error);
  }
  const table = kind.ok ? await tableIn(bytes, kind.value === 'zip') : kind;
  const accepted = withAcceptedTypes(
    table,
    'Ledgers are read from CSV, XLSX, camt.052, camt.053, camt.054, MT940, BAI2 and OFX.',
  );
  if (!accepted.ok) return accepted;
  return accepted.value.rows.length === 0
    ? refuse('file.empty', 'there is nothing in it.')
    : ok({ format: 'table', table: accepted.value });
}

/** Parses every line of an opened file. Fails with `file.columns-unknown` where a person has to match its columns. */
export function parsedLines(
  opened: OpenedLedger,
  reading: LedgerReading,
): Result<ParsedLedger, FileProblem> {
  if (opened.format === 'statement') return linesOfStatement(opened.statements, reading);
  const { rows, notes } = opened.table;
  const read = linesOfTable(rows, reading);
  return read.ok ? ok({ ...read.value, notes: [...notes, ...read.value.notes] }) : read;
}

/** Reads the lines of the requested account, in its currency and near the period. */
export async function readLedger(
  bytes: Uint8Array,
  reading: LedgerReading,
  requested: RequestedAccount,
): Promise<Result<Ledger & { readonly reading?: TableReading }, FileProblem>> {
  const opened = await openLedger(bytes);
  if (!opened.ok) return opened;
  const parsed = parsedLines(opened.value, reading);
  if (!parsed.ok) return parsed;
  const own = ownLines(parsed.value, requested);
  if (!own.ok) return refuse('file.unreadable', lowered(own.error));
  const { lines, notes } = own.value;
  if (lines.length > limits.ledgerLinesMax) return tooManyLines();
  const { reading: how } = parsed.value;
  const near = withinReach(lines, reading);
  return ok({
    lines: near.lines,
    notes: [...notes, ...near.notes],
    ...(how !== undefined && { reading: how }),
  });
}

/** Lowers the first letter, as the sentence follows the name of a file. */
const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

async function tableIn(
  bytes: Uint8Array,
  isWorkbook: boolean,
): Promise<Result<Table, FileProblem>> {
  const rowsMax = limits.ledgerLinesMax + titleRowsMax;
  const table = isWorkbook
    ? await readXlsx(bytes, { rowsMax, turns: createTurns(), named: ledgerSheet })
    : await readCsv(bytes, rowsMax, createTurns(), knownHeadings);
  return table.ok && table.value.rows.length > rowsMax ? tooManyLines() : table;
}
